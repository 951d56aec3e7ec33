// Identifiers may start with digits; keywords may be parts of names.
class C<int v> { int V = v; }
def 8i : C<1>;
def 0b : C<2>;
def _under : C<3>;
def classes : C<4>;
def inner { int include_ = 1; int _0 = 2; }
def user { C a = 8i; C b = 0b; C c = _under; }
