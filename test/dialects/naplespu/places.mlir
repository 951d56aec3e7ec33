// RUN: CIRC_ROUNDTRIP

// Values on the stack, values that are made where they go, and parts of live ranges.
naplespu.func @f {
^bb0(%a : !naplespu.scalar, %b : !naplespu.stack<vector>):
  %c = naplespu.LoadI32 7 : !naplespu.recomputed<scalar>
  %d = naplespu.splat_constant 7 : !naplespu.recomputed<vector>
  %e = naplespu.split %a : !naplespu.scalar -> !naplespu.scalar
  %f = naplespu.spill %e : !naplespu.scalar -> !naplespu.stack<scalar, spill 3>
  %g = naplespu.reload %b : !naplespu.stack<vector> -> !naplespu.vector
  %h = naplespu.JMPSR_OFF @g(%c, %d, %f) : (!naplespu.recomputed<scalar>, !naplespu.recomputed<vector>, !naplespu.stack<scalar, spill 3>) -> !naplespu.stack<scalar, incoming 1>
  naplespu.JMP ^bb1(%b, %h : !naplespu.stack<vector>, !naplespu.stack<scalar, incoming 1>)
^bb1(%i : !naplespu.stack<vector, vector_spill 0>, %j : !naplespu.scalar):
  naplespu.JRET %f : !naplespu.stack<scalar, spill 3>
}

// After allocation size and address may be in registers of their own.
naplespu.func @allocated {
^bb0(%a : !naplespu.scalar<s0>):
  %p = naplespu.dynamic_alloca %a align 64 : !naplespu.scalar<s0> -> !naplespu.scalar<s1>
  %q = naplespu.dynamic_alloca %p align 64 : !naplespu.scalar<s1>
  naplespu.JRET
}
// CHECK:      ^bb0(%a: !naplespu.scalar, %b: !naplespu.stack<vector>):
// CHECK-NEXT:   %c = naplespu.LoadI32 7 : !naplespu.recomputed<scalar>
// CHECK-NEXT:   %d = naplespu.splat_constant 7 : !naplespu.recomputed<vector>
// CHECK-NEXT:   %e = naplespu.split %a : !naplespu.scalar -> !naplespu.scalar
// CHECK-NEXT:   %f = naplespu.spill %e : !naplespu.scalar -> !naplespu.stack<scalar, spill 3>
// CHECK-NEXT:   %g = naplespu.reload %b : !naplespu.stack<vector> -> !naplespu.vector
// CHECK-NEXT:   %h = naplespu.JMPSR_OFF @g(%c, %d, %f) : (!naplespu.recomputed<scalar>, !naplespu.recomputed<vector>, !naplespu.stack<scalar, spill 3>) -> !naplespu.stack<scalar, incoming 1>
// CHECK-NEXT:   naplespu.JMP ^bb1(%b, %h : !naplespu.stack<vector>, !naplespu.stack<scalar, incoming 1>)
// CHECK-NEXT: ^bb1(%i: !naplespu.stack<vector, vector_spill 0>, %j: !naplespu.scalar):

// CHECK:        %p = naplespu.dynamic_alloca %a align 64 : !naplespu.scalar<s0> -> !naplespu.scalar<s1>
// CHECK-NEXT:   %q = naplespu.dynamic_alloca %p align 64 : !naplespu.scalar<s1>
