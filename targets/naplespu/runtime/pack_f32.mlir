// The binary32 number sign + significand * 2^exponent, rounded to nearest even.
//
// As `pack_f64`, with a word of 32 bits.
func.func @__circ_pack_f32(%sign: i32, %exponent: i32, %significand: i32) -> f32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %none = arith.cmpi eq, %significand, %zero : i32
  cf.cond_br %none, ^zero, ^some
^zero:
  %signed_zero = arith.bitcast %sign : i32 to f32
  func.return %signed_zero : f32
^some:
  // The first one goes to the top; the biased exponent is then that of 2^31.
  %zeros = math.ctlz %significand : i32
  %normal = arith.shli %significand, %zeros : i32
  %lower = arith.subi %exponent, %zeros : i32
  %bias = arith.constant 158 : i32
  %biased = arith.addi %lower, %bias : i32
  %limit = arith.constant 255 : i32
  %large = arith.cmpi sge, %biased, %limit : i32
  cf.cond_br %large, ^infinity, ^finite
^infinity:
  %infinite = arith.constant 0x7F800000 : i32
  %infinite_bits = arith.ori %infinite, %sign : i32
  %infinite_number = arith.bitcast %infinite_bits : i32 to f32
  func.return %infinite_number : f32
^finite:
  %subnormal = arith.cmpi slt, %biased, %one : i32
  cf.cond_br %subnormal, ^shift, ^round(%normal, %biased : i32, i32)
^shift:
  // What is shifted out stays behind in the sticky bit.
  %distance = arith.subi %one, %biased : i32
  %most = arith.constant 31 : i32
  %amount = arith.minsi %distance, %most : i32
  %kept = arith.shrui %normal, %amount : i32
  %back = arith.shli %kept, %amount : i32
  %lost = arith.cmpi ne, %back, %normal : i32
  %sticky = arith.extui %lost : i1 to i32
  %small = arith.ori %kept, %sticky : i32
  cf.br ^round(%small, %one : i32, i32)
^round(%sig: i32, %field: i32):
  %places = arith.constant 8 : i32
  %fraction = arith.shrui %sig, %places : i32
  %low_mask = arith.constant 0xFF : i32
  %low = arith.andi %sig, %low_mask : i32
  %odd = arith.andi %fraction, %one : i32
  // Up where the rest is above one half, or is one half and the number odd.
  %tilted = arith.addi %low, %odd : i32
  %half = arith.constant 0x80 : i32
  %up = arith.cmpi ugt, %tilted, %half : i32
  %increment = arith.extui %up : i1 to i32
  // The hidden bit adds one to the exponent; a carry may add another.
  %below = arith.subi %field, %one : i32
  %position = arith.constant 23 : i32
  %high = arith.shli %below, %position : i32
  %sum = arith.addi %high, %fraction : i32
  %rounded = arith.addi %sum, %increment : i32
  %bits = arith.ori %rounded, %sign : i32
  %result = arith.bitcast %bits : i32 to f32
  func.return %result : f32
}
