// RUN: circ-opt %s -p naplespu-coalesce | filecheck %s

!s0 = !naplespu.scalar<s0>
!s1 = !naplespu.scalar<s1>
!s2 = !naplespu.scalar<s2>
!s3 = !naplespu.scalar<s3>

// The block arguments get the registers of what is passed to them on both edges.
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
// CHECK-NEXT:    %next = naplespu.ADDSSI(%i), -1 : (!naplespu.scalar<s0>) -> !naplespu.scalar<s2>
// CHECK-NEXT:    %more = naplespu.ADDSSS_32(%sum, %i) : (!naplespu.scalar<s1>, !naplespu.scalar<s0>) -> !naplespu.scalar<s1>

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
