// Copies %n bytes from %from to %to.
//
// Byte by byte in the order of addresses, as far as one can see: also where the arrays
// overlap. Words are copied, four at a time, where both arrays are aligned alike and
// none of the sixteen bytes written is among those that are read with or behind them.
func.func @__circ_copy(%to: memref<2147483647xi8>, %from: memref<2147483647xi8>, %n: i32) {
  %zero = arith.constant 0 : i32
  %three = arith.constant 3 : i32
  %minus4 = arith.constant -4 : i32
  %sixteen = arith.constant 16 : i32
  %to_pointer = memref.extract_aligned_pointer_as_index %to : memref<2147483647xi8> -> index
  %from_pointer = memref.extract_aligned_pointer_as_index %from : memref<2147483647xi8> -> index
  %to_address = arith.index_cast %to_pointer : index to i32
  %from_address = arith.index_cast %from_pointer : index to i32
  %distance = arith.subi %to_address, %from_address : i32
  %skew = arith.andi %distance, %three : i32
  %aligned_alike = arith.cmpi eq, %skew, %zero : i32
  %far = arith.cmpi uge, %distance, %sixteen : i32
  %long = arith.cmpi uge, %n, %sixteen : i32
  %apart = arith.andi %aligned_alike, %far : i1
  %by_words = arith.andi %apart, %long : i1
  // The head up to a word, then words up to %end, then the tail.
  %back = arith.subi %zero, %to_address : i32
  %unaligned = arith.andi %back, %three : i32
  %rest = arith.subi %n, %unaligned : i32
  %whole = arith.andi %rest, %minus4 : i32
  %words_end = arith.addi %unaligned, %whole : i32
  %head = arith.select %by_words, %unaligned, %n : i32
  %end = arith.select %by_words, %words_end, %n : i32
  cf.br ^head(%zero : i32)
^head(%h: i32):
  %more_head = arith.cmpi ult, %h, %head : i32
  cf.cond_br %more_head, ^head_byte, ^blocks(%h : i32)
^head_byte:
  %h_index = arith.index_cast %h : i32 to index
  %h_byte = memref.load %from[%h_index] : memref<2147483647xi8>
  memref.store %h_byte, %to[%h_index] : memref<2147483647xi8>
  %one = arith.constant 1 : i32
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
  %source = memref.view %from[%b_index][] : memref<2147483647xi8> to memref<4xi32>
  %target = memref.view %to[%b_index][] : memref<2147483647xi8> to memref<4xi32>
  %w0 = memref.load %source[%i0] : memref<4xi32>
  %w1 = memref.load %source[%i1] : memref<4xi32>
  %w2 = memref.load %source[%i2] : memref<4xi32>
  %w3 = memref.load %source[%i3] : memref<4xi32>
  memref.store %w0, %target[%i0] : memref<4xi32>
  memref.store %w1, %target[%i1] : memref<4xi32>
  memref.store %w2, %target[%i2] : memref<4xi32>
  memref.store %w3, %target[%i3] : memref<4xi32>
  %b_next = arith.addi %b, %sixteen : i32
  cf.br ^blocks(%b_next : i32)
^words(%w: i32):
  %more_words = arith.cmpi ult, %w, %end : i32
  cf.cond_br %more_words, ^word, ^tail(%w : i32)
^word:
  %w_index = arith.index_cast %w : i32 to index
  %first = arith.constant 0 : index
  %word_source = memref.view %from[%w_index][] : memref<2147483647xi8> to memref<1xi32>
  %word_target = memref.view %to[%w_index][] : memref<2147483647xi8> to memref<1xi32>
  %word = memref.load %word_source[%first] : memref<1xi32>
  memref.store %word, %word_target[%first] : memref<1xi32>
  %four = arith.constant 4 : i32
  %w_next = arith.addi %w, %four : i32
  cf.br ^words(%w_next : i32)
^tail(%t: i32):
  %more_tail = arith.cmpi ult, %t, %n : i32
  cf.cond_br %more_tail, ^tail_byte, ^done
^tail_byte:
  %t_index = arith.index_cast %t : i32 to index
  %t_byte = memref.load %from[%t_index] : memref<2147483647xi8>
  memref.store %t_byte, %to[%t_index] : memref<2147483647xi8>
  %step = arith.constant 1 : i32
  %t_next = arith.addi %t, %step : i32
  cf.br ^tail(%t_next : i32)
^done:
  func.return
}
