// Bits that are operators of type bit, while their operands are not known.
class R<bit v> { bit f = v; }
class A<bit b> { bits<2> z = {b, b}; }
class B<string t> : A<!eq(t, "x")>;
class C<R r> : A<r.f>;
class D<list<bit> l> : A<l[0]>;
class E<string s> : A<!cast<bit>(s)>;
class F<string s> : A<!cond(!eq(s, "a"): true, true: false)>;
class G<string s> : A<!if(!eq(s, "a"), true, false)>;
class H<string s> : A<!foldl(0, [1,2], a, b, !add(a, !size(s)))>;
def d : B<"x">;
class I<string s, bit p> : A<!cond(!eq(s,"a"): p, !eq(s,"b"): p)>;
class J<list<bit> l, bit p> : A<!foldl(p, l, a, b, a)>;
class K<dag d> : A<!getdagarg<bit>(d, 0)>;
class L<string s, bit p> : A<!if(!eq(s,"a"), p, p)>;
class N<bits<4> n> : A<n{3}>;
class O<bits<4> n> { bits<2> z; let z{0} = n{1}; let z{1} = !eq(n, 2); }
