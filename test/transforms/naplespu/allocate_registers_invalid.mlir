// RUN: circ-opt %s -p naplespu-allocate-registers --split-input-file --verify-diagnostics | filecheck %s

!s = !naplespu.scalar
naplespu.func @nine_across_a_call {
^bb0(%a : !s, %b : !s, %c : !s, %d : !s, %e : !s, %f : !s, %g : !s, %h : !s):
  %x = naplespu.ADDSSS_32(%a, %b) : (!s, !s) -> !s
  naplespu.JMPSR_OFF @f() : () -> ()
  naplespu.JMPSR_OFF @g(%a, %b, %c, %d, %e, %f, %g, %h, %x) : (!s, !s, !s, !s, !s, !s, !s, !s, !s) -> ()
  naplespu.JRET
}
// CHECK: allocate_registers_invalid.mlir:6:3: error: more than 8 values of a register file are live at once; naplespu-spill must run before
// -----
naplespu.func @named_register {
^bb0(%a : !naplespu.scalar):
  %h = naplespu.get_register : !naplespu.scalar<s1>
  %n = naplespu.ADDSSS_32(%a, %h) : (!naplespu.scalar, !naplespu.scalar<s1>) -> !naplespu.scalar
  naplespu.JRET %n : !naplespu.scalar
}
// CHECK: allocate_registers_invalid.mlir:15:3: error: 'naplespu.get_register' names a register; registers must be chosen before
