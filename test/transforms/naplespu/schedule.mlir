// RUN: circ-opt %s -p naplespu-schedule | filecheck %s

// The division comes first, and what needs nothing of it while it runs.
naplespu.func @latencies {
^bb0(%a : !naplespu.scalar<s0>, %b : !naplespu.scalar<s1>):
  %c = naplespu.ADDSSI(%a), 1 : (!naplespu.scalar<s0>) -> !naplespu.scalar<s2>
  %d = naplespu.ADDSSI(%a), 2 : (!naplespu.scalar<s0>) -> !naplespu.scalar<s3>
  %q = naplespu.DIVFSSS_32(%a, %b) : (!naplespu.scalar<s0>, !naplespu.scalar<s1>) -> !naplespu.scalar<s4>
  %r = naplespu.ADDFSSS_32(%q, %b) : (!naplespu.scalar<s4>, !naplespu.scalar<s1>) -> !naplespu.scalar<s5>
  naplespu.JRET %r, %c, %d : !naplespu.scalar<s5>, !naplespu.scalar<s2>, !naplespu.scalar<s3>
}
// CHECK:      naplespu.func @latencies
// CHECK:        naplespu.DIVFSSS_32
// CHECK-NEXT:   naplespu.ADDSSI(%{{.*}}), 1
// CHECK-NEXT:   naplespu.ADDSSI(%{{.*}}), 2
// CHECK-NEXT:   naplespu.ADDFSSS_32

// Loads go before a store that is beside them or of another class of accesses, but not
// before one that they may meet; s0 is read before it is written again.
naplespu.func @order {
^bb0(%a : !naplespu.scalar<s0>, %p : !naplespu.scalar<s1>, %q : !naplespu.scalar<s2>):
  %x = naplespu.ADDSSI(%a), 1 : (!naplespu.scalar<s0>) -> !naplespu.scalar<s3>
  naplespu.S32W_Mainmem(%x, %p), 0 memory<4, alias "a"> : (!naplespu.scalar<s3>, !naplespu.scalar<s1>) -> ()
  %u = naplespu.L32W_Mainmem(%p), 4 : (!naplespu.scalar<s1>) -> !naplespu.scalar<s0>
  %w = naplespu.L32W_Mainmem(%q), 0 memory<4, alias "b"> : (!naplespu.scalar<s2>) -> !naplespu.scalar<s5>
  %z = naplespu.ADDSSS_32(%u, %w) : (!naplespu.scalar<s0>, !naplespu.scalar<s5>) -> !naplespu.scalar<s6>
  naplespu.S32W_Mainmem(%z, %p), 8 : (!naplespu.scalar<s6>, !naplespu.scalar<s1>) -> ()
  %y = naplespu.L32W_Mainmem(%q), 4 : (!naplespu.scalar<s2>) -> !naplespu.scalar<s7>
  naplespu.JRET %z, %y : !naplespu.scalar<s6>, !naplespu.scalar<s7>
}
// CHECK:      naplespu.func @order
// CHECK:        naplespu.ADDSSI
// CHECK-NEXT:   naplespu.L32W_Mainmem(%p), 4
// CHECK-NEXT:   naplespu.L32W_Mainmem(%q), 0
// CHECK-NEXT:   naplespu.S32W_Mainmem(%x, %p), 0
// CHECK-NEXT:   naplespu.ADDSSS_32
// CHECK-NEXT:   naplespu.S32W_Mainmem(%z, %p), 8
// CHECK-NEXT:   naplespu.L32W_Mainmem(%q), 4

// Volatile accesses stay in order, and nothing moves over a call.
naplespu.func @effects {
^bb0(%p : !naplespu.scalar<s1>, %q : !naplespu.scalar<s2>):
  %u = naplespu.L32W_Mainmem(%p), 0 memory<4, volatile> : (!naplespu.scalar<s1>) -> !naplespu.scalar<s3>
  %v = naplespu.ADDSSI(%u), 1 : (!naplespu.scalar<s3>) -> !naplespu.scalar<s4>
  %w = naplespu.L32W_Mainmem(%q), 0 memory<4, volatile> : (!naplespu.scalar<s2>) -> !naplespu.scalar<s5>
  naplespu.JMPSR_OFF @effects() : () -> ()
  %x = naplespu.L32W_Mainmem(%q), 4 : (!naplespu.scalar<s2>) -> !naplespu.scalar<s6>
  naplespu.JRET %v, %w, %x : !naplespu.scalar<s4>, !naplespu.scalar<s5>, !naplespu.scalar<s6>
}
// CHECK:      naplespu.func @effects
// CHECK:        naplespu.L32W_Mainmem(%p), 0 memory <4, volatile>
// CHECK-NEXT:   naplespu.L32W_Mainmem(%q), 0 memory <4, volatile>
// CHECK-NEXT:   naplespu.ADDSSI
// CHECK-NEXT:   naplespu.JMPSR_OFF
// CHECK-NEXT:   naplespu.L32W_Mainmem(%q), 4
