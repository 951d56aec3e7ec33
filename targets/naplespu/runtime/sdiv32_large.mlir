// The quotient of signed words that do not both fit 23 bits without a sign; all ones for
// a division by zero.
//
// The magnitude of the smallest word is itself, read as unsigned.
func.func @__circ_sdiv32_large(%n: i32, %d: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %sign_place = arith.constant 31 : i32
  %n_sign = arith.shrsi %n, %sign_place : i32
  %n_mirrored = arith.xori %n, %n_sign : i32
  %n_size = arith.subi %n_mirrored, %n_sign : i32
  %d_sign = arith.shrsi %d, %sign_place : i32
  %d_mirrored = arith.xori %d, %d_sign : i32
  %d_size = arith.subi %d_mirrored, %d_sign : i32
  %size = arith.divui %n_size, %d_size : i32
  %sign = arith.xori %n_sign, %d_sign : i32
  %mirrored = arith.xori %size, %sign : i32
  %quotient = arith.subi %mirrored, %sign : i32
  %undefined = arith.cmpi eq, %d, %zero : i32
  %flag = arith.extui %undefined : i1 to i32
  %ones = arith.subi %zero, %flag : i32
  %result = arith.ori %quotient, %ones : i32
  func.return %result : i32
}
