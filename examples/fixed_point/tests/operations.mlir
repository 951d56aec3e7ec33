// RUN: circ-opt %s | circ-opt --print-op-generic | circ-opt | filecheck %s

func.func @scalars(%x: !fixed.fixed<16, 8>, %n: i8, %f: f64) -> i1 {
  %c = fixed.constant -1.5 : !fixed.fixed<16, 8>
  %third = fixed.constant 0.3333 : !fixed.fixed<16, 8>
  %a = fixed.add %x, %c : !fixed.fixed<16, 8>
  %s = fixed.sub %a, %third : !fixed.fixed<16, 8>
  %p = fixed.mul %s, %a : !fixed.fixed<16, 8>
  %i = fixed.convert %n : i8 to !fixed.fixed<16, 8>
  %r = fixed.convert %f : f64 to !fixed.fixed<16, 8>
  %l = fixed.min %p, %i : !fixed.fixed<16, 8>
  %g = fixed.max %l, %r : !fixed.fixed<16, 8>
  %b = fixed.cmp "le", %g, %x : !fixed.fixed<16, 8>
  return %b : i1
}
// CHECK-LABEL: func.func @scalars
// CHECK-NEXT:    %c = fixed.constant -1.5 : !fixed.fixed<16, 8>
// CHECK-NEXT:    %third = fixed.constant 0.33203125 : !fixed.fixed<16, 8>
// CHECK-NEXT:    %a = fixed.add %x, %c : !fixed.fixed<16, 8>
// CHECK-NEXT:    %s = fixed.sub %a, %third : !fixed.fixed<16, 8>
// CHECK-NEXT:    %p = fixed.mul %s, %a : !fixed.fixed<16, 8>
// CHECK-NEXT:    %i = fixed.convert %n : i8 to !fixed.fixed<16, 8>
// CHECK-NEXT:    %r = fixed.convert %f : f64 to !fixed.fixed<16, 8>
// CHECK-NEXT:    %l = fixed.min %p, %i : !fixed.fixed<16, 8>
// CHECK-NEXT:    %g = fixed.max %l, %r : !fixed.fixed<16, 8>
// CHECK-NEXT:    %b = fixed.cmp "le", %g, %x : !fixed.fixed<16, 8>

func.func @vectors(%x: vector<4x!fixed.fixed<8, 7>>) -> !fixed.fixed<8, 7> {
  %m = fixed.map %x, %x : vector<4x!fixed.fixed<8, 7>>, vector<4x!fixed.fixed<8, 7>>
      to vector<4x!fixed.fixed<8, 7>> do {
  ^bb0(%a: !fixed.fixed<8, 7>, %b: !fixed.fixed<8, 7>):
    fixed.yield %b : !fixed.fixed<8, 7>
  }
  %b = fixed.cmp "ne", %x, %m : vector<4x!fixed.fixed<8, 7>>
  %d = fixed.dot %x, %m : vector<4x!fixed.fixed<8, 7>> to !fixed.fixed<8, 7>
  return %d : !fixed.fixed<8, 7>
}
// CHECK-LABEL: func.func @vectors
// CHECK-NEXT:    %m = fixed.map %x, %x : vector<4x!fixed.fixed<8, 7>>, vector<4x!fixed.fixed<8, 7>> to vector<4x!fixed.fixed<8, 7>> do {
// CHECK-NEXT:    ^bb0(%a: !fixed.fixed<8, 7>, %b: !fixed.fixed<8, 7>):
// CHECK-NEXT:      fixed.yield %b : !fixed.fixed<8, 7>
// CHECK:         fixed.cmp "ne", %x, %m : vector<4x!fixed.fixed<8, 7>>
// CHECK-NEXT:    %d = fixed.dot %x, %m : vector<4x!fixed.fixed<8, 7>> to !fixed.fixed<8, 7>
