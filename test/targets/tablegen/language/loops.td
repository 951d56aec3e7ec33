foreach i = [1, 2, 3] in def a # i { int V = i; }
foreach i = 0-3 in def b # i;
foreach i = {0-1, 5} in def c # i;
foreach i = 2...4 in { def d # i; def e # i { int S = !mul(i, i); } }
foreach s = ["x", "y"] in foreach j = [0, 1] in def n_ # s # j { string S = s; int J = j; }
defvar names = ["p", "q"];
foreach n = names in def "made_" # n;
foreach n = !range(3) in def r # n;
foreach n = !range(2, 10, 3) in def t # n;
class Rec { list<int> L = [4, 5]; }
def rec : Rec;
foreach v = rec.L in def from_rec # v;
