// Affine maps outside affine loops, and regions of blocks inside structured code.

func.func @maps(%m: memref<8x8xi32>, %i: index, %j: index) -> (index, index, index, index, i32) {
  %a = affine.apply affine_map<(d0)[s0] -> ((d0 * 3 + s0) floordiv 4)>(%i)[%j]
  %b = affine.apply affine_map<(d0, d1) -> ((d0 - d1) mod 8)>(%i, %j)
  %c = affine.min affine_map<(d0)[s0] -> (d0 + 2, s0 ceildiv 2, 7)>(%i)[%j]
  %d = affine.max affine_map<(d0)[s0] -> (d0 - 2, s0, -3)>(%i)[%j]
  %x = affine.load %m[%b, 7 - %b] : memref<8x8xi32>
  affine.store %x, %m[0, %b] : memref<8x8xi32>
  return %a, %b, %c, %d, %x : index, index, index, index, i32
}

func.func @blocks(%n: index, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %limit = arith.constant 50 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%y = %x) -> (i32) {
    %z = scf.execute_region -> i32 {
      %less = arith.cmpi slt, %y, %limit : i32
      cf.cond_br %less, ^small, ^large
    ^small:
      %a = arith.addi %y, %y : i32
      scf.yield %a : i32
    ^large:
      %b = arith.subi %y, %limit : i32
      scf.yield %b : i32
    }
    scf.yield %z : i32
  }
  return %r : i32
}
