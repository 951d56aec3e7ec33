// A sample amplified and mixed with another, saturated.
func.func @mix(%x: !fixed.fixed<16, 8>, %y: !fixed.fixed<16, 8>) -> !fixed.fixed<16, 8> {
  %gain = fixed.constant 1.75 : !fixed.fixed<16, 8>
  %louder = fixed.mul %x, %gain : !fixed.fixed<16, 8>
  %sum = fixed.add %louder, %y : !fixed.fixed<16, 8>
  return %sum : !fixed.fixed<16, 8>
}
