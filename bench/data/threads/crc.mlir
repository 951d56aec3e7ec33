// CRC-16 (polynomial 0x1021) of a text of 40 bytes, and of the text with its CRC behind
// it, by a table of 256 values which the program makes bit by bit.
// Threads below `active` work, each on its share of `shares` (1 or 8): 8 and 8 split the
// work, 8 and 1 have each thread do all of it, 1 and 1 the first one alone.
func.func private @__builtin_npu_read_control_reg(i32) -> i32
func.func private @__builtin_npu_barrier(i32, i32)
func.func private @__builtin_npu_flush(index)

memref.global "private" @table : memref<256xi32> = uninitialized

func.func @crc(%text: memref<42xi8>, %crcs: memref<16xi32>, %active: i32, %shares: i32) {
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
  %bits = arith.constant 8 : index
  %values = arith.constant 256 : index
  %length = arith.constant 40 : index
  %next = arith.constant 41 : index
  %whole = arith.constant 42 : index
  %none = arith.constant 0 : i32
  %eight = arith.constant 8 : i32
  %polynomial = arith.constant 0x1021 : i32
  %top = arith.constant 0x8000 : i32
  %mask = arith.constant 0xFFFF : i32
  %built = arith.constant 41 : i32
  %others = arith.constant 7 : i32
  %table = memref.get_global @table : memref<256xi32>
  scf.if %works {
    scf.for %i = %start to %values step %step {
      %value = arith.index_cast %i : index to i32
      %shifted = arith.shli %value, %eight : i32
      %entry = scf.for %b = %zero to %bits step %one iter_args(%v = %shifted) -> (i32) {
        %bit = arith.andi %v, %top : i32
        %set = arith.cmpi ne, %bit, %none : i32
        %double = arith.shli %v, %less : i32
        %short = arith.andi %double, %mask : i32
        %new = scf.if %set -> (i32) {
          %mixed = arith.xori %short, %polynomial : i32
          scf.yield %mixed : i32
        } else {
          scf.yield %short : i32
        }
        scf.yield %new : i32
      }
      memref.store %entry, %table[%i] : memref<256xi32>
    }
  }
  func.call @__builtin_npu_barrier(%built, %others) : (i32, i32) -> ()
  %leads = arith.cmpi eq, %share, %none : i32
  %reads = arith.andi %works, %leads : i1
  scf.if %reads {
    %crc = func.call @of(%text, %length) : (memref<42xi8>, index) -> i32
    %high = arith.shrui %crc, %eight : i32
    %first = arith.trunci %high : i32 to i8
    %second = arith.trunci %crc : i32 to i8
    memref.store %first, %text[%length] : memref<42xi8>
    memref.store %second, %text[%next] : memref<42xi8>
    %none_left = func.call @of(%text, %whole) : (memref<42xi8>, index) -> i32
    memref.store %crc, %crcs[%zero] : memref<16xi32>
    memref.store %none_left, %crcs[%one] : memref<16xi32>
  }
  %result = memref.extract_aligned_pointer_as_index %crcs : memref<16xi32> -> index
  func.call @finish(%thread, %result) : (i32, index) -> ()
  return
}

// The CRC of so many bytes.
func.func private @of(%text: memref<42xi8>, %count: index) -> i32 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %none = arith.constant 0 : i32
  %eight = arith.constant 8 : i32
  %low = arith.constant 0xFF : i32
  %table = memref.get_global @table : memref<256xi32>
  %crc = scf.for %i = %zero to %count step %one iter_args(%c = %none) -> (i32) {
    %byte = memref.load %text[%i] : memref<42xi8>
    %word = arith.extui %byte : i8 to i32
    %high = arith.shrui %c, %eight : i32
    %mixed = arith.xori %word, %high : i32
    %at = arith.index_cast %mixed : i32 to index
    %entry = memref.load %table[%at] : memref<256xi32>
    %rest = arith.andi %c, %low : i32
    %shifted = arith.shli %rest, %eight : i32
    %new = arith.xori %entry, %shifted : i32
    scf.yield %new : i32
  }
  return %crc : i32
}

// All threads are ready; the first one writes the result's lines to memory.
func.func private @finish(%thread: i32, %result: index) {
  %others = arith.constant 7 : i32
  %ready = arith.constant 42 : i32
  %done = arith.constant 43 : i32
  %first = arith.constant 0 : i32
  %zero = arith.constant 0 : index
  %line = arith.constant 64 : index
  %bytes = arith.constant 64 : index
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
