// RUN: circ-opt %s -p kernel-dispatch --split-input-file | filecheck %s

// A kernel without barriers is called for whole steps of lanes, and once for the rest.
// CHECK-LABEL: func.func @plain(
// CHECK-NOT: circ.kernel
// CHECK: func.func @plain.launch(
// CHECK-SAME: circ.lanes = array<i64: 18, 19>
// CHECK: func.call @__builtin_npu_read_control_reg
// CHECK: scf.for %base = %c0 to %whole step %lanes : i32
// CHECK: func.call @plain(%arg0, %global_id_2) : (i32, i32) -> ()
// CHECK: scf.if %is_item
// CHECK: func.call @plain(%arg0, %global_id_3) : (i32, i32) -> ()
func.func @plain(%p: i32, %i: i32) attributes {
  circ.kernel = #circ.kernel<["global p"], {hidden = ["global_id_0"]}>
} {
  pointer.store %i, %p : i32
  return
}

// -----

// A barrier cuts a kernel; what the items share is read once, what differs by item.
// CHECK-LABEL: func.func private @cut.step0(
// CHECK: [[SUM:%.+]] = arith.addi
// CHECK: pointer.store [[SUM]]
// CHECK-NEXT: func.return
// CHECK: func.func private @cut.step1(
// CHECK: [[KEPT:%.+]] = pointer.load
// CHECK: pointer.store [[KEPT]]
// CHECK-NOT: func.func @cut(
// CHECK: func.func @cut.launch(
// CHECK: func.call @cut.step0(
// CHECK: func.call @cut.step1(
func.func private @circ.barrier(i32)
func.func @cut(%p: i32, %i: i32) attributes {
  circ.kernel = #circ.kernel<["global p"], {hidden = ["local_id_0"]}>
} {
  %one = arith.constant 1 : i32
  %x = pointer.load %p : i32
  %sum = arith.addi %x, %i : i32
  func.call @circ.barrier(%one) : (i32) -> ()
  pointer.store %sum, %p : i32
  return
}
