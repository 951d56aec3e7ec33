// Several parents, overriding, late references between fields.
class A { int X = 1; int Y = !add(X, 1); }
class B { string N = "b"; int W = 5; }
class AB : A, B { let X = 10; }
class Shape<A a> : A { let X = !add(a.X, 100); }
def a : A;
def b : B { let W = 6; string More = !strconcat(N, "!"); }
def ab : AB;
def ab2 : AB { let X = 20; let Y = 7; }
def shape : Shape<ab>;
class P<int z> { int Z = z; }
class Uses : B, P<W>;
def uses : Uses;
def redeclared : A { int X = 8; }
