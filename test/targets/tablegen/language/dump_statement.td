class C<int x> { int X = x; dump "in class " # x; }
def c : C<3>;
dump "at top: " # !repr(c);
