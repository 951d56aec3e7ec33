// baseline_c/gcd.c: Euclid's algorithm.
func.func @gcd(%a: i32, %b: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %result:2 = scf.while (%x = %a, %y = %b) : (i32, i32) -> (i32, i32) {
    %more = arith.cmpi ne, %y, %zero : i32
    scf.condition(%more) %x, %y : i32, i32
  } do {
  ^bb0(%x: i32, %y: i32):
    %r = arith.remsi %x, %y : i32
    scf.yield %y, %r : i32, i32
  }
  return %result#0 : i32
}
