// RUN: circ-opt %s -p naplespu-combine,naplespu-dead-code | filecheck %s

// Constants become immediates; exchanged where they are first, negated where that is an
// addition. What does not fit stays in a register, and so do addresses.
naplespu.func @immediates {
^bb0(%x : !naplespu.scalar):
  %c = naplespu.LoadI32 5 : !naplespu.scalar
  %m = naplespu.LoadI32 4294967040 : !naplespu.scalar
  %large = naplespu.LoadI32 256 : !naplespu.scalar
  %at = naplespu.LoadI32 @table : !naplespu.scalar
  %0 = naplespu.MULLSSS_32(%c, %x) : (!naplespu.scalar, !naplespu.scalar) -> !naplespu.scalar
  %1 = naplespu.SUBSSS_32(%0, %c) : (!naplespu.scalar, !naplespu.scalar) -> !naplespu.scalar
  %2 = naplespu.SUBSSS_32(%c, %1) : (!naplespu.scalar, !naplespu.scalar) -> !naplespu.scalar
  %3 = naplespu.SUBSSS_32(%2, %m) : (!naplespu.scalar, !naplespu.scalar) -> !naplespu.scalar
  %4 = naplespu.SLTSISSS_32(%c, %3) : (!naplespu.scalar, !naplespu.scalar) -> !naplespu.scalar
  %5 = naplespu.SLLSSS_32(%c, %4) : (!naplespu.scalar, !naplespu.scalar) -> !naplespu.scalar
  %6 = naplespu.ANDSSS_32(%5, %large) : (!naplespu.scalar, !naplespu.scalar) -> !naplespu.scalar
  %7 = naplespu.XORSSS_32(%6, %at) : (!naplespu.scalar, !naplespu.scalar) -> !naplespu.scalar
  naplespu.JRET %7 : !naplespu.scalar
}
// CHECK:      naplespu.func @immediates
// CHECK-NEXT: ^bb0(%x: !naplespu.scalar):
// CHECK-NEXT:   %[[C:.*]] = naplespu.LoadI32 5
// CHECK-NEXT:   %[[L:.*]] = naplespu.LoadI32 256
// CHECK-NEXT:   %[[A:.*]] = naplespu.LoadI32 @table
// CHECK-NEXT:   %0 = naplespu.MULLSSI(%x), 5
// CHECK-NEXT:   %1 = naplespu.ADDSSI(%0), -5
// CHECK-NEXT:   %2 = naplespu.SUBSSS_32(%[[C]], %1)
// CHECK-NEXT:   %3 = naplespu.SUBSSI(%2), -256
// CHECK-NEXT:   %4 = naplespu.SGTSISSI(%3), 5
// CHECK-NEXT:   %5 = naplespu.SLLSSS_32(%[[C]], %4)
// CHECK-NEXT:   %6 = naplespu.ANDSSS_32(%5, %[[L]])
// CHECK-NEXT:   %7 = naplespu.XORSSS_32(%6, %[[A]])

// What is added to an address becomes the offset of each access, in both memories, of
// words and vectors, as far as it fits; a value that is stored is no address.
naplespu.func @offsets {
^bb0(%p : !naplespu.scalar):
  %c = naplespu.LoadI32 100 : !naplespu.scalar
  %0 = naplespu.ADDSSS_32(%p, %c) : (!naplespu.scalar, !naplespu.scalar) -> !naplespu.scalar
  %1 = naplespu.ADDSSS_32(%0, %c) : (!naplespu.scalar, !naplespu.scalar) -> !naplespu.scalar
  %2 = naplespu.ADDSSS_32(%1, %c) : (!naplespu.scalar, !naplespu.scalar) -> !naplespu.scalar
  %3 = naplespu.L32W_Mainmem(%1), 4 : (!naplespu.scalar) -> !naplespu.scalar
  %4 = naplespu.LV32WScratchpad_U(%0), 64 : (!naplespu.scalar) -> !naplespu.vector
  naplespu.S32B_Scratchpad(%1, %2), -100 : (!naplespu.scalar, !naplespu.scalar) -> ()
  naplespu.SV32WMainmem_U(%4, %2), 0 : (!naplespu.vector, !naplespu.scalar) -> ()
  naplespu.JRET %3 : !naplespu.scalar
}
// CHECK:      naplespu.func @offsets
// CHECK-NEXT: ^bb0(%p: !naplespu.scalar):
// CHECK-NEXT:   %0 = naplespu.ADDSSI(%p), 200
// CHECK-NEXT:   %1 = naplespu.L32W_Mainmem(%p), 204
// CHECK-NEXT:   %2 = naplespu.LV32WScratchpad_U(%p), 164
// CHECK-NEXT:   naplespu.S32B_Scratchpad(%0, %0), 0
// CHECK-NEXT:   naplespu.SV32WMainmem_U(%2, %0), 100

