// RUN: circ-opt %s -p convert-func-to-circuit,circuit-canonicalize,circuit-interchange-loops --pass-statistics --remarks -o %t 2>&1 | filecheck %s --check-prefix=NOTE
// RUN: filecheck %s < %t
// RUN: circ-opt %s -p 'convert-func-to-circuit,circuit-canonicalize,circuit-interchange-loops{line=1}' -o /dev/null --pass-statistics 2>&1 | filecheck %s --check-prefix=SMALL

// NOTE: remark: interchanged with the loop in it [circuit-interchange-loops]
// NOTE: remark: not interchanged with the loop around: it would not access memory in smaller steps [circuit-interchange-loops]
// NOTE: 1  circuit-interchange-loops  loops interchanged

// If a miss brings one byte, all steps are the same.
// SMALL-NOT: loops interchanged

// The row is counted by the outer loop then, up to 40.
// CHECK-LABEL: circuit.func @columns(
// CHECK:         %[[OUTER:.*]] = circuit.loop_begin
// CHECK:         %[[ROW:.*]] = circuit.value_selector %[[OUTER]]
// CHECK:         circuit.icmp slt %[[ROW]], %rows
func.func @columns(%a: memref<40x20xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rows = arith.constant 40 : index
  %columns = arith.constant 20 : index
  scf.for %i = %c0 to %columns step %c1 {
    scf.for %j = %c0 to %rows step %c1 {
      memref.store %x, %a[%j, %i] : memref<40x20xi32>
    }
  }
  return
}

func.func @rows(%a: memref<40x20xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rows = arith.constant 40 : index
  %columns = arith.constant 20 : index
  scf.for %i = %c0 to %rows step %c1 {
    scf.for %j = %c0 to %columns step %c1 {
      memref.store %x, %a[%i, %j] : memref<40x20xi32>
    }
  }
  return
}
