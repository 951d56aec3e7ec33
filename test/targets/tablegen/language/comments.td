// line
/* block */ def a; /* nested /* twice /* thrice */ */ still */ def b;
def c { int /* here */ F = /* there */ 3; } // end