// Vectors: of scalars in all lanes. Lanes that come from one vector are a shuffle.
naplespu.func @vectors {
^bb0(%v : !naplespu.vector, %w : !naplespu.vector):
  %c0 = naplespu.LoadI32 0 : !naplespu.scalar
  %c1 = naplespu.LoadI32 1 : !naplespu.scalar
  %c2 = naplespu.LoadI32 2 : !naplespu.scalar
  %c3 = naplespu.LoadI32 3 : !naplespu.scalar
  %0 = naplespu.ADDVVS_U_32(%v, %c3) : (!naplespu.vector, !naplespu.scalar) -> !naplespu.vector
  %1 = naplespu.SUBVVS_U_32(%0, %c1) : (!naplespu.vector, !naplespu.scalar) -> !naplespu.vector
  %m = naplespu.SLTUISVS_U_32(%1, %c2) : (!naplespu.vector, !naplespu.scalar) -> !naplespu.scalar
  %l0 = naplespu.GET_LANEI_32(%1, %c0) : (!naplespu.vector, !naplespu.scalar) -> !naplespu.scalar
  %l1 = naplespu.GET_LANEI_32(%1, %c1) : (!naplespu.vector, !naplespu.scalar) -> !naplespu.scalar
  %l2 = naplespu.GET_LANEI_32(%1, %c2) : (!naplespu.vector, !naplespu.scalar) -> !naplespu.scalar
  %l3 = naplespu.GET_LANEI_32(%1, %c3) : (!naplespu.vector, !naplespu.scalar) -> !naplespu.scalar
  %2 = naplespu.InsertELT32 %w, %l0 lane #builtin.int<3> : !naplespu.vector, !naplespu.scalar -> !naplespu.vector
  %3 = naplespu.InsertELT32 %2, %l1 lane #builtin.int<2> : !naplespu.vector, !naplespu.scalar -> !naplespu.vector
  %4 = naplespu.InsertELT32 %3, %l2 lane #builtin.int<1> : !naplespu.vector, !naplespu.scalar -> !naplespu.vector
  %5 = naplespu.InsertELT32 %4, %l3 lane #builtin.int<0> : !naplespu.vector, !naplespu.scalar -> !naplespu.vector
  naplespu.JRET %5, %m : !naplespu.vector, !naplespu.scalar
}
// CHECK:      naplespu.func @vectors
// CHECK-NEXT: ^bb0(%v: !naplespu.vector, %w: !naplespu.vector):
// CHECK-NEXT:   %0 = naplespu.ADDVVI_U(%v), 2
// CHECK-NEXT:   %m = naplespu.SLTUISVI(%0), 2
// CHECK:        naplespu.SHUFFLEI_32(%0,
// CHECK:        naplespu.SELECTV
// CHECK-NEXT:   naplespu.JRET

// What is added to the address of a symbol that has no other use.
naplespu.func @addresses {
  %x = naplespu.LoadI32 @x plus -4 : !naplespu.scalar
  %far = naplespu.LoadI32 1024 : !naplespu.scalar
  %p = naplespu.ADDSSS_32(%x, %far) : (!naplespu.scalar, !naplespu.scalar) -> !naplespu.scalar
  %y = naplespu.LoadI32 @y : !naplespu.scalar
  %q = naplespu.ADDSSS_32(%y, %far) : (!naplespu.scalar, !naplespu.scalar) -> !naplespu.scalar
  naplespu.JRET %p, %q, %y : !naplespu.scalar, !naplespu.scalar, !naplespu.scalar
}
// CHECK:      naplespu.func @addresses
// CHECK:        %p = naplespu.LoadI32 @x plus 1020
// CHECK-NEXT:   %y = naplespu.LoadI32 @y
// CHECK-NEXT:   %q = naplespu.ADDSSS_32(%y,
