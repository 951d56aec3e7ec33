// C's memset: makes each of %n bytes from %to on the low byte of %value, and gives %to.
func.func @memset(%to: memref<2147483647xi8>, %value: i32, %n: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %three = arith.constant 3 : i32
  %four = arith.constant 4 : i32
  %minus4 = arith.constant -4 : i32
  %sixteen = arith.constant 16 : i32
  %low = arith.constant 255 : i32
  %everywhere = arith.constant 0x01010101 : i32
  %byte = arith.trunci %value : i32 to i8
  %byte32 = arith.andi %value, %low : i32
  %word = arith.muli %byte32, %everywhere : i32
  %to_pointer = memref.extract_aligned_pointer_as_index %to : memref<2147483647xi8> -> index
  %to_address = arith.index_cast %to_pointer : index to i32
  %back = arith.subi %zero, %to_address : i32
  %unaligned = arith.andi %back, %three : i32
  %head = arith.minui %unaligned, %n : i32
  %rest = arith.subi %n, %head : i32
  %whole = arith.andi %rest, %minus4 : i32
  %end = arith.addi %head, %whole : i32
  cf.br ^head(%zero : i32)
^head(%h: i32):
  %more_head = arith.cmpi ult, %h, %head : i32
  cf.cond_br %more_head, ^head_byte, ^blocks(%h : i32)
^head_byte:
  %h_index = arith.index_cast %h : i32 to index
  memref.store %byte, %to[%h_index] : memref<2147483647xi8>
  %h_next = arith.addi %h, %one : i32
  cf.br ^head(%h_next : i32)
^blocks(%b: i32):
  %left = arith.subi %end, %b : i32
  %more_blocks = arith.cmpi uge, %left, %sixteen : i32
  cf.cond_br %more_blocks, ^block, ^words(%b : i32)
^block:
  %b_index = arith.index_cast %b : i32 to index
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %i2 = arith.constant 2 : index
  %i3 = arith.constant 3 : index
  %target = memref.view %to[%b_index][] : memref<2147483647xi8> to memref<4xi32>
  memref.store %word, %target[%i0] : memref<4xi32>
  memref.store %word, %target[%i1] : memref<4xi32>
  memref.store %word, %target[%i2] : memref<4xi32>
  memref.store %word, %target[%i3] : memref<4xi32>
  %b_next = arith.addi %b, %sixteen : i32
  cf.br ^blocks(%b_next : i32)
^words(%w: i32):
  %more_words = arith.cmpi ult, %w, %end : i32
  cf.cond_br %more_words, ^word, ^tail(%w : i32)
^word:
  %w_index = arith.index_cast %w : i32 to index
  %first = arith.constant 0 : index
  %word_target = memref.view %to[%w_index][] : memref<2147483647xi8> to memref<1xi32>
  memref.store %word, %word_target[%first] : memref<1xi32>
  %w_next = arith.addi %w, %four : i32
  cf.br ^words(%w_next : i32)
^tail(%t: i32):
  %more_tail = arith.cmpi ult, %t, %n : i32
  cf.cond_br %more_tail, ^tail_byte, ^done
^tail_byte:
  %t_index = arith.index_cast %t : i32 to index
  memref.store %byte, %to[%t_index] : memref<2147483647xi8>
  %t_next = arith.addi %t, %one : i32
  cf.br ^tail(%t_next : i32)
^done:
  func.return %to_address : i32
}
