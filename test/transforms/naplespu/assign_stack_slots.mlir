// RUN: circ-opt %s -p naplespu-assign-stack-slots | filecheck %s

!s = !naplespu.scalar
!v = !naplespu.vector
!stack = !naplespu.stack<scalar>
!vector_stack = !naplespu.stack<vector>

// Values that are not live together share a slot, and so do both ends of a copy; each
// register file has an area of its own.
naplespu.func @shared {
^bb0(%a : !s, %v : !v):
  %m = naplespu.spill %a : !s -> !stack
  %w = naplespu.spill %v : !v -> !vector_stack
  %b = naplespu.reload %m : !stack -> !s
  %n = naplespu.spill %b : !s -> !stack
  naplespu.JMP ^bb1(%n, %w : !stack, !vector_stack)
^bb1(%p : !stack, %q : !vector_stack):
  %c = naplespu.reload %p : !stack -> !s
  naplespu.BNEZ %c : !s, ^bb1(%p, %q : !stack, !vector_stack), ^bb2
^bb2:
  naplespu.JRET %p, %q : !stack, !vector_stack
}
// CHECK-LABEL: naplespu.func @shared
// CHECK:         %m = naplespu.spill %a : !naplespu.scalar -> !naplespu.stack<scalar, spill 0>
// CHECK-NEXT:    %w = naplespu.spill %v : !naplespu.vector -> !naplespu.stack<vector, vector_spill 0>
// CHECK:         %n = naplespu.spill %b : !naplespu.scalar -> !naplespu.stack<scalar, spill 0>
// CHECK:       ^bb1(%p: !naplespu.stack<scalar, spill 0>, %q: !naplespu.stack<vector, vector_spill 0>):

// The busiest has the first slot. The ninth argument stays where the caller left it, and
// results of calls may be on the stack too.
naplespu.func @busiest {
^bb0(%0 : !s, %1 : !s, %2 : !s, %3 : !s, %4 : !s, %5 : !s, %6 : !s, %7 : !stack, %8 : !stack):
  %x = naplespu.JMPSR_OFF @f() : () -> !stack
  naplespu.JMP ^bb1
^bb1:
  %c = naplespu.reload %x : !stack -> !s
  naplespu.BNEZ %c : !s, ^bb1, ^bb2
^bb2:
  naplespu.JRET %7, %8 : !stack, !stack
}
// CHECK-LABEL: naplespu.func @busiest
// CHECK-NEXT:  ^bb0({{.*}}: !naplespu.stack<scalar, spill 1>, {{.*}}: !naplespu.stack<scalar, incoming 0>):
// CHECK-NEXT:    %x = naplespu.JMPSR_OFF @f() : () -> !naplespu.stack<scalar, spill 0>
