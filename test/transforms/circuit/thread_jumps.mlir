// RUN: circ-opt -p circuit-thread-jumps --split-input-file %s | filecheck %s

// A side of an earlier branch on the same condition decides the second one.
circuit.func @again(i1, i32, i32) -> (i32, i32) {
  circuit.circuit_root
  %0 = circuit.state_entry
  %1 = circuit.depend_entry
  circuit.return_list
  circuit.throw_list
  circuit.constant_list
  circuit.alloca_list
  circuit.arg_list
  %c = circuit.arg 0 : i1
  %x = circuit.arg 1 : i32
  %y = circuit.arg 2 : i32
  %2 = circuit.if_branch %0, %c
  %3 = circuit.if_true %2
  %4 = circuit.if_false %2
  %5 = circuit.merge %3, %4
  %6 = circuit.value_selector %5, %x, %y : i32
  %7 = circuit.mul %6, %y : i32
  %8 = circuit.if_branch %5, %c
  %9 = circuit.if_true %8
  %10 = circuit.if_false %8
  %11 = circuit.merge %9, %10
  %12 = circuit.value_selector %11, %7, %6 : i32
  circuit.return %11, %1, %12, %6 : i32, i32
}
// CHECK-LABEL: @again
// CHECK:       [[BRANCH:%.*]] = circuit.if_branch
// CHECK-NOT:   circuit.if_branch
// CHECK:       [[MERGE:%.*]] = circuit.merge
// CHECK:       [[PRODUCT:%.*]] = circuit.mul %x, %y
// CHECK:       circuit.value_selector [[MERGE]], [[PRODUCT]], %y
// CHECK:       circuit.value_selector [[MERGE]], %x, %y
