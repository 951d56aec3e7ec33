#map = affine_map<(d0)[s0] -> (d0 * 2 + s0 floordiv 3)>
#map1 = affine_map<(d0) -> (d0, 7)>
#map2 = affine_map<(d0, d1) -> (d1, 0)>
#map3 = affine_map<(d0, d1, d2) -> (d0, d2)>
#map4 = affine_map<(d0, d1, d2) -> (d2, d1)>
#map5 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map6 = affine_map<(d0) -> (d0 - 2, 0)>
#map7 = affine_map<(d0)[s0] -> (d0 + 1, s0 floordiv 2, 4)>
module {
  memref.global "private" constant @words : memref<4xi32> = dense<[1, 2, 3, 4]>
  memref.global @room : memref<4xf32> = uninitialized {alignment = 16 : i64}
  func.func private @external(i32) -> i32
  func.func @integers(%arg0: i32, %arg1: i32, %arg2: i1, %arg3: index, %arg4: i64) -> (i32, i1) {
    %c1_i32 = arith.constant 1 : i32
    %cst = arith.constant dense<[1, 2, 3, -4]> : vector<4xi32>
    %true = arith.constant true
    %0 = arith.addi %arg0, %arg1 overflow<nsw, nuw> : i32
    %sum, %overflow = arith.addui_extended %arg0, %arg1 : i32, i1
    %1 = arith.subi %arg0, %arg1 : i32
    %2 = arith.muli %arg0, %arg1 overflow<nsw> : i32
    %low, %high = arith.mului_extended %arg0, %arg1 : i32
    %low_0, %high_1 = arith.mulsi_extended %arg0, %arg1 : i32
    %3 = arith.divui %arg0, %arg1 : i32
    %4 = arith.divsi %arg0, %arg1 : i32
    %5 = arith.floordivsi %arg0, %arg1 : i32
    %6 = arith.ceildivsi %arg0, %arg1 : i32
    %7 = arith.ceildivui %arg0, %arg1 : i32
    %8 = arith.remui %arg0, %arg1 : i32
    %9 = arith.remsi %arg0, %arg1 : i32
    %10 = arith.minsi %arg0, %arg1 : i32
    %11 = arith.maxsi %arg0, %arg1 : i32
    %12 = arith.minui %arg0, %arg1 : i32
    %13 = arith.maxui %arg0, %arg1 : i32
    %14 = arith.andi %arg0, %arg1 : i32
    %15 = arith.ori %arg0, %arg1 : i32
    %16 = arith.xori %arg0, %arg1 : i32
    %17 = arith.shli %arg0, %arg1 overflow<nuw> : i32
    %18 = arith.shrui %arg0, %arg1 : i32
    %19 = arith.shrsi %arg0, %arg1 : i32
    %20 = arith.extsi %arg0 : i32 to i64
    %21 = arith.extui %arg2 : i1 to i32
    %22 = arith.trunci %arg4 : i64 to i8
    %23 = arith.index_cast %arg0 : i32 to index
    %24 = arith.index_castui %arg3 : index to i64
    %25 = arith.cmpi sle, %arg0, %arg1 : i32
    %26 = arith.select %arg2, %arg0, %arg1 : i32
    %27 = arith.select %arg2, %arg3, %arg3 : index
    %28 = math.absi %arg0 : i32
    %29 = math.ctlz %arg0 : i32
    %30 = math.cttz %arg0 : i32
    %31 = math.ctpop %arg0 : i32
    %32 = math.ipowi %arg0, %arg1 : i32
    %33 = arith.addi %cst, %cst : vector<4xi32>
    %34 = arith.cmpi ult, %cst, %cst : vector<4xi32>
    %35 = arith.select %34, %cst, %33 : vector<4xi1>, vector<4xi32>
    %36 = arith.select %arg2, %cst, %33 : vector<4xi32>
    %37 = arith.extsi %cst : vector<4xi32> to vector<4xi64>
    %38 = arith.index_cast %cst : vector<4xi32> to vector<4xindex>
    return %0, %overflow : i32, i1
  }
  func.func @floats(%arg0: f32, %arg1: f32, %arg2: f64, %arg3: i32) -> f32 {
    %cst = arith.constant 1.500000e+00 : f32
    %cst_0 = arith.constant 0x7FC00000 : f32
    %cst_1 = arith.constant dense<1.000000e-01> : vector<4xf64>
    %cst_2 = arith.constant -0.000000e+00 : f64
    %0 = arith.addf %arg0, %arg1 fastmath<nnan,contract> : f32
    %1 = arith.subf %arg0, %arg1 : f32
    %2 = arith.mulf %arg0, %arg1 fastmath<fast> : f32
    %3 = arith.divf %arg0, %arg1 : f32
    %4 = arith.remf %arg0, %arg1 : f32
    %5 = arith.negf %arg0 : f32
    %6 = arith.minimumf %arg0, %arg1 : f32
    %7 = arith.minnumf %arg0, %arg1 : f32
    %8 = arith.maximumf %arg0, %arg1 : f32
    %9 = arith.maxnumf %arg0, %arg1 : f32
    %10 = arith.bitcast %arg0 : f32 to i32
    %11 = arith.extf %arg0 : f32 to f64
    %12 = arith.truncf %arg2 : f64 to f32
    %13 = arith.sitofp %arg3 : i32 to f32
    %14 = arith.uitofp %arg3 : i32 to f64
    %15 = arith.fptosi %arg0 : f32 to i32
    %16 = arith.fptoui %arg2 : f64 to i64
    %17 = arith.cmpf ogt, %arg0, %arg1 : f32
    %18 = arith.cmpf une, %arg0, %arg1 fastmath<ninf> : f32
    %19 = math.absf %arg0 : f32
    %20 = math.atan2 %arg0, %arg1 : f32
    %21 = math.ceil %arg0 : f32
    %22 = math.copysign %arg0, %arg1 : f32
    %23 = math.cos %arg0 fastmath<fast> : f32
    %24 = math.exp2 %arg0 : f32
    %25 = math.expm1 %arg0 : f32
    %26 = math.exp %arg0 : f32
    %27 = math.floor %arg0 : f32
    %28 = math.fma %arg0, %arg1, %arg0 : f32
    %29 = math.log10 %arg0 : f32
    %30 = math.log1p %arg0 : f32
    %31 = math.log2 %arg0 : f32
    %32 = math.log %arg0 : f32
    %33 = math.powf %arg0, %arg1 : f32
    %34 = math.roundeven %arg0 : f32
    %35 = math.round %arg0 : f32
    %36 = math.rsqrt %arg0 : f32
    %37 = math.sin %arg0 : f32
    %38 = math.sqrt %arg0 : f32
    %39 = math.tan %arg0 : f32
    %40 = math.tanh %arg0 : f32
    %41 = math.trunc %arg0 : f32
    %42 = math.fpowi %arg0, %arg3 : f32, i32
    %43 = math.acos %arg0 : f32
    %44 = math.asin %arg0 : f32
    %45 = math.atan %arg0 : f32
    %46 = math.sinh %arg0 : f32
    %47 = math.cosh %arg0 : f32
    %48 = math.acosh %arg0 : f32
    %49 = math.asinh %arg0 : f32
    %50 = math.atanh %arg0 : f32
    %51 = math.cbrt %arg0 : f32
    %52 = math.erf %arg0 : f32
    return %0 : f32
  }
  func.func @blocks(%arg0: i1, %arg1: i32) -> i32 {
    cf.assert %arg0, "a condition"
    cf.cond_br %arg0, ^bb1(%arg1 : i32), ^bb2
  ^bb1(%0: i32):  // 2 preds: ^bb0, ^bb2
    cf.br ^bb4(%0 : i32)
  ^bb2:  // pred: ^bb0
    cf.switch %arg1 : i32, [
      default: ^bb4(%arg1 : i32),
      42: ^bb1(%arg1 : i32),
      4294967295: ^bb3
    ]
  ^bb3:  // pred: ^bb2
    cf.switch %arg1 : i32, [
      default: ^bb4(%arg1 : i32)]
  ^bb4(%1: i32):  // 3 preds: ^bb1, ^bb2, ^bb3
    return %1 : i32
  }
  func.func @calls(%arg0: i32) -> (i32, i32) {
    %0 = call @external(%arg0) : (i32) -> i32
    %f = constant @external : (i32) -> i32
    %1 = call_indirect %f(%0) : (i32) -> i32
    return %0, %1 : i32, i32
  }
  func.func @regions(%arg0: i1, %arg1: index, %arg2: i32, %arg3: memref<4xi32>) -> i32 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %0 = scf.if %arg0 -> (i32) {
      scf.yield %arg2 : i32
    } else {
      %7 = arith.addi %arg2, %arg2 : i32
      scf.yield %7 : i32
    }
    scf.if %arg0 {
      memref.store %arg2, %arg3[%c0] : memref<4xi32>
    }
    scf.if %arg0 {
      memref.store %arg2, %arg3[%c0] : memref<4xi32>
    } else {
      memref.store %arg2, %arg3[%c1] : memref<4xi32>
    }
    %1:2 = scf.if %arg0 -> (i32, index) {
      scf.yield %arg2, %arg1 : i32, index
    } else {
      scf.yield %0, %c0 : i32, index
    }
    scf.for %arg4 = %c0 to %arg1 step %c1 {
      memref.store %arg2, %arg3[%arg4] : memref<4xi32>
    }
    %2 = scf.for %arg4 = %arg2 to %1#0 step %arg2 iter_args(%arg5 = %arg2) -> (i32)  : i32 {
      scf.yield %arg5 : i32
    }
    %3 = scf.while (%arg4 = %arg2) : (i32) -> i32 {
      scf.condition(%arg0) %arg4 : i32
    } do {
    ^bb0(%arg4: i32):
      scf.yield %arg4 : i32
    }
    scf.while : () -> () {
      scf.condition(%arg0)
    } do {
      scf.yield
    }
    %4 = scf.execute_region -> i32 {
      scf.yield %arg2 : i32
    }
    scf.execute_region {
      memref.store %arg2, %arg3[%c0] : memref<4xi32>
      scf.yield
    }
    scf.parallel (%arg4, %arg5) = (%c0, %c0) to (%arg1, %arg1) step (%c1, %c1) {
      memref.store %arg2, %arg3[%arg4] : memref<4xi32>
      scf.reduce 
    }
    %5 = scf.parallel (%arg4) = (%c0) to (%arg1) step (%c1) init (%arg2) -> i32 {
      scf.reduce(%arg2 : i32) {
      ^bb0(%arg5: i32, %arg6: i32):
        %7 = arith.addi %arg5, %arg6 : i32
        scf.reduce.return %7 : i32
      }
    }
    scf.forall (%arg4, %arg5) in (%arg1, 4) {
      memref.store %arg2, %arg3[%arg4] : memref<4xi32>
    }
    scf.forall (%arg4) = (0) to (%arg1) step (2) {
      memref.store %arg2, %arg3[%arg4] : memref<4xi32>
    }
    %6 = scf.index_switch %arg1 -> i32 
    case 1 {
      scf.yield %arg2 : i32
    }
    default {
      scf.yield %0 : i32
    }
    scf.index_switch %arg1 
    case 2 {
      memref.store %arg2, %arg3[%arg1] : memref<4xi32>
      scf.yield
    }
    case -5 {
      scf.yield
    }
    default {
    }
    scf.index_switch %arg1 
    default {
      memref.store %arg2, %arg3[%arg1] : memref<4xi32>
    }
    return %6 : i32
  }
  func.func @arrays(%arg0: memref<4x6xi32>, %arg1: index, %arg2: i32, %arg3: index) -> i32 {
    %0 = memref.load %arg0[%arg1, %arg1] : memref<4x6xi32>
    memref.store %arg2, %arg0[%arg1, %arg1] : memref<4x6xi32>
    %alloc = memref.alloc() {alignment = 64 : i64} : memref<4xi32>
    %alloca = memref.alloca() : memref<4x6xi32>
    %alloca_0 = memref.alloca(%arg3) : memref<?x4xi32>
    memref.assume_alignment %alloc, 64 : memref<4xi32>
    %1 = memref.atomic_rmw addi %arg2, %alloc[%arg1] : (i32, memref<4xi32>) -> i32
    memref.copy %arg0, %alloca : memref<4x6xi32> to memref<4x6xi32>
    %collapse_shape = memref.collapse_shape %arg0 [[0, 1]] : memref<4x6xi32> into memref<24xi32>
    %expand_shape = memref.expand_shape %collapse_shape [[0, 1]] output_shape [2, 12] : memref<24xi32> into memref<2x12xi32>
    %2 = memref.get_global @words : memref<4xi32>
    %c1 = arith.constant 1 : index
    %dim = memref.dim %arg0, %c1 : memref<4x6xi32>
    %base_buffer, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %arg0 : memref<4x6xi32> -> memref<i32>, index, index, index, index, index
    %intptr = memref.extract_aligned_pointer_as_index %arg0 : memref<4x6xi32> -> index
    %subview = memref.subview %arg0[%arg1, 1] [2, 2] [1, 2] : memref<4x6xi32> to memref<2x2xi32, strided<[6, 2], offset: ?>>
    %alloc_1 = memref.alloc() : memref<64xi8>
    %view = memref.view %alloc_1[%arg1][] : memref<64xi8> to memref<4xi32>
    %cast = memref.cast %alloca_0 : memref<?x4xi32> to memref<2x4xi32>
    %reinterpret_cast = memref.reinterpret_cast %arg0 to offset: [0], sizes: [24], strides: [1] : memref<4x6xi32> to memref<24xi32>
    %3 = memref.rank %arg0 : memref<4x6xi32>
    %transpose = memref.transpose %arg0 (d0, d1) -> (d1, d0) : memref<4x6xi32> to memref<6x4xi32, strided<[1, 6]>>
    memref.dealloc %alloc : memref<4xi32>
    return %0 : i32
  }
  func.func @maps(%arg0: memref<4x6xi32>, %arg1: index, %arg2: index) -> index {
    %0 = affine.apply #map(%arg1)[%arg2]
    %1 = affine.load %arg0[%arg1, %arg2 + 1] : memref<4x6xi32>
    affine.store %1, %arg0[%arg1, 2] : memref<4x6xi32>
    %2 = affine.min #map1(%0)
    %3 = affine.max #map1(%2)
    return %3 : index
  }
  func.func @vectors(%arg0: i32, %arg1: vector<4xi32>, %arg2: vector<2x3x4xi32>, %arg3: vector<4xf32>, %arg4: memref<6x8xi32>, %arg5: index, %arg6: vector<4xi1>, %arg7: vector<2x4xi32>, %arg8: vector<16xi32>) -> vector<4xi32> {
    %0 = vector.bitcast %arg3 : vector<4xf32> to vector<4xi32>
    %1 = vector.broadcast %arg0 : i32 to vector<2x4xi32>
    %2 = vector.create_mask %arg5, %arg5 : vector<2x4xi1>
    %3 = vector.extract %arg1[2] : i32 from vector<4xi32>
    %4 = vector.extract %arg2[1, %arg5] : vector<4xi32> from vector<2x3x4xi32>
    %5 = vector.fma %arg3, %arg3, %arg3 : vector<4xf32>
    %6 = vector.insert %arg0, %arg1 [%arg5] : i32 into vector<4xi32>
    %7 = vector.insert %arg1, %arg2 [0, 1] : vector<4xi32> into vector<2x3x4xi32>
    %8 = vector.load %arg4[%arg5, %arg5] : memref<6x8xi32>, vector<4xi32>
    %9 = vector.load %arg4[%arg5, %arg5] {nontemporal = true} : memref<6x8xi32>, vector<4xi32>
    %10 = vector.maskedload %arg4[%arg5, %arg5], %arg6, %arg1 : memref<6x8xi32>, vector<4xi1>, vector<4xi32> into vector<4xi32>
    vector.maskedstore %arg4[%arg5, %arg5], %arg6, %arg1 : memref<6x8xi32>, vector<4xi1>, vector<4xi32>
    %11 = vector.reduction <add>, %arg1 : vector<4xi32> into i32
    %12 = vector.reduction <maxui>, %arg1, %arg0 : vector<4xi32> into i32
    %13 = vector.reduction <mul>, %arg3 fastmath<reassoc> : vector<4xf32> into f32
    %14 = vector.shuffle %arg1, %arg1 [0, 5, 2, 7] : vector<4xi32>, vector<4xi32>
    %15 = vector.shuffle %arg7, %arg7 [3, 0] : vector<2x4xi32>, vector<2x4xi32>
    vector.store %arg1, %arg4[%arg5, %arg5] : memref<6x8xi32>, vector<4xi32>
    %16 = vector.transfer_read %arg4[%arg5, %arg5], %arg0 : memref<6x8xi32>, vector<4xi32>
    %17 = vector.transfer_read %arg4[%arg5, %arg5], %arg0, %arg6 {in_bounds = [true]} : memref<6x8xi32>, vector<4xi32>
    %18 = vector.transfer_read %arg4[%arg5, %arg5], %arg0 {in_bounds = [false, true], permutation_map = #map2} : memref<6x8xi32>, vector<2x4xi32>
    vector.transfer_write %arg1, %arg4[%arg5, %arg5] {in_bounds = [true]} : vector<4xi32>, memref<6x8xi32>
    vector.transfer_write %arg1, %arg4[%arg5, %arg5], %arg6 : vector<4xi32>, memref<6x8xi32>
    %19 = vector.shape_cast %arg7 : vector<2x4xi32> to vector<8xi32>
    %20 = vector.constant_mask [1, 3] : vector<2x4xi1>
    %21 = vector.gather %arg4[%arg5, %arg5] [%arg1], %arg6, %arg1 : memref<6x8xi32>, vector<4xi32>, vector<4xi1>, vector<4xi32> into vector<4xi32>
    vector.scatter %arg4[%arg5, %arg5] [%arg1], %arg6, %arg1 : memref<6x8xi32>, vector<4xi32>, vector<4xi1>, vector<4xi32>
    %22 = vector.extract_strided_slice %arg7 {offsets = [0, 1], sizes = [2, 2], strides = [1, 1]} : vector<2x4xi32> to vector<2x2xi32>
    %23 = vector.insert_strided_slice %22, %arg7 {offsets = [0, 2], strides = [1, 1]} : vector<2x2xi32> into vector<2x4xi32>
    return %14 : vector<4xi32>
  }
  func.func @lanes(%arg0: f32, %arg1: vector<16xf32>, %arg2: vector<2x3xf32>, %arg3: vector<3x4xf32>, %arg4: vector<2x4xf32>, %arg5: i32, %arg6: index, %arg7: vector<f32>, %arg8: vector<2xf32>, %arg9: vector<2x16xf32>) {
    %0 = vector.splat %arg0 : vector<16xf32>
    %1 = vector.splat %arg0 : vector<f32>
    %2 = vector.transpose %arg2, [1, 0] : vector<2x3xf32> to vector<3x2xf32>
    %3 = vector.contract {indexing_maps = [#map3, #map4, #map5], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %arg2, %arg3, %arg4 : vector<2x3xf32>, vector<3x4xf32> into vector<2x4xf32>
    %4 = vector.contract {indexing_maps = [#map3, #map4, #map5], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<maxnumf>} %arg2, %arg3, %arg4 : vector<2x3xf32>, vector<3x4xf32> into vector<2x4xf32>
    %5 = vector.multi_reduction <add>, %arg2, %arg8 [1] : vector<2x3xf32> to vector<2xf32>
    %6 = vector.multi_reduction <mul>, %arg2, %arg0 [0, 1] : vector<2x3xf32> to f32
    %7 = vector.outerproduct %arg8, %arg8 : vector<2xf32>, vector<2xf32>
    %8 = vector.outerproduct %arg8, %arg1, %arg9 {kind = #vector.kind<maxnumf>} : vector<2xf32>, vector<16xf32>
    %9 = vector.outerproduct %arg8, %arg0, %arg8 {kind = #vector.kind<add>} : vector<2xf32>, f32
    %10 = vector.extractelement %arg1[%arg5 : i32] : vector<16xf32>
    %11 = vector.extractelement %arg7[] : vector<f32>
    %12 = vector.insertelement %arg0, %arg1[%arg6 : index] : vector<16xf32>
    %13 = vector.insertelement %arg0, %arg7[] : vector<f32>
    %14 = vector.step : vector<4xindex>
    %res1, %res2 = vector.deinterleave %arg1 : vector<16xf32> -> vector<8xf32>
    %15 = vector.interleave %res1, %res2 : vector<8xf32> -> vector<16xf32>
    %16 = vector.from_elements %arg0, %arg0, %arg0, %arg0 : vector<2x2xf32>
    %17 = vector.from_elements %arg0 : vector<f32>
    %18 = vector.flat_transpose %arg1 {columns = 8 : i32, rows = 2 : i32} : vector<16xf32> -> vector<16xf32>
    %19 = vector.matrix_multiply %arg1, %arg1 {lhs_columns = 4 : i32, lhs_rows = 4 : i32, rhs_columns = 4 : i32} : (vector<16xf32>, vector<16xf32>) -> vector<16xf32>
    %dest, %accumulated_value = vector.scan <add>, %arg2, %arg8 {inclusive = true, reduction_dim = 1 : i64} : vector<2x3xf32>, vector<2xf32>
    return
  }
  func.func @compressed(%arg0: memref<6x8xf32>, %arg1: index, %arg2: vector<4xi1>, %arg3: vector<4xf32>) {
    vector.compressstore %arg0[%arg1, %arg1], %arg2, %arg3 : memref<6x8xf32>, vector<4xi1>, vector<4xf32>
    %0 = vector.type_cast %arg0 : memref<6x8xf32> to memref<vector<6x8xf32>>
    %1 = vector.expandload %arg0[%arg1, %arg1], %arg2, %arg3 : memref<6x8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
    return
  }
  func.func @index(%arg0: index, %arg1: index, %arg2: i8, %arg3: i64) {
    %0 = index.add %arg0, %arg1
    %1 = index.sub %arg0, %arg1
    %2 = index.mul %arg0, %arg1
    %3 = index.divs %arg0, %arg1
    %4 = index.divu %arg0, %arg1
    %5 = index.ceildivs %arg0, %arg1
    %6 = index.ceildivu %arg0, %arg1
    %7 = index.floordivs %arg0, %arg1
    %8 = index.rems %arg0, %arg1
    %9 = index.remu %arg0, %arg1
    %10 = index.maxs %arg0, %arg1
    %11 = index.maxu %arg0, %arg1
    %12 = index.mins %arg0, %arg1
    %13 = index.minu %arg0, %arg1
    %14 = index.shl %arg0, %arg1
    %15 = index.shrs %arg0, %arg1
    %16 = index.shru %arg0, %arg1
    %17 = index.and %arg0, %arg1
    %18 = index.or %arg0, %arg1
    %19 = index.xor %arg0, %arg1
    %20 = index.cmp slt(%arg0, %arg1)
    %21 = index.cmp ult(%arg0, %arg1)
    %22 = index.cmp eq(%arg0, %arg1)
    %23 = index.cmp uge(%arg0, %arg1)
    %24 = index.casts %arg0 : index to i8
    %25 = index.casts %arg0 : index to i64
    %26 = index.castu %arg0 : index to i64
    %27 = index.casts %arg2 : i8 to index
    %28 = index.castu %arg2 : i8 to index
    %29 = index.castu %arg3 : i64 to index
    %idx-5 = index.constant -5
    %true = index.bool.constant true
    %30 = index.sizeof
    %31 = index.mul %idx-5, %30
    return
  }
  func.func @affine_loops(%arg0: memref<8x4xi32>, %arg1: index, %arg2: i32) -> (i32, index) {
    affine.for %arg3 = 0 to 8 {
      affine.for %arg4 = max #map6(%arg3) to min #map7(%arg3)[%arg1] {
        %1 = affine.load %arg0[%arg3, %arg4] : memref<8x4xi32>
        %2 = arith.muli %1, %arg2 : i32
        affine.store %2, %arg0[%arg3, %arg4] : memref<8x4xi32>
      }
    }
    %0:2 = affine.for %arg3 = -7 to %arg1 step 3 iter_args(%arg4 = %arg2, %arg5 = %arg1) -> (i32, index) {
      %1 = arith.index_cast %arg3 : index to i32
      %2 = arith.addi %arg4, %1 : i32
      affine.yield %2, %arg3 : i32, index
    }
    return %0#0, %0#1 : i32, index
  }
  func.func @poison() {
    %0 = ub.poison : i32
    %1 = ub.poison : vector<4xf32>
    return
  }
}

