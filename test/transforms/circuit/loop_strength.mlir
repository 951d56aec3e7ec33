// RUN: circ-opt %s -p convert-func-to-circuit,circuit-canonicalize,circuit-rotate,circuit-dead-gates,circuit-loop-strength --pass-statistics --remarks -o %t 2>&1 | filecheck %s --check-prefix=NOTE
// RUN: filecheck %s < %t

// NOTE: remark: 1 pointers instead of addresses, counted down [circuit-loop-strength]
// NOTE: 1  circuit-loop-strength    loops counted down
// NOTE: 1  circuit-loop-strength    pointers

// CHECK-LABEL: circuit.func @f(
// CHECK:         %[[POINTER:.*]] = circuit.value_selector %{{.*}}, %a, %[[NEXT:.*]] : !circuit.arch
// CHECK-NEXT:    %[[NEXT]] = circuit.add %[[POINTER]]
// CHECK:         %[[COUNT:.*]] = circuit.value_selector %{{.*}}, %n, %[[LESS:.*]] : !circuit.arch
// CHECK:         circuit.icmp ne %[[LESS]], %c0
// CHECK:         circuit.store %{{.*}}, %x, %[[POINTER]]
func.func @f(%n: index, %a: memref<8xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    memref.store %x, %a[%i] : memref<8xi32>
  }
  return
}

// The address is not linear in the counter.
// CHECK-LABEL: circuit.func @twice(
// CHECK:         %[[ADDRESS:.*]] = circuit.add %a
// CHECK:         circuit.store %{{.*}}, %x, %[[ADDRESS]]
func.func @twice(%n: index, %a: memref<8xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %j = arith.xori %i, %n : index
    memref.store %x, %a[%j] : memref<8xi32>
  }
  return
}
