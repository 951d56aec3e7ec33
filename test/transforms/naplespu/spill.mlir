// RUN: circ-opt %s -p naplespu-spill | filecheck %s
// RUN: circ-opt %s -p naplespu-spill --remarks -o /dev/null 2>&1 | filecheck %s --check-prefix=REMARK

// Nine values live across a call, and eight registers for them. It costs least to store
// %x, and to reload it where it was split, in front of the loop.
!s = !naplespu.scalar
naplespu.func @split {
^bb0(%a : !s, %b : !s, %c : !s, %d : !s, %e : !s, %f : !s, %g : !s, %h : !s):
  %x = naplespu.ADDSSS_32(%a, %b) : (!s, !s) -> !s
  naplespu.JMPSR_OFF @f() : () -> ()
  %part = naplespu.split %x : !s -> !s
  %other = naplespu.split %a : !s -> !s
  naplespu.JMP ^bb1(%a : !s)
^bb1(%i : !s):
  %j = naplespu.ADDSSS_32(%i, %other) : (!s, !s) -> !s
  %k = naplespu.SUBSSS_32(%j, %part) : (!s, !s) -> !s
  naplespu.BNEZ %k : !s, ^bb1(%k : !s), ^bb2
^bb2:
  naplespu.JMPSR_OFF @g(%b, %c, %d, %e, %f, %g, %h) : (!s, !s, !s, !s, !s, !s, !s) -> ()
  naplespu.JMPSR_OFF @g(%b, %c, %d, %e, %f, %g, %h) : (!s, !s, !s, !s, !s, !s, !s) -> ()
  naplespu.JRET
}
// REMARK:      spill.mlir:[[# @LINE - 14]]:3: remark: value %x is spilled: too few registers [naplespu-spill]
// REMARK:      remark: values spilled: 1 [naplespu-spill]
// CHECK-LABEL: naplespu.func @split
// CHECK:         %x = naplespu.ADDSSS_32(%a, %b)
// CHECK-NEXT:    %[[stored:.*]] = naplespu.spill %x : !naplespu.scalar -> !naplespu.stack<scalar>
// CHECK-NEXT:    naplespu.JMPSR_OFF @f() : () -> ()
// CHECK-NEXT:    %[[part:.*]] = naplespu.reload %[[stored]] : !naplespu.stack<scalar> -> !naplespu.scalar
// CHECK-NEXT:    naplespu.JMP ^bb1(%a : !naplespu.scalar)
// CHECK-NEXT:  ^bb1(%i: !naplespu.scalar):
// CHECK-NEXT:    %j = naplespu.ADDSSS_32(%i, %a)
// CHECK-NEXT:    %k = naplespu.SUBSSS_32(%j, %[[part]])

// A use in the loop is worth more than those behind it. A parameter is on the stack from
// the beginning.
naplespu.func @weights {
^bb0(%a : !s, %b : !s, %c : !s, %d : !s, %e : !s, %f : !s, %g : !s, %h : !s):
  %x = naplespu.ADDSSS_32(%a, %b) : (!s, !s) -> !s
  naplespu.JMP ^bb1(%a, %h : !s, !s)
^bb1(%i : !s, %p : !s):
  naplespu.JMPSR_OFF @f() : () -> ()
  %j = naplespu.ADDSSI(%i), -1 : (!s) -> !s
  %k = naplespu.SUBSSS_32(%j, %x) : (!s, !s) -> !s
  naplespu.BNEZ %k : !s, ^bb1(%k, %p : !s, !s), ^bb2
^bb2:
  naplespu.JMPSR_OFF @g(%b, %c, %d, %e, %f, %g) : (!s, !s, !s, !s, !s, !s) -> ()
  naplespu.JRET %p, %b : !s, !s
}
// CHECK-LABEL: naplespu.func @weights
// CHECK-NEXT:  ^bb0({{.*}}, %c: !naplespu.stack<scalar>, {{.*}}):
// CHECK-NOT:     naplespu.reload
// CHECK:         naplespu.JMPSR_OFF @g({{.*}}) : (!naplespu.scalar, !naplespu.stack<scalar>, 
