// RUN: circ-opt %s -p NAPLESPU_ALLOCATION,naplespu-lower-frames,naplespu-expand-pseudos,naplespu-drop-block-arguments,naplespu-block-layout -t naplespu-asm | filecheck %s

// The counter lives across the call, its successor does not: that ends with the block,
// where it is copied to the counter's register, and so it is computed there.
naplespu.func @calls {
^bb0(%n : !naplespu.scalar):
  naplespu.JMP ^bb1(%n : !naplespu.scalar)
^bb1(%i : !naplespu.scalar):
  naplespu.JMPSR_OFF @callee(%i) : (!naplespu.scalar) -> ()
  %next = naplespu.ADDSSI(%i), -1 : (!naplespu.scalar) -> !naplespu.scalar
  naplespu.BNEZ %next : !naplespu.scalar, ^bb1(%next : !naplespu.scalar), ^bb2
^bb2:
  naplespu.JRET
}
// CHECK:      .Lcalls_1:
// CHECK-NEXT:   move_i32 s0, s50
// CHECK-NEXT:   jmpsr callee
// CHECK-NEXT:   addi s50, s50, -1
// CHECK-NEXT:   bnez s50, .Lcalls_1

// A value that another block uses too takes none of those registers.
naplespu.func @kept {
^bb0(%n : !naplespu.scalar):
  naplespu.JMP ^bb1(%n : !naplespu.scalar)
^bb1(%i : !naplespu.scalar):
  naplespu.JMPSR_OFF @callee(%i) : (!naplespu.scalar) -> ()
  %next = naplespu.ADDSSI(%i), -1 : (!naplespu.scalar) -> !naplespu.scalar
  naplespu.BNEZ %next : !naplespu.scalar, ^bb1(%next : !naplespu.scalar), ^bb2
^bb2:
  naplespu.JRET %next : !naplespu.scalar
}
// CHECK:      kept:
// CHECK:        jmpsr callee
// CHECK-NEXT:   addi s0, s50, -1
