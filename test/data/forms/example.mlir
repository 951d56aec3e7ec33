#mapA = affine_map<(i, j, k) -> (i, k)>
#mapB = affine_map<(i, j, k) -> (k, j)>
#mapC = affine_map<(i, j, k) -> (i, j)>
#trait = {indexing_maps = [#mapA, #mapB, #mapC], iterator_types = ["parallel", "parallel", "reduction"]}
// An example of each operation that docs/input.md lists as supported.
// pretty.mlir and generic.mlir are what mlir-opt 19 prints of it.

memref.global "private" constant @words : memref<4xi32> = dense<[1, 2, 3, 4]>
memref.global @room : memref<4xf32> = uninitialized {alignment = 16 : i64}

func.func private @external(i32) -> i32

func.func @integers(%a: i32, %b: i32, %c: i1, %i: index, %w: i64) -> (i32, i1) {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant dense<[1, 2, 3, -4]> : vector<4xi32>
  %c3 = arith.constant true
  %0 = arith.addi %a, %b overflow<nsw, nuw> : i32
  %sum, %carry = arith.addui_extended %a, %b : i32, i1
  %1 = arith.subi %a, %b : i32
  %2 = arith.muli %a, %b overflow<nsw> : i32
  %low, %high = arith.mului_extended %a, %b : i32
  %low2, %high2 = arith.mulsi_extended %a, %b : i32
  %3 = arith.divui %a, %b : i32
  %4 = arith.divsi %a, %b : i32
  %5 = arith.floordivsi %a, %b : i32
  %6 = arith.ceildivsi %a, %b : i32
  %7 = arith.ceildivui %a, %b : i32
  %8 = arith.remui %a, %b : i32
  %9 = arith.remsi %a, %b : i32
  %10 = arith.minsi %a, %b : i32
  %11 = arith.maxsi %a, %b : i32
  %12 = arith.minui %a, %b : i32
  %13 = arith.maxui %a, %b : i32
  %14 = arith.andi %a, %b : i32
  %15 = arith.ori %a, %b : i32
  %16 = arith.xori %a, %b : i32
  %17 = arith.shli %a, %b overflow<nuw> : i32
  %18 = arith.shrui %a, %b : i32
  %19 = arith.shrsi %a, %b : i32
  %20 = arith.extsi %a : i32 to i64
  %21 = arith.extui %c : i1 to i32
  %22 = arith.trunci %w : i64 to i8
  %23 = arith.index_cast %a : i32 to index
  %24 = arith.index_castui %i : index to i64
  %25 = arith.cmpi sle, %a, %b : i32
  %26 = arith.select %c, %a, %b : i32
  %27 = arith.select %c, %i, %i : index
  %28 = math.absi %a : i32
  %29 = math.ctlz %a : i32
  %30 = math.cttz %a : i32
  %31 = math.ctpop %a : i32
  %32 = math.ipowi %a, %b : i32
  %33 = arith.addi %c2, %c2 : vector<4xi32>
  %34 = arith.cmpi ult, %c2, %c2 : vector<4xi32>
  %35 = arith.select %34, %c2, %33 : vector<4xi1>, vector<4xi32>
  %36 = arith.select %c, %c2, %33 : vector<4xi32>
  %37 = arith.extsi %c2 : vector<4xi32> to vector<4xi64>
  %38 = arith.index_cast %c2 : vector<4xi32> to vector<4xindex>
  return %0, %carry : i32, i1
}

