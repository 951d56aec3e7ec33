// RUN: circ-opt %s -p naplespu-drop-block-arguments | filecheck %s

!s0 = !naplespu.scalar<s0>
!s1 = !naplespu.scalar<s1>
!s2 = !naplespu.scalar<s2>

// What the entry takes stays; other blocks read the registers that they use.
naplespu.func @loop {
^bb0(%n : !s0, %start : !s1):
  naplespu.JMP ^bb1(%start, %n : !s1, !s0)
^bb1(%sum : !s1, %i : !s0):
  %more = naplespu.ADDSSI(%sum), 3 : (!s1) -> !s1
  naplespu.BNEZ %n : !s0, ^bb1(%more, %n : !s1, !s0), ^bb2
^bb2:
  naplespu.JRET %more : !s1
}
// CHECK-LABEL: naplespu.func @loop
// CHECK-NEXT:  ^bb0(%n: !naplespu.scalar<s0>, %start: !naplespu.scalar<s1>):
// CHECK-NEXT:    naplespu.JMP ^bb1
// CHECK-NEXT:  ^bb1:
// CHECK-NEXT:    %sum = naplespu.get_register : !naplespu.scalar<s1>
// CHECK-NEXT:    %more = naplespu.ADDSSI(%sum), 3
// CHECK-NEXT:    naplespu.BNEZ %n : !naplespu.scalar<s0>, ^bb1, ^bb2
// CHECK-NEXT:  ^bb2:
// CHECK-NEXT:    naplespu.JRET %more
