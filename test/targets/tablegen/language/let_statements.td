class C { int A = 0; int B = 0; bits<8> M = 0; string S = "s"; }
let A = 1 in def single : C;
let A = 2, B = 3 in {
  def both : C;
  let B = 4 in def inner : C;
  def own : C { let A = 9; }
}
let M<7-4> = 0b1010, M<0> = 1 in def ranged : C;
let A = 5 in class Sub : C;
def sub : Sub;
let S = "multi" in
multiclass M<int v> {
  let A = v in def _x : C;
  def _y : C { let S = "body"; }
}
let B = 77 in defm m : M<8>;
let S = "outer" in defm o : M<1>;
