// Affine loops, conditions and accesses.

func.func @stencil(%a: memref<16xi32>, %b: memref<16xi32>) {
  affine.for %i = 1 to 15 {
    %x = affine.load %a[%i - 1] : memref<16xi32>
    %y = affine.load %a[%i + 1] : memref<16xi32>
    %s = arith.addi %x, %y : i32
    affine.if affine_set<(d0) : (d0 - 5 >= 0, d0 mod 3 == 0)>(%i) {
      affine.store %s, %b[%i] : memref<16xi32>
    }
  }
  affine.parallel (%i) = (0) to (16) step (4) {
    %part = memref.subview %b[%i] [4] [1] : memref<16xi32> to memref<4xi32, strided<[1], offset: ?>>
    %x = affine.load %part[1] : memref<4xi32, strided<[1], offset: ?>>
    affine.store %x, %part[0] : memref<4xi32, strided<[1], offset: ?>>
  }
  return
}

// Tiles whose last one is smaller.
func.func @tiles(%a: memref<10xi32>) -> i32 {
  %zero = arith.constant 0 : i32
  %r = affine.for %i = 0 to 10 step 4 iter_args(%s = %zero) -> i32 {
    %t = affine.for %j = affine_map<(d0) -> (d0)>(%i) to min affine_map<(d0) -> (d0 + 4, 10)>(%i) iter_args(%u = %s) -> i32 {
      %x = affine.load %a[%j] : memref<10xi32>
      %twice = arith.addi %u, %u : i32
      %v = arith.addi %twice, %x : i32
      affine.yield %v : i32
    }
    affine.yield %t : i32
  }
  return %r : i32
}
