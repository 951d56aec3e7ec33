// RUN: circ-opt %s -p naplespu-shorten-choices | filecheck %s

// What the next round waits for.
naplespu.func @carried {
^bb0(%n : !naplespu.scalar, %k : !naplespu.scalar):
  %0 = naplespu.LoadI32 0 : !naplespu.scalar
  naplespu.JMP ^bb1(%n, %0 : !naplespu.scalar, !naplespu.scalar)
^bb1(%i : !naplespu.scalar, %s : !naplespu.scalar):
  %c = naplespu.SLTSISSS_32(%i, %k) : (!naplespu.scalar, !naplespu.scalar) -> !naplespu.scalar
  %a = naplespu.MULLSSS_32(%s, %i) : (!naplespu.scalar, !naplespu.scalar) -> !naplespu.scalar
  %b = naplespu.ADDSSI(%s), 7 : (!naplespu.scalar) -> !naplespu.scalar
  %d = naplespu.XORSSS_32(%a, %b) : (!naplespu.scalar, !naplespu.scalar) -> !naplespu.scalar
  %p = naplespu.MULLSSS_32(%d, %c) : (!naplespu.scalar, !naplespu.scalar) -> !naplespu.scalar
  %t = naplespu.XORSSS_32(%p, %b) : (!naplespu.scalar, !naplespu.scalar) -> !naplespu.scalar
  %j = naplespu.ADDSSI(%i), -1 : (!naplespu.scalar) -> !naplespu.scalar
  naplespu.BNEZ %j : !naplespu.scalar, ^bb1(%j, %t : !naplespu.scalar, !naplespu.scalar), ^bb2
^bb2:
  naplespu.JRET %t : !naplespu.scalar
}
// CHECK:      naplespu.func @carried
// CHECK:        %c = naplespu.SLTSISSS_32(%i, %k)
// CHECK-NEXT:   %[[#INVERSE:]] = naplespu.SGESISSS_32(%i, %k)
// CHECK-NEXT:   %a = naplespu.MULLSSS_32(%s, %i)
// CHECK-NEXT:   %b = naplespu.ADDSSI(%s), 7
// CHECK-NEXT:   %[[#ONE:]] = naplespu.MULLSSS_32(%a, %c)
// CHECK-NEXT:   %[[#OTHER:]] = naplespu.MULLSSS_32(%b, %[[#INVERSE]])
// CHECK-NEXT:   naplespu.ORSSS_32(%[[#ONE]], %[[#OTHER]])
// CHECK-NOT:    naplespu.XORSSS_32

// Division takes longer than the choice.
naplespu.func @hidden {
^bb0(%n : !naplespu.scalar, %k : !naplespu.scalar):
  %0 = naplespu.LoadI32 1 : !naplespu.scalar
  naplespu.JMP ^bb1(%n, %0, %0 : !naplespu.scalar, !naplespu.scalar, !naplespu.scalar)
^bb1(%i : !naplespu.scalar, %s : !naplespu.scalar, %f : !naplespu.scalar):
  %c = naplespu.SLTSISSS_32(%i, %k) : (!naplespu.scalar, !naplespu.scalar) -> !naplespu.scalar
  %d = naplespu.XORSSI(%i), 7 : (!naplespu.scalar) -> !naplespu.scalar
  %p = naplespu.MULLSSS_32(%d, %c) : (!naplespu.scalar, !naplespu.scalar) -> !naplespu.scalar
  %t = naplespu.XORSSI(%p), 7 : (!naplespu.scalar) -> !naplespu.scalar
  %u = naplespu.DIVFSSS_32(%f, %k) : (!naplespu.scalar, !naplespu.scalar) -> !naplespu.scalar
  %v = naplespu.DIVFSSS_32(%u, %f) : (!naplespu.scalar, !naplespu.scalar) -> !naplespu.scalar
  %j = naplespu.ADDSSI(%i), -1 : (!naplespu.scalar) -> !naplespu.scalar
  naplespu.BNEZ %j : !naplespu.scalar, ^bb1(%j, %t, %v : !naplespu.scalar, !naplespu.scalar, !naplespu.scalar), ^bb2
^bb2:
  naplespu.JRET %t, %v : !naplespu.scalar, !naplespu.scalar
}
// CHECK:      naplespu.func @hidden
// CHECK-NOT:    SGESISSS_32
// CHECK:        naplespu.XORSSI(%p), 7

// Not in a loop.
naplespu.func @once {
^bb0(%i : !naplespu.scalar, %k : !naplespu.scalar):
  %c = naplespu.SLTSISSS_32(%i, %k) : (!naplespu.scalar, !naplespu.scalar) -> !naplespu.scalar
  %a = naplespu.ADDSSI(%i), 7 : (!naplespu.scalar) -> !naplespu.scalar
  %d = naplespu.XORSSS_32(%a, %k) : (!naplespu.scalar, !naplespu.scalar) -> !naplespu.scalar
  %p = naplespu.MULLSSS_32(%d, %c) : (!naplespu.scalar, !naplespu.scalar) -> !naplespu.scalar
  %t = naplespu.XORSSS_32(%p, %k) : (!naplespu.scalar, !naplespu.scalar) -> !naplespu.scalar
  naplespu.JRET %t : !naplespu.scalar
}
// CHECK:      naplespu.func @once
// CHECK-NOT:    SGESISSS_32
// CHECK:        naplespu.XORSSS_32(%p, %k)
