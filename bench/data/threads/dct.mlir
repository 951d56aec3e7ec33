// The discrete cosine transform of 8 x 8 numbers, first of rows and then of columns: sums
// of products with cosines in 13 bits, rounded. Threads split rows and columns.
// Threads below `active` work, each on its share of `shares` (1 or 8): 8 and 8 split the
// work, 8 and 1 have each thread do all of it, 1 and 1 the first one alone.
func.func private @__builtin_npu_read_control_reg(i32) -> i32
func.func private @__builtin_npu_barrier(i32, i32)
func.func private @__builtin_npu_flush(index)

memref.global "private" constant @cosines : memref<8x8xi32> = dense<[
  [2896, 2896, 2896, 2896, 2896, 2896, 2896, 2896],
  [4017, 3406, 2276, 799, -799, -2276, -3406, -4017],
  [3784, 1567, -1567, -3784, -3784, -1567, 1567, 3784],
  [3406, -799, -4017, -2276, 2276, 4017, 799, -3406],
  [2896, -2896, -2896, 2896, 2896, -2896, -2896, 2896],
  [2276, -4017, 799, 3406, -3406, -799, 4017, -2276],
  [1567, -3784, 3784, -1567, -1567, 3784, -3784, 1567],
  [799, -2276, 3406, -4017, 4017, -3406, 2276, -799]]>
memref.global "private" @halfway : memref<8x8xi32> = uninitialized

func.func @dct(%in: memref<8x8xi32>, %out: memref<8x8xi32>, %active: i32, %shares: i32) {
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
  %eight = arith.constant 8 : index
  %half = arith.constant 4096 : i32
  %digits = arith.constant 13 : i32
  %between = arith.constant 41 : i32
  %others = arith.constant 7 : i32
  %cosines = memref.get_global @cosines : memref<8x8xi32>
  %halfway = memref.get_global @halfway : memref<8x8xi32>
  scf.if %works {
    scf.for %i = %start to %eight step %step {
      scf.for %k = %zero to %eight step %one {
        %sum = scf.for %n = %zero to %eight step %one iter_args(%s = %half) -> (i32) {
          %value = memref.load %in[%i, %n] : memref<8x8xi32>
          %cosine = memref.load %cosines[%k, %n] : memref<8x8xi32>
          %product = arith.muli %value, %cosine : i32
          %more = arith.addi %s, %product : i32
          scf.yield %more : i32
        }
        %rounded = arith.shrsi %sum, %digits : i32
        memref.store %rounded, %halfway[%i, %k] : memref<8x8xi32>
      }
    }
  }
  func.call @__builtin_npu_barrier(%between, %others) : (i32, i32) -> ()
  scf.if %works {
    scf.for %j = %start to %eight step %step {
      scf.for %k = %zero to %eight step %one {
        %sum = scf.for %n = %zero to %eight step %one iter_args(%s = %half) -> (i32) {
          %value = memref.load %halfway[%n, %j] : memref<8x8xi32>
          %cosine = memref.load %cosines[%k, %n] : memref<8x8xi32>
          %product = arith.muli %value, %cosine : i32
          %more = arith.addi %s, %product : i32
          scf.yield %more : i32
        }
        %rounded = arith.shrsi %sum, %digits : i32
        memref.store %rounded, %out[%k, %j] : memref<8x8xi32>
      }
    }
  }
  %result = memref.extract_aligned_pointer_as_index %out : memref<8x8xi32> -> index
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
  %bytes = arith.constant 256 : index
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
