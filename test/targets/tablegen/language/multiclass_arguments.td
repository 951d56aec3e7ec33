class C<string s, int i> { string S = s; int I = i; }
multiclass Inner<string a, int b = 7> { def _i : C<a, b>; }
multiclass Mid<string a> { defm _m : Inner<a # "_mid">; defm _k : Inner<b = 9, a = a>; }
defm T : Mid<"t">;
multiclass WithDefault<string n = NAME> { def _d : C<n, 0>; }
multiclass ByBits<bits<4> v> { def _v { bits<4> V = v; int W = v; } }
defm B : ByBits<5>;
multiclass ByList<list<string> ns> { foreach n = ns in def _ # n : C<n, !size(ns)>; }
defm Q : ByList<["u", "v"]>;
multiclass ByRecord<C c> { def _r { string S = c.S; C R = c; } }
defm R : ByRecord<T_m_i>;
defm A : ByRecord<C<"anon", 3>>;
