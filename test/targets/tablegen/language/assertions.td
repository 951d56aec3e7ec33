assert !lt(1, 2), "one is below two";
class C<int x> { assert !gt(x, 0), "positive: " # x; int X = x; }
def c : C<1>;
multiclass M<int y> { assert !ne(y, 3), "not three"; def _a { int Y = y; } }
defm m : M<4>;
def d { int Z = 5; assert !eq(Z, 5), "five"; }
