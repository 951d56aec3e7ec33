// A number of 64 bits, unsigned, as binary64, rounded to nearest even.
func.func private @__circ_pack_f64(i64, i32, i64) -> f64
func.func @__circ_cvt_u64_f64(%x: i64) -> f64 {
  %exponent = arith.constant 0 : i32
  %sign = arith.constant 0 : i64
  %result = func.call @__circ_pack_f64(%sign, %exponent, %x) : (i64, i32, i64) -> f64
  func.return %result : f64
}
