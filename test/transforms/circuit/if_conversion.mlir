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

// SELECTs would take three instructions each, the branch one.
func.func @constants(%c: i1, %x: i32) -> i32 {
  %five = arith.constant 5 : i32
  %r = scf.if %c -> (i32) {
    scf.yield %x : i32
  } else {
    scf.yield %five : i32
  }
  return %r : i32
}
// CHECK: circuit.func @constants
// CHECK: circuit.if_branch

// A load that follows can be executed meanwhile.
func.func @constants_before(%c: i1, %i: index, %p: memref<8xi32>) -> i32 {
  %five = arith.constant 5 : index
  %r = scf.if %c -> (index) {
    scf.yield %i : index
  } else {
    scf.yield %five : index
  }
  %x = memref.load %p[%r] : memref<8xi32>
  cf.cond_br %c, ^store, ^end
^store:
  memref.store %x, %p[%i] : memref<8xi32>
  cf.br ^end
^end:
  return %x : i32
}
// CHECK: circuit.func @constants_before
// CHECK: circuit.select

func.func @constants_in_loop(%p: memref<8xi32>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %eight = arith.constant 8 : index
  %five = arith.constant 5 : i32
  scf.for %i = %zero to %eight step %one {
    %x = memref.load %p[%i] : memref<8xi32>
    %c = arith.cmpi ult, %x, %five : i32
    %r = scf.if %c -> (i32) {
      scf.yield %x : i32
    } else {
      scf.yield %five : i32
    }
    memref.store %r, %p[%i] : memref<8xi32>
  }
  return
}
// CHECK: circuit.func @constants_in_loop
// CHECK: circuit.select

func.func @store(%c: i1, %x: i32, %i: index, %p: memref<4xi32>) {
  scf.if %c {
    memref.store %x, %p[%i] : memref<4xi32>
  }
  return
}
// CHECK: circuit.func @store
// CHECK: circuit.if_branch
