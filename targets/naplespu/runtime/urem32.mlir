// The remainder of unsigned words; the dividend for a division by zero.
//
// Legalisation divides small words by way of floats and takes urem32_large.mlir for others.
func.func @__circ_urem32(%n: i32, %d: i32) -> i32 {
  %result = arith.remui %n, %d : i32
  func.return %result : i32
}
