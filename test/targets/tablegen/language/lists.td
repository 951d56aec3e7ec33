class C<int v> { int V = v; }
class D<int v> : C<v>;
def c1 : C<1>;
def c2 : C<2>;
def d1 : D<10>;
def l {
  list<int> ints = [1, 2, 3, 4, 5];
  list<int> empty = [];
  list<int> typed = []<int>;
  list<list<string>> nested = [["a"], [], ["b", "c"]];
  list<C> records = [c1, d1];
  list<C> mixed = [c1, d1, c2];
  list<bits<4>> converted = [1, 2];
  list<int> kept = [0b11, 1];
  int third = ints[2];
  list<int> slice = ints[1-3];
  list<int> pick = ints[4, 0, 2];
  list<int> one = ints[1,];
  list<int> dots = ints[0...2];
  int computed = ints[!add(1, 2)];
  list<int> both = ints # [6, 7];
  int deep = records[1].V;
  string inner = nested[2][1];
}
