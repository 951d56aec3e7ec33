// RUN: circ-opt %s -p naplespu-work-around-errata -t naplespu-asm --split-input-file | filecheck %s

// What is behind the load is only needed at the branch: it goes between.
naplespu.func @move_down {
^bb0(%a : !naplespu.scalar<s0>, %b : !naplespu.scalar<s1>):
  %c = naplespu.ADDSSI(%b), 1 : (!naplespu.scalar<s1>) -> !naplespu.scalar<s2>
  %v = naplespu.L32W_Mainmem(%a), 0 : (!naplespu.scalar<s0>) -> !naplespu.scalar<s0>
  naplespu.JRET %v, %c : !naplespu.scalar<s0>, !naplespu.scalar<s2>
}
// CHECK:      move_down:
// CHECK-NEXT:   load32 s0, (s0)
// CHECK-NEXT:   addi s2, s1, 1
// CHECK-NEXT:   jret

// Nothing may move: a move that changes nothing.
naplespu.func @alone {
^bb0(%a : !naplespu.scalar<s0>, %b : !naplespu.scalar<s1>):
  %c = naplespu.ADDSSI(%a), 4 : (!naplespu.scalar<s0>) -> !naplespu.scalar<s0>
  %v = naplespu.ADDFSSS_32(%c, %b) : (!naplespu.scalar<s0>, !naplespu.scalar<s1>) -> !naplespu.scalar<s0>
  %r = naplespu.JMPSR_OFF @alone(%v, %b) : (!naplespu.scalar<s0>, !naplespu.scalar<s1>) -> !naplespu.scalar<s0>
  naplespu.JRET %r : !naplespu.scalar<s0>
}
// CHECK:      alone:
// CHECK-NEXT:   addi s0, s0, 4
// CHECK-NEXT:   fadd_f32 s0, s0, s1
// CHECK-NEXT:   move_i32 tr, tr
// CHECK-NEXT:   jmpsr alone
// CHECK-NEXT:   jret

// The branch waits for what it tests, and nobody reads the other result: nothing to do.
naplespu.func @tested {
^bb0(%a : !naplespu.scalar<s0>):
  %u = naplespu.L32W_Mainmem(%a), 4 : (!naplespu.scalar<s0>) -> !naplespu.scalar<s3>
  %v = naplespu.L32W_Mainmem(%a), 0 : (!naplespu.scalar<s0>) -> !naplespu.scalar<s1>
  naplespu.BNEZ %v : !naplespu.scalar<s1>, ^bb2, ^bb1
^bb1:
  %w = naplespu.L32W_Mainmem(%a), 8 : (!naplespu.scalar<s0>) -> !naplespu.scalar<s2>
  naplespu.BEQZ %a : !naplespu.scalar<s0>, ^bb1, ^bb2
^bb2:
  naplespu.JRET %a : !naplespu.scalar<s0>
}
// CHECK:      tested:
// CHECK:        load32 s1, (s0)
// CHECK-NEXT:   bnez s1
// CHECK:        load32 s2, 8(s0)
// CHECK-NEXT:   beqz s0

// A block that falls into one that begins with a branch.
naplespu.func @into_branch {
^bb0(%a : !naplespu.scalar<s0>):
  %v = naplespu.I32TOF32_SS(%a) : (!naplespu.scalar<s0>) -> !naplespu.scalar<s1>
  naplespu.JMP ^bb1
^bb1:
  naplespu.BNEZ %a : !naplespu.scalar<s0>, ^bb1, ^bb2
^bb2:
  naplespu.JRET %v : !naplespu.scalar<s1>
}
// CHECK:      into_branch:
// CHECK-NEXT:   itof_i32 s1, s0
// CHECK-NEXT:   move_i32 tr, tr
// CHECK:        bnez s0

naplespu.func @through_register {
^bb0(%f : !naplespu.scalar<s8>):
  %r = naplespu.JMPSR_REG %f() : !naplespu.scalar<s8>, () -> !naplespu.scalar<s0>
  naplespu.JRET %r : !naplespu.scalar<s0>
}
// CHECK:      through_register:
// CHECK-NEXT:   addi ra, pc, 8
// CHECK-NEXT:   jmp s8
// CHECK-NEXT:   jret

// -----
// The same code for a machine without errata.
module attributes {circ.cpu = "generic"} {
  naplespu.func @generic {
  ^bb0(%f : !naplespu.scalar<s8>):
    %v = naplespu.L32W_Mainmem(%f), 0 : (!naplespu.scalar<s8>) -> !naplespu.scalar<s1>
    %r = naplespu.JMPSR_REG %f(%v) : !naplespu.scalar<s8>, (!naplespu.scalar<s1>) -> !naplespu.scalar<s0>
    naplespu.JRET %r : !naplespu.scalar<s0>
  }
}
// CHECK:      generic:
// CHECK-NEXT:   load32 s1, (s8)
// CHECK-NEXT:   jmpsr s8
// CHECK-NEXT:   jret

// -----
// Calls through registers as they are: only that of what was loaded waits for it.
module attributes {circ.cpu = "generic", circ.features = ["stale-read-after-branch"]} {
  naplespu.func @linked {
  ^bb0(%f : !naplespu.scalar<s8>):
    %v = naplespu.L32W_Mainmem(%f), 0 : (!naplespu.scalar<s8>) -> !naplespu.scalar<s1>
    %r = naplespu.JMPSR_REG %f(%v) : !naplespu.scalar<s8>, (!naplespu.scalar<s1>) -> !naplespu.scalar<s0>
    %g = naplespu.L32W_Mainmem(%r), 0 : (!naplespu.scalar<s0>) -> !naplespu.scalar<s8>
    %q = naplespu.JMPSR_REG %g() : !naplespu.scalar<s8>, () -> !naplespu.scalar<s0>
    naplespu.JRET %q : !naplespu.scalar<s0>
  }
}
// CHECK:      linked:
// CHECK-NEXT:   load32 s1, (s8)
// CHECK-NEXT:   move_i32 tr, tr
// CHECK-NEXT:   jmpsr s8
// CHECK-NEXT:   load32 s8, (s0)
// CHECK-NEXT:   jmpsr s8
// CHECK-NEXT:   jret
