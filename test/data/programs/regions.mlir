// Regions of blocks inside structured control flow, and values that pass by them.
func.func @classify(%x: i32, %m: memref<2xi32>) -> (i32, i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %start = memref.load %m[%c0] : memref<2xi32>
  %positive = arith.cmpi sgt, %x, %zero : i32
  %r = scf.if %positive -> (i32) {
    // No memory in here, though there are blocks that merge.
    %y = scf.execute_region -> (i32) {
      %odd = arith.trunci %x : i32 to i1
      cf.cond_br %odd, ^a, ^b
    ^a:
      %p = arith.muli %x, %x : i32
      cf.br ^c(%p : i32)
    ^b:
      scf.yield %one : i32
    ^c(%q: i32):
      %s = arith.addi %q, %one : i32
      scf.yield %s : i32
    }
    scf.yield %y : i32
  } else {
    scf.yield %zero : i32
  }
  memref.store %r, %m[%c0] : memref<2xi32>
  %t = scf.execute_region -> (i32) {
    cf.cond_br %positive, ^a, ^b
  ^a:
    memref.store %start, %m[%c1] : memref<2xi32>
    cf.br ^b
  ^b:
    %u = memref.load %m[%c1] : memref<2xi32>
    scf.yield %u : i32
  }
  func.return %r, %t : i32, i32
}

#apply = affine_map<(d0, d1)[s0] -> ((d0 * 3 + d1 - 7) mod 5 + (d0 floordiv 4) * 6 + s0 + d1 ceildiv 3 + (d1 floordiv 7) - d0 mod 8)>
#least = affine_map<(d0)[s0] -> (d0 * 2, s0 - 4, d0 + 9)>
func.func @affine(%a: index, %b: index, %s: index) -> (index, index) {
  %r = affine.apply #apply(%a, %b)[%s]
  %m = affine.min #least(%a)[%s]
  func.return %r, %m : index, index
}

func.func private @print_i32(i32) -> ()

func.func @external(%x: i32) {
  func.call @print_i32(%x) : (i32) -> ()
  %y = arith.addi %x, %x : i32
  func.call @print_i32(%y) : (i32) -> ()
  func.return
}
