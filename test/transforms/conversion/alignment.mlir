// RUN: circ-opt %s -p convert-func-to-circuit | filecheck %s
// Where a vector lies at a multiple of 64 bytes its access says so.

memref.global "private" @table : memref<64xi32> = dense<7>
memref.global "private" @scalars : memref<64xi32> = dense<7>

// CHECK:      circuit.global @table 256 align 64
// CHECK:      circuit.global @scalars 256 align 4

func.func @promised(%a: memref<256xi32>, %i: index) -> vector<16xi32> {
  %b = memref.assume_alignment %a, 64 : memref<256xi32>
  %c16 = arith.constant 16 : index
  %j = arith.muli %i, %c16 : index
  %v = vector.load %b[%j] : memref<256xi32>, vector<16xi32>
  %w = vector.load %a[%j] : memref<256xi32>, vector<16xi32>
  %x = vector.load %b[%i] : memref<256xi32>, vector<16xi32>
  %y = arith.addi %v, %w : vector<16xi32>
  %z = arith.addi %y, %x : vector<16xi32>
  return %z : vector<16xi32>
}
// CHECK-LABEL: circuit.func @promised
// CHECK:         load {{.*}}memory <64>
// CHECK:         load {{.*}}memory <64, align 4>
// CHECK:         load {{.*}}memory <64, align 4>

func.func @views(%i: index) -> vector<16xi32> {
  %a = memref.alloc() : memref<8x32xi32>
  %g = memref.get_global @table : memref<64xi32>
  %s = memref.get_global @scalars : memref<64xi32>
  %c0 = arith.constant 0 : index
  %r = memref.subview %a[1, 16] [4, 16] [1, 1]
    : memref<8x32xi32> to memref<4x16xi32, strided<[32, 1], offset: 48>>
  %u = memref.subview %a[1, 4] [4, 16] [1, 1]
    : memref<8x32xi32> to memref<4x16xi32, strided<[32, 1], offset: 36>>
  %v = vector.load %r[%i, %c0]
    : memref<4x16xi32, strided<[32, 1], offset: 48>>, vector<16xi32>
  %w = vector.load %u[%i, %c0]
    : memref<4x16xi32, strided<[32, 1], offset: 36>>, vector<16xi32>
  vector.store %v, %g[%c0] : memref<64xi32>, vector<16xi32>
  %x = memref.load %s[%i] : memref<64xi32>
  %y = vector.broadcast %x : i32 to vector<16xi32>
  %z = arith.addi %w, %y : vector<16xi32>
  return %z : vector<16xi32>
}
// CHECK-LABEL: circuit.func @views
// CHECK:         alloca 1024 align 64
// CHECK:         load {{.*}}memory <64, alias "alloca0">
// CHECK:         load {{.*}}memory <64, align 16, alias "alloca0">
// CHECK:         store {{.*}}memory <64, alias "global.table">

// A loop by sixteen, one from an odd start, and a variable that another one moves on.
func.func @loops(%n: index) -> vector<16xi32> {
  %a = memref.alloca() : memref<1024xi32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant dense<0> : vector<16xi32>
  %p, %r = scf.for %i = %c0 to %n step %c16 iter_args(%q = %c16, %s = %zero)
      -> (index, vector<16xi32>) {
    %v = vector.load %a[%i] : memref<1024xi32>, vector<16xi32>
    %w = vector.load %a[%q] : memref<1024xi32>, vector<16xi32>
    %t = arith.addi %v, %w : vector<16xi32>
    %o = arith.addi %q, %i : index
    scf.yield %o, %t : index, vector<16xi32>
  }
  scf.for %i = %c1 to %n step %c16 {
    vector.store %r, %a[%i] : memref<1024xi32>, vector<16xi32>
  }
  return %r : vector<16xi32>
}
// CHECK-LABEL: circuit.func @loops
// CHECK:         load {{.*}}memory <64, alias "alloca0">
// CHECK:         load {{.*}}memory <64, alias "alloca0">
// CHECK:         store {{.*}}memory <64, align 4, alias "alloca0">

func.func @dynamic(%a: memref<?x?x16xi32>, %n: index, %i: index, %j: index)
    -> (vector<16xi32>, vector<16xi32>, vector<16xi32>) {
  %b = memref.assume_alignment %a, 64 : memref<?x?x16xi32>
  %m = memref.alloca(%n, %n) : memref<?x?xi32>
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %k = arith.muli %i, %c16 : index
  %v = vector.load %b[%i, %j, %c0] : memref<?x?x16xi32>, vector<16xi32>
  %w = vector.load %m[%c0, %k] : memref<?x?xi32>, vector<16xi32>
  %x = vector.load %m[%j, %k] : memref<?x?xi32>, vector<16xi32>
  return %v, %w, %x : vector<16xi32>, vector<16xi32>, vector<16xi32>
}
// The rows of an array of which the extents are not known are not aligned.
// CHECK-LABEL: circuit.func @dynamic
// CHECK:         load {{.*}}memory <64>
// CHECK:         load {{.*}}memory <64, alias "alloca0">
// CHECK:         load {{.*}}memory <64, align 4, alias "alloca0">
