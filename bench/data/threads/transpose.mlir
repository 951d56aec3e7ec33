// The transpose of the first 40 of 80 rows of 20 numbers; every eighth row a thread's.
func.func private @__builtin_npu_read_control_reg(i32) -> i32
func.func private @__builtin_npu_barrier(i32, i32)
func.func private @__builtin_npu_flush(index)

func.func @transpose(%a: memref<80x20xi32>, %b: memref<20x40xi32>) {
  %two = arith.constant 2 : i32
  %thread = func.call @__builtin_npu_read_control_reg(%two) : (i32) -> i32
  %number = arith.index_cast %thread : i32 to index
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %eight = arith.constant 8 : index
  %columns = arith.constant 20 : index
  %rows = arith.constant 40 : index
  scf.for %i = %number to %rows step %eight {
    scf.for %j = %zero to %columns step %one {
      %x = memref.load %a[%i, %j] : memref<80x20xi32>
      memref.store %x, %b[%j, %i] : memref<20x40xi32>
    }
  }
  %result = memref.extract_aligned_pointer_as_index %b : memref<20x40xi32> -> index
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
  %bytes = arith.constant 3200 : index
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
