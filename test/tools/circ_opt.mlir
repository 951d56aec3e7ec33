// RUN: circ-opt %s --split-input-file -p dce,cse --print-between-passes | filecheck %s
// RUN: circ-opt - --split-input-file --verify-diagnostics --print-debuginfo < %s | filecheck %s --check-prefix=PLACE

// CHECK:      IR after dce:
// CHECK:      func.func @first
// CHECK-NOT:    arith.constant 2
// CHECK:      func.func @first
// CHECK-NEXT:   %one = arith.constant 1 : i32
// CHECK-NEXT:   func.return %one, %one : i32, i32
// PLACE:      func.func @first
// PLACE:        arith.constant 1 : i32 loc("<stdin>":14:3)
func.func @first() -> (i32, i32) {
  %one = arith.constant 1 : i32
  %uno = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  func.return %one, %uno : i32, i32
}
// -----
// CHECK:      // -----
// CHECK:      func.func @second
// PLACE:        func.return loc("here":7:8)
// PLACE:      loc("<stdin>":23:1)
func.func @second() {
  func.return loc("here":7:8)
}
