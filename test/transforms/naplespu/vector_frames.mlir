// RUN: circ-opt %s -p NAPLESPU_ALLOCATION,naplespu-lower-frames,naplespu-expand-pseudos,naplespu-drop-block-arguments,naplespu-block-layout -t naplespu-asm | filecheck %s

// Vector registers have a scratch register of their own for cycles.
naplespu.func @swap {
^bb0(%a : !naplespu.vector, %b : !naplespu.vector):
  naplespu.JRET %b, %a : !naplespu.vector, !naplespu.vector
}
// CHECK:      swap:
// CHECK-NEXT:  move_i32 v54, v0
// CHECK-NEXT:  move_i32 v0, v1
// CHECK-NEXT:  move_i32 v1, v54
// CHECK-NEXT:  jret

// Saved vectors and spilled ones lie at multiples of 64 bytes, behind the words.
naplespu.func @across {
^bb0(%a : !naplespu.vector, %s : !naplespu.scalar):
  %r = naplespu.JMPSR_OFF @callee(%a) : (!naplespu.vector) -> !naplespu.vector
  %t = naplespu.ADDVVV_U_32(%r, %a) : (!naplespu.vector, !naplespu.vector) -> !naplespu.vector
  %u = naplespu.ADDVVS_U_32(%t, %s) : (!naplespu.vector, !naplespu.scalar) -> !naplespu.vector
  naplespu.JRET %u : !naplespu.vector
}
// CHECK:      across:
// CHECK-NEXT:  addi sp, sp, -128
// CHECK-NEXT:  store32 ra, (sp)
// CHECK-NEXT:  store32 s50, 4(sp)
// CHECK-NEXT:  store_v16i32 v56, 64(sp)
// CHECK:       jmpsr callee
// CHECK-NEXT:  add_i32 [[SUM:v[0-9]+]], v0, v56
// CHECK-NEXT:  add_i32 v0, [[SUM]], s50
// CHECK-NEXT:  load32 ra, (sp)
// CHECK-NEXT:  load32 s50, 4(sp)
// CHECK-NEXT:  load_v16i32 v56, 64(sp)
// CHECK-NEXT:  addi sp, sp, 128
// CHECK-NEXT:  jret

// The ninth vector is on the stack, the first word in a register.
naplespu.func @stacked {
^bb0(%a : !naplespu.vector, %s : !naplespu.scalar):
  naplespu.JMPSR_OFF @callee(%a, %a, %a, %a, %a, %a, %a, %a, %a, %s) : (!naplespu.vector, !naplespu.vector, !naplespu.vector, !naplespu.vector, !naplespu.vector, !naplespu.vector, !naplespu.vector, !naplespu.vector, !naplespu.vector, !naplespu.scalar) -> ()
  naplespu.JRET
}
// CHECK:      stacked:
// CHECK-NEXT:  addi sp, sp, -128
// CHECK-NEXT:  store32 ra, 64(sp)
// CHECK-NEXT:  store_v16i32 v0, (sp)
// CHECK-NOT:  store
// CHECK:       jmpsr callee
naplespu.func @ninth {
^bb0(%a : !naplespu.vector, %b : !naplespu.vector, %c : !naplespu.vector, %d : !naplespu.vector, %e : !naplespu.vector, %f : !naplespu.vector, %g : !naplespu.vector, %h : !naplespu.vector, %i : !naplespu.vector, %j : !naplespu.vector):
  naplespu.JRET %j, %i : !naplespu.vector, !naplespu.vector
}
// CHECK:      ninth:
// CHECK-DAG:  load_v16i32 v{{[0-9]+}}, (sp)
// CHECK-DAG:  load_v16i32 v{{[0-9]+}}, 64(sp)
// CHECK:       jret

// The lanes of the value that is needed no more are replaced; the mask is saved once
// for both.
naplespu.func @selects {
^bb0(%m : !naplespu.scalar, %a : !naplespu.vector, %b : !naplespu.vector):
  %c = naplespu.SELECTV %m, %a, %b : !naplespu.scalar, !naplespu.vector, !naplespu.vector -> !naplespu.vector
  %d = naplespu.SELECTV %m, %b, %c : !naplespu.scalar, !naplespu.vector, !naplespu.vector -> !naplespu.vector
  naplespu.JRET %d, %c : !naplespu.vector, !naplespu.vector
}
// CHECK:      selects:
// CHECK-NEXT:  move_i32 tr, rm
// CHECK-NEXT:  xor_i32 rm, tr, s0
// CHECK-NEXT:  move_i32 v0, v1
// CHECK-NEXT:  xor_i32 rm, tr, s0
// CHECK-NEXT:  move_i32 v1, v0
// CHECK-NEXT:  move_i32 rm, tr

// The frame itself is aligned to 64 bytes.
naplespu.func @aligned {
  %p = naplespu.frame_address 0 size 4 align 256 : !naplespu.scalar
  naplespu.JRET %p : !naplespu.scalar
}
// CHECK:      aligned:
// CHECK-NEXT:  addi sp, sp, -256
// CHECK-NEXT:  addi s0, sp, 192
// CHECK-NEXT:  andi s0, s0, -256

// A function that sets the mask brings it back; a constant is in all lanes.
naplespu.func @sets_mask {
^bb0(%m : !naplespu.scalar, %a : !naplespu.vector):
  naplespu.WRITEMR(%m) : (!naplespu.scalar) -> ()
  %c = naplespu.splat_constant 70000 : !naplespu.vector
  naplespu.JRET %a, %c : !naplespu.vector, !naplespu.vector
}
// CHECK:      sets_mask:
// CHECK-NEXT:  addi sp, sp, -64
// CHECK-NEXT:  store32 rm, (sp)
// CHECK-NEXT:  write_mr s0
// CHECK-NEXT:  move_i32 tr, rm
// CHECK-NEXT:  movei rm, 65535
// CHECK-NEXT:  moveih v1, 1
// CHECK-NEXT:  moveil v1, 4464
// CHECK-NEXT:  move_i32 rm, tr
// CHECK-NEXT:  load32 rm, (sp)
// CHECK-NEXT:  addi sp, sp, 64
// CHECK-NEXT:  jret
