// RUN: circ-opt %s -p convert-func-to-circuit,circuit-canonicalize,circuit-dead-gates,circuit-dead-loops --pass-statistics --remarks -o %t 2>&1 | filecheck %s --check-prefix=NOTE
// RUN: filecheck %s < %t

// NOTE: remark: removed: what it computes is known without it [circuit-dead-loops]
// NOTE: remark: removed: what it computes is known without it [circuit-dead-loops]
// NOTE: 2  circuit-dead-loops       loops removed

// Sums of a counter have a closed form.
// CHECK-LABEL: circuit.func @sum(
// CHECK-NOT:     loop_begin
// CHECK:         circuit.mul
// CHECK:         circuit.return
func.func @sum(%n: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %c0) -> i32 : i32 {
    %t = arith.addi %s, %i : i32
    scf.yield %t : i32
  }
  return %r : i32
}

// What is loaded is not needed.
// CHECK-LABEL: circuit.func @unused(
// CHECK-NOT:     loop_begin
// CHECK:         circuit.return
func.func @unused(%n: index, %a: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<8xi32>
  }
  return
}

// It may not end: the counter steps over the bound.
// CHECK-LABEL: circuit.func @endless(
// CHECK:         loop_begin
func.func @endless(%n: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c2 = arith.constant 2 : i32
  cf.br ^head(%c0 : i32)
^head(%i: i32):
  %go = arith.cmpi ne, %i, %n : i32
  cf.cond_br %go, ^body, ^exit
^body:
  %j = arith.addi %i, %c2 : i32
  cf.br ^head(%j : i32)
^exit:
  return %c0 : i32
}

// It writes.
// CHECK-LABEL: circuit.func @writes(
// CHECK:         loop_begin
func.func @writes(%n: index, %a: memref<8xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    memref.store %i, %a[%i] : memref<8xindex>
  }
  return
}
