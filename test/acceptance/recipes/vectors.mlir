// Affine loops over elements that become loops over vectors; 250 is no multiple of 16.

func.func @saxpy(%a: f32, %x: memref<250xf32>, %y: memref<250xf32>) {
  affine.for %i = 0 to 250 {
    %0 = affine.load %x[%i] : memref<250xf32>
    %1 = affine.load %y[%i] : memref<250xf32>
    %2 = arith.mulf %0, %a : f32
    %3 = arith.addf %2, %1 : f32
    affine.store %3, %y[%i] : memref<250xf32>
  }
  return
}

func.func @outer(%x: memref<12xi32>, %y: memref<20xi32>, %z: memref<12x20xi32>) {
  affine.for %i = 0 to 12 {
    affine.for %j = 0 to 20 {
      %0 = affine.load %x[%i] : memref<12xi32>
      %1 = affine.load %y[%j] : memref<20xi32>
      %2 = arith.muli %0, %1 : i32
      affine.store %2, %z[%i, %j] : memref<12x20xi32>
    }
  }
  return
}
