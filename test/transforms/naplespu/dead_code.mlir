// RUN: circ-opt %s -p naplespu-dead-code | filecheck %s

// Before register allocation: what has no uses, and then what that alone used. Volatile
// loads and what may have another effect stay.
naplespu.func @values {
^bb0(%p : !naplespu.scalar):
  %0 = naplespu.LoadI32 5 : !naplespu.scalar
  %1 = naplespu.MULLSSS_32(%p, %0) : (!naplespu.scalar, !naplespu.scalar) -> !naplespu.scalar
  %2 = naplespu.ADDSSI(%1), 1 : (!naplespu.scalar) -> !naplespu.scalar
  %3 = naplespu.L32W_Mainmem(%p), 0 : (!naplespu.scalar) -> !naplespu.scalar
  %4 = naplespu.L32W_Mainmem(%p), 4 memory <4, volatile> : (!naplespu.scalar) -> !naplespu.scalar
  %5 = naplespu.JMPSR_OFF @values(%p) : (!naplespu.scalar) -> !naplespu.scalar
  naplespu.S32W_Mainmem(%p, %p), 0 : (!naplespu.scalar, !naplespu.scalar) -> ()
  naplespu.JRET %p : !naplespu.scalar
}
// CHECK:      naplespu.func @values
// CHECK-NEXT: ^bb0(%p: !naplespu.scalar):
// CHECK-NEXT:   naplespu.L32W_Mainmem(%p), 4 memory <4, volatile>
// CHECK-NEXT:   naplespu.JMPSR_OFF @values(%p)
// CHECK-NEXT:   naplespu.S32W_Mainmem(%p, %p), 0
// CHECK-NEXT:   naplespu.JRET %p

// After it: what writes a register or a slot that nothing reads until it is written.
naplespu.func @registers {
^bb0(%a : !naplespu.scalar<s0>):
  %0 = naplespu.LoadI32 5 : !naplespu.scalar<s1>
  %1 = naplespu.ADDSSI(%a), 1 : (!naplespu.scalar<s0>) -> !naplespu.scalar<s1>
  naplespu.slot_store %1, spill 0 : !naplespu.scalar<s1>
  naplespu.slot_store %a, spill 0 : !naplespu.scalar<s0>
  naplespu.BNEZ %a : !naplespu.scalar<s0>, ^bb1, ^bb2
^bb1:
  %2 = naplespu.slot_load spill 0 : !naplespu.scalar<s0>
  naplespu.JRET %2 : !naplespu.scalar<s0>
^bb2:
  %3 = naplespu.get_register : !naplespu.scalar<s1>
  naplespu.JRET %3 : !naplespu.scalar<s1>
}
// CHECK:      naplespu.func @registers
// CHECK-NEXT: ^bb0
// CHECK-NEXT:   naplespu.ADDSSI(%a), 1
// CHECK-NEXT:   naplespu.slot_store %a, spill 0
// CHECK-NEXT:   naplespu.BNEZ
