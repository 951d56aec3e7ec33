// RUN: circ-opt %s -p naplespu-split-live-ranges | filecheck %s

// Nine values live across a call, and eight registers for them: what the loops use of %x
// gets live ranges of its own, which may be reloaded once in front of them. A constant
// that is passed on is made where it goes.
!s = !naplespu.scalar
naplespu.func @loops {
^bb0(%a : !s, %b : !s, %c : !s, %d : !s, %e : !s, %f : !s, %g : !s, %h : !s):
  %x = naplespu.ADDSSS_32(%a, %b) : (!s, !s) -> !s
  %zero = naplespu.LoadI32 0 : !s
  naplespu.JMPSR_OFF @f() : () -> ()
  naplespu.JMP ^bb1(%a : !s)
^bb1(%i : !s):
  naplespu.BNEZ %i : !s, ^bb2(%zero : !s), ^bb3
^bb2(%j : !s):
  %k = naplespu.SUBSSS_32(%j, %x) : (!s, !s) -> !s
  naplespu.BNEZ %k : !s, ^bb2(%k : !s), ^bb1(%k : !s)
^bb3:
  naplespu.JMPSR_OFF @g(%b, %c, %d, %e, %f, %g, %h) : (!s, !s, !s, !s, !s, !s, !s) -> ()
  naplespu.JRET %x : !s
}
// CHECK-LABEL: naplespu.func @loops
// CHECK:         naplespu.JMPSR_OFF @f
// CHECK-NEXT:    %[[outer:.*]] = naplespu.split %x : !naplespu.scalar -> !naplespu.scalar
// CHECK-NEXT:    naplespu.JMP ^bb1(%a : !naplespu.scalar)
// CHECK-NEXT:  ^bb1(%i: !naplespu.scalar):
// CHECK-NEXT:    naplespu.BNEZ %i : !naplespu.scalar, ^bb2(%zero : !naplespu.scalar), ^bb4
// CHECK-NEXT:  ^bb2(%[[passed:.*]]: !naplespu.scalar):
// CHECK-NEXT:    %[[inner:.*]] = naplespu.split %[[outer]] : !naplespu.scalar -> !naplespu.scalar
// CHECK-NEXT:    naplespu.JMP ^bb3(%[[passed]] : !naplespu.scalar)
// CHECK-NEXT:  ^bb3(%j: !naplespu.scalar):
// CHECK-NEXT:    %k = naplespu.SUBSSS_32(%j, %[[inner]])
// CHECK:         naplespu.JRET %x

// There are registers enough.
naplespu.func @enough {
^bb0(%a : !s, %b : !s):
  naplespu.JMP ^bb1(%a : !s)
^bb1(%i : !s):
  %k = naplespu.SUBSSS_32(%i, %b) : (!s, !s) -> !s
  naplespu.BNEZ %k : !s, ^bb1(%k : !s), ^bb2
^bb2:
  naplespu.JRET
}
// CHECK-LABEL: naplespu.func @enough
// CHECK-NOT:     naplespu.split
