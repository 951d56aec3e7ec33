// RUN: circ-opt %s -p convert-func-to-circuit,circuit-canonicalize,circuit-unpeel --pass-statistics --remarks -o %t 2>&1 | filecheck %s --check-prefix=NOTE
// RUN: filecheck %s < %t

// NOTE: remark: the iteration before it is its first one [circuit-unpeel]
// NOTE: 1  circuit-unpeel           iterations rolled back

// CHECK-LABEL: circuit.func @sum(
// CHECK:         [[ZERO:%.+]] = circuit.constant 0 : i32
// CHECK-NOT:     circuit.load
// CHECK:         circuit.loop_begin
// CHECK:         circuit.value_selector {{%\d+}}, [[ZERO]], %t : i32
// CHECK:         circuit.return
func.func @sum(%a: memref<100xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c100 = arith.constant 100 : index
  %first = memref.load %a[%c0] : memref<100xi32>
  %r = scf.for %i = %c1 to %c100 step %c1 iter_args(%s = %first) -> i32 {
    %v = memref.load %a[%i] : memref<100xi32>
    %t = arith.addi %s, %v : i32
    scf.yield %t : i32
  }
  return %r : i32
}

// Another element.

// CHECK-LABEL: circuit.func @other(
// CHECK:         circuit.load
// CHECK:         circuit.loop_begin
func.func @other(%a: memref<100xi32>) -> i32 {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c100 = arith.constant 100 : index
  %first = memref.load %a[%c2] : memref<100xi32>
  %r = scf.for %i = %c1 to %c100 step %c1 iter_args(%s = %first) -> i32 {
    %v = memref.load %a[%i] : memref<100xi32>
    %t = arith.addi %s, %v : i32
    scf.yield %t : i32
  }
  return %r : i32
}