func.func @floats(%x: f32, %y: f32, %d: f64, %a: i32) -> f32 {
  %c1 = arith.constant 1.5 : f32
  %c2 = arith.constant 0x7FC00000 : f32
  %c3 = arith.constant dense<0.1> : vector<4xf64>
  %c4 = arith.constant -0.0 : f64
  %0 = arith.addf %x, %y fastmath<contract, nnan> : f32
  %1 = arith.subf %x, %y : f32
  %2 = arith.mulf %x, %y fastmath<fast> : f32
  %3 = arith.divf %x, %y : f32
  %4 = arith.remf %x, %y : f32
  %5 = arith.negf %x : f32
  %6 = arith.minimumf %x, %y : f32
  %7 = arith.minnumf %x, %y : f32
  %8 = arith.maximumf %x, %y : f32
  %9 = arith.maxnumf %x, %y : f32
  %10 = arith.bitcast %x : f32 to i32
  %11 = arith.extf %x : f32 to f64
  %12 = arith.truncf %d : f64 to f32
  %13 = arith.sitofp %a : i32 to f32
  %14 = arith.uitofp %a : i32 to f64
  %15 = arith.fptosi %x : f32 to i32
  %16 = arith.fptoui %d : f64 to i64
  %17 = arith.cmpf ogt, %x, %y : f32
  %18 = arith.cmpf une, %x, %y fastmath<ninf> : f32
  %19 = math.absf %x : f32
  %20 = math.atan2 %x, %y : f32
  %21 = math.ceil %x : f32
  %22 = math.copysign %x, %y : f32
  %23 = math.cos %x fastmath<fast> : f32
  %24 = math.exp2 %x : f32
  %25 = math.expm1 %x : f32
  %26 = math.exp %x : f32
  %27 = math.floor %x : f32
  %28 = math.fma %x, %y, %x : f32
  %29 = math.log10 %x : f32
  %30 = math.log1p %x : f32
  %31 = math.log2 %x : f32
  %32 = math.log %x : f32
  %33 = math.powf %x, %y : f32
  %34 = math.roundeven %x : f32
  %35 = math.round %x : f32
  %36 = math.rsqrt %x : f32
  %37 = math.sin %x : f32
  %38 = math.sqrt %x : f32
  %39 = math.tan %x : f32
  %40 = math.tanh %x : f32
  %41 = math.trunc %x : f32
  %42 = math.fpowi %x, %a : f32, i32
  %43 = math.acos %x : f32
  %44 = math.asin %x : f32
  %45 = math.atan %x : f32
  %46 = math.sinh %x : f32
  %47 = math.cosh %x : f32
  %48 = math.acosh %x : f32
  %49 = math.asinh %x : f32
  %50 = math.atanh %x : f32
  %51 = math.cbrt %x : f32
  %52 = math.erf %x : f32
  return %0 : f32
}

func.func @blocks(%c: i1, %a: i32) -> i32 {
  cf.assert %c, "a condition"
  cf.cond_br %c, ^one(%a : i32), ^two
^one(%x: i32):
  cf.br ^end(%x : i32)
^two:
  cf.switch %a : i32, [
    default: ^end(%a : i32),
    42: ^one(%a : i32),
    -1: ^three
  ]
^three:
  cf.switch %a : i32, [
    default: ^end(%a : i32)
  ]
^end(%r: i32):
  return %r : i32
}

func.func @calls(%a: i32) -> (i32, i32) {
  %0 = call @external(%a) : (i32) -> i32
  %f = constant @external : (i32) -> i32
  %1 = call_indirect %f(%0) : (i32) -> i32
  return %0, %1 : i32, i32
}

func.func @regions(%c: i1, %n: index, %a: i32, %m: memref<4xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.if %c -> (i32) {
    scf.yield %a : i32
  } else {
    %x = arith.addi %a, %a : i32
    scf.yield %x : i32
  }
  scf.if %c {
    memref.store %a, %m[%c0] : memref<4xi32>
  }
  scf.if %c {
    memref.store %a, %m[%c0] : memref<4xi32>
  } else {
    memref.store %a, %m[%c1] : memref<4xi32>
  }
  %1:2 = scf.if %c -> (i32, index) {
    scf.yield %a, %n : i32, index
  } else {
    scf.yield %0, %c0 : i32, index
  }
  scf.for %i = %c0 to %n step %c1 {
    memref.store %a, %m[%i] : memref<4xi32>
  }
  %2 = scf.for %i = %a to %1#0 step %a iter_args(%s = %a) -> (i32) : i32 {
    scf.yield %s : i32
  }
  %3 = scf.while (%s = %a) : (i32) -> i32 {
    scf.condition(%c) %s : i32
  } do {
  ^bb0(%s: i32):
    scf.yield %s : i32
  }
  scf.while : () -> () {
    scf.condition(%c)
  } do {
    scf.yield
  }
  %4 = scf.execute_region -> i32 {
    scf.yield %a : i32
  }
  scf.execute_region {
    memref.store %a, %m[%c0] : memref<4xi32>
    scf.yield
  }
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %n) step (%c1, %c1) {
    memref.store %a, %m[%i] : memref<4xi32>
    scf.reduce
  }
  %5 = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%a) -> i32 {
    scf.reduce(%a : i32) {
    ^bb0(%l: i32, %r: i32):
      %s = arith.addi %l, %r : i32
      scf.reduce.return %s : i32
    }
  }
  scf.forall (%i, %j) in (%n, 4) {
    memref.store %a, %m[%i] : memref<4xi32>
  }
  scf.forall (%i) = (0) to (%n) step (2) {
    memref.store %a, %m[%i] : memref<4xi32>
  }
  %6 = scf.index_switch %n -> i32
  case 1 {
    scf.yield %a : i32
  }
  default {
    scf.yield %0 : i32
  }
  scf.index_switch %n
  case 2 {
    memref.store %a, %m[%n] : memref<4xi32>
    scf.yield
  }
  case -5 {
    scf.yield
  }
  default {
  }
  scf.index_switch %n
  default {
    memref.store %a, %m[%n] : memref<4xi32>
  }
  return %6 : i32
}

