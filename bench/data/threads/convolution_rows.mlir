// A 3 x 3 kernel over 16 x 16 numbers, whole rows at a time: beyond the sides are zeros,
// above and below rows of them; every eighth row a thread's.
func.func private @__builtin_npu_read_control_reg(i32) -> i32
func.func private @__builtin_npu_barrier(i32, i32)
func.func private @__builtin_npu_flush(index)

func.func @convolution_rows(%image: memref<18x16xi32>, %kernel: memref<3x3xi32>,
    %out: memref<16x16xi32>) {
  %two = arith.constant 2 : i32
  %thread = func.call @__builtin_npu_read_control_reg(%two) : (i32) -> i32
  %number = arith.index_cast %thread : i32 to index
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %right = arith.constant 2 : index
  %three = arith.constant 3 : index
  %eight = arith.constant 8 : index
  %sixteen = arith.constant 16 : index
  %none = arith.constant dense<0> : vector<16xi32>
  %rows = memref.assume_alignment %image, 64 : memref<18x16xi32>
  %results = memref.assume_alignment %out, 64 : memref<16x16xi32>
  scf.for %i = %number to %sixteen step %eight {
    %sum = scf.for %u = %zero to %three step %one iter_args(%s = %none) -> (vector<16xi32>) {
      %y = arith.addi %i, %u : index
      %middle = vector.load %rows[%y, %zero] : memref<18x16xi32>, vector<16xi32>
      %before = vector.shuffle %none, %middle
        [15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30] : vector<16xi32>, vector<16xi32>
      %after = vector.shuffle %middle, %none
        [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16] : vector<16xi32>, vector<16xi32>
      %w0 = memref.load %kernel[%u, %zero] : memref<3x3xi32>
      %w1 = memref.load %kernel[%u, %one] : memref<3x3xi32>
      %w2 = memref.load %kernel[%u, %right] : memref<3x3xi32>
      %v0 = vector.broadcast %w0 : i32 to vector<16xi32>
      %v1 = vector.broadcast %w1 : i32 to vector<16xi32>
      %v2 = vector.broadcast %w2 : i32 to vector<16xi32>
      %p0 = arith.muli %before, %v0 : vector<16xi32>
      %p1 = arith.muli %middle, %v1 : vector<16xi32>
      %p2 = arith.muli %after, %v2 : vector<16xi32>
      %s0 = arith.addi %s, %p0 : vector<16xi32>
      %s1 = arith.addi %s0, %p1 : vector<16xi32>
      %s2 = arith.addi %s1, %p2 : vector<16xi32>
      scf.yield %s2 : vector<16xi32>
    }
    vector.store %sum, %results[%i, %zero] : memref<16x16xi32>, vector<16xi32>
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
