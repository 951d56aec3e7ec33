// RUN: circ-opt %s -p canonicalize | filecheck %s

func.func @neutral(%x: !fixed.fixed<16, 8>) -> !fixed.fixed<16, 8> {
  %zero = fixed.constant 0 : !fixed.fixed<16, 8>
  %one = fixed.constant 1 : !fixed.fixed<16, 8>
  %a = fixed.add %zero, %x : !fixed.fixed<16, 8>
  %b = fixed.mul %a, %one : !fixed.fixed<16, 8>
  %c = fixed.sub %b, %zero : !fixed.fixed<16, 8>
  %d = fixed.convert %c : !fixed.fixed<16, 8> to !fixed.fixed<16, 8>
  return %d : !fixed.fixed<16, 8>
}
// CHECK:      func.func @neutral(%x: !fixed.fixed<16, 8>)
// CHECK-NEXT:   func.return %x : !fixed.fixed<16, 8>

// There is no 1.0 in this format, and 0 - x is not x.
func.func @not_neutral(%x: !fixed.fixed<8, 7>) -> !fixed.fixed<8, 7> {
  %most = fixed.constant 0.9921875 : !fixed.fixed<8, 7>
  %zero = fixed.constant 0 : !fixed.fixed<8, 7>
  %a = fixed.mul %x, %most : !fixed.fixed<8, 7>
  %b = fixed.sub %zero, %a : !fixed.fixed<8, 7>
  return %b : !fixed.fixed<8, 7>
}
// CHECK:      func.func @not_neutral
// CHECK-NEXT:   %most = fixed.constant 0.9921875
// CHECK-NEXT:   %zero = fixed.constant 0.0
// CHECK-NEXT:   %a = fixed.mul %x, %most
// CHECK-NEXT:   %b = fixed.sub %zero, %a

// Constants fold by the meanings, here to what saturates.
func.func @folded() -> (!fixed.fixed<16, 8>, i1, f32) {
  %x = fixed.constant 100.5 : !fixed.fixed<16, 8>
  %y = fixed.constant -3.25 : !fixed.fixed<16, 8>
  %p = fixed.mul %x, %y : !fixed.fixed<16, 8>
  %b = fixed.cmp "lt", %p, %y : !fixed.fixed<16, 8>
  %f = fixed.convert %y : !fixed.fixed<16, 8> to f32
  return %p, %b, %f : !fixed.fixed<16, 8>, i1, f32
}
// CHECK:      func.func @folded
// CHECK-NEXT:   %p = fixed.constant -128.0 : !fixed.fixed<16, 8>
// CHECK-NEXT:   %b = arith.constant true
// CHECK-NEXT:   %f = arith.constant -3.250000e+00 : f32
// CHECK-NEXT:   func.return %p, %b, %f
