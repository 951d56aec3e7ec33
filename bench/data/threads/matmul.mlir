// The product of two matrices; every eighth row a thread's.
func.func private @__builtin_npu_read_control_reg(i32) -> i32
func.func private @__builtin_npu_barrier(i32, i32)
func.func private @__builtin_npu_flush(index)

func.func @matmul(%a: memref<16x16xf32>, %b: memref<16x16xf32>, %c: memref<16x16xf32>) {
  %two = arith.constant 2 : i32
  %thread = func.call @__builtin_npu_read_control_reg(%two) : (i32) -> i32
  %number = arith.index_cast %thread : i32 to index
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %eight = arith.constant 8 : index
  %sixteen = arith.constant 16 : index
  %none = arith.constant 0.0 : f32
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
  %result = memref.extract_aligned_pointer_as_index %c : memref<16x16xf32> -> index
  func.call @finish(%thread, %result) : (i32, index) -> ()
  return
}

// All threads are ready; the first one writes the result's lines to memory.
func.func private @finish(%thread: i32, %result: index) {
  %others = arith.constant 7 : i32
  %ready = arith.constant 42 : i32
  %done = arith.constant 43 : i32
  %first = arith.constant 0 : i32
  %zero = arith.constant 0 : index
  %line = arith.constant 64 : index
  %bytes = arith.constant 1024 : index
  func.call @__builtin_npu_barrier(%ready, %others) : (i32, i32) -> ()
  %is_first = arith.cmpi eq, %thread, %first : i32
  scf.if %is_first {
    scf.for %offset = %zero to %bytes step %line {
      %address = arith.addi %result, %offset : index
      func.call @__builtin_npu_flush(%address) : (index) -> ()
    }
  }
  func.call @__builtin_npu_barrier(%done, %others) : (i32, i32) -> ()
  return
}
