// RUN: circ-opt %s -p naplespu-hoist-common --pass-statistics -o %t 2>&1 | filecheck %s --check-prefix=COUNT
// RUN: filecheck %s < %t

// COUNT: 2 naplespu-hoist-common instructions hoisted

// The copy that both sides begin with, and what follows it on both.
// CHECK-LABEL: naplespu.func @both
// CHECK-NEXT:  ^bb0
// CHECK-NEXT:    %[[A:.*]] = naplespu.MOVE_SS_32(%a)
// CHECK-NEXT:    %[[B:.*]] = naplespu.ADDSSI(%[[A]]), 3
// CHECK-NEXT:    naplespu.BEQZ %b
// CHECK-NOT:     MOVE_SS_32
// CHECK:         naplespu.JRET %[[B]]
naplespu.func @both {
^bb0(%a : !naplespu.scalar<s0>, %b : !naplespu.scalar<s1>):
  naplespu.BEQZ %b : !naplespu.scalar<s1>, ^bb1, ^bb2
^bb1:
  %0 = naplespu.MOVE_SS_32(%a) : (!naplespu.scalar<s0>) -> !naplespu.scalar<s2>
  %1 = naplespu.ADDSSI(%0), 3 : (!naplespu.scalar<s2>) -> !naplespu.scalar<s0>
  naplespu.JRET %1 : !naplespu.scalar<s0>
^bb2:
  %2 = naplespu.MOVE_SS_32(%a) : (!naplespu.scalar<s0>) -> !naplespu.scalar<s2>
  %3 = naplespu.ADDSSI(%2), 3 : (!naplespu.scalar<s2>) -> !naplespu.scalar<s0>
  %4 = naplespu.ADDSSS_32(%3, %b) : (!naplespu.scalar<s0>, !naplespu.scalar<s1>) -> !naplespu.scalar<s0>
  naplespu.JRET %4 : !naplespu.scalar<s0>
}

// The branch reads what the instruction would overwrite.
// CHECK-LABEL: naplespu.func @tested
// CHECK-NEXT:  ^bb0
// CHECK-NEXT:    naplespu.BEQZ
naplespu.func @tested {
^bb0(%a : !naplespu.scalar<s0>, %b : !naplespu.scalar<s1>):
  naplespu.BEQZ %b : !naplespu.scalar<s1>, ^bb1, ^bb2
^bb1:
  %0 = naplespu.MOVE_SS_32(%a) : (!naplespu.scalar<s0>) -> !naplespu.scalar<s1>
  naplespu.JRET %0 : !naplespu.scalar<s1>
^bb2:
  %1 = naplespu.MOVE_SS_32(%a) : (!naplespu.scalar<s0>) -> !naplespu.scalar<s1>
  naplespu.JRET %1 : !naplespu.scalar<s1>
}

// Another immediate, and a side that is entered from elsewhere too.
// CHECK-LABEL: naplespu.func @different
// CHECK-NEXT:  ^bb0
// CHECK-NEXT:    naplespu.BEQZ
// CHECK:       ^bb2:
// CHECK-NEXT:    naplespu.BEQZ
naplespu.func @different {
^bb0(%a : !naplespu.scalar<s0>, %b : !naplespu.scalar<s1>):
  naplespu.BEQZ %b : !naplespu.scalar<s1>, ^bb1, ^bb2
^bb1:
  %0 = naplespu.ADDSSI(%a), 1 : (!naplespu.scalar<s0>) -> !naplespu.scalar<s0>
  naplespu.JRET %0 : !naplespu.scalar<s0>
^bb2:
  naplespu.BEQZ %b : !naplespu.scalar<s1>, ^bb3, ^bb1
^bb3:
  %1 = naplespu.ADDSSI(%a), 2 : (!naplespu.scalar<s0>) -> !naplespu.scalar<s0>
  naplespu.JRET %1 : !naplespu.scalar<s0>
}
