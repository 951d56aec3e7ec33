// RUN: circ-opt %s -p naplespu-peephole,naplespu-dead-code -t mlir | filecheck %s

// A copy that is copied again, a copy back, and an addition of nothing.
naplespu.func @copies {
^bb0(%a : !naplespu.scalar<s0>):
  %b = naplespu.MOVE_SS_32(%a) : (!naplespu.scalar<s0>) -> !naplespu.scalar<s1>
  %c = naplespu.MOVE_SS_32(%b) : (!naplespu.scalar<s1>) -> !naplespu.scalar<s2>
  %d = naplespu.ADDSSI(%c), 0 : (!naplespu.scalar<s2>) -> !naplespu.scalar<s0>
  %e = naplespu.ADDSSS_32(%c, %d) : (!naplespu.scalar<s2>, !naplespu.scalar<s0>) -> !naplespu.scalar<s0>
  naplespu.JRET %e : !naplespu.scalar<s0>
}
// CHECK:      naplespu.func @copies
// CHECK-NOT:    MOVE_SS_32
// CHECK-NOT:    ADDSSI
// CHECK:        naplespu.ADDSSS_32(%{{.*}}, %{{.*}}) : (!naplespu.scalar<s0>, !naplespu.scalar<s0>) -> !naplespu.scalar<s0>

// A constant near another, the same again, and a reload of what is in a register.
naplespu.func @constants {
^bb0(%a : !naplespu.scalar<s0>):
  %b = naplespu.LoadI32 1000000 : !naplespu.scalar<s1>
  %c = naplespu.LoadI32 1000100 : !naplespu.scalar<s2>
  %d = naplespu.LoadI32 1000000 : !naplespu.scalar<s3>
  naplespu.slot_store %a, spill 0 : !naplespu.scalar<s0>
  %e = naplespu.ADDSSS_32(%c, %d) : (!naplespu.scalar<s2>, !naplespu.scalar<s3>) -> !naplespu.scalar<s4>
  %f = naplespu.slot_load spill 0 : !naplespu.scalar<s5>
  %g = naplespu.ADDSSS_32(%e, %f) : (!naplespu.scalar<s4>, !naplespu.scalar<s5>) -> !naplespu.scalar<s0>
  naplespu.JRET %g : !naplespu.scalar<s0>
}
// CHECK:      naplespu.func @constants
// CHECK:        naplespu.LoadI32 1000000 : !naplespu.scalar<s1>
// CHECK:        naplespu.ADDSSI(%{{.*}}), 100 : (!naplespu.scalar<s1>) -> !naplespu.scalar<s2>
// CHECK-NOT:    LoadI32
// CHECK-NOT:    slot_
// CHECK:        naplespu.ADDSSS_32(%{{.*}}) : (!naplespu.scalar<s2>, !naplespu.scalar<s1>)
// CHECK:        naplespu.ADDSSS_32(%{{.*}}) : (!naplespu.scalar<s4>, !naplespu.scalar<s0>)

// A call changes registers and no spill slots; what another block needs stays.
naplespu.func @calls {
^bb0(%a : !naplespu.scalar<s0>):
  naplespu.slot_store %a, spill 1 : !naplespu.scalar<s0>
  %b = naplespu.MOVE_SS_32(%a) : (!naplespu.scalar<s0>) -> !naplespu.scalar<s9>
  naplespu.JMPSR_OFF @calls(%a) : (!naplespu.scalar<s0>) -> ()
  %c = naplespu.slot_load spill 1 : !naplespu.scalar<s9>
  naplespu.slot_store %c, spill 1 : !naplespu.scalar<s9>
  naplespu.BNEZ %c : !naplespu.scalar<s9>, ^bb1, ^bb2
^bb1:
  %d = naplespu.slot_load spill 1 : !naplespu.scalar<s9>
  naplespu.JRET %d : !naplespu.scalar<s9>
^bb2:
  naplespu.JRET
}
// CHECK:      naplespu.func @calls
// CHECK:        naplespu.slot_store %{{.*}}, spill 1 : !naplespu.scalar<s0>
// CHECK-NEXT:   naplespu.JMPSR_OFF
// CHECK-NEXT:   naplespu.slot_load spill 1 : !naplespu.scalar<s9>
// CHECK-NOT:    slot_
// CHECK:      ^bb1:
// CHECK-NEXT:   naplespu.get_register : !naplespu.scalar<s9>
// CHECK-NEXT:   naplespu.JRET

// Vectors too: a copy back, a slot that a register has, a constant twice.
naplespu.func @vectors {
^bb0(%a : !naplespu.vector<v0>):
  %b = naplespu.vector_copy %a : !naplespu.vector<v0> -> !naplespu.vector<v1>
  %c = naplespu.vector_copy %b : !naplespu.vector<v1> -> !naplespu.vector<v0>
  naplespu.slot_store %c, vector_spill 0 : !naplespu.vector<v0>
  %d = naplespu.slot_load vector_spill 0 : !naplespu.vector<v2>
  %e = naplespu.splat_constant 7 : !naplespu.vector<v3>
  %f = naplespu.splat_constant 7 : !naplespu.vector<v3>
  %g = naplespu.ADDVVV_U_32(%d, %f) : (!naplespu.vector<v2>, !naplespu.vector<v3>) -> !naplespu.vector<v0>
  naplespu.JRET %g : !naplespu.vector<v0>
}
// CHECK:      naplespu.func @vectors
// CHECK-NEXT: ^bb0([[A:%.*]]: !naplespu.vector<v0>):
// CHECK-NOT:    vector_copy
// CHECK-NOT:    slot_
// CHECK:        naplespu.splat_constant
// CHECK-NOT:    splat_constant
// CHECK:        naplespu.ADDVVV_U_32({{.*}}) : (!naplespu.vector<v0>, !naplespu.vector<v3>)

// Where the function disables lanes, a register keeps some of what it had.
naplespu.func @masked {
^bb0(%a : !naplespu.vector<v0>, %m : !naplespu.scalar<s0>):
  naplespu.WRITEMR(%m) : (!naplespu.scalar<s0>) -> ()
  %b = naplespu.MOVE_VV_32(%a) : (!naplespu.vector<v0>) -> !naplespu.vector<v1>
  %c = naplespu.MOVE_VV_32(%b) : (!naplespu.vector<v1>) -> !naplespu.vector<v0>
  naplespu.JRET %c : !naplespu.vector<v0>
}
// CHECK:      naplespu.func @masked
// CHECK:        naplespu.MOVE_VV_32
// CHECK-NEXT:   naplespu.MOVE_VV_32
