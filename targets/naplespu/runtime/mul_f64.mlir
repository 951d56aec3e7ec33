// The product of binary64 numbers, rounded to nearest even; NaN is the canonical one.
//
// Both significands have their first one in bit 63, so that the high word of the
// product has 63 bits at least, and the low word only matters as a sticky bit.
func.func private @__circ_pack_f64(i64, i32, i64) -> f64
func.func @__circ_mul_f64(%x: f64, %y: f64) -> f64 {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %sign_bit = arith.constant 0x8000000000000000 : i64
  %magnitude = arith.constant 0x7FFFFFFFFFFFFFFF : i64
  %infinity = arith.constant 0x7FF0000000000000 : i64
  %x_bits = arith.bitcast %x : f64 to i64
  %y_bits = arith.bitcast %y : f64 to i64
  %signs = arith.xori %x_bits, %y_bits : i64
  %sign = arith.andi %signs, %sign_bit : i64
  %x_size = arith.andi %x_bits, %magnitude : i64
  %y_size = arith.andi %y_bits, %magnitude : i64
  %most = arith.maxui %x_size, %y_size : i64
  %least = arith.minui %x_size, %y_size : i64
  %special = arith.cmpi uge, %most, %infinity : i64
  cf.cond_br %special, ^special, ^numbers
^special:
  // A NaN, or zero times infinity; else the infinity.
  %is_nan = arith.cmpi ugt, %most, %infinity : i64
  %is_zero = arith.cmpi eq, %least, %zero : i64
  %bad = arith.ori %is_nan, %is_zero : i1
  %nan = arith.constant 0x7FF8000000000000 : i64
  %infinite = arith.ori %infinity, %sign : i64
  %special_bits = arith.select %bad, %nan, %infinite : i64
  %special_result = arith.bitcast %special_bits : i64 to f64
  func.return %special_result : f64
^numbers:
  %none = arith.cmpi eq, %least, %zero : i64
  cf.cond_br %none, ^zero, ^multiply
^zero:
  %signed_zero = arith.bitcast %sign : i64 to f64
  func.return %signed_zero : f64
^multiply:
  %places = arith.constant 52 : i64
  %hidden = arith.constant 0x10000000000000 : i64
  %fraction = arith.constant 0xFFFFFFFFFFFFF : i64
  %x_field = arith.shrui %x_size, %places : i64
  %y_field = arith.shrui %y_size, %places : i64
  %x_normal = arith.cmpi ne, %x_field, %zero : i64
  %y_normal = arith.cmpi ne, %y_field, %zero : i64
  %x_hidden = arith.select %x_normal, %hidden, %zero : i64
  %y_hidden = arith.select %y_normal, %hidden, %zero : i64
  %x_fraction = arith.andi %x_size, %fraction : i64
  %y_fraction = arith.andi %y_size, %fraction : i64
  %x_significand = arith.ori %x_fraction, %x_hidden : i64
  %y_significand = arith.ori %y_fraction, %y_hidden : i64
  %x_zeros = math.ctlz %x_significand : i64
  %y_zeros = math.ctlz %y_significand : i64
  %a = arith.shli %x_significand, %x_zeros : i64
  %b = arith.shli %y_significand, %y_zeros : i64
  %low, %high = arith.mului_extended %a, %b : i64
  %rest = arith.cmpi ne, %low, %zero : i64
  %sticky = arith.extui %rest : i1 to i64
  %significand = arith.ori %high, %sticky : i64
  // a = x's significand * 2^zeros, and high is the product over 2^64.
  %x_exponent = arith.maxui %x_field, %one : i64
  %y_exponent = arith.maxui %y_field, %one : i64
  %x_place = arith.subi %x_exponent, %x_zeros : i64
  %y_place = arith.subi %y_exponent, %y_zeros : i64
  %place = arith.addi %x_place, %y_place : i64
  %place32 = arith.trunci %place : i64 to i32
  %bias = arith.constant 2086 : i32
  %exponent = arith.subi %place32, %bias : i32
  %result = func.call @__circ_pack_f64(%sign, %exponent, %significand) : (i64, i32, i64) -> f64
  func.return %result : f64
}
