// A binary32 number as binary64, which is exact; NaN is the canonical one.
func.func private @__circ_pack_f64(i64, i32, i64) -> f64
func.func @__circ_cvt_f32_f64(%x: f32) -> f64 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %sign_bit = arith.constant 0x80000000 : i32
  %magnitude = arith.constant 0x7FFFFFFF : i32
  %infinity = arith.constant 0x7F800000 : i32
  %places = arith.constant 23 : i32
  %fraction = arith.constant 0x7FFFFF : i32
  %hidden = arith.constant 0x800000 : i32
  %word = arith.constant 32 : i64
  %bits = arith.bitcast %x : f32 to i32
  %sign32 = arith.andi %bits, %sign_bit : i32
  %sign64 = arith.extui %sign32 : i32 to i64
  %sign = arith.shli %sign64, %word : i64
  %size = arith.andi %bits, %magnitude : i32
  %special = arith.cmpi uge, %size, %infinity : i32
  cf.cond_br %special, ^special, ^number
^special:
  %is_nan = arith.cmpi ugt, %size, %infinity : i32
  %nan = arith.constant 0x7FF8000000000000 : i64
  %infinite = arith.constant 0x7FF0000000000000 : i64
  %signed = arith.ori %infinite, %sign : i64
  %special_bits = arith.select %is_nan, %nan, %signed : i64
  %special_result = arith.bitcast %special_bits : i64 to f64
  func.return %special_result : f64
^number:
  %field = arith.shrui %size, %places : i32
  %normal = arith.cmpi ne, %field, %zero : i32
  %top = arith.select %normal, %hidden, %zero : i32
  %low = arith.andi %size, %fraction : i32
  %significand32 = arith.ori %low, %top : i32
  %significand = arith.extui %significand32 : i32 to i64
  %place = arith.maxui %field, %one : i32
  %bias = arith.constant 150 : i32
  %exponent = arith.subi %place, %bias : i32
  %result = func.call @__circ_pack_f64(%sign, %exponent, %significand) : (i64, i32, i64) -> f64
  func.return %result : f64
}
