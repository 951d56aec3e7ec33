// RUN: circ-opt %s -p convert-func-to-circuit,circuit-canonicalize,circuit-dead-gates,circuit-unswitch --pass-statistics --remarks -o %t 2>&1 | filecheck %s --check-prefix=NOTE
// RUN: filecheck %s < %t
// RUN: circ-opt %s -p 'convert-func-to-circuit,circuit-canonicalize,circuit-unswitch{limit=3}' | filecheck %s --check-prefix=SMALL

// SMALL-LABEL: circuit.func @f(
// SMALL:         circuit.loop_begin
// SMALL-NOT:     circuit.loop_begin
// SMALL-LABEL: circuit.func @changes(

// NOTE: remark: tested before the loop: it goes one way in all of it [circuit-unswitch]
// NOTE: 1  circuit-unswitch         loops unswitched

// CHECK-LABEL: circuit.func @f(
// CHECK:         circuit.if_branch %0, %c
// CHECK:         circuit.loop_begin
// CHECK:         circuit.loop_begin
func.func @f(%n: index, %c: i1, %a: memref<8xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.if %c {
      memref.store %x, %a[%i] : memref<8xi32>
    } else {
      func.call @g() : () -> ()
    }
  }
  return
}
func.func private @g()

// The condition is another one in each iteration.
// CHECK-LABEL: circuit.func @changes(
// CHECK:         circuit.loop_begin
// CHECK-NOT:     circuit.loop_begin
// CHECK:         circuit.return
func.func @changes(%n: index, %a: memref<8xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %y = memref.load %a[%i] : memref<8xi32>
    %c = arith.cmpi slt, %y, %x : i32
    scf.if %c {
      memref.store %x, %a[%i] : memref<8xi32>
    }
  }
  return
}
