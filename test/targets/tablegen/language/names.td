// NAME and paste at every level.
class C { string N = NAME; }
class D<string s> : C { string T = s # "_" # NAME; }
def plain : C;
def made : D<"x">;
multiclass M { def _1 : C; def "pre_" # NAME # "_post" : C; }
multiclass Outer { defm _in : M; defm "" : M; }
defm top : Outer;
defvar tail = "end";
def "lit" # 1 # "_" # 2;
def x#y;
class Pair<string a, string b> { string Both = a#b; string Num = a # 5; list<int> L = [1] # [2]; }
def pair : Pair<"one", "two">;
def lists { list<string> S = ["a"] # ["b"] # []; }
