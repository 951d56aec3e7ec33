// RUN: circ-opt %s -p naplespu-insert-copies | filecheck %s

!s0 = !naplespu.scalar<s0>
!s1 = !naplespu.scalar<s1>
!s2 = !naplespu.scalar<s2>
!s50 = !naplespu.scalar<s50>
!spilled = !naplespu.stack<scalar, spill 0>
!other = !naplespu.stack<scalar, spill 1>
!nowhere = !naplespu.recomputed<scalar>

// Two values change their registers on the way into the loop, and again in it, through
// `tr`; a constant is made where it goes.
naplespu.func @swap {
^bb0(%a : !s0, %b : !s1):
  %zero = naplespu.LoadI32 0 : !nowhere
  naplespu.JMP ^bb1(%a, %b, %zero : !s0, !s1, !nowhere)
^bb1(%x : !s1, %y : !s0, %i : !s2):
  naplespu.BNEZ %i : !s2, ^bb2, ^bb1(%y, %x, %i : !s0, !s1, !s2)
^bb2:
  naplespu.JRET %x : !s1
}
// CHECK-LABEL: naplespu.func @swap
// CHECK-NEXT:  ^bb0(%a: !naplespu.scalar<s0>, %b: !naplespu.scalar<s1>):
// CHECK-NEXT:    %[[saved:.*]] = naplespu.MOVE_SS_32(%b) : (!naplespu.scalar<s1>) -> !naplespu.scalar<tr>
// CHECK-NEXT:    %[[x:.*]] = naplespu.MOVE_SS_32(%a) : (!naplespu.scalar<s0>) -> !naplespu.scalar<s1>
// CHECK-NEXT:    %[[y:.*]] = naplespu.MOVE_SS_32(%[[saved]]) : (!naplespu.scalar<tr>) -> !naplespu.scalar<s0>
// CHECK-NEXT:    %[[zero:.*]] = naplespu.LoadI32 0 : !naplespu.scalar<s2>
// CHECK-NEXT:    naplespu.JMP ^bb2(%[[x]], %[[y]], %[[zero]]
// CHECK-NEXT:  ^bb1:
// CHECK-NEXT:    %[[saved:.*]] = naplespu.MOVE_SS_32(%x) : (!naplespu.scalar<s1>) -> !naplespu.scalar<tr>
// CHECK-NEXT:    %[[x:.*]] = naplespu.MOVE_SS_32(%y) : (!naplespu.scalar<s0>) -> !naplespu.scalar<s1>
// CHECK-NEXT:    %[[y:.*]] = naplespu.MOVE_SS_32(%[[saved]]) : (!naplespu.scalar<tr>) -> !naplespu.scalar<s0>
// CHECK-NEXT:    naplespu.JMP ^bb2(%[[x]], %[[y]], %i
// CHECK-NEXT:  ^bb2(%x: !naplespu.scalar<s1>, %y: !naplespu.scalar<s0>, %i: !naplespu.scalar<s2>):
// CHECK-NEXT:    naplespu.BNEZ %i : !naplespu.scalar<s2>, ^bb3, ^bb1

// What is on the stack is no block argument any more; a parameter is stored at the entry,
// a result behind the call; from slot to slot a value goes through `ra`.
naplespu.func @stack {
^bb0(%a : !spilled, %b : !s50):
  %r = naplespu.JMPSR_OFF @f(%a, %b) : (!spilled, !s50) -> !other
  naplespu.BNEZ %b : !s50, ^bb1(%r : !other), ^bb1(%a : !spilled)
^bb1(%p : !spilled):
  %x = naplespu.reload %p : !spilled -> !s0
  naplespu.JRET %x : !s0
}
// CHECK-LABEL: naplespu.func @stack
// CHECK-NEXT:  ^bb0(%a: !naplespu.scalar<s0>, %b: !naplespu.scalar<s1>):
// CHECK-NEXT:    %[[b:.*]] = naplespu.MOVE_SS_32(%b) : (!naplespu.scalar<s1>) -> !naplespu.scalar<s50>
// CHECK-NEXT:    naplespu.slot_store %a, spill 0 : !naplespu.scalar<s0>
// CHECK-NEXT:    %[[passed:.*]] = naplespu.MOVE_SS_32(%[[b]]) : (!naplespu.scalar<s50>) -> !naplespu.scalar<s1>
// CHECK-NEXT:    %[[a:.*]] = naplespu.slot_load spill 0 : !naplespu.scalar<s0>
// CHECK-NEXT:    %r = naplespu.JMPSR_OFF @f(%[[a]], %[[passed]]) : (!naplespu.scalar<s0>, !naplespu.scalar<s1>) -> !naplespu.scalar<s0>
// CHECK-NEXT:    naplespu.slot_store %r, spill 1 : !naplespu.scalar<s0>
// CHECK-NEXT:    naplespu.BNEZ %[[b]] : !naplespu.scalar<s50>, ^bb1, ^bb2
// CHECK-NEXT:  ^bb1:
// CHECK-NEXT:    %[[moved:.*]] = naplespu.slot_load spill 1 : !naplespu.scalar<ra>
// CHECK-NEXT:    naplespu.slot_store %[[moved]], spill 0 : !naplespu.scalar<ra>
// CHECK-NEXT:    naplespu.JMP ^bb2
// CHECK-NEXT:  ^bb2:
// CHECK-NEXT:    %x = naplespu.slot_load spill 0 : !naplespu.scalar<s0>

// A split is a copy where its parts have registers of their own.
naplespu.func @split {
^bb0(%a : !s0):
  %b = naplespu.split %a : !s0 -> !s0
  %c = naplespu.split %b : !s0 -> !s1
  naplespu.JRET %b, %c : !s0, !s1
}
// CHECK-LABEL: naplespu.func @split
// CHECK-NEXT:  ^bb0(%a: !naplespu.scalar<s0>):
// CHECK-NEXT:    %c = naplespu.MOVE_SS_32(%a) : (!naplespu.scalar<s0>) -> !naplespu.scalar<s1>
// CHECK-NEXT:    naplespu.JRET %a, %c
