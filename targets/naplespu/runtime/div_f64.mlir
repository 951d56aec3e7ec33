// The quotient of binary64 numbers, rounded to nearest even; NaN is the canonical one.
//
// Both significands have their first one in bit 52. The quotient of 55 bits comes bit by
// bit, and what the division leaves over is the sticky bit.
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
  %steps = arith.constant 56 : i64
  cf.br ^step(%a, %zero, %steps : i64, i64, i64)
^step(%rest: i64, %quotient: i64, %left: i64):
  %fits = arith.cmpi uge, %rest, %d : i64
  %part = arith.select %fits, %d, %zero : i64
  %remainder = arith.subi %rest, %part : i64
  %bit = arith.extui %fits : i1 to i64
  %doubled = arith.shli %quotient, %one : i64
  %next = arith.ori %doubled, %bit : i64
  %next_rest = arith.shli %remainder, %one : i64
  %next_left = arith.subi %left, %one : i64
  %more = arith.cmpi ne, %next_left, %zero : i64
  cf.cond_br %more, ^step(%next_rest, %next, %next_left : i64, i64, i64), ^pack
^pack:
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
