// The square root of a binary64 number, rounded to nearest even; NaN below zero.
//
// The root of m * 4^k with m from 1 to 4 has 54 bits, and what it leaves over is the
// sticky bit.
func.func private @__circ_pack_f64(i64, i32, i64) -> f64
func.func @__circ_sqrt_f64(%x: f64) -> f64 {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %infinity = arith.constant 0x7FF0000000000000 : i64
  %magnitude = arith.constant 0x7FFFFFFFFFFFFFFF : i64
  %bits = arith.bitcast %x : f64 to i64
  %size = arith.andi %bits, %magnitude : i64
  %none = arith.cmpi eq, %size, %zero : i64
  cf.cond_br %none, ^same, ^some
^same:
  func.return %x : f64
^some:
  // Negative numbers and NaN are above infinity as unsigned numbers.
  %special = arith.cmpi uge, %bits, %infinity : i64
  cf.cond_br %special, ^special, ^unpack
^special:
  %is_infinite = arith.cmpi eq, %bits, %infinity : i64
  %nan = arith.constant 0x7FF8000000000000 : i64
  %special_bits = arith.select %is_infinite, %infinity, %nan : i64
  %special_result = arith.bitcast %special_bits : i64 to f64
  func.return %special_result : f64
^unpack:
  %places = arith.constant 52 : i64
  %hidden = arith.constant 0x10000000000000 : i64
  %fraction = arith.constant 0xFFFFFFFFFFFFF : i64
  %above = arith.constant 11 : i64
  %field = arith.shrui %size, %places : i64
  %normal = arith.cmpi ne, %field, %zero : i64
  %top = arith.select %normal, %hidden, %zero : i64
  %low = arith.andi %size, %fraction : i64
  %significand = arith.ori %low, %top : i64
  %leading = math.ctlz %significand : i64
  %zeros = arith.subi %leading, %above : i64
  %m0 = arith.shli %significand, %zeros : i64
  %place = arith.maxui %field, %one : i64
  %normalised = arith.subi %place, %zeros : i64
  // The exponent without its bias is even where the biased one is odd.
  %bias = arith.constant 1023 : i64
  %exponent = arith.subi %normalised, %bias : i64
  %odd = arith.andi %exponent, %one : i64
  %m = arith.shli %m0, %odd : i64
  %half = arith.shrsi %exponent, %one : i64
  // A = m * 2^10 has its first one in bit 62 or 63; a32 is its upper word. y becomes
  // 2^30 / sqrt(A / 2^64): at first with an error of 3.5 % (C. Lomont, Fast Inverse
  // Square Root, 2003), then by Newton's steps, which come from below but for what the
  // products lose: less than 12, so that w is below, and by 2^-25 of it at most.
  %ten = arith.constant 10 : i64
  %word = arith.constant 32 : i64
  %one32 = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %eight = arith.constant 8 : i32
  %three = arith.constant 0x30000000 : i32
  %scaled = arith.shli %m, %ten : i64
  %upper = arith.shrui %scaled, %word : i64
  %a32 = arith.trunci %upper : i64 to i32
  %x24 = arith.shrui %a32, %eight : i32
  %x_float = arith.sitofp %x24 : i32 to f32
  %x_bits = arith.bitcast %x_float : f32 to i32
  %x_half = arith.shrui %x_bits, %one32 : i32
  // 0x5F3759DF, and 41 in the exponent.
  %magic = arith.constant 0x73B759DF : i32
  %guess_bits = arith.subi %magic, %x_half : i32
  %guess = arith.bitcast %guess_bits : i32 to f32
  %guess_half = arith.fptosi %guess : f32 to i32
  %y0 = arith.shli %guess_half, %one32 : i32
  %z1, %yy1 = arith.mului_extended %y0, %y0 : i32
  %xl1, %xyy1 = arith.mului_extended %a32, %yy1 : i32
  %rest1 = arith.subi %three, %xyy1 : i32
  %scaled1 = arith.shli %rest1, %two : i32
  %low1, %high1 = arith.mului_extended %y0, %scaled1 : i32
  %y1 = arith.shli %high1, %one32 : i32
  %z2, %yy2 = arith.mului_extended %y1, %y1 : i32
  %xl2, %xyy2 = arith.mului_extended %a32, %yy2 : i32
  %rest2 = arith.subi %three, %xyy2 : i32
  %scaled2 = arith.shli %rest2, %two : i32
  %low2, %high2 = arith.mului_extended %y1, %scaled2 : i32
  %y2 = arith.shli %high2, %one32 : i32
  %z3, %yy3 = arith.mului_extended %y2, %y2 : i32
  %xl3, %xyy3 = arith.mului_extended %a32, %yy3 : i32
  %rest3 = arith.subi %three, %xyy3 : i32
  %scaled3 = arith.shli %rest3, %two : i32
  %low3, %high3 = arith.mului_extended %y2, %scaled3 : i32
  %y3 = arith.shli %high3, %one32 : i32
  %margin = arith.constant 12 : i32
  %w = arith.subi %y3, %margin : i32
  // The root in three digits, each too small: of 27 bits, then of what A - s1^2 * 2^10
  // and the last 64 bits of A * 2^44 - (s1 * 2^27 + s2)^2 leave, which is below 2^59. The
  // third is too small by one at most.
  %three32 = arith.constant 3 : i32
  %place1 = arith.constant 21 : i32
  %place2 = arith.constant 27 : i64
  %last_word = arith.constant 44 : i64
  %eight64 = arith.constant 8 : i64
  %l1, %h1 = arith.mului_extended %a32, %w : i32
  %s1 = arith.shrui %h1, %three32 : i32
  %s1_wide = arith.extui %s1 : i32 to i64
  %square1 = arith.muli %s1_wide, %s1_wide : i64
  %square1_scaled = arith.shli %square1, %ten : i64
  %rest_a = arith.subi %scaled, %square1_scaled : i64
  %rest_a_high = arith.shrui %rest_a, %eight64 : i64
  %rest_a32 = arith.trunci %rest_a_high : i64 to i32
  %l2, %h2 = arith.mului_extended %rest_a32, %w : i32
  %s2 = arith.shrui %h2, %one32 : i32
  %s2_wide = arith.extui %s2 : i32 to i64
  %s1_scaled = arith.shli %s1_wide, %place2 : i64
  %root2 = arith.addi %s1_scaled, %s2_wide : i64
  %square2 = arith.muli %root2, %root2 : i64
  %last_bits = arith.shli %scaled, %last_word : i64
  %rest_b = arith.subi %last_bits, %square2 : i64
  %rest_b_high = arith.shrui %rest_b, %word : i64
  %rest_b32 = arith.trunci %rest_b_high : i64 to i32
  %l3, %h3 = arith.mului_extended %rest_b32, %w : i32
  %s3 = arith.shrui %h3, %place1 : i32
  %s3_wide = arith.extui %s3 : i32 to i64
  %root3 = arith.addi %root2, %s3_wide : i64
  %twice2 = arith.addi %root2, %root3 : i64
  %change = arith.muli %s3_wide, %twice2 : i64
  %rest_c = arith.subi %rest_b, %change : i64
  %twice3 = arith.addi %root3, %root3 : i64
  %up = arith.cmpi ugt, %rest_c, %twice3 : i64
  %bit = arith.extui %up : i1 to i64
  %next_root = arith.addi %root3, %bit : i64
  // Where it is one more, a rest of nothing is 2 * root3 + 1.
  %exact = arith.addi %twice3, %one : i64
  %nothing = arith.select %up, %exact, %zero : i64
  %next_rest = arith.subi %rest_c, %nothing : i64
  %over = arith.cmpi ne, %next_rest, %zero : i64
  %sticky = arith.extui %over : i1 to i64
  %shifted = arith.shli %next_root, %one : i64
  %digits = arith.ori %shifted, %sticky : i64
  %half32 = arith.trunci %half : i64 to i32
  %scale = arith.constant 54 : i32
  %result_exponent = arith.subi %half32, %scale : i32
  %result = func.call @__circ_pack_f64(%zero, %result_exponent, %digits) : (i64, i32, i64) -> f64
  func.return %result : f64
}
