// RUN: circ-opt %s -p convert-func-to-circuit,circuit-canonicalize,circuit-peel --pass-statistics --remarks -o %t 2>&1 | filecheck %s --check-prefix=NOTE
// RUN: filecheck %s < %t
// RUN: circ-opt %s -p 'convert-func-to-circuit,circuit-canonicalize,circuit-peel{limit=1}' --remarks -o /dev/null 2>&1 | filecheck %s --check-prefix=LIMIT

// NOTE: remark: peeled: the first one is in front of the loop [circuit-peel]
// NOTE: remark: peeled: the last one is behind the loop [circuit-peel]
// NOTE: remark: not peeled: there is a call in it [circuit-peel]
// NOTE: 4  circuit-peel   iterations peeled
// LIMIT: remark: not peeled: an iteration costs {{.*}}, more than 1 [circuit-peel]

// The guard, and the loop's own test: no branch is left in the loop.
// CHECK-LABEL: circuit.func @first(
// CHECK-COUNT-2: circuit.if_branch
// CHECK-NOT:     circuit.if_branch
// CHECK:         circuit.return
func.func @first(%n: index, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z) -> i32 {
    %is = arith.cmpi eq, %i, %c0 : index
    %v = scf.if %is -> i32 {
      %a = arith.muli %s, %x : i32
      scf.yield %a : i32
    } else {
      %b = arith.xori %s, %x : i32
      scf.yield %b : i32
    }
    scf.yield %v : i32
  }
  return %r : i32
}

// No guard: the trip count is known.
// CHECK-LABEL: circuit.func @last(
// CHECK-COUNT-1: circuit.if_branch
// CHECK-NOT:     circuit.if_branch
// CHECK:         circuit.return
func.func @last(%x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 100 : index
  %z = arith.constant 0 : i32
  %n1 = arith.subi %n, %c1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z) -> i32 {
    %is = arith.cmpi slt, %i, %n1 : index
    %v = scf.if %is -> i32 {
      %a = arith.muli %s, %x : i32
      scf.yield %a : i32
    } else {
      %b = arith.xori %s, %x : i32
      scf.yield %b : i32
    }
    scf.yield %v : i32
  }
  return %r : i32
}

// The product of what the first iteration had otherwise stays in the loop.
// CHECK-LABEL: circuit.func @same_from_then_on(
// CHECK-COUNT-2: circuit.mul
// CHECK:         circuit.return
func.func @same_from_then_on(%n: index, %x: i32, %y: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z, %p = %x) -> (i32, i32) {
    %v = arith.muli %p, %x : i32
    %t = arith.xori %s, %v : i32
    scf.yield %t, %y : i32, i32
  }
  return %r#0 : i32
}

// What the counter was before needs no selector: the loop has two.
// CHECK-LABEL: circuit.func @behind(
// CHECK:         %[[HEAD:.*]] = circuit.loop_begin
// CHECK-COUNT-2: circuit.value_selector %[[HEAD]]
// CHECK-NOT:     circuit.value_selector %[[HEAD]]
// CHECK:         circuit.return
func.func @behind(%n: index, %m: index, %x: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x, %j = %m) -> (index, index) {
    %v = arith.muli %s, %j : index
    %t = arith.xori %v, %i : index
    scf.yield %t, %i : index, index
  }
  return %r#0 : index
}

// CHECK-LABEL: circuit.func @calls(
// CHECK-COUNT-2: circuit.if_branch
// CHECK-NOT:     circuit.if_branch
func.func private @g(i32)
func.func @calls(%n: index, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %is = arith.cmpi eq, %i, %c0 : index
    scf.if %is {
      func.call @g(%x) : (i32) -> ()
    }
  }
  return
}

// Neither the first two nor the last.
// CHECK-LABEL: circuit.func @third(
// CHECK-COUNT-1: circuit.loop_begin
// CHECK:         circuit.icmp eq
func.func @third(%n: index, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %z = arith.constant 0 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z) -> i32 {
    %is = arith.cmpi eq, %i, %c5 : index
    %v = arith.select %is, %x, %s : i32
    %w = arith.muli %v, %x : i32
    scf.yield %w : i32
  }
  return %r : i32
}
