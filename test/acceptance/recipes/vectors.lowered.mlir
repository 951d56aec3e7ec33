#map = affine_map<(d0) -> (0)>
module {
  func.func @saxpy(%arg0: f32, %arg1: memref<250xf32>, %arg2: memref<250xf32>) {
    %cst = arith.constant 0.000000e+00 : f32
    %c16 = arith.constant 16 : index
    %c250 = arith.constant 250 : index
    %c0 = arith.constant 0 : index
    %0 = vector.broadcast %arg0 : f32 to vector<16xf32>
    scf.for %arg3 = %c0 to %c250 step %c16 {
      %1 = vector.transfer_read %arg1[%arg3], %cst : memref<250xf32>, vector<16xf32>
      %2 = vector.transfer_read %arg2[%arg3], %cst : memref<250xf32>, vector<16xf32>
      %3 = arith.mulf %1, %0 : vector<16xf32>
      %4 = arith.addf %3, %2 : vector<16xf32>
      vector.transfer_write %4, %arg2[%arg3] : vector<16xf32>, memref<250xf32>
    }
    return
  }
  func.func @outer(%arg0: memref<12xi32>, %arg1: memref<20xi32>, %arg2: memref<12x20xi32>) {
    %c0_i32 = arith.constant 0 : i32
    %c16 = arith.constant 16 : index
    %c20 = arith.constant 20 : index
    %c0 = arith.constant 0 : index
    %c12 = arith.constant 12 : index
    %c1 = arith.constant 1 : index
    scf.for %arg3 = %c0 to %c12 step %c1 {
      scf.for %arg4 = %c0 to %c20 step %c16 {
        %0 = vector.transfer_read %arg0[%arg3], %c0_i32 {in_bounds = [true], permutation_map = #map} : memref<12xi32>, vector<16xi32>
        %1 = vector.transfer_read %arg1[%arg4], %c0_i32 : memref<20xi32>, vector<16xi32>
        %2 = arith.muli %0, %1 : vector<16xi32>
        vector.transfer_write %2, %arg2[%arg3, %arg4] : vector<16xi32>, memref<12x20xi32>
      }
    }
    return
  }
}

