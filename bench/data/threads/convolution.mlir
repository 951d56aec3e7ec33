// A 3 x 3 kernel over 16 x 16 numbers with a border of zeros around them; every eighth
// row a thread's.
func.func private @__builtin_npu_read_control_reg(i32) -> i32
func.func private @__builtin_npu_barrier(i32, i32)
func.func private @__builtin_npu_flush(index)

func.func @convolution(%image: memref<18x18xi32>, %kernel: memref<3x3xi32>,
    %out: memref<16x16xi32>) {
  %two = arith.constant 2 : i32
  %thread = func.call @__builtin_npu_read_control_reg(%two) : (i32) -> i32
  %number = arith.index_cast %thread : i32 to index
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %three = arith.constant 3 : index
  %eight = arith.constant 8 : index
  %sixteen = arith.constant 16 : index
  %none = arith.constant 0 : i32
  scf.for %i = %number to %sixteen step %eight {
    scf.for %j = %zero to %sixteen step %one {
      %sum = scf.for %u = %zero to %three step %one iter_args(%s = %none) -> (i32) {
        %row = scf.for %v = %zero to %three step %one iter_args(%r = %s) -> (i32) {
          %y = arith.addi %i, %u : index
          %x = arith.addi %j, %v : index
          %value = memref.load %image[%y, %x] : memref<18x18xi32>
          %weight = memref.load %kernel[%u, %v] : memref<3x3xi32>
          %product = arith.muli %value, %weight : i32
          %more = arith.addi %r, %product : i32
          scf.yield %more : i32
        }
        scf.yield %row : i32
      }
      memref.store %sum, %out[%i, %j] : memref<16x16xi32>
    }
  }
  %result = memref.extract_aligned_pointer_as_index %out : memref<16x16xi32> -> index
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
