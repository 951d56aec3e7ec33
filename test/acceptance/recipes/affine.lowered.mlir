module {
  func.func @stencil(%arg0: memref<16xi32>, %arg1: memref<16xi32>) {
    %c4 = arith.constant 4 : index
    %c16 = arith.constant 16 : index
    %c3 = arith.constant 3 : index
    %c-5 = arith.constant -5 : index
    %c0 = arith.constant 0 : index
    %c-1 = arith.constant -1 : index
    %c1 = arith.constant 1 : index
    %c15 = arith.constant 15 : index
    scf.for %arg2 = %c1 to %c15 step %c1 {
      %0 = arith.addi %arg2, %c-1 : index
      %1 = memref.load %arg0[%0] : memref<16xi32>
      %2 = arith.addi %arg2, %c1 : index
      %3 = memref.load %arg0[%2] : memref<16xi32>
      %4 = arith.addi %1, %3 : i32
      %5 = arith.addi %arg2, %c-5 : index
      %6 = arith.cmpi sge, %5, %c0 : index
      %7 = arith.remsi %arg2, %c3 : index
      %8 = arith.cmpi slt, %7, %c0 : index
      %9 = arith.addi %7, %c3 : index
      %10 = arith.select %8, %9, %7 : index
      %11 = arith.cmpi eq, %10, %c0 : index
      %12 = arith.andi %6, %11 : i1
      scf.if %12 {
        memref.store %4, %arg1[%arg2] : memref<16xi32>
      }
    }
    scf.parallel (%arg2) = (%c0) to (%c16) step (%c4) {
      %subview = memref.subview %arg1[%arg2] [4] [1] : memref<16xi32> to memref<4xi32, strided<[1], offset: ?>>
      %0 = memref.load %subview[%c1] : memref<4xi32, strided<[1], offset: ?>>
      memref.store %0, %subview[%c0] : memref<4xi32, strided<[1], offset: ?>>
      scf.reduce 
    }
    return
  }
  func.func @tiles(%arg0: memref<10xi32>) -> i32 {
    %c1 = arith.constant 1 : index
    %c0_i32 = arith.constant 0 : i32
    %c0 = arith.constant 0 : index
    %c10 = arith.constant 10 : index
    %c4 = arith.constant 4 : index
    %0 = scf.for %arg1 = %c0 to %c10 step %c4 iter_args(%arg2 = %c0_i32) -> (i32) {
      %1 = arith.addi %arg1, %c4 : index
      %2 = arith.minsi %1, %c10 : index
      %3 = scf.for %arg3 = %arg1 to %2 step %c1 iter_args(%arg4 = %arg2) -> (i32) {
        %4 = memref.load %arg0[%arg3] : memref<10xi32>
        %5 = arith.addi %arg4, %arg4 : i32
        %6 = arith.addi %5, %4 : i32
        scf.yield %6 : i32
      }
      scf.yield %3 : i32
    }
    return %0 : i32
  }
}

