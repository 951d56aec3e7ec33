def s {
  string cat = !strconcat("a", "b", "c");
  string sub2 = !substr("abcdef", 2);
  string sub3 = !substr("abcdef", 2, 3);
  string sub0 = !substr("abc", 3);
  int find = !find("banana", "an");
  int find2 = !find("banana", "an", 2);
  int missing = !find("banana", "x");
  string subst = !subst("an", "AN", "banana");
  string upper = !toupper("miXed1");
  string lower = !tolower("MiXed1");
  string inter = !interleave(["a", "b", "c"], ", ");
  string interi = !interleave([1, 2, 3], "-");
  string interb = !interleave([0b11, 0b01], "|");
  int size = !size("hello");
  bit empty = !empty("");
  string repr_int = !repr(42);
  string repr_str = !repr("q\"uote");
  string repr_list = !repr([1, 2]);
  string cast = !cast<string>(5);
  string castb = !cast<string>(0b101);
}
class R<int v> { int V = v; }
def r : R<3>;
def t { string n = !cast<string>(r); string rep = !repr(r); }
