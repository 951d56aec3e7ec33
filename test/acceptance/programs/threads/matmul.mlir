// Each thread has every eighth row of a 16 x 16 product; thread 0 adds the trace up
// behind a barrier.
func.func private @__builtin_npu_read_control_reg(i32) -> i32
func.func private @__builtin_npu_barrier(i32, i32)
func.func private @__builtin_npu_flush(memref<16x16xf32>)

func.func @main(%a: memref<16x16xf32>, %b: memref<16x16xf32>, %c: memref<16x16xf32>)
    -> f32 {
  %two = arith.constant 2 : i32
  %others = arith.constant 7 : i32
  %id = arith.constant 300 : i32
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %eight = arith.constant 8 : index
  %sixteen = arith.constant 16 : index
  %none = arith.constant 0.0 : f32
  %thread = func.call @__builtin_npu_read_control_reg(%two) : (i32) -> i32
  %number = arith.index_cast %thread : i32 to index
  scf.for %i = %number to %sixteen step %eight {
    scf.for %j = %zero to %sixteen step %one {
      %sum = scf.for %k = %zero to %sixteen step %one iter_args(%s = %none) -> (f32) {
        %x = memref.load %a[%i, %k] : memref<16x16xf32>
        %y = memref.load %b[%k, %j] : memref<16x16xf32>
        %product = arith.mulf %x, %y : f32
        %more = arith.addf %s, %product : f32
        scf.yield %more : f32
      }
      memref.store %sum, %c[%i, %j] : memref<16x16xf32>
    }
  }
  func.call @__builtin_npu_barrier(%id, %others) : (i32, i32) -> ()
  func.call @__builtin_npu_flush(%c) : (memref<16x16xf32>) -> ()
  %trace = scf.for %i = %zero to %sixteen step %one iter_args(%s = %none) -> (f32) {
    %x = memref.load %c[%i, %i] : memref<16x16xf32>
    %more = arith.addf %s, %x : f32
    scf.yield %more : f32
  }
  return %trace : f32
}
