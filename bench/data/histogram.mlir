// baseline_c/histogram.c: 256 bytes into 16 bins.
func.func @histogram(%d: memref<256xi8>, %bins: memref<16xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %one = arith.constant 1 : i32
  %four = arith.constant 4 : i8
  scf.for %i = %c0 to %c256 step %c1 {
    %v = memref.load %d[%i] : memref<256xi8>
    %h = arith.shrui %v, %four : i8
    %w = arith.extui %h : i8 to i32
    %bin = arith.index_cast %w : i32 to index
    %n = memref.load %bins[%bin] : memref<16xi32>
    %m = arith.addi %n, %one : i32
    memref.store %m, %bins[%bin] : memref<16xi32>
  }
  return
}
