// RUN: circ-opt %s -p convert-func-to-circuit,circuit-canonicalize,circuit-dead-gates,circuit-version-loops --pass-statistics --remarks -o %t 2>&1 | filecheck %s --check-prefix=NOTE
// RUN: filecheck %s < %t

// NOTE: remark: 2 arrays that do not overlap: own version [circuit-version-loops]
// NOTE: remark: one version: an address does not follow from a pointer and counters [circuit-version-loops]
// NOTE: 1  circuit-version-loops    loops with two versions

// CHECK-LABEL: circuit.func @copy(
// CHECK:         circuit.loop_begin
// CHECK:         circuit.load {{.*}} memory <4> : i32
// CHECK:         circuit.loop_begin
// CHECK:         circuit.load {{.*}} memory <4, alias "part0">
// CHECK-NEXT:    circuit.add
// CHECK-NEXT:    circuit.store {{.*}} memory <4, alias "part1">
func.func @copy(%n: index, %a: memref<?xi32>, %b: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<?xi32>
    memref.store %x, %b[%i] : memref<?xi32>
  }
  return
}

// Where it writes is not known before.
// CHECK-LABEL: circuit.func @scatter(
// CHECK:         circuit.loop_begin
// CHECK-NOT:     circuit.loop_begin
// CHECK:         circuit.return
func.func @scatter(%n: index, %a: memref<?xindex>, %b: memref<?xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<?xindex>
    memref.store %i, %b[%x] : memref<?xindex>
  }
  return
}