func.func @arrays(%m: memref<4x6xi32>, %i: index, %v: i32, %n: index) -> i32 {
  %0 = memref.load %m[%i, %i] : memref<4x6xi32>
  memref.store %v, %m[%i, %i] : memref<4x6xi32>
  %1 = memref.alloc() {alignment = 64 : i64} : memref<4xi32>
  %2 = memref.alloca() : memref<4x6xi32>
  %3 = memref.alloca(%n) : memref<?x4xi32>
  memref.assume_alignment %1, 64 : memref<4xi32>
  %4 = memref.atomic_rmw addi %v, %1[%i] : (i32, memref<4xi32>) -> i32
  memref.copy %m, %2 : memref<4x6xi32> to memref<4x6xi32>
  %5 = memref.collapse_shape %m [[0, 1]] : memref<4x6xi32> into memref<24xi32>
  %6 = memref.expand_shape %5 [[0, 1]] output_shape [2, 12] : memref<24xi32> into memref<2x12xi32>
  %7 = memref.get_global @words : memref<4xi32>
  %c1 = arith.constant 1 : index
  %8 = memref.dim %m, %c1 : memref<4x6xi32>
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %m : memref<4x6xi32> -> memref<i32>, index, index, index, index, index
  %9 = memref.extract_aligned_pointer_as_index %m : memref<4x6xi32> -> index
  %10 = memref.subview %m[%i, 1] [2, 2] [1, 2] : memref<4x6xi32> to memref<2x2xi32, strided<[6, 2], offset: ?>>
  %bytes = memref.alloc() : memref<64xi8>
  %11 = memref.view %bytes[%i][] : memref<64xi8> to memref<4xi32>
  %12 = memref.cast %3 : memref<?x4xi32> to memref<2x4xi32>
  %13 = memref.reinterpret_cast %m to offset: [0], sizes: [24], strides: [1] : memref<4x6xi32> to memref<24xi32>
  %14 = memref.rank %m : memref<4x6xi32>
  %15 = memref.transpose %m (d0, d1) -> (d1, d0) : memref<4x6xi32> to memref<6x4xi32, strided<[1, 6]>>
  memref.dealloc %1 : memref<4xi32>
  return %0 : i32
}

func.func @maps(%m: memref<4x6xi32>, %i: index, %n: index) -> index {
  %0 = affine.apply affine_map<(d0)[s0] -> (d0 * 2 + s0 floordiv 3)>(%i)[%n]
  %1 = affine.load %m[%i, %n + 1] : memref<4x6xi32>
  affine.store %1, %m[%i, 2] : memref<4x6xi32>
  %2 = affine.min affine_map<(d0) -> (d0, 7)>(%0)
  %3 = affine.max affine_map<(d0) -> (d0, 7)>(%2)
  return %3 : index
}

