defvar l = [3, 1, 2];
def x {
  int head = !head(l);
  list<int> tail = !tail(l);
  int size = !size(l);
  bit empty = !empty([]<int>);
  list<int> cat = !listconcat(l, [4], []);
  list<int> splat = !listsplat(7, 3);
  list<int> none = !listsplat(7, 0);
  list<int> removed = !listremove([1, 2, 3, 2], [2, 9]);
  list<int> each = !foreach(v, l, !mul(v, 10));
  list<string> names = !foreach(v, l, "n" # v);
  list<int> some = !filter(v, l, !gt(v, 1));
  int sum = !foldl(0, l, acc, v, !add(acc, v));
  string joined = !foldl("", l, acc, v, acc # v);
  list<int> r1 = !range(4);
  list<int> r2 = !range(2, 5);
  list<int> r3 = !range(10, 0, -3);
  list<int> r4 = !range(["a", "b", "c"]);
  list<int> nested = !foldl([]<int>, [[1], [2, 3]], acc, v, !listconcat(acc, v));
}
