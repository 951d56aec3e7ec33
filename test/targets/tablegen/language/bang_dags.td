class Op;
def add : Op;
def mul : Op;
class R<int n> { int N = n; }
def a : R<1>;
def b : R<2>;
defvar d = (add a:$x, b:$y, 5:$z, $w);
def x {
  dag made = !dag(add, [a, b], ["p", "q"]);
  dag unnamed = !dag(add, [a, b], ?);
  dag only_names = !dag(mul, ?, ["m", "n"]);
  Op op = !getdagop<Op>(d);
  dag replaced = !setdagop(d, mul);
  R arg0 = !getdagarg<R>(d, 0);
  R argy = !getdagarg<R>(d, "y");
  int argz = !getdagarg<int>(d, "z");
  string name1 = !getdagname(d, 1);
  dag set0 = !setdagarg(d, 0, b);
  dag setz = !setdagarg(d, "z", 9);
  dag renamed = !setdagname(d, 0, "first");
  int size = !size(d);
  bit empty = !empty((add));
  dag con = !con((add a), (add b:$k));
  dag each = !foreach(v, (add a, b), !subst(a, b, v));
}
