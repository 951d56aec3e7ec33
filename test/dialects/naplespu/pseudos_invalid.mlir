// RUN: circ-opt %s --split-input-file --verify-diagnostics | filecheck %s

naplespu.func @no_lane {
^bb0(%v : !naplespu.vector, %s : !naplespu.scalar):
  %e = naplespu.InsertELT32 %v, %s : !naplespu.vector, !naplespu.scalar -> !naplespu.vector
  naplespu.JRET
}
// CHECK: error: 'naplespu.InsertELT32': needs the lane either in a register or as a number
// -----
naplespu.func @far_lane {
^bb0(%v : !naplespu.vector, %s : !naplespu.scalar):
  %e = naplespu.InsertELT32 %v, %s lane #builtin.int<16> : !naplespu.vector, !naplespu.scalar -> !naplespu.vector
  naplespu.JRET
}
// CHECK: error: 'naplespu.InsertELT32': lane must be below 16, but is 16
// -----
naplespu.func @load {
^bb0(%m : !naplespu.scalar, %v : !naplespu.vector):
  %l = naplespu.under_mask "LV32WMainmem_M" %m : !naplespu.scalar (%m : !naplespu.scalar) imm #builtin.int<0> old %v : !naplespu.vector -> !naplespu.vector
  naplespu.JRET
}
// CHECK: error: 'naplespu.under_mask': LV32WMainmem_M cannot work under a mask
// -----
naplespu.func @no_old {
^bb0(%m : !naplespu.scalar, %v : !naplespu.vector):
  %l = naplespu.under_mask "MOVE_VV_M_32" %m : !naplespu.scalar (%v : !naplespu.vector) -> !naplespu.vector
  naplespu.JRET
}
// CHECK: error: 'naplespu.under_mask': MOVE_VV_M_32 needs an old value and result
// -----
naplespu.func @align {
^bb0(%m : !naplespu.scalar):
  %p = naplespu.dynamic_alloca %m align 48 : !naplespu.scalar
  naplespu.JRET
}
// CHECK: error: 'naplespu.dynamic_alloca': alignment must be a power of two, but is 48
// -----
naplespu.func @addend {
  %p = naplespu.LoadI32 7 plus 4 : !naplespu.scalar
  naplespu.JRET %p : !naplespu.scalar
}
// CHECK: error: 'naplespu.LoadI32': only a symbol has an addend