func.func @vectors(%a: i32, %v: vector<4xi32>, %w: vector<2x3x4xi32>, %x: vector<4xf32>, %m: memref<6x8xi32>, %i: index, %b: vector<4xi1>, %y: vector<2x4xi32>, %z: vector<16xi32>) -> vector<4xi32> {
  %0 = vector.bitcast %x : vector<4xf32> to vector<4xi32>
  %1 = vector.broadcast %a : i32 to vector<2x4xi32>
  %2 = vector.create_mask %i, %i : vector<2x4xi1>
  %3 = vector.extract %v[2] : i32 from vector<4xi32>
  %4 = vector.extract %w[1, %i] : vector<4xi32> from vector<2x3x4xi32>
  %5 = vector.fma %x, %x, %x : vector<4xf32>
  %6 = vector.insert %a, %v[%i] : i32 into vector<4xi32>
  %7 = vector.insert %v, %w[0, 1] : vector<4xi32> into vector<2x3x4xi32>
  %8 = vector.load %m[%i, %i] : memref<6x8xi32>, vector<4xi32>
  %9 = vector.load %m[%i, %i] {nontemporal = true} : memref<6x8xi32>, vector<4xi32>
  %10 = vector.maskedload %m[%i, %i], %b, %v : memref<6x8xi32>, vector<4xi1>, vector<4xi32> into vector<4xi32>
  vector.maskedstore %m[%i, %i], %b, %v : memref<6x8xi32>, vector<4xi1>, vector<4xi32>
  %11 = vector.reduction <add>, %v : vector<4xi32> into i32
  %12 = vector.reduction <maxui>, %v, %a : vector<4xi32> into i32
  %13 = vector.reduction <mul>, %x fastmath<reassoc> : vector<4xf32> into f32
  %14 = vector.shuffle %v, %v [0, 5, 2, 7] : vector<4xi32>, vector<4xi32>
  %15 = vector.shuffle %y, %y [3, 0] : vector<2x4xi32>, vector<2x4xi32>
  vector.store %v, %m[%i, %i] : memref<6x8xi32>, vector<4xi32>
  %16 = vector.transfer_read %m[%i, %i], %a : memref<6x8xi32>, vector<4xi32>
  %17 = vector.transfer_read %m[%i, %i], %a, %b {in_bounds = [true]} : memref<6x8xi32>, vector<4xi32>
  %18 = vector.transfer_read %m[%i, %i], %a {permutation_map = affine_map<(d0, d1) -> (d1, 0)>, in_bounds = [false, true]} : memref<6x8xi32>, vector<2x4xi32>
  vector.transfer_write %v, %m[%i, %i] {in_bounds = [true]} : vector<4xi32>, memref<6x8xi32>
  vector.transfer_write %v, %m[%i, %i], %b : vector<4xi32>, memref<6x8xi32>
  %19 = vector.shape_cast %y : vector<2x4xi32> to vector<8xi32>
  %20 = vector.constant_mask [1, 3] : vector<2x4xi1>
  %21 = vector.gather %m[%i, %i] [%v], %b, %v : memref<6x8xi32>, vector<4xi32>, vector<4xi1>, vector<4xi32> into vector<4xi32>
  vector.scatter %m[%i, %i] [%v], %b, %v : memref<6x8xi32>, vector<4xi32>, vector<4xi1>, vector<4xi32>
  %22 = vector.extract_strided_slice %y {offsets = [0, 1], sizes = [2, 2], strides = [1, 1]} : vector<2x4xi32> to vector<2x2xi32>
  %23 = vector.insert_strided_slice %22, %y {offsets = [0, 2], strides = [1, 1]} : vector<2x2xi32> into vector<2x4xi32>
  return %14 : vector<4xi32>
}

