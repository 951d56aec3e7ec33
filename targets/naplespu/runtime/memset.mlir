// C's memset: makes each of %n bytes from %to on the low byte of %value, and gives %to.
func.func @memset(%to: memref<2147483647xi8>, %value: i32, %n: index) -> index {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %three = arith.constant 3 : index
  %four = arith.constant 4 : index
  %minus4 = arith.constant -4 : index
  %sixteen = arith.constant 16 : index
  %low = arith.constant 255 : i32
  %everywhere = arith.constant 0x01010101 : i32
  %byte = arith.trunci %value : i32 to i8
  %byte32 = arith.andi %value, %low : i32
  %word = arith.muli %byte32, %everywhere : i32
  %to_address = memref.extract_aligned_pointer_as_index %to : memref<2147483647xi8> -> index
  %back = arith.subi %zero, %to_address : index
  %unaligned = arith.andi %back, %three : index
  %head = arith.minui %unaligned, %n : index
  %rest = arith.subi %n, %head : index
  %whole = arith.andi %rest, %minus4 : index
  %end = arith.addi %head, %whole : index
  cf.br ^head(%zero : index)
^head(%h: index):
  %more_head = arith.cmpi ult, %h, %head : index
  cf.cond_br %more_head, ^head_byte, ^blocks(%h : index)
^head_byte:
  memref.store %byte, %to[%h] : memref<2147483647xi8>
  %h_next = arith.addi %h, %one : index
  cf.br ^head(%h_next : index)
^blocks(%b: index):
  %left = arith.subi %end, %b : index
  %more_blocks = arith.cmpi uge, %left, %sixteen : index
  cf.cond_br %more_blocks, ^block, ^words(%b : index)
^block:
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %i2 = arith.constant 2 : index
  %i3 = arith.constant 3 : index
  %target = memref.view %to[%b][] : memref<2147483647xi8> to memref<4xi32>
  memref.store %word, %target[%i0] : memref<4xi32>
  memref.store %word, %target[%i1] : memref<4xi32>
  memref.store %word, %target[%i2] : memref<4xi32>
  memref.store %word, %target[%i3] : memref<4xi32>
  %b_next = arith.addi %b, %sixteen : index
  cf.br ^blocks(%b_next : index)
^words(%w: index):
  %more_words = arith.cmpi ult, %w, %end : index
  cf.cond_br %more_words, ^word, ^tail(%w : index)
^word:
  %first = arith.constant 0 : index
  %word_target = memref.view %to[%w][] : memref<2147483647xi8> to memref<1xi32>
  memref.store %word, %word_target[%first] : memref<1xi32>
  %w_next = arith.addi %w, %four : index
  cf.br ^words(%w_next : index)
^tail(%t: index):
  %more_tail = arith.cmpi ult, %t, %n : index
  cf.cond_br %more_tail, ^tail_byte, ^done
^tail_byte:
  memref.store %byte, %to[%t] : memref<2147483647xi8>
  %t_next = arith.addi %t, %one : index
  cf.br ^tail(%t_next : index)
^done:
  func.return %to_address : index
}
