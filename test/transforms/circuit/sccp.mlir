// RUN: circ-opt %s -p convert-func-to-circuit,circuit-canonicalize,circuit-dead-gates,circuit-sccp --pass-statistics --remarks -o %t 2>&1 | filecheck %s --check-prefix=NOTE
// RUN: filecheck %s < %t

// NOTE: sccp.mlir:{{.*}}: remark: goes one way: its condition is 0 here [circuit-sccp]
// NOTE: remark: changes nothing: its operand is small enough [circuit-sccp]
// NOTE: 1  circuit-sccp             branches known
// NOTE: 2  circuit-sccp             values known

// A counter is never negative in the loop: one arm goes.
// CHECK-LABEL: circuit.func @counter(
// CHECK-NOT:     circuit.mul
// CHECK:         circuit.xor %s, %i
// CHECK-NOT:     circuit.mul
func.func @counter(%n: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %c0) -> i32 : i32 {
    %negative = arith.cmpi slt, %i, %c0 : i32
    %t = scf.if %negative -> i32 {
      %x = arith.muli %s, %s : i32
      scf.yield %x : i32
    } else {
      %y = arith.xori %s, %i : i32
      scf.yield %y : i32
    }
    scf.yield %t : i32
  }
  return %r : i32
}

// A mask of what a branch has bounded.
// CHECK-LABEL: circuit.func @mask(
// CHECK:         %r = circuit.value_selector
// CHECK-NEXT:    circuit.return %{{.*}}, %{{.*}}, %r
func.func @mask(%x: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c9 = arith.constant 9 : i32
  %c15 = arith.constant 15 : i32
  %small = arith.cmpi ult, %x, %c9 : i32
  %r = scf.if %small -> i32 {
    scf.yield %x : i32
  } else {
    scf.yield %c0 : i32
  }
  %m = arith.andi %r, %c15 : i32
  return %m : i32
}

// The bound is too large by one.
// CHECK-LABEL: circuit.func @too_large(
// CHECK:         %m = circuit.and %r, %c15
func.func @too_large(%x: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c17 = arith.constant 17 : i32
  %c15 = arith.constant 15 : i32
  %small = arith.cmpi ult, %x, %c17 : i32
  %r = scf.if %small -> i32 {
    scf.yield %x : i32
  } else {
    scf.yield %c0 : i32
  }
  %m = arith.andi %r, %c15 : i32
  return %m : i32
}

// A condition is known on the side that it leads to, where another one needs a value.
// CHECK-LABEL: circuit.func @passed(
// CHECK:         %[[ONE:.*]] = circuit.constant 1 : i1
// CHECK-NEXT:    %r = circuit.value_selector %{{.*}}, %[[ONE]], %o : i1
func.func private @other() -> i1
func.func @passed(%x: i32) -> i1 {
  %c0 = arith.constant 0 : i32
  %is_zero = arith.cmpi eq, %x, %c0 : i32
  %r = scf.if %is_zero -> i1 {
    %again = arith.cmpi eq, %x, %c0 : i32
    scf.yield %again : i1
  } else {
    %o = func.call @other() : () -> i1
    scf.yield %o : i1
  }
  return %r : i1
}
