// RUN: circ-opt %s -p convert-func-to-circuit,circuit-canonicalize,circuit-dead-gates,circuit-rotate,circuit-hoist-loads --pass-statistics --remarks -o %t 2>&1 | filecheck %s --check-prefix=NOTE
// RUN: filecheck %s < %t

// NOTE: remark: loaded before the loop: it is the same in each iteration [circuit-hoist-loads]
// NOTE: remark: stays in the loop, in which it is not always executed [circuit-hoist-loads]
// NOTE: 1  circuit-hoist-loads      loads moved out of loops

// CHECK-LABEL: circuit.func @invariant(
// CHECK:         [[HEAD:%\d+]] = circuit.loop_begin [[ENTER:%\d+]]
// CHECK:         [[MEMORY:%\d+]] = circuit.depend_relay [[ENTER]], %1
// CHECK:         circuit.load [[MEMORY]]
// CHECK-NOT:     circuit.load
// CHECK:         circuit.return
func.func @invariant(%n: index, %a: memref<8xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z) -> i32 {
    %v = memref.load %a[%c1] : memref<8xi32>
    %t = arith.xori %s, %v : i32
    %u = arith.muli %t, %v : i32
    scf.yield %u : i32
  }
  return %r : i32
}

// CHECK-LABEL: circuit.func @sometimes(
// CHECK:         circuit.loop_begin
// CHECK:         circuit.load
// CHECK:         circuit.return
func.func @sometimes(%n: index, %a: memref<8xi32>, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> i32 {
    %go = arith.cmpi slt, %s, %x : i32
    %t = scf.if %go -> i32 {
      %v = memref.load %a[%c1] : memref<8xi32>
      scf.yield %v : i32
    } else {
      %v = arith.muli %s, %x : i32
      scf.yield %v : i32
    }
    scf.yield %t : i32
  }
  return %r : i32
}
