// RUN: circ-opt %s -p convert-func-to-circuit,circuit-canonicalize,circuit-gvn,circuit-memory --pass-statistics --remarks -o %t 2>&1 | filecheck %s --check-prefix=NOTE
// RUN: filecheck %s < %t

// NOTE: remark: merged with the stores on 1 other ways [circuit-memory]
// NOTE: {{3 .*}}circuit-memory{{ .*}}stores merged

// CHECK-LABEL: circuit.func @both(
// CHECK:         %[[VALUE:.*]] = circuit.value_selector %{{.*}}, %{{.*}}, %{{.*}} : i32
// CHECK-NEXT:    circuit.store %{{.*}}, %[[VALUE]], %{{.*}} memory <4> : i32
// CHECK-NOT:     circuit.store
// CHECK-LABEL: circuit.func @
func.func @both(%a: memref<8xi32>, %c: i1, %x: i32, %y: i32) {
  %c1 = arith.constant 1 : index
  scf.if %c {
    memref.store %x, %a[%c1] : memref<8xi32>
  } else {
    memref.store %y, %a[%c1] : memref<8xi32>
  }
  return
}

// Two of each side; what one side loads is loaded before.
// CHECK-COUNT-2: circuit.store
// CHECK-NOT:     circuit.store
// CHECK-LABEL: circuit.func @
func.func @two(%a: memref<8xi32>, %c: i1, %x: i32, %y: i32) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.if %c {
    %v = memref.load %a[%c1] : memref<8xi32>
    memref.store %v, %a[%c2] : memref<8xi32>
    memref.store %x, %a[%c1] : memref<8xi32>
  } else {
    memref.store %x, %a[%c2] : memref<8xi32>
    memref.store %y, %a[%c1] : memref<8xi32>
  }
  return
}

// Not to one address, or only on one side.
// CHECK-COUNT-3: circuit.store
// CHECK-NOT:     circuit.store
// CHECK:         circuit.return
func.func @others(%a: memref<8xi32>, %c: i1, %d: i1, %x: i32, %y: i32) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.if %c {
    memref.store %x, %a[%c1] : memref<8xi32>
  } else {
    memref.store %y, %a[%c2] : memref<8xi32>
  }
  scf.if %d {
    memref.store %x, %a[%c1] : memref<8xi32>
  }
  return
}
