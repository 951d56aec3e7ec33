module {
  func.func @scaled(%arg0: memref<3x5xi32>, %arg1: i32) -> index {
    %c15 = arith.constant 15 : index
    %c1 = arith.constant 1 : index
    %c0 = arith.constant 0 : index
    %c3 = arith.constant 3 : index
    %c5 = arith.constant 5 : index
    scf.for %arg2 = %c0 to %c3 step %c1 {
      scf.for %arg3 = %c0 to %c5 step %c1 {
        %0 = memref.load %arg0[%arg2, %arg3] : memref<3x5xi32>
        %1 = arith.muli %0, %arg1 : i32
        memref.store %1, %arg0[%arg2, %arg3] : memref<3x5xi32>
      }
    }
    return %c15 : index
  }
}

