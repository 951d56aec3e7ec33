// RUN: circ-opt %s -p naplespu-coalesce --split-input-file --verify-diagnostics | filecheck %s

naplespu.func @no_register {
^bb0(%a : !naplespu.scalar):
  naplespu.JRET %a : !naplespu.scalar
}
// CHECK: coalesce_invalid.mlir:5:3: error: a value has no register; naplespu-allocate-registers must run before
// -----
!s0 = !naplespu.scalar<s0>
naplespu.func @behind_copies {
^bb0(%a : !s0):
  naplespu.slot_store %a, spill 0 : !s0
  naplespu.JRET %a : !s0
}
// CHECK: error: 'naplespu.slot_store' is a copy; registers must be chosen before naplespu-insert-copies
// -----
!v0 = !naplespu.vector<v0>
naplespu.func @behind_copies_of_vectors {
^bb0(%a : !v0):
  %b = naplespu.vector_copy %a : !v0 -> !naplespu.vector<v1>
  naplespu.JRET %b : !naplespu.vector<v1>
}
// CHECK: error: 'naplespu.vector_copy' is a copy; registers must be chosen before naplespu-insert-copies
