class Factorial<int n> { int V = !if(!le(n, 1), 1, !mul(n, Factorial<!if(!le(n, 1), 1, !sub(n, 1))>.V)); }
def f5 { int V = Factorial<5>.V; }
class Length<list<int> l> { int N = !if(!empty(l), 0, !add(1, Length<!tail(l)>.N)); }
def n { int N = Length<[1, 2, 3]>.N; }
