// A binary64 number as binary32, rounded to nearest even; NaN is the canonical one.
func.func private @__circ_pack_f32(i32, i32, i32) -> f32
func.func @__circ_cvt_f64_f32(%x: f64) -> f32 {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %magnitude = arith.constant 0x7FFFFFFFFFFFFFFF : i64
  %infinity = arith.constant 0x7FF0000000000000 : i64
  %word = arith.constant 32 : i64
  %sign_bit = arith.constant 0x80000000 : i32
  %bits = arith.bitcast %x : f64 to i64
  %high64 = arith.shrui %bits, %word : i64
  %high = arith.trunci %high64 : i64 to i32
  %sign = arith.andi %high, %sign_bit : i32
  %size = arith.andi %bits, %magnitude : i64
  %special = arith.cmpi uge, %size, %infinity : i64
  cf.cond_br %special, ^special, ^number
^special:
  %is_nan = arith.cmpi ugt, %size, %infinity : i64
  %nan = arith.constant 0x7FC00000 : i32
  %infinite = arith.constant 0x7F800000 : i32
  %signed = arith.ori %infinite, %sign : i32
  %special_bits = arith.select %is_nan, %nan, %signed : i32
  %special_result = arith.bitcast %special_bits : i32 to f32
  func.return %special_result : f32
^number:
  %places = arith.constant 52 : i64
  %fraction = arith.constant 0xFFFFFFFFFFFFF : i64
  %hidden = arith.constant 0x10000000000000 : i64
  %field = arith.shrui %size, %places : i64
  %normal = arith.cmpi ne, %field, %zero : i64
  %top = arith.select %normal, %hidden, %zero : i64
  %low = arith.andi %size, %fraction : i64
  %significand = arith.ori %low, %top : i64
  // Of 53 bits the upper 32, with a sticky bit for the rest.
  %below = arith.constant 21 : i64
  %upper = arith.shrui %significand, %below : i64
  %back = arith.shli %upper, %below : i64
  %lost = arith.cmpi ne, %back, %significand : i64
  %sticky = arith.extui %lost : i1 to i64
  %jammed = arith.ori %upper, %sticky : i64
  %significand32 = arith.trunci %jammed : i64 to i32
  %place = arith.maxui %field, %one : i64
  %place32 = arith.trunci %place : i64 to i32
  %bias = arith.constant 1054 : i32
  %exponent = arith.subi %place32, %bias : i32
  %result = func.call @__circ_pack_f32(%sign, %exponent, %significand32) : (i32, i32, i32) -> f32
  func.return %result : f32
}
