// The remainder of C's fmod in binary32, exact: the sign of x, NaN for x / 0.
//
// x = m 2^a and y = n 2^b with a >= b: the remainder of m 2^(a - b) by n comes in steps
// of eight bits, since n has 24 and the shifted remainder then fits a word.
func.func @__circ_fmod_f32(%x: f32, %y: f32) -> f32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %eight = arith.constant 8 : i32
  %places = arith.constant 23 : i32
  %magnitude = arith.constant 0x7FFFFFFF : i32
  %sign_bit = arith.constant 0x80000000 : i32
  %fraction = arith.constant 0x7FFFFF : i32
  %hidden = arith.constant 0x800000 : i32
  %infinity = arith.constant 0x7F800000 : i32
  %x_bits = arith.bitcast %x : f32 to i32
  %y_bits = arith.bitcast %y : f32 to i32
  %sign = arith.andi %x_bits, %sign_bit : i32
  %x_size = arith.andi %x_bits, %magnitude : i32
  %y_size = arith.andi %y_bits, %magnitude : i32
  // Zero comes along: 0 - 1 is the largest number.
  %y_below = arith.subi %y_size, %one : i32
  %y_bad = arith.cmpi uge, %y_below, %infinity : i32
  %x_bad = arith.cmpi uge, %x_size, %infinity : i32
  %bad = arith.ori %x_bad, %y_bad : i1
  cf.cond_br %bad, ^nan, ^numbers
^nan:
  %nan = arith.constant 0x7FC00000 : f32
  func.return %nan : f32
^numbers:
  %small = arith.cmpi ult, %x_size, %y_size : i32
  cf.cond_br %small, ^same, ^unpack
^same:
  func.return %x : f32
^unpack:
  %x_exponent = arith.shrui %x_size, %places : i32
  %x_normal = arith.cmpi ne, %x_exponent, %zero : i32
  %x_hidden = arith.select %x_normal, %hidden, %zero : i32
  %x_fraction = arith.andi %x_size, %fraction : i32
  %m = arith.ori %x_fraction, %x_hidden : i32
  %a = arith.maxui %x_exponent, %one : i32
  %y_exponent = arith.shrui %y_size, %places : i32
  %y_normal = arith.cmpi ne, %y_exponent, %zero : i32
  %y_hidden = arith.select %y_normal, %hidden, %zero : i32
  %y_fraction = arith.andi %y_size, %fraction : i32
  %n = arith.ori %y_fraction, %y_hidden : i32
  %b = arith.maxui %y_exponent, %one : i32
  %distance = arith.subi %a, %b : i32
  cf.br ^step(%m, %distance : i32, i32)
^step(%rest: i32, %left: i32):
  %amount = arith.minui %left, %eight : i32
  %shifted = arith.shli %rest, %amount : i32
  %next = arith.remui %shifted, %n : i32
  %next_left = arith.subi %left, %amount : i32
  %more = arith.cmpi ne, %next_left, %zero : i32
  cf.cond_br %more, ^step(%next, %next_left : i32, i32), ^pack
^pack:
  // The remainder times 2^b, normal where b allows it.
  %zeros = math.ctlz %next : i32
  %wanted = arith.subi %zeros, %eight : i32
  %lowest = arith.subi %b, %one : i32
  %shift = arith.minui %wanted, %lowest : i32
  %significand = arith.shli %next, %shift : i32
  // One less, since the hidden bit of a normal number adds one.
  %exponent = arith.subi %lowest, %shift : i32
  %high = arith.shli %exponent, %places : i32
  %sum = arith.addi %high, %significand : i32
  %some = arith.cmpi ne, %next, %zero : i32
  %size = arith.select %some, %sum, %zero : i32
  %bits = arith.ori %size, %sign : i32
  %result = arith.bitcast %bits : i32 to f32
  func.return %result : f32
}
