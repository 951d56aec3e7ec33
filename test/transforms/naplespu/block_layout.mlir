// RUN: circ-opt %s -p naplespu-block-layout | filecheck %s

!s0 = !naplespu.scalar<s0>

// The test goes behind the body, the jump to a jump to where that goes, and the branch
// out of the loop becomes the branch that stays in it.
naplespu.func @loop {
^bb0(%n : !s0):
  naplespu.JMP ^bb4
^bb1:
  %i = naplespu.get_register : !s0
  naplespu.BEQZ %i : !s0, ^bb3, ^bb2
^bb2:
  %j = naplespu.get_register : !s0
  %next = naplespu.ADDSSI(%j), -1 : (!s0) -> !s0
  naplespu.JMP ^bb4
^bb3:
  naplespu.JRET
^bb4:
  naplespu.JMP ^bb1
}
// CHECK-LABEL: naplespu.func @loop
// CHECK-NEXT:  ^bb0(%n: !naplespu.scalar<s0>):
// CHECK-NEXT:    naplespu.JMP ^bb2
// CHECK-NEXT:  ^bb1:
// CHECK-NEXT:    %j = naplespu.get_register
// CHECK-NEXT:    %next = naplespu.ADDSSI(%j), -1
// CHECK-NEXT:    naplespu.JMP ^bb2
// CHECK-NEXT:  ^bb2:
// CHECK-NEXT:    %i = naplespu.get_register
// CHECK-NEXT:    naplespu.BNEZ %i : !naplespu.scalar<s0>, ^bb1, ^bb3
// CHECK-NEXT:  ^bb3:
// CHECK-NEXT:    naplespu.JRET

// By the weights the branch goes to the second side nearly always: it comes next, though
// the first one is as near.
naplespu.func @weights {
^bb0(%n : !s0):
  naplespu.BEQZ %n : !s0, ^bb1, ^bb2 weights array<i32: 1, 1000>
^bb1:
  %i = naplespu.ADDSSI(%n), 1 : (!s0) -> !s0
  naplespu.JMP ^bb3
^bb2:
  %j = naplespu.ADDSSI(%n), 2 : (!s0) -> !s0
  naplespu.JMP ^bb3
^bb3:
  naplespu.JRET
}
// CHECK-LABEL: naplespu.func @weights
// CHECK:         naplespu.BEQZ %{{.*}}, ^bb2, ^bb1 weights array<i32: 1, 1000>
// CHECK-NEXT:  ^bb1:
// CHECK-NEXT:    %{{.*}} = naplespu.ADDSSI(%{{.*}}), 2

// The other way round the branch is inverted, and its weights change places.
naplespu.func @inverted {
^bb0(%n : !s0):
  naplespu.BEQZ %n : !s0, ^bb1, ^bb2 weights array<i32: 1000, 1>
^bb1:
  %i = naplespu.ADDSSI(%n), 1 : (!s0) -> !s0
  naplespu.JMP ^bb3
^bb2:
  %j = naplespu.ADDSSI(%n), 2 : (!s0) -> !s0
  naplespu.JMP ^bb3
^bb3:
  naplespu.JRET
}
// CHECK-LABEL: naplespu.func @inverted
// CHECK:         naplespu.BNEZ %{{.*}}, ^bb3, ^bb1 weights array<i32: 1, 1000>
// CHECK-NEXT:  ^bb1:
// CHECK-NEXT:    %{{.*}} = naplespu.ADDSSI(%{{.*}}), 1

// ^bb5 is executed as often as the two in front of it together, so that it is the one
// that falls through to the end.
naplespu.func @joined {
^bb0(%n : !s0):
  naplespu.BEQZ %n : !s0, ^bb1, ^bb2
^bb1:
  %a = naplespu.ADDSSI(%n), 1 : (!s0) -> !s0
  naplespu.JMP ^bb6
^bb2:
  naplespu.BEQZ %n : !s0, ^bb3, ^bb4
^bb3:
  %b = naplespu.ADDSSI(%n), 3 : (!s0) -> !s0
  naplespu.JMP ^bb5
^bb4:
  %c = naplespu.ADDSSI(%n), 4 : (!s0) -> !s0
  naplespu.JMP ^bb5
^bb5:
  %d = naplespu.ADDSSI(%n), 5 : (!s0) -> !s0
  naplespu.JMP ^bb6
^bb6:
  naplespu.JRET
}
// CHECK-LABEL: naplespu.func @joined
// CHECK:         naplespu.ADDSSI(%{{.*}}), 5
// CHECK-NEXT:    naplespu.JMP ^[[END:bb[0-9]+]]
// CHECK-NEXT:  ^[[END]]:
// CHECK-NEXT:    naplespu.JRET
