// The remainder of C's fmod in binary64, exact: the sign of x, NaN for x / 0.
//
// x = m 2^a and y = n 2^b with a >= b: the remainder of m 2^(a - b) by n comes in steps
// of eleven bits, since n has 53 and the shifted remainder then fits 64 bits.
func.func @__circ_fmod_f64(%x: f64, %y: f64) -> f64 {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %eleven = arith.constant 11 : i64
  %places = arith.constant 52 : i64
  %magnitude = arith.constant 0x7FFFFFFFFFFFFFFF : i64
  %sign_bit = arith.constant 0x8000000000000000 : i64
  %fraction = arith.constant 0xFFFFFFFFFFFFF : i64
  %hidden = arith.constant 0x10000000000000 : i64
  %infinity = arith.constant 0x7FF0000000000000 : i64
  %x_bits = arith.bitcast %x : f64 to i64
  %y_bits = arith.bitcast %y : f64 to i64
  %sign = arith.andi %x_bits, %sign_bit : i64
  %x_size = arith.andi %x_bits, %magnitude : i64
  %y_size = arith.andi %y_bits, %magnitude : i64
  // Zero comes along: 0 - 1 is the largest number.
  %y_below = arith.subi %y_size, %one : i64
  %y_bad = arith.cmpi uge, %y_below, %infinity : i64
  %x_bad = arith.cmpi uge, %x_size, %infinity : i64
  %bad = arith.ori %x_bad, %y_bad : i1
  cf.cond_br %bad, ^nan, ^numbers
^nan:
  %nan = arith.constant 0x7FF8000000000000 : f64
  func.return %nan : f64
^numbers:
  %small = arith.cmpi ult, %x_size, %y_size : i64
  cf.cond_br %small, ^same, ^unpack
^same:
  func.return %x : f64
^unpack:
  %x_exponent = arith.shrui %x_size, %places : i64
  %x_normal = arith.cmpi ne, %x_exponent, %zero : i64
  %x_hidden = arith.select %x_normal, %hidden, %zero : i64
  %x_fraction = arith.andi %x_size, %fraction : i64
  %m = arith.ori %x_fraction, %x_hidden : i64
  %a = arith.maxui %x_exponent, %one : i64
  %y_exponent = arith.shrui %y_size, %places : i64
  %y_normal = arith.cmpi ne, %y_exponent, %zero : i64
  %y_hidden = arith.select %y_normal, %hidden, %zero : i64
  %y_fraction = arith.andi %y_size, %fraction : i64
  %n = arith.ori %y_fraction, %y_hidden : i64
  %b = arith.maxui %y_exponent, %one : i64
  %distance = arith.subi %a, %b : i64
  cf.br ^step(%m, %distance : i64, i64)
^step(%rest: i64, %left: i64):
  %amount = arith.minui %left, %eleven : i64
  %shifted = arith.shli %rest, %amount : i64
  %next = arith.remui %shifted, %n : i64
  %next_left = arith.subi %left, %amount : i64
  %more = arith.cmpi ne, %next_left, %zero : i64
  cf.cond_br %more, ^step(%next, %next_left : i64, i64), ^pack
^pack:
  // The remainder times 2^b, normal where b allows it.
  %zeros = math.ctlz %next : i64
  %wanted = arith.subi %zeros, %eleven : i64
  %lowest = arith.subi %b, %one : i64
  %shift = arith.minui %wanted, %lowest : i64
  %significand = arith.shli %next, %shift : i64
  // One less, since the hidden bit of a normal number adds one.
  %exponent = arith.subi %lowest, %shift : i64
  %high = arith.shli %exponent, %places : i64
  %sum = arith.addi %high, %significand : i64
  %some = arith.cmpi ne, %next, %zero : i64
  %size = arith.select %some, %sum, %zero : i64
  %bits = arith.ori %size, %sign : i64
  %result = arith.bitcast %bits : i64 to f64
  func.return %result : f64
}
