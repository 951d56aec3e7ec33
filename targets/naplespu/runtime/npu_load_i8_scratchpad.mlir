// Sixteen signed integers of 8 bits in a row in the scratchpad, as words.
//
// The hardware's own instruction takes the low part of each of sixteen words
// (docs/reference/naplespu-isa.md, section 5.6).
func.func @__circ_npu_load_i8_scratchpad(%at: memref<16xi8, 68>) -> vector<16xi32> {
  %first = arith.constant 0 : index
  %narrow = vector.load %at[%first] : memref<16xi8, 68>, vector<16xi8>
  %wide = arith.extsi %narrow : vector<16xi8> to vector<16xi32>
  func.return %wide : vector<16xi32>
}
