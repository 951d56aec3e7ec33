// RUN: circ-opt %s -p NAPLESPU_ALLOCATION,naplespu-lower-frames,naplespu-expand-pseudos,naplespu-drop-block-arguments,naplespu-block-layout -t naplespu-asm | filecheck %s

// A leaf that needs nothing of a frame has none; the swap of the arguments goes through
// the register that is reserved for it.
naplespu.func @swap {
^bb0(%a : !naplespu.scalar, %b : !naplespu.scalar):
  naplespu.JRET %b, %a : !naplespu.scalar, !naplespu.scalar
}
// CHECK:      swap:
// CHECK-NEXT:   move_i32 tr, s
// CHECK-NEXT:   move_i32 s
// CHECK-NEXT:   move_i32 s{{[01]}}, tr
// CHECK-NEXT:   jret

// Ten arguments: two are passed on the stack, as the caller's were. What is live across
// the call is in a register that is saved, and so is the return address.
naplespu.func @pass {
^bb0(%a : !naplespu.scalar, %b : !naplespu.scalar, %c : !naplespu.scalar, %d : !naplespu.scalar, %e : !naplespu.scalar, %f : !naplespu.scalar, %g : !naplespu.scalar, %h : !naplespu.scalar, %i : !naplespu.scalar, %j : !naplespu.scalar):
  %r = naplespu.JMPSR_OFF @callee(%a, %b, %c, %d, %e, %f, %g, %h, %i, %j) : (!naplespu.scalar, !naplespu.scalar, !naplespu.scalar, !naplespu.scalar, !naplespu.scalar, !naplespu.scalar, !naplespu.scalar, !naplespu.scalar, !naplespu.scalar, !naplespu.scalar) -> !naplespu.scalar
  %s = naplespu.ADDSSS_32(%r, %a) : (!naplespu.scalar, !naplespu.scalar) -> !naplespu.scalar
  naplespu.JRET %s : !naplespu.scalar
}
// CHECK:      pass:
// CHECK-NEXT:   addi sp, sp, -64
// CHECK-NEXT:   store32 ra, 8(sp)
// CHECK-NEXT:   store32 s50, 12(sp)
// CHECK-DAG:    load32 s{{[0-9]+}}, 64(sp)
// CHECK-DAG:    load32 s{{[0-9]+}}, 68(sp)
// CHECK-DAG:    move_i32 s50, s0
// CHECK-DAG:    store32 s{{[0-9]+}}, (sp)
// CHECK-DAG:    store32 s{{[0-9]+}}, 4(sp)
// CHECK:        jmpsr callee
// CHECK-NEXT:   add_i32 s0, s0, s50
// CHECK-NEXT:   load32 ra, 8(sp)
// CHECK-NEXT:   load32 s50, 12(sp)
// CHECK-NEXT:   addi sp, sp, 64
// CHECK-NEXT:   jret

// An object beyond 9 bits of offset: its address and the frame's size are computed.
naplespu.func @far {
^bb0(%x : !naplespu.scalar):
  %big = naplespu.frame_address 0 size 4096 align 4 : !naplespu.scalar
  %behind = naplespu.frame_address 1 size 400 align 4 : !naplespu.scalar
  naplespu.S32W_Mainmem(%x, %big), 4 : (!naplespu.scalar, !naplespu.scalar) -> ()
  naplespu.S32W_Mainmem(%x, %behind), 0 : (!naplespu.scalar, !naplespu.scalar) -> ()
  naplespu.JRET
}
// CHECK:      far:
// CHECK-NEXT:   moveih tr, -1
// CHECK-NEXT:   moveil tr, -4544
// CHECK-NEXT:   add_i32 sp, sp, tr
// CHECK-NEXT:   addi s1, sp, 0
// CHECK-NEXT:   movei s2, 4096
// CHECK-NEXT:   add_i32 s2, sp, s2
// CHECK-NEXT:   store32 s0, 4(s1)
// CHECK-NEXT:   store32 s0, (s2)
// CHECK-NEXT:   movei tr, 4544
// CHECK-NEXT:   add_i32 sp, sp, tr
// CHECK-NEXT:   jret
