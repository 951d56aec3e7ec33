// RUN: circ-opt %s -p naplespu-insert-copies --split-input-file --verify-diagnostics | filecheck %s

!v = !naplespu.vector<v0>
naplespu.func @seven {
^bb0(%v : !v):
  naplespu.JRET %v, %v, %v, %v, %v, %v, %v : !v, !v, !v, !v, !v, !v, !v
}
// CHECK: insert_copies_invalid.mlir:6:3: error: 7 vector results are not supported on NaplesPU, which returns at most 6
// -----
naplespu.func @no_register {
^bb0(%a : !naplespu.scalar<s0>):
  %b = naplespu.ADDSSI(%a), 1 : (!naplespu.scalar<s0>) -> !naplespu.scalar
  naplespu.JRET %a : !naplespu.scalar<s0>
}
// CHECK: insert_copies_invalid.mlir:12:3: error: a value has no register; naplespu-allocate-registers must run before
// -----
naplespu.func @no_slot {
^bb0(%a : !naplespu.scalar<s0>):
  %b = naplespu.spill %a : !naplespu.scalar<s0> -> !naplespu.stack<scalar>
  naplespu.JRET %a : !naplespu.scalar<s0>
}
// CHECK: insert_copies_invalid.mlir:19:3: error: a value on the stack has no slot; naplespu-assign-stack-slots must run before
