// The remainder of signed numbers of 64 bits, with the sign of the dividend, which it is
// for a division by zero.
func.func private @__circ_urem64(i64, i64) -> i64
func.func @__circ_srem64(%n: i64, %d: i64) -> i64 {
  %sign_place = arith.constant 63 : i64
  %n_sign = arith.shrsi %n, %sign_place : i64
  %n_mirrored = arith.xori %n, %n_sign : i64
  %n_size = arith.subi %n_mirrored, %n_sign : i64
  %d_sign = arith.shrsi %d, %sign_place : i64
  %d_mirrored = arith.xori %d, %d_sign : i64
  %d_size = arith.subi %d_mirrored, %d_sign : i64
  %size = func.call @__circ_urem64(%n_size, %d_size) : (i64, i64) -> i64
  %mirrored = arith.xori %size, %n_sign : i64
  %result = arith.subi %mirrored, %n_sign : i64
  func.return %result : i64
}
