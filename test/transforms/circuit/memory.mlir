// RUN: circ-opt %s -p convert-func-to-circuit,circuit-canonicalize,circuit-dead-gates,circuit-memory --pass-statistics --remarks -o %t 2>&1 | filecheck %s --check-prefix=NOTE
// RUN: filecheck %s < %t

// NOTE: remark: not loaded: its value is known [circuit-memory]
// NOTE: remark: not stored: nothing reads it [circuit-memory]
// NOTE: 3  circuit-memory           loads removed
// NOTE: 3  circuit-memory           dead stores removed

// A stored value is forwarded; a store that is overwritten goes.
// CHECK-LABEL: circuit.func @forward(
// CHECK-NOT:     circuit.load
// CHECK:         circuit.store %{{.*}}, %x
// CHECK-NEXT:    circuit.return %{{.*}}, %{{.*}}, %x
func.func @forward(%x: i32, %a: memref<4xi32>) -> i32 {
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : i32
  memref.store %c7, %a[%c1] : memref<4xi32>
  memref.store %x, %a[%c1] : memref<4xi32>
  %y = memref.load %a[%c1] : memref<4xi32>
  return %y : i32
}

// The other array may be the same one.
// CHECK-LABEL: circuit.func @may_overlap(
// CHECK:         circuit.store
// CHECK:         circuit.store
// CHECK:         %y = circuit.load
func.func @may_overlap(%x: i32, %a: memref<4xi32>, %b: memref<4xi32>) -> i32 {
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : i32
  memref.store %c7, %a[%c1] : memref<4xi32>
  memref.store %x, %b[%c1] : memref<4xi32>
  %y = memref.load %a[%c1] : memref<4xi32>
  return %y : i32
}

// An object of the frame becomes a selector of the loop.
// CHECK-LABEL: circuit.func @object(
// CHECK-NOT:     circuit.store
// CHECK-NOT:     circuit.load
// CHECK:         %x = circuit.value_selector %{{.*}}, %c0, %z
func.func @object(%n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloca() : memref<1xindex>
  memref.store %c0, %a[%c0] : memref<1xindex>
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%c0] : memref<1xindex>
    %y = arith.muli %x, %i : index
    %z = arith.xori %y, %n : index
    memref.store %z, %a[%c0] : memref<1xindex>
  }
  %r = memref.load %a[%c0] : memref<1xindex>
  return %r : index
}

// What is called may read and write it.
// CHECK-LABEL: circuit.func @escapes(
// CHECK:         circuit.store
// CHECK:         circuit.call
// CHECK:         %r = circuit.load
func.func @escapes() -> index {
  %c0 = arith.constant 0 : index
  %a = memref.alloca() : memref<1xindex>
  memref.store %c0, %a[%c0] : memref<1xindex>
  func.call @g(%a) : (memref<1xindex>) -> ()
  %r = memref.load %a[%c0] : memref<1xindex>
  return %r : index
}
func.func private @g(memref<1xindex>)
