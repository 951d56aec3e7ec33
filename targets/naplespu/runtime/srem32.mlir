// The remainder of signed words; the dividend for a division by zero.
//
// Legalisation divides small words by way of floats and takes srem32_large.mlir for others.
func.func @__circ_srem32(%n: i32, %d: i32) -> i32 {
  %result = arith.remsi %n, %d : i32
  func.return %result : i32
}
