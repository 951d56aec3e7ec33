module {
  memref.global "private" constant @__constant_3x4xi32 : memref<3x4xi32> = dense<[[1, -2, 3, -4], [5, -6, 7, -8], [9, -10, 11, -12]]> {alignment = 64 : i64}
  func.func @layer(%arg0: memref<4x8xf32>, %arg1: memref<8x5xf32>, %arg2: memref<5xf32>, %arg3: memref<4x5xf32>) {
    %c8 = arith.constant 8 : index
    %c5 = arith.constant 5 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c0 = arith.constant 0 : index
    %cst = arith.constant 0.000000e+00 : f32
    %alloc = memref.alloc() {alignment = 64 : i64} : memref<4x5xf32>
    scf.for %arg4 = %c0 to %c4 step %c1 {
      scf.for %arg5 = %c0 to %c5 step %c1 {
        memref.store %cst, %alloc[%arg4, %arg5] : memref<4x5xf32>
      }
    }
    scf.for %arg4 = %c0 to %c4 step %c1 {
      scf.for %arg5 = %c0 to %c5 step %c1 {
        scf.for %arg6 = %c0 to %c8 step %c1 {
          %0 = memref.load %arg0[%arg4, %arg6] : memref<4x8xf32>
          %1 = memref.load %arg1[%arg6, %arg5] : memref<8x5xf32>
          %2 = memref.load %alloc[%arg4, %arg5] : memref<4x5xf32>
          %3 = arith.mulf %0, %1 : f32
          %4 = arith.addf %2, %3 : f32
          memref.store %4, %alloc[%arg4, %arg5] : memref<4x5xf32>
        }
      }
    }
    scf.for %arg4 = %c0 to %c4 step %c1 {
      scf.for %arg5 = %c0 to %c5 step %c1 {
        %0 = memref.load %alloc[%arg4, %arg5] : memref<4x5xf32>
        %1 = memref.load %arg2[%arg5] : memref<5xf32>
        %2 = arith.addf %0, %1 : f32
        %3 = arith.maximumf %2, %cst : f32
        memref.store %3, %alloc[%arg4, %arg5] : memref<4x5xf32>
      }
    }
    memref.copy %alloc, %arg3 : memref<4x5xf32> to memref<4x5xf32>
    return
  }
  func.func @weights(%arg0: memref<3x4xi32>, %arg1: memref<3xi32>) {
    %c4 = arith.constant 4 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c0 = arith.constant 0 : index
    %c0_i32 = arith.constant 0 : i32
    %0 = memref.get_global @__constant_3x4xi32 : memref<3x4xi32>
    %alloc = memref.alloc() {alignment = 64 : i64} : memref<3xi32>
    scf.for %arg2 = %c0 to %c3 step %c1 {
      memref.store %c0_i32, %alloc[%arg2] : memref<3xi32>
    }
    scf.for %arg2 = %c0 to %c3 step %c1 {
      scf.for %arg3 = %c0 to %c4 step %c1 {
        %1 = memref.load %arg0[%arg2, %arg3] : memref<3x4xi32>
        %2 = memref.load %0[%arg2, %arg3] : memref<3x4xi32>
        %3 = memref.load %alloc[%arg2] : memref<3xi32>
        %4 = arith.muli %1, %2 : i32
        %5 = arith.addi %3, %4 : i32
        memref.store %5, %alloc[%arg2] : memref<3xi32>
      }
    }
    memref.copy %alloc, %arg1 : memref<3xi32> to memref<3xi32>
    return
  }
  func.func @middle(%arg0: memref<6x6xi32>, %arg1: index, %arg2: memref<6x6xi32>) {
    %c3 = arith.constant 3 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c0 = arith.constant 0 : index
    %subview = memref.subview %arg0[%arg1, 1] [2, 3] [1, 1] : memref<6x6xi32> to memref<2x3xi32, strided<[6, 1], offset: ?>>
    %alloc = memref.alloc() {alignment = 64 : i64} : memref<2x3xi32>
    scf.for %arg3 = %c0 to %c2 step %c1 {
      scf.for %arg4 = %c0 to %c3 step %c1 {
        %0 = memref.load %subview[%arg3, %arg4] : memref<2x3xi32, strided<[6, 1], offset: ?>>
        %1 = arith.addi %0, %0 : i32
        memref.store %1, %alloc[%arg3, %arg4] : memref<2x3xi32>
      }
    }
    %subview_0 = memref.subview %arg0[%arg1, 2] [2, 3] [1, 1] : memref<6x6xi32> to memref<2x3xi32, strided<[6, 1], offset: ?>>
    memref.copy %alloc, %subview_0 : memref<2x3xi32> to memref<2x3xi32, strided<[6, 1], offset: ?>>
    memref.copy %arg0, %arg2 : memref<6x6xi32> to memref<6x6xi32>
    return
  }
}

