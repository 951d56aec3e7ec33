// RUN: circ-opt %s -p naplespu-rematerialize | filecheck %s

!s = !naplespu.scalar
!v = !naplespu.vector
!stack = !naplespu.stack<scalar>

// Where a constant would be reloaded it is made again, and where it is passed on too.
naplespu.func @reloaded {
^bb0(%a : !s):
  %c = naplespu.LoadI32 70000 : !s
  %stored = naplespu.spill %c : !s -> !stack
  naplespu.JMPSR_OFF @f(%stored) : (!stack) -> ()
  %again = naplespu.reload %stored : !stack -> !s
  %x = naplespu.ADDSSS_32(%a, %again) : (!s, !s) -> !s
  naplespu.JRET %x : !s
}
// CHECK-LABEL: naplespu.func @reloaded
// CHECK:         %c = naplespu.LoadI32 70000 : !naplespu.recomputed<scalar>
// CHECK-NEXT:    naplespu.JMPSR_OFF @f(%c) : (!naplespu.recomputed<scalar>) -> ()
// CHECK-NEXT:    %[[again:.*]] = naplespu.LoadI32 70000 : !naplespu.scalar
// CHECK-NEXT:    naplespu.ADDSSS_32(%a, %[[again]])

// Frame addresses and vectors are constants too; nothing is left of what is not passed.
naplespu.func @others {
^bb0(%a : !s):
  %p = naplespu.frame_address 0 size 4 align 4 : !s
  %p_stored = naplespu.spill %p : !s -> !stack
  %v = naplespu.splat_constant 70000 : !v
  %v_stored = naplespu.spill %v : !v -> !naplespu.stack<vector>
  naplespu.JMPSR_OFF @f() : () -> ()
  %p_again = naplespu.reload %p_stored : !stack -> !s
  %v_again = naplespu.reload %v_stored : !naplespu.stack<vector> -> !v
  %w = naplespu.ADDVVS_U_32(%v_again, %p_again) : (!v, !s) -> !v
  naplespu.JRET %w : !v
}
// CHECK-LABEL: naplespu.func @others
// CHECK-NEXT:  ^bb0
// CHECK-NEXT:    naplespu.JMPSR_OFF @f() : () -> ()
// CHECK-NEXT:    naplespu.frame_address 0 size 4 align 4 : !naplespu.scalar
// CHECK-NEXT:    naplespu.splat_constant 70000 : !naplespu.vector

// Constants of one instruction that are only passed on need no register.
naplespu.func @passed {
^bb0(%a : !s):
  %small = naplespu.LoadI32 7 : !s
  %large = naplespu.LoadI32 70000 : !s
  %one = naplespu.splat_constant 1 : !v
  %used = naplespu.LoadI32 8 : !s
  %x = naplespu.ADDSSS_32(%a, %used) : (!s, !s) -> !s
  naplespu.JRET %small, %large, %one, %used, %x : !s, !s, !v, !s, !s
}
// CHECK-LABEL: naplespu.func @passed
// CHECK:         naplespu.LoadI32 7 : !naplespu.recomputed<scalar>
// CHECK-NEXT:    naplespu.LoadI32 70000 : !naplespu.scalar
// CHECK-NEXT:    naplespu.splat_constant 1 : !naplespu.recomputed<vector>
// CHECK-NEXT:    naplespu.LoadI32 8 : !naplespu.scalar

// What depends on more than itself is reloaded.
naplespu.func @kept {
^bb0(%a : !s):
  %x = naplespu.ADDSSI(%a), 1 : (!s) -> !s
  %stored = naplespu.spill %x : !s -> !stack
  %again = naplespu.reload %stored : !stack -> !s
  naplespu.JRET %again : !s
}
// CHECK-LABEL: naplespu.func @kept
// CHECK:         naplespu.spill %x
// CHECK-NEXT:    naplespu.reload
