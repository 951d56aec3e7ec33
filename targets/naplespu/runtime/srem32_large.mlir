// The remainder of signed words that do not both fit 23 bits without a sign, with the
// sign of the dividend, which it is for a division by zero.
func.func @__circ_srem32_large(%n: i32, %d: i32) -> i32 {
  %sign_place = arith.constant 31 : i32
  %n_sign = arith.shrsi %n, %sign_place : i32
  %n_mirrored = arith.xori %n, %n_sign : i32
  %n_size = arith.subi %n_mirrored, %n_sign : i32
  %d_sign = arith.shrsi %d, %sign_place : i32
  %d_mirrored = arith.xori %d, %d_sign : i32
  %d_size = arith.subi %d_mirrored, %d_sign : i32
  %size = arith.remui %n_size, %d_size : i32
  %mirrored = arith.xori %size, %n_sign : i32
  %result = arith.subi %mirrored, %n_sign : i32
  func.return %result : i32
}
