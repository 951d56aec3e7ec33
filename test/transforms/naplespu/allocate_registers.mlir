// RUN: circ-opt %s -p naplespu-allocate-registers | filecheck %s

!s = !naplespu.scalar

// Each value gets the first register that is free, and one that the callee saves where
// it lives across a call. What is on the stack, or made elsewhere, gets none.
naplespu.func @first_free {
^bb0(%a : !s, %b : !s):
  %c = naplespu.LoadI32 7 : !naplespu.recomputed<scalar>
  %x = naplespu.ADDSSS_32(%a, %b) : (!s, !s) -> !s
  %m = naplespu.spill %x : !s -> !naplespu.stack<scalar>
  %y = naplespu.JMPSR_OFF @f(%b, %c, %m) : (!s, !naplespu.recomputed<scalar>, !naplespu.stack<scalar>) -> (!s)
  %r = naplespu.reload %m : !naplespu.stack<scalar> -> !s
  %z = naplespu.ADDSSS_32(%r, %a) : (!s, !s) -> !s
  naplespu.BNEZ %z : !s, ^bb1(%y : !s), ^bb1(%m : !naplespu.stack<scalar>)
^bb1(%w : !s):
  naplespu.JRET %z, %w : !s, !s
}
// CHECK-LABEL: naplespu.func @first_free
// CHECK-NEXT:  ^bb0(%a: !naplespu.scalar<s50>, %b: !naplespu.scalar<s0>):
// CHECK-NEXT:    naplespu.LoadI32 7 : !naplespu.recomputed<scalar>
// CHECK-NEXT:    naplespu.ADDSSS_32(%a, %b) : (!naplespu.scalar<s50>, !naplespu.scalar<s0>) -> !naplespu.scalar<s1>
// CHECK-NEXT:    naplespu.spill %x : !naplespu.scalar<s1> -> !naplespu.stack<scalar>
// CHECK-NEXT:    naplespu.JMPSR_OFF @f({{.*}}) : (!naplespu.scalar<s0>, !naplespu.recomputed<scalar>, !naplespu.stack<scalar>) -> !naplespu.scalar<s0>
// CHECK-NEXT:    naplespu.reload %m : !naplespu.stack<scalar> -> !naplespu.scalar<s1>
// CHECK-NEXT:    naplespu.ADDSSS_32(%r, %a) : (!naplespu.scalar<s1>, !naplespu.scalar<s50>) -> !naplespu.scalar<s1>
// CHECK-NEXT:    naplespu.BNEZ %z : !naplespu.scalar<s1>, ^bb1(%y : !naplespu.scalar<s0>), ^bb1(%m : !naplespu.stack<scalar>)
// CHECK-NEXT:  ^bb1(%w: !naplespu.scalar<s0>):
