// RUN: circ-opt %s -p "lower-to-circuit{opt=0},circuit-canonicalize,circuit-if-conversion,circuit-branch-choices" | filecheck %s

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

func.func @expensive(%c: i1, %x: i32, %y: i32) -> i32 {
  %q = arith.divsi %x, %y : i32
  %r = arith.select %c, %q, %y : i32
  return %r : i32
}
// CHECK: circuit.func @expensive
// CHECK: %[[BRANCH:.*]] = circuit.if_branch %{{.*}}, %c
// CHECK: circuit.value_selector %{{.*}}, %q, %y : i32

func.func @maximum(%a: i32, %b: i32, %d: i32, %e: i32, %n: index) -> i32 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %first = arith.constant 0 : i32
  %r = scf.for %i = %zero to %n step %one iter_args(%m = %first) -> i32 {
    %c0 = arith.cmpi sgt, %a, %m : i32
    %w0 = arith.select %c0, %a, %m : i32
    %c1 = arith.cmpi sgt, %b, %w0 : i32
    %w1 = arith.select %c1, %b, %w0 : i32
    %c2 = arith.cmpi sgt, %d, %w1 : i32
    %w2 = arith.select %c2, %d, %w1 : i32
    %c3 = arith.cmpi sgt, %e, %w2 : i32
    %w3 = arith.select %c3, %e, %w2 : i32
    scf.yield %w3 : i32
  }
  return %r : i32
}
// CHECK: circuit.func @maximum
// CHECK-NOT: circuit.select

// Bits are computed with.
func.func @bit(%c: i1, %x: i1, %y: i32, %z: i32) -> i1 {
  %q = arith.divsi %y, %z : i32
  %b = arith.cmpi slt, %q, %y : i32
  %r = arith.select %c, %b, %x : i1
  return %r : i1
}
// CHECK: circuit.func @bit
// CHECK-NOT: circuit.if_branch
// CHECK: circuit.return
