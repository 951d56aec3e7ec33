// RUN: circ-opt %s -p "lower-to-circuit{opt=0},circuit-canonicalize,circuit-if-conversion" | filecheck %s

func.func @sum(%c: i1, %x: i32, %y: i32) -> i32 {
  %r = scf.if %c -> (i32) {
    %a = arith.muli %x, %y : i32
    scf.yield %a : i32
  } else {
    scf.yield %y : i32
  }
  return %r : i32
}
// CHECK: circuit.func @sum
// CHECK-NOT: circuit.if_branch
// CHECK: circuit.select %c, %a, %y : i32
// CHECK: circuit.return

func.func @division(%c: i1, %x: i32, %y: i32) -> i32 {
  %r = scf.if %c -> (i32) {
    %a = arith.divsi %x, %y : i32
    scf.yield %a : i32
  } else {
    scf.yield %y : i32
  }
  return %r : i32
}
// CHECK: circuit.func @division
// CHECK: circuit.if_branch

func.func @store(%c: i1, %x: i32, %i: index, %p: memref<4xi32>) {
  scf.if %c {
    memref.store %x, %p[%i] : memref<4xi32>
  }
  return
}
// CHECK: circuit.func @store
// CHECK: circuit.if_branch
