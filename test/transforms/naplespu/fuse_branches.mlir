// RUN: circ-opt %s -p naplespu-fuse-branches,naplespu-dead-code | filecheck %s

// A branch on whether something is zero, in whatever form, tests that.
naplespu.func @zero {
^bb0(%x : !naplespu.scalar):
  %0 = naplespu.LoadI32 0 : !naplespu.scalar
  %1 = naplespu.SNESISSS_32(%x, %0) : (!naplespu.scalar, !naplespu.scalar) -> !naplespu.scalar
  naplespu.BNEZ %1 : !naplespu.scalar, ^bb1(%x : !naplespu.scalar), ^bb2
^bb1(%y : !naplespu.scalar):
  %2 = naplespu.SEQSISSI(%y), 0 : (!naplespu.scalar) -> !naplespu.scalar
  naplespu.BNEZ %2 : !naplespu.scalar, ^bb2, ^bb3(%y : !naplespu.scalar)
^bb2:
  %3 = naplespu.SLTUISSI(%x), 1 : (!naplespu.scalar) -> !naplespu.scalar
  %4 = naplespu.SEQSISSI(%3), 0 : (!naplespu.scalar) -> !naplespu.scalar
  %5 = naplespu.SEQSISSI(%4), 0 : (!naplespu.scalar) -> !naplespu.scalar
  naplespu.BEQZ %5 : !naplespu.scalar, ^bb3(%x : !naplespu.scalar), ^bb4
^bb3(%z : !naplespu.scalar):
  naplespu.JRET %z : !naplespu.scalar
^bb4:
  naplespu.JRET %x : !naplespu.scalar
}
// CHECK:      naplespu.func @zero
// CHECK-NEXT: ^bb0
// CHECK-NEXT:   naplespu.BNEZ %x : !naplespu.scalar, ^bb1(%x : !naplespu.scalar), ^bb2
// CHECK-NEXT: ^bb1
// CHECK-NEXT:   naplespu.BEQZ %y : !naplespu.scalar, ^bb2, ^bb3(%y : !naplespu.scalar)
// CHECK-NEXT: ^bb2:
// CHECK-NEXT:   naplespu.BNEZ %x : !naplespu.scalar, ^bb3(%x : !naplespu.scalar), ^bb4

// A float comparison is 0 or 0xFFFF, one of integers 0 or 1.
naplespu.func @bits {
^bb0(%x : !naplespu.scalar, %y : !naplespu.scalar):
  %0 = naplespu.SLTFOSSS_32(%x, %y) : (!naplespu.scalar, !naplespu.scalar) -> !naplespu.scalar
  %1 = naplespu.ANDSSI(%0), 1 : (!naplespu.scalar) -> !naplespu.scalar
  %2 = naplespu.SEQSISSI(%1), 0 : (!naplespu.scalar) -> !naplespu.scalar
  naplespu.BNEZ %2 : !naplespu.scalar, ^bb1, ^bb2
^bb1:
  %3 = naplespu.SLTSISSS_32(%x, %y) : (!naplespu.scalar, !naplespu.scalar) -> !naplespu.scalar
  %4 = naplespu.XORSSI(%3), 1 : (!naplespu.scalar) -> !naplespu.scalar
  naplespu.BNEZ %4 : !naplespu.scalar, ^bb2, ^bb3
^bb2:
  naplespu.JRET %x : !naplespu.scalar
^bb3:
  naplespu.JRET %y : !naplespu.scalar
}
// CHECK:      naplespu.func @bits
// CHECK:        %0 = naplespu.SLTFOSSS_32(%x, %y)
// CHECK-NEXT:   naplespu.BEQZ %0 : !naplespu.scalar, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:
// CHECK-NEXT:   %1 = naplespu.SLTSISSS_32(%x, %y)
// CHECK-NEXT:   naplespu.BEQZ %1 : !naplespu.scalar, ^bb2, ^bb3

// Of a number the lowest bit is not all, nor of a mask, which has a bit a lane.
naplespu.func @others {
^bb0(%x : !naplespu.scalar, %v : !naplespu.vector):
  %0 = naplespu.ANDSSI(%x), 1 : (!naplespu.scalar) -> !naplespu.scalar
  naplespu.BNEZ %0 : !naplespu.scalar, ^bb1, ^bb2
^bb1:
  %1 = naplespu.XORSSI(%x), 1 : (!naplespu.scalar) -> !naplespu.scalar
  naplespu.BNEZ %1 : !naplespu.scalar, ^bb2, ^bb3
^bb2:
  %2 = naplespu.SNESISVI(%v), 0 : (!naplespu.vector) -> !naplespu.scalar
  naplespu.BNEZ %2 : !naplespu.scalar, ^bb1, ^bb3
^bb3:
  %3 = naplespu.SGTUISVV_U_32(%v, %v) : (!naplespu.vector, !naplespu.vector) -> !naplespu.scalar
  %4 = naplespu.ANDSSI(%3), 1 : (!naplespu.scalar) -> !naplespu.scalar
  naplespu.BNEZ %4 : !naplespu.scalar, ^bb1, ^bb4
^bb4:
  naplespu.JRET %x : !naplespu.scalar
}
// CHECK:      naplespu.func @others
// CHECK:        naplespu.BNEZ %0 : !naplespu.scalar, ^bb1, ^bb2
// CHECK:        naplespu.BNEZ %1 : !naplespu.scalar, ^bb2, ^bb3
// CHECK:        naplespu.BNEZ %2 : !naplespu.scalar, ^bb1, ^bb3
// CHECK:        naplespu.BNEZ %4 : !naplespu.scalar, ^bb1, ^bb4
