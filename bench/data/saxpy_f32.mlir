// baseline_c/saxpy_f32.c
func.func @saxpy_f32(%a: f32, %x: memref<256xf32>, %y: memref<256xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  scf.for %i = %c0 to %c256 step %c1 {
    %u = memref.load %x[%i] : memref<256xf32>
    %v = memref.load %y[%i] : memref<256xf32>
    %p = arith.mulf %a, %u : f32
    %s = arith.addf %p, %v : f32
    memref.store %s, %y[%i] : memref<256xf32>
  }
  return
}
