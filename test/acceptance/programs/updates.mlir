// Elements that are read, combined and written: memref.atomic_rmw, every kind.

func.func @integers(%a: memref<8xi32>, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %c7 = arith.constant 7 : index
  %0 = memref.atomic_rmw addi %x, %a[%c0] : (i32, memref<8xi32>) -> i32
  %1 = memref.atomic_rmw muli %x, %a[%c1] : (i32, memref<8xi32>) -> i32
  %2 = memref.atomic_rmw andi %x, %a[%c2] : (i32, memref<8xi32>) -> i32
  %3 = memref.atomic_rmw ori %x, %a[%c3] : (i32, memref<8xi32>) -> i32
  %4 = memref.atomic_rmw maxs %x, %a[%c4] : (i32, memref<8xi32>) -> i32
  %5 = memref.atomic_rmw minu %x, %a[%c5] : (i32, memref<8xi32>) -> i32
  %6 = memref.atomic_rmw maxu %x, %a[%c6] : (i32, memref<8xi32>) -> i32
  %7 = memref.atomic_rmw mins %x, %a[%c7] : (i32, memref<8xi32>) -> i32
  %8 = arith.addi %0, %1 : i32
  %9 = arith.addi %8, %2 : i32
  %10 = arith.addi %9, %3 : i32
  %11 = arith.addi %10, %4 : i32
  %12 = arith.addi %11, %5 : i32
  %13 = arith.addi %12, %6 : i32
  %14 = arith.addi %13, %7 : i32
  return %14 : i32
}

func.func @floats(%a: memref<6xf32>, %x: f32) -> (f32, f32, f32, f32, f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %0 = memref.atomic_rmw addf %x, %a[%c0] : (f32, memref<6xf32>) -> f32
  %1 = memref.atomic_rmw mulf %x, %a[%c1] : (f32, memref<6xf32>) -> f32
  %2 = memref.atomic_rmw maximumf %x, %a[%c2] : (f32, memref<6xf32>) -> f32
  %3 = memref.atomic_rmw minimumf %x, %a[%c3] : (f32, memref<6xf32>) -> f32
  %4 = memref.atomic_rmw maxnumf %x, %a[%c4] : (f32, memref<6xf32>) -> f32
  %5 = memref.atomic_rmw minnumf %x, %a[%c5] : (f32, memref<6xf32>) -> f32
  return %0, %1, %2, %3, %4, %5 : f32, f32, f32, f32, f32, f32
}

// Narrow elements, two updates of one of them, and an exchange.
func.func @counts(%a: memref<4xi8>, %bits: memref<1xi1>, %n: index) -> (i8, i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %one = arith.constant 1 : i8
  %true = arith.constant true
  scf.for %i = %c0 to %n step %c1 {
    %at = arith.andi %i, %c3 : index
    %old = memref.atomic_rmw addi %one, %a[%at] : (i8, memref<4xi8>) -> i8
  }
  %last = memref.atomic_rmw assign %one, %a[%c0] : (i8, memref<4xi8>) -> i8
  %bit = memref.atomic_rmw assign %true, %bits[%c0] : (i1, memref<1xi1>) -> i1
  return %last, %bit : i8, i1
}
