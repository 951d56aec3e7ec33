// RUN: CIRC_ROUNDTRIP

// Pseudo operations: under a lane mask, in the frame, and calls with any number of
// arguments.
naplespu.func @f {
^bb0(%m : !naplespu.scalar, %a : !naplespu.vector, %b : !naplespu.vector):
  %c = naplespu.SELECTV %m, %a, %b : !naplespu.scalar, !naplespu.vector, !naplespu.vector -> !naplespu.vector
  %d = naplespu.InsertELT32 %c, %m at %m : !naplespu.scalar : !naplespu.vector, !naplespu.scalar -> !naplespu.vector
  %e = naplespu.InsertELT32 %c, %m lane #builtin.int<3> : !naplespu.vector, !naplespu.scalar -> !naplespu.vector
  %g = naplespu.under_mask "ADDVVV_M_32" %m : !naplespu.scalar (%d, %e : !naplespu.vector, !naplespu.vector) old %a : !naplespu.vector -> !naplespu.vector
  naplespu.under_mask "SV32WScratchpad_M" %m : !naplespu.scalar (%g, %m : !naplespu.vector, !naplespu.scalar) imm #builtin.int<8>
  %p = naplespu.dynamic_alloca %m align 64 : !naplespu.scalar
  naplespu.dynamic_release %p : !naplespu.scalar
  %q = naplespu.variable_arguments : !naplespu.scalar
  naplespu.JMPSR_OFF variadic @f(%p, %q) : (!naplespu.scalar, !naplespu.scalar) -> ()
  naplespu.JMPSR_REG variadic %p(%q) : !naplespu.scalar, (!naplespu.scalar) -> ()
  naplespu.JMPSR_REG by_jump %p(%q) : !naplespu.scalar, (!naplespu.scalar) -> ()
  %s = naplespu.splat_constant 77 : !naplespu.vector
  naplespu.JRET %s : !naplespu.vector
}
// CHECK:      %c = naplespu.SELECTV %m, %a, %b :
// CHECK-NEXT: %d = naplespu.InsertELT32 %c, %m at %m :
// CHECK-NEXT: %e = naplespu.InsertELT32 %c, %m lane #builtin.int<3> :
// CHECK-NEXT: %g = naplespu.under_mask "ADDVVV_M_32" %m : !naplespu.scalar(%d, %e : !naplespu.vector, !naplespu.vector) old %a : !naplespu.vector -> !naplespu.vector
// CHECK-NEXT: naplespu.under_mask "SV32WScratchpad_M" %m : !naplespu.scalar(%g, %m : !naplespu.vector, !naplespu.scalar) imm #builtin.int<8>
// CHECK-NEXT: %p = naplespu.dynamic_alloca %m align 64 : !naplespu.scalar
// CHECK-NEXT: naplespu.dynamic_release %p : !naplespu.scalar
// CHECK-NEXT: %q = naplespu.variable_arguments : !naplespu.scalar
// CHECK-NEXT: naplespu.JMPSR_OFF variadic @f(%p, %q)
// CHECK-NEXT: naplespu.JMPSR_REG variadic %p(%q)
// CHECK-NEXT: naplespu.JMPSR_REG by_jump %p(%q)
// CHECK-NEXT: %s = naplespu.splat_constant 77 : !naplespu.vector
