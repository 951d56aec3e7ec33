class A<int v> { int V = v; }
class B<int v> : A<v>;
def a1 : A<1>;
def b2 : B<2>;
def x {
  A found = !cast<A>("a1");
  A joined = !cast<A>("b" # 2);
  B down = !cast<B>(b2);
  A found2 = b2;
  bit isa1 = !isa<B>(b2);
  bit isa2 = !isa<B>(a1);
  bit there = !exists<A>("a1");
  bit not_there = !exists<A>("zz");
  bit wrong_class = !exists<B>("a1");
  A sub = !subst(a1, b2, a1);
  A chosen = !if(1, a1, b2);
  list<A> both = !if(0, [a1], [b2]);
  bit same = !eq(a1, b2);
  A cond = !cond(!eq(1, 2): a1, true: b2);
  A both_arms = !if(1, a1, b2);
  int value = both_arms.V;
}
