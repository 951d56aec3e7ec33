// baseline_c/prefix_sum_i16.c: running sums of 64 halfwords.
func.func @prefix_sum_i16(%a: memref<64xi16>, %b: memref<64xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0 : i32
  %sum = scf.for %i = %c0 to %c64 step %c1 iter_args(%s = %zero) -> (i32) {
    %v = memref.load %a[%i] : memref<64xi16>
    %w = arith.extsi %v : i16 to i32
    %t = arith.addi %s, %w : i32
    memref.store %t, %b[%i] : memref<64xi32>
    scf.yield %t : i32
  }
  return %sum : i32
}
