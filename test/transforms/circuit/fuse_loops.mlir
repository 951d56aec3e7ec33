// RUN: circ-opt %s -p convert-func-to-circuit,circuit-canonicalize,circuit-fuse-loops --pass-statistics --remarks -o %t 2>&1 | filecheck %s --check-prefix=NOTE
// RUN: filecheck %s < %t
// RUN: circ-opt %s -p 'convert-func-to-circuit,circuit-canonicalize,circuit-fuse-loops{limit=3}' | filecheck %s --check-prefix=SMALL

// NOTE: remark: fused with the loop after it [circuit-fuse-loops]
// NOTE: remark: not fused with the loop before: they access the same memory [circuit-fuse-loops]
// NOTE: 1  circuit-fuse-loops       loops fused

// One loop, which does not load what it has stored.
// CHECK-LABEL: circuit.func @one(
// CHECK:         circuit.loop_begin
// CHECK:         circuit.store
// CHECK-NOT:     circuit.load
// CHECK-NOT:     circuit.loop_begin
// CHECK:         circuit.return
// SMALL-LABEL: circuit.func @one(
// SMALL:         circuit.loop_begin
// SMALL:         circuit.loop_begin
func.func @one(%n: index, %a: memref<8xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    memref.store %x, %a[%i] : memref<8xi32>
  }
  scf.for %i = %c0 to %n step %c1 {
    %y = memref.load %a[%i] : memref<8xi32>
    %z = arith.muli %y, %y : i32
    memref.store %z, %a[%i] : memref<8xi32>
  }
  return
}

// The second loop loads what the first one stores an iteration later.
// CHECK-LABEL: circuit.func @two(
// CHECK:         circuit.loop_begin
// CHECK:         circuit.loop_begin
// CHECK:         circuit.return
func.func @two(%n: index, %a: memref<8xi32>, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    memref.store %x, %a[%i] : memref<8xi32>
  }
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> i32 {
    %k = arith.addi %i, %c1 : index
    %y = memref.load %a[%k] : memref<8xi32>
    %t = arith.addi %s, %y : i32
    scf.yield %t : i32
  }
  return %r : i32
}
