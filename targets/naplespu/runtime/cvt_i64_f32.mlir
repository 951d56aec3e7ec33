// A number of 64 bits, signed, as binary32, rounded to nearest even.
//
// Its upper 32 bits decide, with a sticky bit for the rest.
func.func private @__circ_pack_f32(i32, i32, i32) -> f32
func.func @__circ_cvt_i64_f32(%x: i64) -> f32 {
  %word = arith.constant 32 : i64
  %zero = arith.constant 0 : i64
  %sign_bit = arith.constant 0x80000000 : i32
  %high64 = arith.shrui %x, %word : i64
  %high = arith.trunci %high64 : i64 to i32
  %sign = arith.andi %high, %sign_bit : i32
  %opposite = arith.subi %zero, %x : i64
  %negative = arith.cmpi slt, %x, %zero : i64
  %size = arith.select %negative, %opposite, %x : i64
  %zeros = math.ctlz %size : i64
  %normal = arith.shli %size, %zeros : i64
  %upper = arith.shrui %normal, %word : i64
  %back = arith.shli %upper, %word : i64
  %lost = arith.cmpi ne, %back, %normal : i64
  %sticky = arith.extui %lost : i1 to i64
  %jammed = arith.ori %upper, %sticky : i64
  %significand = arith.trunci %jammed : i64 to i32
  %zeros32 = arith.trunci %zeros : i64 to i32
  %top = arith.constant 32 : i32
  %exponent = arith.subi %top, %zeros32 : i32
  %result = func.call @__circ_pack_f32(%sign, %exponent, %significand) : (i32, i32, i32) -> f32
  func.return %result : f32
}
