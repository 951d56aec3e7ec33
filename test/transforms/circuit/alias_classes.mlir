// RUN: circ-opt %s -p convert-func-to-circuit,circuit-canonicalize,circuit-inline,circuit-memory --pass-statistics -o %t 2>&1 | filecheck %s --check-prefix=COUNT
// RUN: filecheck %s < %t

// COUNT: circuit-memory {{ *}}accesses classified

func.func private @copy(%d: memref<8xi32>, %s: memref<8xi32>, %n: index) {
  %c1 = arith.constant 1 : index
  %x = memref.load %s[%n] : memref<8xi32>
  memref.store %x, %d[%n] : memref<8xi32>
  %y = memref.load %s[%c1] : memref<8xi32>
  memref.store %y, %d[%c1] : memref<8xi32>
  return
}

// Nothing else reaches the object that the inlined function stores to.
// CHECK-LABEL: circuit.func @object(
// CHECK:         circuit.load {{.*}} memory <4> : i32
// CHECK:         circuit.store {{.*}} memory <4, alias "alloca{{[0-9]+}}.own"> : i32
// CHECK:         circuit.load {{.*}} memory <4> : i32
// CHECK:         circuit.store {{.*}} memory <4, alias "alloca{{[0-9]+}}.own"> : i32
func.func @object(%a: memref<8xi32>, %n: index) -> i32 {
  %t = memref.alloca() : memref<8xi32>
  func.call @copy(%t, %a, %n) : (memref<8xi32>, memref<8xi32>, index) -> ()
  %m = memref.load %t[%n] : memref<8xi32>
  return %m : i32
}

// What is called may know it.
// CHECK-LABEL: circuit.func @escapes(
// CHECK-NOT:     .own
// CHECK:         circuit.call
func.func @escapes(%a: memref<8xi32>, %n: index) -> i32 {
  %t = memref.alloca() : memref<8xi32>
  func.call @copy(%t, %a, %n) : (memref<8xi32>, memref<8xi32>, index) -> ()
  func.call @g(%t) : (memref<8xi32>) -> ()
  %m = memref.load %t[%n] : memref<8xi32>
  return %m : i32
}
func.func private @g(memref<8xi32>)
