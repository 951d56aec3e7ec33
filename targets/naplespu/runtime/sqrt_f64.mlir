// The square root of a binary64 number, rounded to nearest even; NaN below zero.
//
// The root of m * 4^k with m from 1 to 4 comes bit by bit: 54 bits, and what the last
// step leaves over is the sticky bit.
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
  %start = arith.shli %m, %one : i64
  %first = arith.constant 0x20000000000000 : i64
  cf.br ^step(%start, %zero, %zero, %first : i64, i64, i64, i64)
^step(%rest: i64, %twice: i64, %root: i64, %bit: i64):
  %tried = arith.addi %twice, %bit : i64
  %fits = arith.cmpi uge, %rest, %tried : i64
  %part = arith.select %fits, %tried, %zero : i64
  %added = arith.select %fits, %bit, %zero : i64
  %remainder = arith.subi %rest, %part : i64
  %next_rest = arith.shli %remainder, %one : i64
  %doubled = arith.shli %added, %one : i64
  %next_twice = arith.addi %twice, %doubled : i64
  %next_root = arith.addi %root, %added : i64
  %next_bit = arith.shrui %bit, %one : i64
  %more = arith.cmpi ne, %next_bit, %zero : i64
  cf.cond_br %more, ^step(%next_rest, %next_twice, %next_root, %next_bit : i64, i64, i64, i64), ^pack
^pack:
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