func.func @lanes(%f: f32, %v: vector<16xf32>, %a: vector<2x3xf32>, %b: vector<3x4xf32>, %c: vector<2x4xf32>, %i: i32, %x: index, %z: vector<f32>, %e: vector<2xf32>, %w: vector<2x16xf32>) {
  %0 = vector.splat %f : vector<16xf32>
  %00 = vector.splat %f : vector<f32>
  %1 = vector.transpose %a, [1, 0] : vector<2x3xf32> to vector<3x2xf32>
  %2 = vector.contract #trait %a, %b, %c : vector<2x3xf32>, vector<3x4xf32> into vector<2x4xf32>
  %3 = vector.contract {indexing_maps = [#mapA, #mapB, #mapC], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<maxnumf>} %a, %b, %c : vector<2x3xf32>, vector<3x4xf32> into vector<2x4xf32>
  %4 = vector.multi_reduction <add>, %a, %e [1] : vector<2x3xf32> to vector<2xf32>
  %5 = vector.multi_reduction <mul>, %a, %f [0, 1] : vector<2x3xf32> to f32
  %6 = vector.outerproduct %e, %e : vector<2xf32>, vector<2xf32>
  %60 = vector.outerproduct %e, %v, %w {kind = #vector.kind<maxnumf>} : vector<2xf32>, vector<16xf32>
  %7 = vector.outerproduct %e, %f, %e : vector<2xf32>, f32
  %8 = vector.extractelement %v[%i : i32] : vector<16xf32>
  %9 = vector.extractelement %z[] : vector<f32>
  %10 = vector.insertelement %f, %v[%x : index] : vector<16xf32>
  %11 = vector.insertelement %f, %z[] : vector<f32>
  %12 = vector.step : vector<4xindex>
  %15, %16 = vector.deinterleave %v : vector<16xf32> -> vector<8xf32>
  %17 = vector.interleave %15, %16 : vector<8xf32> -> vector<16xf32>
  %18 = vector.from_elements %f, %f, %f, %f : vector<2x2xf32>
  %19 = vector.from_elements %f : vector<f32>
  %20 = vector.flat_transpose %v {columns = 8 : i32, rows = 2 : i32} : vector<16xf32> -> vector<16xf32>
  %21 = vector.matrix_multiply %v, %v {lhs_rows = 4: i32, lhs_columns = 4: i32 , rhs_columns = 4: i32 } : (vector<16xf32>, vector<16xf32>) -> vector<16xf32>
  %22:2 = vector.scan <add>, %a, %e {inclusive = true, reduction_dim = 1} : vector<2x3xf32>, vector<2xf32>
  return
}

func.func @compressed(%m: memref<6x8xf32>, %i: index, %b: vector<4xi1>, %v: vector<4xf32>) {
  vector.compressstore %m[%i, %i], %b, %v : memref<6x8xf32>, vector<4xi1>, vector<4xf32>
  %whole = vector.type_cast %m : memref<6x8xf32> to memref<vector<6x8xf32>>
  %0 = vector.expandload %m[%i, %i], %b, %v : memref<6x8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return
}

func.func @index(%a: index, %b: index, %s: i8, %w: i64) {
  %0 = index.add %a, %b
  %1 = index.sub %a, %b
  %2 = index.mul %a, %b
  %3 = index.divs %a, %b
  %4 = index.divu %a, %b
  %5 = index.ceildivs %a, %b
  %6 = index.ceildivu %a, %b
  %7 = index.floordivs %a, %b
  %8 = index.rems %a, %b
  %9 = index.remu %a, %b
  %10 = index.maxs %a, %b
  %11 = index.maxu %a, %b
  %12 = index.mins %a, %b
  %13 = index.minu %a, %b
  %14 = index.shl %a, %b
  %15 = index.shrs %a, %b
  %16 = index.shru %a, %b
  %17 = index.and %a, %b
  %18 = index.or %a, %b
  %19 = index.xor %a, %b
  %i0 = index.cmp slt(%a, %b)
  %i1 = index.cmp ult(%a, %b)
  %i2 = index.cmp eq(%a, %b)
  %i3 = index.cmp uge(%a, %b)
  %i4 = index.casts %a : index to i8
  %i5 = index.casts %a : index to i64
  %i6 = index.castu %a : index to i64
  %i7 = index.casts %s : i8 to index
  %i8 = index.castu %s : i8 to index
  %i9 = index.castu %w : i64 to index
  %c = index.constant -5
  %t = index.bool.constant true
  %z = index.sizeof
  %i10 = index.mul %c, %z
  return
}

func.func @affine_loops(%a: memref<8x4xi32>, %n: index, %c: i32) -> (i32, index) {
  affine.for %i = 0 to 8 {
    affine.for %j = max affine_map<(d0) -> (d0 - 2, 0)>(%i) to min affine_map<(d0)[s] -> (d0 + 1, s floordiv 2, 4)>(%i)[%n] {
      %x = affine.load %a[%i, %j] : memref<8x4xi32>
      %y = arith.muli %x, %c : i32
      affine.store %y, %a[%i, %j] : memref<8x4xi32>
    }
  }
  %s, %k = affine.for %i = -7 to %n step 3 iter_args(%p = %c, %q = %n) -> (i32, index) {
    %x = arith.index_cast %i : index to i32
    %t = arith.addi %p, %x : i32
    affine.yield %t, %i : i32, index
  }
  return %s, %k : i32, index
}

func.func @poison() {
  %0 = ub.poison : i32
  %1 = ub.poison : vector<4xf32>
  return
}
