defvar a = 1;
defvar b = !add(a, 1);
defvar names = ["x", "y"];
class C<int t> { defvar twice = !mul(t, 2); int T = twice; int U = !add(twice, a); }
def c : C<5>;
def d { defvar local = "text"; string S = local # "x"; list<string> N = names; }
defvar rec = c;
def e { int V = rec.T; }
foreach i = [1, 2] in { defvar sq = !mul(i, i); def sq # i { int V = sq; } }
defset list<C> all = { def m1 : C<1>; foreach i = [2, 3] in def m # i : C<i>; defset list<C> some = { def m9 : C<9>; } }
def sets { list<C> A = all; list<C> S = some; int n = !size(all); }
deftype word = bits<16>;
deftype words = list<int>;
def typed { word W = 0x1234; words L = [1, 2]; }
