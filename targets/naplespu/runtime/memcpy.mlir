// C's memcpy: copies %n bytes from %from to %to, which it gives.
func.func private @__circ_copy(memref<2147483647xi8>, memref<2147483647xi8>, i32)
func.func @memcpy(%to: memref<2147483647xi8>, %from: memref<2147483647xi8>, %n: i32) -> i32 {
  func.call @__circ_copy(%to, %from, %n) : (memref<2147483647xi8>, memref<2147483647xi8>, i32) -> ()
  %pointer = memref.extract_aligned_pointer_as_index %to : memref<2147483647xi8> -> index
  %address = arith.index_cast %pointer : index to i32
  func.return %address : i32
}
