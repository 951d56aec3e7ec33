// RUN: circ-opt %s -p convert-func-to-circuit,circuit-canonicalize,circuit-dead-gates,circuit-loops-to-lanes --pass-statistics --remarks -o %t 2>&1 | filecheck %s --check-prefix=NOTE
// RUN: filecheck %s < %t

// NOTE: remark: iterations in 16 lanes [circuit-loops-to-lanes]
// NOTE: remark: not in lanes: it has 8 iterations [circuit-loops-to-lanes]
// NOTE: remark: not in lanes: iterations access the same memory [circuit-loops-to-lanes]
// NOTE: remark: not in lanes: a branch in it depends on the iteration [circuit-loops-to-lanes]
// NOTE: remark: iterations in 16 lanes [circuit-loops-to-lanes]
// NOTE: remark: not in lanes: 14 lanes would cost 28, iterations cost 14 [circuit-loops-to-lanes]
// NOTE: remark: iterations in 16 lanes [circuit-loops-to-lanes]
// NOTE: remark: not in lanes: what it stores is known where used [circuit-loops-to-lanes]
// NOTE: 3  circuit-loops-to-lanes    loops in lanes

// Rows where the array is aligned, what is left over one by one; else one by one.
// CHECK-LABEL: circuit.func @scale(
// CHECK:         circuit.if_branch
// CHECK:         circuit.loop_begin
// CHECK:         circuit.loop_begin
// CHECK:         circuit.loop_begin
// CHECK:         circuit.load {{.*}} memory <64> : vector<16xi32>
// CHECK:         circuit.mul {{.*}} : vector<16xi32>
// CHECK:         circuit.store {{.*}} memory <64> : vector<16xi32>
func.func @scale(%n: index, %k: i32, %a: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<?xi32>
    %y = arith.muli %x, %k : i32
    memref.store %y, %a[%i] : memref<?xi32>
  }
  return
}

// CHECK-LABEL: circuit.func @short(
// CHECK-NOT:     vector
func.func @short(%k: i32, %a: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    memref.store %k, %a[%i] : memref<?xi32>
  }
  return
}

func.func @overlapping(%n: index, %a: memref<?xi32>, %b: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<?xi32>
    memref.store %x, %b[%i] : memref<?xi32>
  }
  return
}

func.func @divergent(%n: index, %k: i32, %a: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<?xi32>
    %less = arith.cmpi slt, %x, %k : i32
    scf.if %less {
      memref.store %k, %a[%i] : memref<?xi32>
    }
  }
  return
}

// The line is loaded once, and its lanes go where they are needed; stores go one by one.
// CHECK-LABEL: circuit.func @part(
// CHECK:         circuit.load {{.*}} memory <64{{.*}} : vector<16xi32>
// CHECK-NOT:     circuit.load
// CHECK:         circuit.store {{.*}} memory <4{{.*}} : i32
// CHECK-NOT:     circuit.load
// CHECK:         circuit.return
func.func @part(%a: memref<16xi32> {llvm.noalias}, %b: memref<14xi32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c14 = arith.constant 14 : index
  scf.for %i = %c0 to %c14 step %c1 {
    %j = arith.addi %i, %c1 : index
    %k = arith.addi %i, %c2 : index
    %x = memref.load %a[%i] : memref<16xi32>
    %y = memref.load %a[%j] : memref<16xi32>
    %z = memref.load %a[%k] : memref<16xi32>
    %xy = arith.muli %x, %y : i32
    %yz = arith.muli %y, %z : i32
    %sum = arith.addi %xy, %yz : i32
    memref.store %sum, %b[%i] : memref<14xi32>
  }
  return
}

// CHECK-LABEL: circuit.func @filled(
// CHECK-NOT:     vector
func.func @filled(%k: i32, %a: memref<14xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c14 = arith.constant 14 : index
  scf.for %i = %c0 to %c14 step %c1 {
    memref.store %k, %a[%i] : memref<14xi32>
  }
  return
}

func.func private @use(memref<24xi32>)

// An object of the function begins at a line then: nothing is asked of its address.
// CHECK-LABEL: circuit.func @object(
// CHECK:         circuit.alloca 96 align 64
// CHECK-NOT:     circuit.and
// CHECK:         circuit.store {{.*}} memory <64{{.*}} : vector<16xi32>
// CHECK:         circuit.return
func.func @object(%k: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c24 = arith.constant 24 : index
  %a = memref.alloca() : memref<24xi32>
  scf.for %i = %c0 to %c24 step %c1 {
    memref.store %k, %a[%i] : memref<24xi32>
  }
  func.call @use(%a) : (memref<24xi32>) -> ()
  return
}

// A table of constants is no object in the end, as what is loaded of it is known.
// CHECK-LABEL: circuit.func @table(
// CHECK-NOT:     vector
// CHECK:         circuit.return
func.func @table() -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c24 = arith.constant 24 : index
  %a = memref.alloca() : memref<24xi32>
  scf.for %i = %c0 to %c24 step %c1 {
    %x = arith.index_cast %i : index to i32
    %y = arith.muli %x, %x : i32
    memref.store %y, %a[%i] : memref<24xi32>
  }
  %r = memref.load %a[%c5] : memref<24xi32>
  return %r : i32
}
