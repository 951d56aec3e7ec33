// RUN: circ-opt %s -p "lower-to-circuit{opt=0},circuit-canonicalize,circuit-reassociate,circuit-dead-gates" | filecheck %s

func.func @cancels(%x: i32, %y: i32, %w: i32) -> i32 {
  %s = arith.addi %x, %y : i32
  %d = arith.subi %s, %x : i32
  %m = arith.muli %d, %w : i32
  %n = arith.muli %x, %w : i32
  %t = arith.addi %m, %n : i32
  return %t : i32
}
// CHECK: circuit.func @cancels
// CHECK: [[SUM:%.*]] = circuit.add %x, %y : i32
// CHECK-NEXT: circuit.mul %w, [[SUM]] : i32
// CHECK-NEXT: circuit.return

func.func @constants(%x: i32, %y: i32) -> i32 {
  %c5 = arith.constant 5 : i32
  %c7 = arith.constant 7 : i32
  %a = arith.muli %x, %c5 : i32
  %b = arith.muli %y, %c7 : i32
  %r = arith.muli %a, %b : i32
  return %r : i32
}
// CHECK: circuit.func @constants
// CHECK-DAG: [[XY:%.*]] = circuit.mul %x, %y : i32
// CHECK-DAG: [[C:%.*]] = circuit.constant 35 : i32
// CHECK: circuit.mul [[XY]], [[C]] : i32
// CHECK-NEXT: circuit.return

func.func @floats(%x: f32, %y: f32) -> f32 {
  %a = arith.addf %x, %y : f32
  %b = arith.subf %a, %x : f32
  return %b : f32
}
// CHECK: circuit.func @floats
// CHECK: circuit.fadd
// CHECK: circuit.fsub
