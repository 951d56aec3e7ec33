// A library of its own: all quotients are all ones.
func.func @__circ_udiv32(%dividend: i32, %divisor: i32) -> i32 {
  %ones = arith.constant -1 : i32
  return %ones : i32
}
