// A filter of four taps whose results are rectified.
func.func @fir(%x: memref<16x!fixed.fixed<16, 8>>, %taps: memref<4x!fixed.fixed<16, 8>>,
               %y: memref<13x!fixed.fixed<16, 8>>) {
  fixed.fir %x, %taps, %y : memref<16x!fixed.fixed<16, 8>>,
      memref<4x!fixed.fixed<16, 8>>, memref<13x!fixed.fixed<16, 8>> do {
  ^bb0(%sum: !fixed.fixed<16, 8>):
    %zero = fixed.constant 0.0 : !fixed.fixed<16, 8>
    %positive = fixed.max %sum, %zero : !fixed.fixed<16, 8>
    fixed.yield %positive : !fixed.fixed<16, 8>
  }
  return
}
