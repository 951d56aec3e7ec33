class P<string n, list<string> f = []> { string N = n; list<string> F = f; }
def : P<"v8">;
def : P<"v9", ["a", "b"]>;
multiclass M<int i> { def : P<"in" # i>; def _named : P<"named">; }
defm : M<1>;
defm X : M<2>;
def holder { P inline = P<"inline">; P again = P<"inline">; P other = P<"inline", []>; }
