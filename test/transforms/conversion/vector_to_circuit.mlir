// RUN: circ-opt %s -p convert-func-to-circuit | filecheck %s

func.func @f(%a: vector<16xi32>, %m: memref<64xi32>, %i: index) -> (vector<16xi32>, i32) {
  %c = arith.constant dense<[7, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, -1]> : vector<16xi32>
  %s = arith.constant dense<3> : vector<16xi32>
  %l = vector.load %m[%i] : memref<64xi32>, vector<16xi32>
  %p = arith.cmpi slt, %l, %c : vector<16xi32>
  %q = arith.select %p, %a, %s : vector<16xi1>, vector<16xi32>
  %e = vector.extract %q[%i] : i32 from vector<16xi32>
  %b = vector.broadcast %e : i32 to vector<16xi32>
  %n = vector.insert %e, %b[2] : i32 into vector<16xi32>
  vector.store %n, %m[%i] : memref<64xi32>, vector<16xi32>
  return %n, %e : vector<16xi32>, i32
}
// CHECK:      %a = circuit.arg 0 : vector<16xi32>
// CHECK:      %c = circuit.constant [7, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, -1] : vector<16xi32>
// CHECK-NEXT: %s = circuit.constant 3 : vector<16xi32>
// CHECK:      %{{.*}}, %l = circuit.load %{{.*}}, %{{.*}} memory <64, align 4> : vector<16xi32>
// CHECK-NEXT: %p = circuit.icmp slt %l, %c : vector<16xi32>
// CHECK-NEXT: %q = circuit.select %p, %a, %s : vector<16xi1>, vector<16xi32>
// CHECK-NEXT: %e = circuit.lane %q, %i : vector<16xi32> to i32
// CHECK-NEXT: %b = circuit.broadcast %e : i32 to vector<16xi32>
// CHECK-NEXT: %{{.*}} = circuit.constant 2 : !circuit.arch
// CHECK-NEXT: %n = circuit.set_lane %b, %e, %{{.*}} : vector<16xi32>, i32 to vector<16xi32>
// CHECK:      circuit.store %{{.*}}, %n, %{{.*}} memory <64, align 4> : vector<16xi32>
