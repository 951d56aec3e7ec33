// The binary64 number sign + significand * 2^exponent, rounded to nearest even.
//
// `sign` is the sign bit in its place. The significand is any word; where it stands for
// more bits its last bit is set if any of those is (a sticky bit). Underflow is gradual.
func.func @__circ_pack_f64(%sign: i64, %exponent: i32, %significand: i64) -> f64 {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %none = arith.cmpi eq, %significand, %zero : i64
  cf.cond_br %none, ^zero, ^some
^zero:
  %signed_zero = arith.bitcast %sign : i64 to f64
  func.return %signed_zero : f64
^some:
  // The first one goes to the top; the biased exponent is then that of 2^63.
  %zeros = math.ctlz %significand : i64
  %normal = arith.shli %significand, %zeros : i64
  %zeros32 = arith.trunci %zeros : i64 to i32
  %lower = arith.subi %exponent, %zeros32 : i32
  %bias = arith.constant 1086 : i32
  %biased = arith.addi %lower, %bias : i32
  %limit = arith.constant 2047 : i32
  %large = arith.cmpi sge, %biased, %limit : i32
  cf.cond_br %large, ^infinity, ^finite
^infinity:
  %infinite = arith.constant 0x7FF0000000000000 : i64
  %infinite_bits = arith.ori %infinite, %sign : i64
  %infinite_number = arith.bitcast %infinite_bits : i64 to f64
  func.return %infinite_number : f64
^finite:
  %one32 = arith.constant 1 : i32
  %subnormal = arith.cmpi slt, %biased, %one32 : i32
  cf.cond_br %subnormal, ^shift, ^round(%normal, %biased : i64, i32)
^shift:
  // What is shifted out stays behind in the sticky bit.
  %distance = arith.subi %one32, %biased : i32
  %most = arith.constant 63 : i32
  %amount32 = arith.minsi %distance, %most : i32
  %amount = arith.extui %amount32 : i32 to i64
  %kept = arith.shrui %normal, %amount : i64
  %back = arith.shli %kept, %amount : i64
  %lost = arith.cmpi ne, %back, %normal : i64
  %sticky = arith.extui %lost : i1 to i64
  %small = arith.ori %kept, %sticky : i64
  cf.br ^round(%small, %one32 : i64, i32)
^round(%sig: i64, %field: i32):
  %places = arith.constant 11 : i64
  %fraction = arith.shrui %sig, %places : i64
  %low_mask = arith.constant 0x7FF : i64
  %low = arith.andi %sig, %low_mask : i64
  %odd = arith.andi %fraction, %one : i64
  // Up where the rest is above one half, or is one half and the number odd.
  %tilted = arith.addi %low, %odd : i64
  %half = arith.constant 0x400 : i64
  %up = arith.cmpi ugt, %tilted, %half : i64
  %increment = arith.extui %up : i1 to i64
  // The hidden bit adds one to the exponent; a carry may add another.
  %below = arith.subi %field, %one32 : i32
  %below64 = arith.extui %below : i32 to i64
  %position = arith.constant 52 : i64
  %high = arith.shli %below64, %position : i64
  %sum = arith.addi %high, %fraction : i64
  %rounded = arith.addi %sum, %increment : i64
  %bits = arith.ori %rounded, %sign : i64
  %result = arith.bitcast %bits : i64 to f64
  func.return %result : f64
}
