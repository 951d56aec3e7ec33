// RUN: circ-opt %s -p convert-func-to-circuit,circuit-canonicalize,circuit-dead-gates,circuit-test-first --pass-statistics --remarks -o %t 2>&1 | filecheck %s --check-prefix=NOTE
// RUN: filecheck %s < %t

// NOTE: remark: tested first, without a guard [circuit-test-first]
// NOTE: remark: not tested first: no guard tests the same before it [circuit-test-first]
// NOTE: 2  circuit-test-first       loops tested first

// CHECK-LABEL: circuit.func @guarded(
// CHECK:         [[HEAD:%\d+]] = circuit.loop_begin %0
// CHECK:         circuit.icmp slt %i, %n
// CHECK:         circuit.if_branch [[HEAD]]
// CHECK-NOT:     circuit.if_branch
// CHECK:         circuit.return
func.func @guarded(%n: i32, %x: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %b = arith.cmpi slt, %c0, %n : i32
  cf.cond_br %b, ^head(%c0, %x : i32, i32), ^exit(%x : i32)
^head(%i: i32, %s: i32):
  %t = arith.muli %s, %x : i32
  %j = arith.addi %i, %c1 : i32
  %go = arith.cmpi slt, %j, %n : i32
  cf.cond_br %go, ^head(%j, %t : i32, i32), ^exit(%t : i32)
^exit(%r: i32):
  return %r : i32
}

// CHECK-LABEL: circuit.func @until_equal(
// CHECK:         [[HEAD:%\d+]] = circuit.loop_begin %0
// CHECK:         circuit.icmp sge %i, %n
// CHECK:         circuit.if_branch [[HEAD]]
// CHECK-NOT:     circuit.if_branch
// CHECK:         circuit.return
func.func @until_equal(%n: i32, %x: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %b = arith.cmpi sgt, %n, %c0 : i32
  cf.cond_br %b, ^head(%c0, %x : i32, i32), ^exit(%x : i32)
^head(%i: i32, %s: i32):
  %t = arith.muli %s, %x : i32
  %j = arith.addi %i, %c1 : i32
  %done = arith.cmpi eq, %j, %n : i32
  cf.cond_br %done, ^exit(%t : i32), ^head(%j, %t : i32, i32)
^exit(%r: i32):
  return %r : i32
}

// CHECK-LABEL: circuit.func @beyond(
// CHECK:         circuit.icmp {{eq|ne}} %j, %n
// CHECK:         circuit.return
func.func @beyond(%n: i32, %x: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %b = arith.cmpi sgt, %n, %x : i32
  cf.cond_br %b, ^head(%c0, %x : i32, i32), ^exit(%x : i32)
^head(%i: i32, %s: i32):
  %t = arith.muli %s, %x : i32
  %j = arith.addi %i, %c1 : i32
  %done = arith.cmpi eq, %j, %n : i32
  cf.cond_br %done, ^exit(%t : i32), ^head(%j, %t : i32, i32)
^exit(%r: i32):
  return %r : i32
}

// CHECK-LABEL: circuit.func @once(
// CHECK:         circuit.icmp slt %j, %n
// CHECK:         circuit.return
func.func @once(%n: i32, %x: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  cf.br ^head(%c0, %x : i32, i32)
^head(%i: i32, %s: i32):
  %t = arith.muli %s, %x : i32
  %j = arith.addi %i, %c1 : i32
  %go = arith.cmpi slt, %j, %n : i32
  cf.cond_br %go, ^head(%j, %t : i32, i32), ^exit(%t : i32)
^exit(%r: i32):
  return %r : i32
}
