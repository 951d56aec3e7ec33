// RUN: circ-opt %s -p naplespu-align-functions -o %t && circ-opt %t | filecheck %s
// RUN: circ-translate -t naplespu-asm %t | filecheck %s --check-prefix=ASM
// RUN: circ-translate -t naplespu-obj %t -o %t.o && circ-translate -t naplespu-asm %t.o | filecheck %s --check-prefix=OBJECT

naplespu.func @ten {
^bb0(%a : !naplespu.scalar<s0>):
  %x0 = naplespu.ADDSSI(%a), 1 : (!naplespu.scalar<s0>) -> !naplespu.scalar<s0>
  %x1 = naplespu.ADDSSI(%x0), 2 : (!naplespu.scalar<s0>) -> !naplespu.scalar<s0>
  %x2 = naplespu.ADDSSI(%x1), 3 : (!naplespu.scalar<s0>) -> !naplespu.scalar<s0>
  %x3 = naplespu.ADDSSI(%x2), 4 : (!naplespu.scalar<s0>) -> !naplespu.scalar<s0>
  %x4 = naplespu.ADDSSI(%x3), 5 : (!naplespu.scalar<s0>) -> !naplespu.scalar<s0>
  %x5 = naplespu.ADDSSI(%x4), 6 : (!naplespu.scalar<s0>) -> !naplespu.scalar<s0>
  %x6 = naplespu.ADDSSI(%x5), 7 : (!naplespu.scalar<s0>) -> !naplespu.scalar<s0>
  %x7 = naplespu.ADDSSI(%x6), 8 : (!naplespu.scalar<s0>) -> !naplespu.scalar<s0>
  %x8 = naplespu.ADDSSI(%x7), 9 : (!naplespu.scalar<s0>) -> !naplespu.scalar<s0>
  naplespu.JRET %x8 : !naplespu.scalar<s0>
}
// CHECK: naplespu.func @ten lines 64 {

// It would be in two lines behind the first one.
naplespu.func @eight {
^bb0(%a : !naplespu.scalar<s0>):
  %x0 = naplespu.ADDSSI(%a), 1 : (!naplespu.scalar<s0>) -> !naplespu.scalar<s0>
  %x1 = naplespu.ADDSSI(%x0), 2 : (!naplespu.scalar<s0>) -> !naplespu.scalar<s0>
  %x2 = naplespu.ADDSSI(%x1), 3 : (!naplespu.scalar<s0>) -> !naplespu.scalar<s0>
  %x3 = naplespu.ADDSSI(%x2), 4 : (!naplespu.scalar<s0>) -> !naplespu.scalar<s0>
  %x4 = naplespu.ADDSSI(%x3), 5 : (!naplespu.scalar<s0>) -> !naplespu.scalar<s0>
  %x5 = naplespu.ADDSSI(%x4), 6 : (!naplespu.scalar<s0>) -> !naplespu.scalar<s0>
  %x6 = naplespu.ADDSSI(%x5), 7 : (!naplespu.scalar<s0>) -> !naplespu.scalar<s0>
  naplespu.JRET %x6 : !naplespu.scalar<s0>
}
// CHECK: naplespu.func @eight lines 64 {

// There is room for it.
naplespu.func @two {
^bb0(%a : !naplespu.scalar<s0>):
  %x0 = naplespu.ADDSSI(%a), 1 : (!naplespu.scalar<s0>) -> !naplespu.scalar<s0>
  naplespu.JRET %x0 : !naplespu.scalar<s0>
}
// CHECK: naplespu.func @two lines 64 {

// ASM:             .text
// ASM-NEXT:        .balign 64
// ASM:           ten:
// ASM:             jret
// ASM-COUNT-6:     nop
// ASM-NEXT:        .globl eight
// ASM:           eight:
// ASM:             jret
// ASM-NEXT:        .globl two
// ASM:           two:
// ASM-NEXT:        addi s0, s0, 1
// ASM-NEXT:        jret
// ASM-NOT:         nop

// OBJECT: .align 64
