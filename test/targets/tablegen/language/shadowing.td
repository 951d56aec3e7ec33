// The innermost scope wins.
defvar v = "global";
class C<string v> { string F = v; string G = v # "!"; }
def c : C<"argument">;
def d { defvar v = "local"; string F = v; }
def e { string F = v; }
foreach v = ["loop"] in def f { string F = v; }
class Sub<string x> : C<x> { string H = x; string F2 = F; }
def g : Sub<"deep">;
