// RUN: circ-opt %s -p naplespu-align-functions -o %t && circ-opt %t | filecheck %s
// RUN: circ-translate -t naplespu-asm %t | filecheck %s --check-prefix=ASM
// RUN: circ-translate -t naplespu-obj %t -o %t.o && circ-translate -t naplespu-asm %t.o | filecheck %s --check-prefix=OBJECT

naplespu.func @one {
^bb0(%a : !naplespu.scalar<s0>):
  %b = naplespu.ADDSSI(%a), 1 : (!naplespu.scalar<s0>) -> !naplespu.scalar<s0>
  naplespu.JRET %b : !naplespu.scalar<s0>
}
// CHECK: naplespu.func @one align 64 {
naplespu.func @other {
^bb0(%a : !naplespu.scalar<s0>):
  naplespu.JRET %a : !naplespu.scalar<s0>
}
// CHECK: naplespu.func @other align 64 {

// ASM:             .text
// ASM-NEXT:        .balign 64
// ASM:           one:
// ASM-NEXT:        addi s0, s0, 1
// ASM-NEXT:        jret
// ASM-COUNT-14:    nop
// ASM-NEXT:        .globl other
// ASM:           other:
// ASM-NEXT:        jret
// ASM-NOT:         nop

// OBJECT: .align 64
