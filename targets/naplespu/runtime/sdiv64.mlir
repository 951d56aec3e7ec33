// The quotient of signed numbers of 64 bits, towards zero; -1 for a division by zero.
//
// The magnitude of the smallest number is itself, read as unsigned.
func.func private @__circ_udiv64(i64, i64) -> i64
func.func @__circ_sdiv64(%n: i64, %d: i64) -> i64 {
  %zero = arith.constant 0 : i64
  %ones = arith.constant -1 : i64
  %sign_place = arith.constant 63 : i64
  %n_sign = arith.shrsi %n, %sign_place : i64
  %n_mirrored = arith.xori %n, %n_sign : i64
  %n_size = arith.subi %n_mirrored, %n_sign : i64
  %d_sign = arith.shrsi %d, %sign_place : i64
  %d_mirrored = arith.xori %d, %d_sign : i64
  %d_size = arith.subi %d_mirrored, %d_sign : i64
  %size = func.call @__circ_udiv64(%n_size, %d_size) : (i64, i64) -> i64
  %sign = arith.xori %n_sign, %d_sign : i64
  %mirrored = arith.xori %size, %sign : i64
  %quotient = arith.subi %mirrored, %sign : i64
  %undefined = arith.cmpi eq, %d, %zero : i64
  %result = arith.select %undefined, %ones, %quotient : i64
  func.return %result : i64
}
