// The difference of binary64 numbers: the sum with the second one's sign inverted.
func.func private @__circ_add_f64(f64, f64) -> f64
func.func @__circ_sub_f64(%x: f64, %y: f64) -> f64 {
  %sign_bit = arith.constant 0x8000000000000000 : i64
  %y_bits = arith.bitcast %y : f64 to i64
  %inverted = arith.xori %y_bits, %sign_bit : i64
  %negative = arith.bitcast %inverted : i64 to f64
  %result = func.call @__circ_add_f64(%x, %negative) : (f64, f64) -> f64
  func.return %result : f64
}
