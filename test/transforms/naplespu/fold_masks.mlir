// RUN: circ-opt %s -p naplespu-fold-masks | filecheck %s

// CHECK-LABEL: naplespu.func @folded
// CHECK-NEXT:  ^bb0(%a: !naplespu.vector, %b: !naplespu.vector, %m: !naplespu.scalar):
// CHECK-NEXT:    [[SUM:%.*]] = naplespu.under_mask "ADDVVV_M_32" %m : !naplespu.scalar(%a, %b : !naplespu.vector, !naplespu.vector) old %b : !naplespu.vector -> !naplespu.vector
// CHECK-NEXT:    %{{.*}} = naplespu.under_mask "SLLVVI_M" %m : !naplespu.scalar([[SUM]] : !naplespu.vector) imm #builtin.int<3> old %a : !naplespu.vector -> !naplespu.vector
// CHECK-NEXT:    naplespu.JRET
naplespu.func @folded {
^bb0(%a: !naplespu.vector, %b: !naplespu.vector, %m: !naplespu.scalar):
  %0 = naplespu.ADDVVV_U_32(%a, %b) : (!naplespu.vector, !naplespu.vector) -> !naplespu.vector
  %1 = naplespu.SELECTV %m, %0, %b : !naplespu.scalar, !naplespu.vector, !naplespu.vector -> !naplespu.vector
  %2 = naplespu.SLLVVI_U(%1), 3 : (!naplespu.vector) -> !naplespu.vector
  %3 = naplespu.SELECTV %m, %2, %a : !naplespu.scalar, !naplespu.vector, !naplespu.vector -> !naplespu.vector
  naplespu.JRET %3 : !naplespu.vector
}

// A load, what is used elsewhere, what is computed in another block and what has no masked
// form stay.
// CHECK-LABEL: naplespu.func @not_folded
// CHECK-COUNT-4: naplespu.SELECTV
// CHECK:         naplespu.JRET
naplespu.func @not_folded {
^bb0(%a: !naplespu.vector, %p: !naplespu.scalar, %m: !naplespu.scalar):
  %0 = naplespu.LV32WMainmem_U(%p), 0 : (!naplespu.scalar) -> !naplespu.vector
  %1 = naplespu.SELECTV %m, %0, %a : !naplespu.scalar, !naplespu.vector, !naplespu.vector -> !naplespu.vector
  %2 = naplespu.CLZVV_U_32(%1) : (!naplespu.vector) -> !naplespu.vector
  %3 = naplespu.SELECTV %m, %2, %2 : !naplespu.scalar, !naplespu.vector, !naplespu.vector -> !naplespu.vector
  %4 = naplespu.CTZVV_U_32(%3) : (!naplespu.vector) -> !naplespu.vector
  naplespu.JMP ^bb1
^bb1:
  %5 = naplespu.SELECTV %m, %4, %a : !naplespu.scalar, !naplespu.vector, !naplespu.vector -> !naplespu.vector
  %6 = naplespu.SHUFFLEI_32(%5, %a) : (!naplespu.vector, !naplespu.vector) -> !naplespu.vector
  %7 = naplespu.SELECTV %m, %6, %a : !naplespu.scalar, !naplespu.vector, !naplespu.vector -> !naplespu.vector
  naplespu.JRET %7 : !naplespu.vector
}
