// How binary64 numbers compare: -1 below, 0 equal, 1 above, 2 if one is NaN.
//
// A negative number's bits are mirrored, so that all are ordered as integers; both zeros
// become zero.
func.func @__circ_cmp_f64(%x: f64, %y: f64) -> i32 {
  %zero = arith.constant 0 : i64
  %magnitude = arith.constant 0x7FFFFFFFFFFFFFFF : i64
  %infinity = arith.constant 0x7FF0000000000000 : i64
  %x_bits = arith.bitcast %x : f64 to i64
  %y_bits = arith.bitcast %y : f64 to i64
  %x_size = arith.andi %x_bits, %magnitude : i64
  %y_size = arith.andi %y_bits, %magnitude : i64
  %most = arith.maxui %x_size, %y_size : i64
  %unordered = arith.cmpi ugt, %most, %infinity : i64
  cf.cond_br %unordered, ^unordered, ^ordered
^unordered:
  %two = arith.constant 2 : i32
  func.return %two : i32
^ordered:
  %x_negative = arith.cmpi slt, %x_bits, %zero : i64
  %y_negative = arith.cmpi slt, %y_bits, %zero : i64
  %x_mirrored = arith.subi %zero, %x_size : i64
  %y_mirrored = arith.subi %zero, %y_size : i64
  %a = arith.select %x_negative, %x_mirrored, %x_size : i64
  %b = arith.select %y_negative, %y_mirrored, %y_size : i64
  %above = arith.cmpi sgt, %a, %b : i64
  %below = arith.cmpi slt, %a, %b : i64
  %plus = arith.extui %above : i1 to i32
  %minus = arith.extui %below : i1 to i32
  %result = arith.subi %plus, %minus : i32
  func.return %result : i32
}
