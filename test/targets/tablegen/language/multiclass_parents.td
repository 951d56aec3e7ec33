// What a multiclass gives to the one it is made from is not checked.
class C; def c : C;
multiclass P<dag d, int i = 3> { def _y; }
multiclass Q : P<c> { def _z; }
defm q : Q;
