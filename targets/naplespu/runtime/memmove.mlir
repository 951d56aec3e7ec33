// C's memmove: copies %n bytes from %from to %to, which it gives; the arrays may overlap.
//
// Forwards is right unless %to lies behind %from in its bytes; then it goes backwards,
// by words where both are aligned alike.
func.func private @__circ_copy(memref<2147483647xi8>, memref<2147483647xi8>, i32)
func.func @memmove(%to: memref<2147483647xi8>, %from: memref<2147483647xi8>, %n: i32) -> i32 {
  %to_pointer = memref.extract_aligned_pointer_as_index %to : memref<2147483647xi8> -> index
  %from_pointer = memref.extract_aligned_pointer_as_index %from : memref<2147483647xi8> -> index
  %to_address = arith.index_cast %to_pointer : index to i32
  %from_address = arith.index_cast %from_pointer : index to i32
  %distance = arith.subi %to_address, %from_address : i32
  %forwards = arith.cmpi uge, %distance, %n : i32
  cf.cond_br %forwards, ^forwards, ^backwards
^forwards:
  func.call @__circ_copy(%to, %from, %n) : (memref<2147483647xi8>, memref<2147483647xi8>, i32) -> ()
  func.return %to_address : i32
^backwards:
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %three = arith.constant 3 : i32
  %four = arith.constant 4 : i32
  %minus4 = arith.constant -4 : i32
  // From %n down to %end, a multiple of four bytes above %head, then words.
  %skew = arith.andi %distance, %three : i32
  %aligned_alike = arith.cmpi eq, %skew, %zero : i32
  %back = arith.subi %zero, %to_address : i32
  %unaligned = arith.andi %back, %three : i32
  %enough = arith.cmpi uge, %n, %unaligned : i32
  %by_words = arith.andi %aligned_alike, %enough : i1
  %rest = arith.subi %n, %unaligned : i32
  %whole = arith.andi %rest, %minus4 : i32
  %words_end = arith.addi %unaligned, %whole : i32
  %head = arith.select %by_words, %unaligned, %zero : i32
  %end = arith.select %by_words, %words_end, %zero : i32
  cf.br ^tail(%n : i32)
^tail(%t: i32):
  %more_tail = arith.cmpi ugt, %t, %end : i32
  cf.cond_br %more_tail, ^tail_byte, ^words(%t : i32)
^tail_byte:
  %t_next = arith.subi %t, %one : i32
  %t_index = arith.index_cast %t_next : i32 to index
  %t_byte = memref.load %from[%t_index] : memref<2147483647xi8>
  memref.store %t_byte, %to[%t_index] : memref<2147483647xi8>
  cf.br ^tail(%t_next : i32)
^words(%w: i32):
  %more_words = arith.cmpi ugt, %w, %head : i32
  cf.cond_br %more_words, ^word, ^head(%w : i32)
^word:
  %w_next = arith.subi %w, %four : i32
  %w_index = arith.index_cast %w_next : i32 to index
  %first = arith.constant 0 : index
  %source = memref.view %from[%w_index][] : memref<2147483647xi8> to memref<1xi32>
  %target = memref.view %to[%w_index][] : memref<2147483647xi8> to memref<1xi32>
  %word = memref.load %source[%first] : memref<1xi32>
  memref.store %word, %target[%first] : memref<1xi32>
  cf.br ^words(%w_next : i32)
^head(%h: i32):
  %more_head = arith.cmpi ugt, %h, %zero : i32
  cf.cond_br %more_head, ^head_byte, ^done
^head_byte:
  %h_next = arith.subi %h, %one : i32
  %h_index = arith.index_cast %h_next : i32 to index
  %h_byte = memref.load %from[%h_index] : memref<2147483647xi8>
  memref.store %h_byte, %to[%h_index] : memref<2147483647xi8>
  cf.br ^head(%h_next : i32)
^done:
  func.return %to_address : i32
}
