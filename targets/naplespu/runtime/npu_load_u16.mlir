// Sixteen unsigned integers of 16 bits in a row in main memory, as words.
//
// The hardware's own instruction takes the low part of each of sixteen words
// (docs/reference/naplespu-isa.md, section 5.6).
func.func @__circ_npu_load_u16(%at: memref<16xi16>) -> vector<16xi32> {
  %first = arith.constant 0 : index
  %narrow = vector.load %at[%first] : memref<16xi16>, vector<16xi16>
  %wide = arith.extui %narrow : vector<16xi16> to vector<16xi32>
  func.return %wide : vector<16xi32>
}
