// baseline_c/dot_f32.c: in the order of the indices.
func.func @dot_f32(%a: memref<128xf32>, %b: memref<128xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c128 = arith.constant 128 : index
  %zero = arith.constant 0.0 : f32
  %sum = scf.for %i = %c0 to %c128 step %c1 iter_args(%s = %zero) -> (f32) {
    %x = memref.load %a[%i] : memref<128xf32>
    %y = memref.load %b[%i] : memref<128xf32>
    %p = arith.mulf %x, %y : f32
    %t = arith.addf %s, %p : f32
    scf.yield %t : f32
  }
  return %sum : f32
}
