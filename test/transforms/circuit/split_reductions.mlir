// RUN: circ-opt %s -p convert-func-to-circuit,circuit-canonicalize,circuit-split-reductions --pass-statistics --remarks -o %t 2>&1 | filecheck %s --check-prefix=NOTE
// RUN: filecheck %s < %t
// RUN: circ-opt %s -p 'convert-func-to-circuit,circuit-canonicalize,circuit-split-reductions{float-reductions=true}' | filecheck %s --check-prefix=FLOAT
// RUN: circ-opt %s -p 'convert-func-to-circuit,circuit-canonicalize,circuit-split-reductions{ways=1}' | filecheck %s --check-prefix=ONE

// NOTE: remark: a value reduced in 2 parts [circuit-split-reductions]
// NOTE: remark: a reduction stays whole: what it joins takes as long [circuit-split-reductions]
// NOTE: 1  circuit-split-reductions   reductions split

// CHECK-LABEL: circuit.func @sum(
// CHECK:         %[[HEAD:.*]] = circuit.loop_begin
// CHECK-COUNT-3: circuit.value_selector %[[HEAD]]
// ONE-LABEL:   circuit.func @sum(
// ONE:           %[[HEAD:.*]] = circuit.loop_begin
// ONE-COUNT-2:   circuit.value_selector %[[HEAD]]
// ONE-NOT:       circuit.value_selector
// ONE:           circuit.return
func.func @sum(%n: index, %a: memref<8xi32>, %b: memref<8xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z) -> i32 {
    %x = memref.load %a[%i] : memref<8xi32>
    %y = memref.load %b[%i] : memref<8xi32>
    %t = arith.addi %s, %x : i32
    %u = arith.addi %t, %y : i32
    scf.yield %u : i32
  }
  return %r : i32
}

// CHECK-LABEL: circuit.func @powers(
// CHECK-COUNT-3: circuit.value_selector
// CHECK-NOT:     circuit.value_selector
// CHECK:         circuit.return
func.func @powers(%n: index, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z, %p = %x) -> (i32, i32) {
    %q = arith.muli %p, %x : i32
    %t = arith.addi %s, %p : i32
    %u = arith.addi %t, %q : i32
    scf.yield %u, %q : i32, i32
  }
  return %r#0 : i32
}

// CHECK-LABEL: circuit.func @floats(
// CHECK-COUNT-2: circuit.value_selector
// CHECK-NOT:     circuit.value_selector
// CHECK:         circuit.return
// FLOAT-LABEL: circuit.func @floats(
// FLOAT:         circuit.constant -0.0
func.func @floats(%n: index, %a: memref<8xf32>, %b: memref<8xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z) -> f32 {
    %x = memref.load %a[%i] : memref<8xf32>
    %y = memref.load %b[%i] : memref<8xf32>
    %t = arith.addf %s, %x : f32
    %u = arith.addf %t, %y : f32
    scf.yield %u : f32
  }
  return %r : f32
}
