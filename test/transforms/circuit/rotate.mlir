// RUN: circ-opt %s -p convert-func-to-circuit,circuit-canonicalize,circuit-dead-gates,circuit-rotate --pass-statistics --remarks -o %t 2>&1 | filecheck %s --check-prefix=NOTE
// RUN: filecheck %s < %t
// RUN: circ-opt %s -p 'convert-func-to-circuit,circuit-canonicalize,circuit-rotate{limit=0}' | filecheck %s --check-prefix=SMALL

// SMALL-LABEL: circuit.func @f(
// SMALL:         circuit.if_branch
// SMALL-NOT:     circuit.if_branch
// SMALL-LABEL: circuit.func @called(

// NOTE: remark: rotated: its test is at its end [circuit-rotate]
// NOTE: remark: not rotated: circuit.call is part of its test [circuit-rotate]
// NOTE: 1  circuit-rotate           loops rotated

// CHECK-LABEL: circuit.func @f(
// CHECK:         %[[GUARD:.*]] = circuit.if_branch %0
// CHECK:         %[[ENTER:.*]] = circuit.if_true %[[GUARD]]
// CHECK:         %[[HEAD:.*]] = circuit.loop_begin %[[ENTER]]
// CHECK:         %[[NEXT:.*]] = circuit.add %i, %c1
// CHECK:         %[[GO:.*]] = circuit.icmp slt %[[NEXT]], %n
// CHECK:         circuit.if_branch %[[HEAD]], %[[GO]]
func.func @f(%n: index, %a: memref<8xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    memref.store %x, %a[%i] : memref<8xi32>
  }
  return
}

// There is a call in the test.
// CHECK-LABEL: circuit.func @called(
// CHECK:         circuit.if_branch
// CHECK-NOT:     circuit.if_branch
// CHECK:         circuit.return
func.func @called(%n: i32) {
  scf.while : () -> () {
    %x = func.call @g() : () -> i32
    %go = arith.cmpi ne, %x, %n : i32
    scf.condition(%go)
  } do {
    func.call @h() : () -> ()
    scf.yield
  }
  return
}
func.func private @g() -> i32
func.func private @h()
