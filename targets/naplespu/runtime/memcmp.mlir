// C's memcmp: of the first two bytes that differ the difference, 0 if none of %n does.
//
// Equal words are skipped where both arrays are aligned alike.
func.func @memcmp(%x: memref<2147483647xi8>, %y: memref<2147483647xi8>, %n: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %three = arith.constant 3 : i32
  %four = arith.constant 4 : i32
  %first = arith.constant 0 : index
  %x_pointer = memref.extract_aligned_pointer_as_index %x : memref<2147483647xi8> -> index
  %y_pointer = memref.extract_aligned_pointer_as_index %y : memref<2147483647xi8> -> index
  %x_address = arith.index_cast %x_pointer : index to i32
  %y_address = arith.index_cast %y_pointer : index to i32
  %distance = arith.subi %x_address, %y_address : i32
  %skew = arith.andi %distance, %three : i32
  %aligned_alike = arith.cmpi eq, %skew, %zero : i32
  cf.br ^next(%zero : i32)
^next(%i: i32):
  %more = arith.cmpi ult, %i, %n : i32
  cf.cond_br %more, ^some, ^equal
^equal:
  func.return %zero : i32
^some:
  %i_index = arith.index_cast %i : i32 to index
  %left = arith.subi %n, %i : i32
  %at = arith.addi %x_address, %i : i32
  %misaligned = arith.andi %at, %three : i32
  %aligned = arith.cmpi eq, %misaligned, %zero : i32
  %enough = arith.cmpi uge, %left, %four : i32
  %room = arith.andi %aligned, %enough : i1
  %word = arith.andi %room, %aligned_alike : i1
  cf.cond_br %word, ^word, ^byte
^word:
  %x_view = memref.view %x[%i_index][] : memref<2147483647xi8> to memref<1xi32>
  %y_view = memref.view %y[%i_index][] : memref<2147483647xi8> to memref<1xi32>
  %x_word = memref.load %x_view[%first] : memref<1xi32>
  %y_word = memref.load %y_view[%first] : memref<1xi32>
  %same_word = arith.cmpi eq, %x_word, %y_word : i32
  %i_word = arith.addi %i, %four : i32
  cf.cond_br %same_word, ^next(%i_word : i32), ^byte
^byte:
  %x_byte = memref.load %x[%i_index] : memref<2147483647xi8>
  %y_byte = memref.load %y[%i_index] : memref<2147483647xi8>
  %x32 = arith.extui %x_byte : i8 to i32
  %y32 = arith.extui %y_byte : i8 to i32
  %difference = arith.subi %x32, %y32 : i32
  %same = arith.cmpi eq, %difference, %zero : i32
  %i_byte = arith.addi %i, %one : i32
  cf.cond_br %same, ^next(%i_byte : i32), ^differ
^differ:
  func.return %difference : i32
}
