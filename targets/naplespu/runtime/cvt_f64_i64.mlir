// A binary64 number as signed integer of 64 bits: truncated, saturated, NaN is the maximum.
func.func @__circ_cvt_f64_i64(%x: f64) -> i64 {
  %zero = arith.constant 0 : i64
  %magnitude = arith.constant 0x7FFFFFFFFFFFFFFF : i64
  %infinity = arith.constant 0x7FF0000000000000 : i64
  %places = arith.constant 52 : i64
  %bits = arith.bitcast %x : f64 to i64
  %size = arith.andi %bits, %magnitude : i64
  %negative = arith.cmpi slt, %bits, %zero : i64
  %is_nan = arith.cmpi ugt, %size, %infinity : i64
  %field = arith.shrui %size, %places : i64
  // From 2^63 on the limits; -2^63 is one itself.
  %top = arith.constant 1086 : i64
  %maximum = arith.constant 0x7FFFFFFFFFFFFFFF : i64
  %minimum = arith.constant 0x8000000000000000 : i64
  %limit = arith.select %negative, %minimum, %maximum : i64
  %bound = arith.select %is_nan, %maximum, %limit : i64
  %large = arith.cmpi uge, %field, %top : i64
  cf.cond_br %large, ^done(%bound : i64), ^small
^small:
  %one_field = arith.constant 1023 : i64
  %below_one = arith.cmpi ult, %field, %one_field : i64
  cf.cond_br %below_one, ^done(%zero : i64), ^shift
^shift:
  // The first one to the top, then down to the place that the exponent says.
  %hidden = arith.constant 0x8000000000000000 : i64
  %above = arith.constant 11 : i64
  %last = arith.constant 1086 : i64
  %fraction = arith.shli %size, %above : i64
  %significand = arith.ori %fraction, %hidden : i64
  %amount = arith.subi %last, %field : i64
  %whole = arith.shrui %significand, %amount : i64
  %opposite = arith.subi %zero, %whole : i64
  %signed = arith.select %negative, %opposite, %whole : i64
  cf.br ^done(%signed : i64)
^done(%result: i64):
  func.return %result : i64
}
