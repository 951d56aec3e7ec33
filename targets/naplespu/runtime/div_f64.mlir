// The quotient of binary64 numbers, rounded to nearest even; NaN is the canonical one.
//
// Both significands have their first one in bit 52. The quotient of 55 bits comes in three
// digits, and what the division leaves over is the sticky bit.
func.func private @__circ_pack_f64(i64, i32, i64) -> f64
func.func @__circ_div_f64(%x: f64, %y: f64) -> f64 {
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
  %x_special = arith.cmpi uge, %x_size, %infinity : i64
  %y_special = arith.cmpi uge, %y_size, %infinity : i64
  %special = arith.ori %x_special, %y_special : i1
  cf.cond_br %special, ^special, ^numbers
^special:
  // A NaN, or infinity by infinity; else infinity by a number, or a number by infinity.
  %x_nan = arith.cmpi ugt, %x_size, %infinity : i64
  %y_nan = arith.cmpi ugt, %y_size, %infinity : i64
  %some_nan = arith.ori %x_nan, %y_nan : i1
  %both = arith.andi %x_special, %y_special : i1
  %bad = arith.ori %some_nan, %both : i1
  %nan = arith.constant 0x7FF8000000000000 : i64
  %limit = arith.select %x_special, %infinity, %zero : i64
  %signed_limit = arith.ori %limit, %sign : i64
  %special_bits = arith.select %bad, %nan, %signed_limit : i64
  %special_result = arith.bitcast %special_bits : i64 to f64
  func.return %special_result : f64
^numbers:
  %x_zero = arith.cmpi eq, %x_size, %zero : i64
  %y_zero = arith.cmpi eq, %y_size, %zero : i64
  %zeros = arith.ori %x_zero, %y_zero : i1
  cf.cond_br %zeros, ^zeros, ^unpack
^zeros:
  // 0 / 0 is NaN, x / 0 infinity, 0 / y zero.
  %undefined = arith.andi %x_zero, %y_zero : i1
  %edge = arith.select %y_zero, %infinity, %zero : i64
  %signed_edge = arith.ori %edge, %sign : i64
  %not_a_number = arith.constant 0x7FF8000000000000 : i64
  %edge_bits = arith.select %undefined, %not_a_number, %signed_edge : i64
  %edge_result = arith.bitcast %edge_bits : i64 to f64
  func.return %edge_result : f64
^unpack:
  %places = arith.constant 52 : i64
  %hidden = arith.constant 0x10000000000000 : i64
  %fraction = arith.constant 0xFFFFFFFFFFFFF : i64
  %above = arith.constant 11 : i64
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
  %x_leading = math.ctlz %x_significand : i64
  %y_leading = math.ctlz %y_significand : i64
  %x_zeros = arith.subi %x_leading, %above : i64
  %y_zeros = arith.subi %y_leading, %above : i64
  %a = arith.shli %x_significand, %x_zeros : i64
  %d = arith.shli %y_significand, %y_zeros : i64
  // The divisor D in 2^62 ... 2^63, and w <= 2^93 / D, less by at most 2^-22 of it: t has
  // the upper 24 bits, the division is off by 2^6 at most, and no number is in 128 ... 256.
  %ten = arith.constant 10 : i64
  %word = arith.constant 32 : i64
  %upper = arith.constant 39 : i64
  %one32 = arith.constant 1 : i32
  %half_unit = arith.constant 64 : i32
  %numerator = arith.constant 18014398509481984.0 : f32
  %divisor = arith.shli %d, %ten : i64
  %top = arith.shrui %divisor, %upper : i64
  %top32 = arith.trunci %top : i64 to i32
  %t = arith.addi %top32, %one32 : i32
  %t_float = arith.sitofp %t : i32 to f32
  %ratio = arith.divf %numerator, %t_float : f32
  %rounded = arith.fptosi %ratio : f32 to i32
  %w = arith.subi %rounded, %half_unit : i32
  // A digit of b bits is the upper word of the rest times w; it is too small by less than
  // 1.5, so that a rest below 2 * D, of which 64 bits are known, leaves one below 1.5 * D.
  %r0 = arith.shli %a, %ten : i64
  %t1 = arith.shrui %r0, %word : i64
  %u1 = arith.trunci %t1 : i64 to i32
  %l1, %h1 = arith.mului_extended %u1, %w : i32
  %c1 = arith.constant 10 : i32
  %q1 = arith.shrui %h1, %c1 : i32
  %v1 = arith.extui %q1 : i32 to i64
  %b1 = arith.constant 19 : i64
  %s1 = arith.shli %r0, %b1 : i64
  %p1 = arith.muli %v1, %divisor : i64
  %r1 = arith.subi %s1, %p1 : i64
  %t2 = arith.shrui %r1, %word : i64
  %u2 = arith.trunci %t2 : i64 to i32
  %l2, %h2 = arith.mului_extended %u2, %w : i32
  %c2 = arith.constant 11 : i32
  %q2 = arith.shrui %h2, %c2 : i32
  %v2 = arith.extui %q2 : i32 to i64
  %b2 = arith.constant 18 : i64
  %s2 = arith.shli %r1, %b2 : i64
  %p2 = arith.muli %v2, %divisor : i64
  %r2 = arith.subi %s2, %p2 : i64
  %t3 = arith.shrui %r2, %word : i64
  %u3 = arith.trunci %t3 : i64 to i32
  %l3, %h3 = arith.mului_extended %u3, %w : i32
  %c3 = arith.constant 11 : i32
  %q3 = arith.shrui %h3, %c3 : i32
  %v3 = arith.extui %q3 : i32 to i64
  %b3 = arith.constant 18 : i64
  %s3 = arith.shli %r2, %b3 : i64
  %p3 = arith.muli %v3, %divisor : i64
  %r3 = arith.subi %s3, %p3 : i64
  %high = arith.shli %v1, %b2 : i64
  %high_digits = arith.addi %high, %v2 : i64
  %shifted = arith.shli %high_digits, %b3 : i64
  %digits = arith.addi %shifted, %v3 : i64
  %fits = arith.cmpi uge, %r3, %divisor : i64
  %last = arith.extui %fits : i1 to i64
  %next = arith.addi %digits, %last : i64
  %part = arith.select %fits, %divisor, %zero : i64
  %next_rest = arith.subi %r3, %part : i64
  // The quotient is a / d * 2^55.
  %over = arith.cmpi ne, %next_rest, %zero : i64
  %sticky = arith.extui %over : i1 to i64
  %significand = arith.ori %next, %sticky : i64
  %x_exponent = arith.maxui %x_field, %one : i64
  %y_exponent = arith.maxui %y_field, %one : i64
  %x_place = arith.subi %x_exponent, %x_zeros : i64
  %y_place = arith.subi %y_exponent, %y_zeros : i64
  %place = arith.subi %x_place, %y_place : i64
  %place32 = arith.trunci %place : i64 to i32
  %shift = arith.constant 55 : i32
  %exponent = arith.subi %place32, %shift : i32
  %result = func.call @__circ_pack_f64(%sign, %exponent, %significand) : (i64, i32, i64) -> f64
  func.return %result : f64
}
