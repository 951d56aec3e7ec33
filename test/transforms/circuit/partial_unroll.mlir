// RUN: circ-opt %s -p convert-func-to-circuit,circuit-canonicalize,circuit-dead-gates,circuit-partial-unroll --pass-statistics --remarks -o %t 2>&1 | filecheck %s --check-prefix=NOTE
// RUN: filecheck %s < %t
// RUN: circ-opt %s -p 'convert-func-to-circuit,circuit-canonicalize,circuit-partial-unroll{most=1 limit=6}' | filecheck %s --check-prefix=SMALL

// SMALL-LABEL: circuit.func @f(
// SMALL:         circuit.store
// SMALL-NOT:     circuit.store
// SMALL-LABEL: circuit.func @many(
// SMALL:         circuit.store
// SMALL:         circuit.store
// SMALL-LABEL: circuit.func @called(

// NOTE: remark: unrolled by 4 [circuit-partial-unroll]
// NOTE: remark: unrolled by 25 [circuit-partial-unroll]
// NOTE: remark: not unrolled in part: it runs at most 16 times [circuit-partial-unroll]
// NOTE: remark: not unrolled in part: it runs at most 15 times [circuit-partial-unroll]
// NOTE: remark: unrolled by 4 [circuit-partial-unroll]
// NOTE: remark: not unrolled in part: there is a call in it [circuit-partial-unroll]
// NOTE: 3  circuit-partial-unroll   loops unrolled in part

// CHECK-LABEL: circuit.func @f(
// CHECK:         circuit.constant -4
// CHECK-NEXT:    circuit.and %n
// CHECK:         circuit.loop_begin
// CHECK:         circuit.loop_begin
// CHECK-COUNT-5: circuit.store
func.func @f(%n: index, %a: memref<8xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    memref.store %x, %a[%i] : memref<8xi32>
  }
  return
}

// Known to be a multiple of four: no second loop.
// CHECK-LABEL: circuit.func @many(
// CHECK:         circuit.loop_begin
// CHECK-COUNT-25: circuit.store
// CHECK-NOT:     circuit.loop_begin
// CHECK:         circuit.return
func.func @many(%a: memref<100xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 100 : index
  scf.for %i = %c0 to %n step %c1 {
    memref.store %x, %a[%i] : memref<100xi32>
  }
  return
}

// What there are at most makes few groups: no second loop.
// CHECK-LABEL: circuit.func @minimum(
// CHECK:         circuit.store
// CHECK-NOT:     circuit.store
// CHECK:         circuit.return
func.func @minimum(%n: index, %a: memref<16xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %m = arith.minui %n, %c16 : index
  scf.for %i = %c0 to %m step %c1 {
    memref.store %x, %a[%i] : memref<16xi32>
  }
  return
}

// CHECK-LABEL: circuit.func @masked(
// CHECK:         circuit.store
// CHECK-NOT:     circuit.store
// CHECK:         circuit.return
func.func @masked(%n: index, %a: memref<16xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c15 = arith.constant 15 : index
  %m = arith.andi %n, %c15 : index
  scf.for %i = %c0 to %m step %c1 {
    memref.store %x, %a[%i] : memref<16xi32>
  }
  return
}

// CHECK-LABEL: circuit.func @many_at_most(
// CHECK-COUNT-5: circuit.store
func.func @many_at_most(%n: index, %a: memref<64xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c63 = arith.constant 63 : index
  %m = arith.andi %n, %c63 : index
  scf.for %i = %c0 to %m step %c1 {
    memref.store %x, %a[%i] : memref<64xi32>
  }
  return
}

// CHECK-LABEL: circuit.func @called(
// CHECK:         circuit.call
// CHECK-NOT:     circuit.call
// CHECK:         circuit.return
func.func @called(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    func.call @g() : () -> ()
  }
  return
}
func.func private @g()
