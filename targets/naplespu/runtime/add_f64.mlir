// The sum of binary64 numbers, rounded to nearest even; NaN is the canonical one.
//
// The smaller one is shifted to the exponent of the larger, with ten bits below the last
// and a sticky bit, which is enough: a difference loses more than one leading bit only
// where the exponents differ by one at most, and then no bit was shifted out.
func.func private @__circ_pack_f64(i64, i32, i64) -> f64
func.func @__circ_add_f64(%x: f64, %y: f64) -> f64 {
  %zero = arith.constant 0 : i64
  %sign_bit = arith.constant 0x8000000000000000 : i64
  %magnitude = arith.constant 0x7FFFFFFFFFFFFFFF : i64
  %infinity = arith.constant 0x7FF0000000000000 : i64
  %x_bits = arith.bitcast %x : f64 to i64
  %y_bits = arith.bitcast %y : f64 to i64
  %x_size = arith.andi %x_bits, %magnitude : i64
  %y_size = arith.andi %y_bits, %magnitude : i64
  %swap = arith.cmpi ult, %x_size, %y_size : i64
  %large_bits = arith.select %swap, %y_bits, %x_bits : i64
  %small_bits = arith.select %swap, %x_bits, %y_bits : i64
  %large = arith.andi %large_bits, %magnitude : i64
  %small = arith.andi %small_bits, %magnitude : i64
  %sign = arith.andi %large_bits, %sign_bit : i64
  %signs = arith.xori %large_bits, %small_bits : i64
  %differ = arith.cmpi slt, %signs, %zero : i64
  %special = arith.cmpi uge, %large, %infinity : i64
  cf.cond_br %special, ^special, ^numbers
^special:
  // A NaN, or infinities of two signs; else the infinity.
  %is_nan = arith.cmpi ugt, %large, %infinity : i64
  %both = arith.cmpi eq, %small, %infinity : i64
  %opposite = arith.andi %both, %differ : i1
  %bad = arith.ori %is_nan, %opposite : i1
  %nan = arith.constant 0x7FF8000000000000 : i64
  %special_bits = arith.select %bad, %nan, %large_bits : i64
  %special_result = arith.bitcast %special_bits : i64 to f64
  func.return %special_result : f64
^numbers:
  %one = arith.constant 1 : i64
  %places = arith.constant 52 : i64
  %hidden = arith.constant 0x10000000000000 : i64
  %fraction = arith.constant 0xFFFFFFFFFFFFF : i64
  %guard = arith.constant 10 : i64
  %large_field = arith.shrui %large, %places : i64
  %small_field = arith.shrui %small, %places : i64
  %large_normal = arith.cmpi ne, %large_field, %zero : i64
  %small_normal = arith.cmpi ne, %small_field, %zero : i64
  %large_hidden = arith.select %large_normal, %hidden, %zero : i64
  %small_hidden = arith.select %small_normal, %hidden, %zero : i64
  %large_fraction = arith.andi %large, %fraction : i64
  %small_fraction = arith.andi %small, %fraction : i64
  %large_significand = arith.ori %large_fraction, %large_hidden : i64
  %small_significand = arith.ori %small_fraction, %small_hidden : i64
  %large_exponent = arith.maxui %large_field, %one : i64
  %small_exponent = arith.maxui %small_field, %one : i64
  %a = arith.shli %large_significand, %guard : i64
  %b = arith.shli %small_significand, %guard : i64
  %distance = arith.subi %large_exponent, %small_exponent : i64
  %most = arith.constant 63 : i64
  %amount = arith.minui %distance, %most : i64
  %kept = arith.shrui %b, %amount : i64
  %back = arith.shli %kept, %amount : i64
  %lost = arith.cmpi ne, %back, %b : i64
  %sticky = arith.extui %lost : i1 to i64
  %shifted = arith.ori %kept, %sticky : i64
  %sum = arith.addi %a, %shifted : i64
  %difference = arith.subi %a, %shifted : i64
  %significand = arith.select %differ, %difference, %sum : i64
  // x - x is +0, and so is -0 + 0.
  %nothing = arith.cmpi eq, %significand, %zero : i64
  %positive = arith.andi %nothing, %differ : i1
  %result_sign = arith.select %positive, %zero, %sign : i64
  %exponent32 = arith.trunci %large_exponent : i64 to i32
  %bias = arith.constant 1085 : i32
  %exponent = arith.subi %exponent32, %bias : i32
  %result = func.call @__circ_pack_f64(%result_sign, %exponent, %significand) : (i64, i32, i64) -> f64
  func.return %result : f64
}
