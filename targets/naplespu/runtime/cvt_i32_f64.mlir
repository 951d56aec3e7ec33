// A number of 32 bits, signed, as binary64, rounded to nearest even.
func.func private @__circ_pack_f64(i64, i32, i64) -> f64
func.func @__circ_cvt_i32_f64(%x: i32) -> f64 {
  %exponent = arith.constant 0 : i32
  %wide = arith.extsi %x : i32 to i64
  %zero = arith.constant 0 : i64
  %sign_bit = arith.constant 0x8000000000000000 : i64
  %sign = arith.andi %wide, %sign_bit : i64
  %opposite = arith.subi %zero, %wide : i64
  %negative = arith.cmpi slt, %wide, %zero : i64
  %size = arith.select %negative, %opposite, %wide : i64
  %result = func.call @__circ_pack_f64(%sign, %exponent, %size) : (i64, i32, i64) -> f64
  func.return %result : f64
}
