// RUN: circ-opt %s -p naplespu-coalesce | filecheck %s

!s0 = !naplespu.scalar<s0>
!s1 = !naplespu.scalar<s1>
!s2 = !naplespu.scalar<s2>
!s3 = !naplespu.scalar<s3>

// The block arguments get the registers of what is passed to them on both edges, for
// which the next %i comes after the last use of %i.
naplespu.func @loop {
^bb0(%n : !s0, %start : !s1):
  naplespu.JMP ^bb1(%start, %n : !s1, !s0)
^bb1(%sum : !s0, %i : !s1):
  %next = naplespu.ADDSSI(%i), -1 : (!s1) -> !s2
  %more = naplespu.ADDSSS_32(%sum, %i) : (!s0, !s1) -> !s3
  naplespu.BNEZ %next : !s2, ^bb1(%more, %next : !s3, !s2), ^bb2
^bb2:
  naplespu.JRET %more : !s3
}
// CHECK-LABEL: naplespu.func @loop
// CHECK-NEXT:  ^bb0(%n: !naplespu.scalar<s0>, %start: !naplespu.scalar<s1>):
// CHECK-NEXT:    naplespu.JMP ^bb1(%start, %n : !naplespu.scalar<s1>, !naplespu.scalar<s0>)
// CHECK-NEXT:  ^bb1(%sum: !naplespu.scalar<s1>, %i: !naplespu.scalar<s0>):
// CHECK-NEXT:    %more = naplespu.ADDSSS_32(%sum, %i) : (!naplespu.scalar<s1>, !naplespu.scalar<s0>) -> !naplespu.scalar<s1>
// CHECK-NEXT:    %next = naplespu.ADDSSI(%i), -1 : (!naplespu.scalar<s0>) -> !naplespu.scalar<s0>
// CHECK-NEXT:    naplespu.BNEZ %next

// It cannot where both are needed, nor where the old one is needed behind the loop.
naplespu.func @needed {
^bb0(%n : !s0, %start : !s1):
  naplespu.JMP ^bb1(%start, %n : !s1, !s0)
^bb1(%sum : !s0, %i : !s1):
  %next = naplespu.ADDSSI(%i), -1 : (!s1) -> !s2
  %both = naplespu.SUBSSS_32(%next, %i) : (!s2, !s1) -> !s3
  %more = naplespu.ADDSSI(%sum), 4 : (!s0) -> !s0
  naplespu.BNEZ %both : !s3, ^bb1(%more, %next : !s0, !s2), ^bb2
^bb2:
  naplespu.JRET %more : !s0
}
// CHECK-LABEL: naplespu.func @needed
// CHECK:         %next = naplespu.ADDSSI(%i), -1
// CHECK-NEXT:    %both = naplespu.SUBSSS_32(%next, %i)
// CHECK-NEXT:    %more = naplespu.ADDSSI(%sum), 4
naplespu.func @behind {
^bb0(%n : !s0):
  naplespu.JMP ^bb1(%n : !s0)
^bb1(%i : !s1):
  %next = naplespu.ADDSSI(%i), -1 : (!s1) -> !s2
  %odd = naplespu.ANDSSI(%i), 1 : (!s1) -> !s3
  naplespu.BNEZ %odd : !s3, ^bb1(%next : !s2), ^bb2
^bb2:
  naplespu.JRET %i : !s1
}
// CHECK-LABEL: naplespu.func @behind
// CHECK:         %next = naplespu.ADDSSI(%i), -1
// CHECK-NEXT:    %odd = naplespu.ANDSSI(%i), 1

// Arguments and results are where calls take and leave them, also what is split.
naplespu.func @convention {
^bb0(%a : !s0, %b : !s1):
  %x = naplespu.ADDSSS_32(%a, %b) : (!s0, !s1) -> !s2
  %y = naplespu.SUBSSS_32(%a, %b) : (!s0, !s1) -> !s0
  %part = naplespu.split %x : !s2 -> !s1
  %r = naplespu.JMPSR_OFF @f(%y, %part) : (!s0, !s1) -> !s3
  naplespu.JRET %r : !s3
}
// CHECK-LABEL: naplespu.func @convention
// CHECK:         %y = naplespu.SUBSSS_32{{.*}} -> !naplespu.scalar<s0>
// CHECK-NEXT:    %part = naplespu.split %x : !naplespu.scalar<[[register:.*]]> -> !naplespu.scalar<[[register]]>
// CHECK-NEXT:    %r = naplespu.JMPSR_OFF {{.*}} -> !naplespu.scalar<s0>

// What lives to the next call keeps a register that the callee saves.
naplespu.func @across {
^bb0(%a : !s0):
  naplespu.JMPSR_OFF @f(%a) : (!s0) -> ()
  naplespu.JRET %a : !s0
}
// CHECK-LABEL: naplespu.func @across
// CHECK-NEXT:  ^bb0(%a: !naplespu.scalar<s50>):
