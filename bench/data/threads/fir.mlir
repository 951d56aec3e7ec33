// A filter of 35 taps for 192 numbers, divided by 285.
// Threads below `active` work, each on its share of `shares` (1 or 8): 8 and 8 split the
// work, 8 and 1 have each thread do all of it, 1 and 1 the first one alone.
func.func private @__builtin_npu_read_control_reg(i32) -> i32
func.func private @__builtin_npu_barrier(i32, i32)
func.func private @__builtin_npu_flush(index)

func.func @fir(%x: memref<226xi32>, %c: memref<35xi32>, %y: memref<192xi32>,
    %active: i32, %shares: i32) {
  %two = arith.constant 2 : i32
  %thread = func.call @__builtin_npu_read_control_reg(%two) : (i32) -> i32
  %less = arith.constant 1 : i32
  %last = arith.subi %shares, %less : i32
  %share = arith.andi %thread, %last : i32
  %start = arith.index_cast %share : i32 to index
  %step = arith.index_cast %shares : i32 to index
  %works = arith.cmpi slt, %thread, %active : i32
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %taps = arith.constant 35 : index
  %outputs = arith.constant 192 : index
  %none = arith.constant 0 : i32
  %scale = arith.constant 285 : i32
  scf.if %works {
    scf.for %i = %start to %outputs step %step {
      %sum = scf.for %k = %zero to %taps step %one iter_args(%s = %none) -> (i32) {
        %at = arith.addi %i, %k : index
        %value = memref.load %x[%at] : memref<226xi32>
        %factor = memref.load %c[%k] : memref<35xi32>
        %product = arith.muli %value, %factor : i32
        %more = arith.addi %s, %product : i32
        scf.yield %more : i32
      }
      %scaled = arith.divsi %sum, %scale : i32
      memref.store %scaled, %y[%i] : memref<192xi32>
    }
  }
  %result = memref.extract_aligned_pointer_as_index %y : memref<192xi32> -> index
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
  %bytes = arith.constant 768 : index
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
