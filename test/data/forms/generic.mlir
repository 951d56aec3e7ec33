#map = affine_map<(d0, d1) -> (d1, d0)>
#map1 = affine_map<(d0)[s0] -> (d0 * 2 + s0 floordiv 3)>
#map2 = affine_map<(d0, d1) -> (d0, d1 + 1)>
#map3 = affine_map<(d0) -> (d0, 2)>
#map4 = affine_map<(d0) -> (d0, 7)>
#map5 = affine_map<(d0, d1) -> (d1)>
#map6 = affine_map<(d0, d1) -> (d1, 0)>
"builtin.module"() ({
  "memref.global"() <{constant, initial_value = dense<[1, 2, 3, 4]> : tensor<4xi32>, sym_name = "words", sym_visibility = "private", type = memref<4xi32>}> : () -> ()
  "memref.global"() <{alignment = 16 : i64, initial_value, sym_name = "room", type = memref<4xf32>}> : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "external", sym_visibility = "private"}> ({
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, i1, index, i64) -> (i32, i1), sym_name = "integers"}> ({
  ^bb0(%arg40: i32, %arg41: i32, %arg42: i1, %arg43: index, %arg44: i64):
    %115 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %116 = "arith.constant"() <{value = dense<[1, 2, 3, -4]> : vector<4xi32>}> : () -> vector<4xi32>
    %117 = "arith.constant"() <{value = true}> : () -> i1
    %118 = "arith.addi"(%arg40, %arg41) <{overflowFlags = #arith.overflow<nsw, nuw>}> : (i32, i32) -> i32
    %119:2 = "arith.addui_extended"(%arg40, %arg41) : (i32, i32) -> (i32, i1)
    %120 = "arith.subi"(%arg40, %arg41) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    %121 = "arith.muli"(%arg40, %arg41) <{overflowFlags = #arith.overflow<nsw>}> : (i32, i32) -> i32
    %122:2 = "arith.mului_extended"(%arg40, %arg41) : (i32, i32) -> (i32, i32)
    %123:2 = "arith.mulsi_extended"(%arg40, %arg41) : (i32, i32) -> (i32, i32)
    %124 = "arith.divui"(%arg40, %arg41) : (i32, i32) -> i32
    %125 = "arith.divsi"(%arg40, %arg41) : (i32, i32) -> i32
    %126 = "arith.floordivsi"(%arg40, %arg41) : (i32, i32) -> i32
    %127 = "arith.ceildivsi"(%arg40, %arg41) : (i32, i32) -> i32
    %128 = "arith.ceildivui"(%arg40, %arg41) : (i32, i32) -> i32
    %129 = "arith.remui"(%arg40, %arg41) : (i32, i32) -> i32
    %130 = "arith.remsi"(%arg40, %arg41) : (i32, i32) -> i32
    %131 = "arith.minsi"(%arg40, %arg41) : (i32, i32) -> i32
    %132 = "arith.maxsi"(%arg40, %arg41) : (i32, i32) -> i32
    %133 = "arith.minui"(%arg40, %arg41) : (i32, i32) -> i32
    %134 = "arith.maxui"(%arg40, %arg41) : (i32, i32) -> i32
    %135 = "arith.andi"(%arg40, %arg41) : (i32, i32) -> i32
    %136 = "arith.ori"(%arg40, %arg41) : (i32, i32) -> i32
    %137 = "arith.xori"(%arg40, %arg41) : (i32, i32) -> i32
    %138 = "arith.shli"(%arg40, %arg41) <{overflowFlags = #arith.overflow<nuw>}> : (i32, i32) -> i32
    %139 = "arith.shrui"(%arg40, %arg41) : (i32, i32) -> i32
    %140 = "arith.shrsi"(%arg40, %arg41) : (i32, i32) -> i32
    %141 = "arith.extsi"(%arg40) : (i32) -> i64
    %142 = "arith.extui"(%arg42) : (i1) -> i32
    %143 = "arith.trunci"(%arg44) : (i64) -> i8
    %144 = "arith.index_cast"(%arg40) : (i32) -> index
    %145 = "arith.index_castui"(%arg43) : (index) -> i64
    %146 = "arith.cmpi"(%arg40, %arg41) <{predicate = 3 : i64}> : (i32, i32) -> i1
    %147 = "arith.select"(%arg42, %arg40, %arg41) : (i1, i32, i32) -> i32
    %148 = "arith.select"(%arg42, %arg43, %arg43) : (i1, index, index) -> index
    %149 = "math.absi"(%arg40) : (i32) -> i32
    %150 = "math.ctlz"(%arg40) : (i32) -> i32
    %151 = "math.cttz"(%arg40) : (i32) -> i32
    %152 = "math.ctpop"(%arg40) : (i32) -> i32
    %153 = "math.ipowi"(%arg40, %arg41) : (i32, i32) -> i32
    %154 = "arith.addi"(%116, %116) <{overflowFlags = #arith.overflow<none>}> : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    %155 = "arith.cmpi"(%116, %116) <{predicate = 6 : i64}> : (vector<4xi32>, vector<4xi32>) -> vector<4xi1>
    %156 = "arith.select"(%155, %116, %154) : (vector<4xi1>, vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    %157 = "arith.select"(%arg42, %116, %154) : (i1, vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    %158 = "arith.extsi"(%116) : (vector<4xi32>) -> vector<4xi64>
    %159 = "arith.index_cast"(%116) : (vector<4xi32>) -> vector<4xindex>
    "func.return"(%118, %119#1) : (i32, i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, f32, f64, i32) -> f32, sym_name = "floats"}> ({
  ^bb0(%arg36: f32, %arg37: f32, %arg38: f64, %arg39: i32):
    %63 = "arith.constant"() <{value = 1.500000e+00 : f32}> : () -> f32
    %64 = "arith.constant"() <{value = 0x7FC00000 : f32}> : () -> f32
    %65 = "arith.constant"() <{value = dense<1.000000e-01> : vector<4xf64>}> : () -> vector<4xf64>
    %66 = "arith.constant"() <{value = -0.000000e+00 : f64}> : () -> f64
    %67 = "arith.addf"(%arg36, %arg37) <{fastmath = #arith.fastmath<nnan,contract>}> : (f32, f32) -> f32
    %68 = "arith.subf"(%arg36, %arg37) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %69 = "arith.mulf"(%arg36, %arg37) <{fastmath = #arith.fastmath<fast>}> : (f32, f32) -> f32
    %70 = "arith.divf"(%arg36, %arg37) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %71 = "arith.remf"(%arg36, %arg37) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %72 = "arith.negf"(%arg36) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %73 = "arith.minimumf"(%arg36, %arg37) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %74 = "arith.minnumf"(%arg36, %arg37) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %75 = "arith.maximumf"(%arg36, %arg37) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %76 = "arith.maxnumf"(%arg36, %arg37) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %77 = "arith.bitcast"(%arg36) : (f32) -> i32
    %78 = "arith.extf"(%arg36) : (f32) -> f64
    %79 = "arith.truncf"(%arg38) : (f64) -> f32
    %80 = "arith.sitofp"(%arg39) : (i32) -> f32
    %81 = "arith.uitofp"(%arg39) : (i32) -> f64
    %82 = "arith.fptosi"(%arg36) : (f32) -> i32
    %83 = "arith.fptoui"(%arg38) : (f64) -> i64
    %84 = "arith.cmpf"(%arg36, %arg37) <{fastmath = #arith.fastmath<none>, predicate = 2 : i64}> : (f32, f32) -> i1
    %85 = "arith.cmpf"(%arg36, %arg37) <{fastmath = #arith.fastmath<ninf>, predicate = 13 : i64}> : (f32, f32) -> i1
    %86 = "math.absf"(%arg36) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %87 = "math.atan2"(%arg36, %arg37) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %88 = "math.ceil"(%arg36) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %89 = "math.copysign"(%arg36, %arg37) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %90 = "math.cos"(%arg36) <{fastmath = #arith.fastmath<fast>}> : (f32) -> f32
    %91 = "math.exp2"(%arg36) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %92 = "math.expm1"(%arg36) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %93 = "math.exp"(%arg36) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %94 = "math.floor"(%arg36) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %95 = "math.fma"(%arg36, %arg37, %arg36) <{fastmath = #arith.fastmath<none>}> : (f32, f32, f32) -> f32
    %96 = "math.log10"(%arg36) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %97 = "math.log1p"(%arg36) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %98 = "math.log2"(%arg36) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %99 = "math.log"(%arg36) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %100 = "math.powf"(%arg36, %arg37) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %101 = "math.roundeven"(%arg36) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %102 = "math.round"(%arg36) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %103 = "math.rsqrt"(%arg36) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %104 = "math.sin"(%arg36) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %105 = "math.sqrt"(%arg36) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %106 = "math.tan"(%arg36) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %107 = "math.tanh"(%arg36) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %108 = "math.trunc"(%arg36) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %109 = "math.fpowi"(%arg36, %arg39) <{fastmath = #arith.fastmath<none>}> : (f32, i32) -> f32
    %110 = "math.acos"(%arg36) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %111 = "math.asin"(%arg36) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %112 = "math.atan"(%arg36) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %113 = "math.sinh"(%arg36) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %114 = "math.cosh"(%arg36) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    "func.return"(%67) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1, i32) -> i32, sym_name = "blocks"}> ({
  ^bb0(%arg34: i1, %arg35: i32):
    "cf.assert"(%arg34) <{msg = "a condition"}> : (i1) -> ()
    "cf.cond_br"(%arg34, %arg35)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (i1, i32) -> ()
  ^bb1(%61: i32):  // 2 preds: ^bb0, ^bb2
    "cf.br"(%61)[^bb4] : (i32) -> ()
  ^bb2:  // pred: ^bb0
    "cf.switch"(%arg35, %arg35, %arg35)[^bb4, ^bb1, ^bb3] <{case_operand_segments = array<i32: 1, 0>, case_values = dense<[42, -1]> : vector<2xi32>, operandSegmentSizes = array<i32: 1, 1, 1>}> : (i32, i32, i32) -> ()
  ^bb3:  // pred: ^bb2
    "cf.switch"(%arg35, %arg35)[^bb4] <{case_operand_segments = array<i32>, operandSegmentSizes = array<i32: 1, 1, 0>}> : (i32, i32) -> ()
  ^bb4(%62: i32):  // 3 preds: ^bb1, ^bb2, ^bb3
    "func.return"(%62) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> (i32, i32), sym_name = "calls"}> ({
  ^bb0(%arg33: i32):
    %58 = "func.call"(%arg33) <{callee = @external}> : (i32) -> i32
    %59 = "func.constant"() <{value = @external}> : () -> ((i32) -> i32)
    %60 = "func.call_indirect"(%59, %58) : ((i32) -> i32, i32) -> i32
    "func.return"(%58, %60) : (i32, i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1, index, i32, memref<4xi32>) -> i32, sym_name = "regions"}> ({
  ^bb0(%arg16: i1, %arg17: index, %arg18: i32, %arg19: memref<4xi32>):
    %47 = "arith.constant"() <{value = 0 : index}> : () -> index
    %48 = "arith.constant"() <{value = 1 : index}> : () -> index
    %49 = "scf.if"(%arg16) ({
      "scf.yield"(%arg18) : (i32) -> ()
    }, {
      %57 = "arith.addi"(%arg18, %arg18) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "scf.yield"(%57) : (i32) -> ()
    }) : (i1) -> i32
    "scf.if"(%arg16) ({
      "memref.store"(%arg18, %arg19, %47) : (i32, memref<4xi32>, index) -> ()
      "scf.yield"() : () -> ()
    }, {
    }) : (i1) -> ()
    "scf.if"(%arg16) ({
      "memref.store"(%arg18, %arg19, %47) : (i32, memref<4xi32>, index) -> ()
      "scf.yield"() : () -> ()
    }, {
      "memref.store"(%arg18, %arg19, %48) : (i32, memref<4xi32>, index) -> ()
      "scf.yield"() : () -> ()
    }) : (i1) -> ()
    %50:2 = "scf.if"(%arg16) ({
      "scf.yield"(%arg18, %arg17) : (i32, index) -> ()
    }, {
      "scf.yield"(%49, %47) : (i32, index) -> ()
    }) : (i1) -> (i32, index)
    "scf.for"(%47, %arg17, %48) ({
    ^bb0(%arg32: index):
      "memref.store"(%arg18, %arg19, %arg32) : (i32, memref<4xi32>, index) -> ()
      "scf.yield"() : () -> ()
    }) : (index, index, index) -> ()
    %51 = "scf.for"(%arg18, %50#0, %arg18, %arg18) ({
    ^bb0(%arg30: i32, %arg31: i32):
      "scf.yield"(%arg31) : (i32) -> ()
    }) : (i32, i32, i32, i32) -> i32
    %52 = "scf.while"(%arg18) ({
    ^bb0(%arg29: i32):
      "scf.condition"(%arg16, %arg29) : (i1, i32) -> ()
    }, {
    ^bb0(%arg28: i32):
      "scf.yield"(%arg28) : (i32) -> ()
    }) : (i32) -> i32
    "scf.while"() ({
      "scf.condition"(%arg16) : (i1) -> ()
    }, {
      "scf.yield"() : () -> ()
    }) : () -> ()
    %53 = "scf.execute_region"() ({
      "scf.yield"(%arg18) : (i32) -> ()
    }) : () -> i32
    "scf.execute_region"() ({
      "memref.store"(%arg18, %arg19, %47) : (i32, memref<4xi32>, index) -> ()
      "scf.yield"() : () -> ()
    }) : () -> ()
    "scf.parallel"(%47, %47, %arg17, %arg17, %48, %48) <{operandSegmentSizes = array<i32: 2, 2, 2, 0>}> ({
    ^bb0(%arg26: index, %arg27: index):
      "memref.store"(%arg18, %arg19, %arg26) : (i32, memref<4xi32>, index) -> ()
      "scf.reduce"() : () -> ()
    }) : (index, index, index, index, index, index) -> ()
    %54 = "scf.parallel"(%47, %arg17, %48, %arg18) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>}> ({
    ^bb0(%arg23: index):
      "scf.reduce"(%arg18) ({
      ^bb0(%arg24: i32, %arg25: i32):
        %56 = "arith.addi"(%arg24, %arg25) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        "scf.reduce.return"(%56) : (i32) -> ()
      }) : (i32) -> ()
    }) : (index, index, index, i32) -> i32
    "scf.forall"(%arg17) <{operandSegmentSizes = array<i32: 0, 1, 0, 0>, staticLowerBound = array<i64: 0, 0>, staticStep = array<i64: 1, 1>, staticUpperBound = array<i64: -9223372036854775808, 4>}> ({
    ^bb0(%arg21: index, %arg22: index):
      "memref.store"(%arg18, %arg19, %arg21) : (i32, memref<4xi32>, index) -> ()
      "scf.forall.in_parallel"() ({
      ^bb0:
      }) : () -> ()
    }) : (index) -> ()
    "scf.forall"(%arg17) <{operandSegmentSizes = array<i32: 0, 1, 0, 0>, staticLowerBound = array<i64: 0>, staticStep = array<i64: 2>, staticUpperBound = array<i64: -9223372036854775808>}> ({
    ^bb0(%arg20: index):
      "memref.store"(%arg18, %arg19, %arg20) : (i32, memref<4xi32>, index) -> ()
      "scf.forall.in_parallel"() ({
      ^bb0:
      }) : () -> ()
    }) : (index) -> ()
    %55 = "scf.index_switch"(%arg17) <{cases = array<i64: 1>}> ({
      "scf.yield"(%49) : (i32) -> ()
    }, {
      "scf.yield"(%arg18) : (i32) -> ()
    }) : (index) -> i32
    "scf.index_switch"(%arg17) <{cases = array<i64: 2, -5>}> ({
      "scf.yield"() : () -> ()
    }, {
      "memref.store"(%arg18, %arg19, %arg17) : (i32, memref<4xi32>, index) -> ()
      "scf.yield"() : () -> ()
    }, {
      "scf.yield"() : () -> ()
    }) : (index) -> ()
    "scf.index_switch"(%arg17) <{cases = array<i64>}> ({
      "memref.store"(%arg18, %arg19, %arg17) : (i32, memref<4xi32>, index) -> ()
      "scf.yield"() : () -> ()
    }) : (index) -> ()
    "func.return"(%55) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<4x6xi32>, index, i32, index) -> i32, sym_name = "arrays"}> ({
  ^bb0(%arg12: memref<4x6xi32>, %arg13: index, %arg14: i32, %arg15: index):
    %28 = "memref.load"(%arg12, %arg13, %arg13) : (memref<4x6xi32>, index, index) -> i32
    "memref.store"(%arg14, %arg12, %arg13, %arg13) : (i32, memref<4x6xi32>, index, index) -> ()
    %29 = "memref.alloc"() <{alignment = 64 : i64, operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<4xi32>
    %30 = "memref.alloca"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<4x6xi32>
    %31 = "memref.alloca"(%arg15) <{operandSegmentSizes = array<i32: 1, 0>}> : (index) -> memref<?x4xi32>
    "memref.assume_alignment"(%29) <{alignment = 64 : i32}> : (memref<4xi32>) -> ()
    %32 = "memref.atomic_rmw"(%arg14, %29, %arg13) <{kind = 1 : i64}> : (i32, memref<4xi32>, index) -> i32
    "memref.copy"(%arg12, %30) : (memref<4x6xi32>, memref<4x6xi32>) -> ()
    %33 = "memref.collapse_shape"(%arg12) <{reassociation = [[0, 1]]}> : (memref<4x6xi32>) -> memref<24xi32>
    %34 = "memref.expand_shape"(%33) <{reassociation = [[0, 1]], static_output_shape = array<i64: 2, 12>}> : (memref<24xi32>) -> memref<2x12xi32>
    %35 = "memref.get_global"() <{name = @words}> : () -> memref<4xi32>
    %36 = "arith.constant"() <{value = 1 : index}> : () -> index
    %37 = "memref.dim"(%arg12, %36) : (memref<4x6xi32>, index) -> index
    %38:6 = "memref.extract_strided_metadata"(%arg12) : (memref<4x6xi32>) -> (memref<i32>, index, index, index, index, index)
    %39 = "memref.extract_aligned_pointer_as_index"(%arg12) : (memref<4x6xi32>) -> index
    %40 = "memref.subview"(%arg12, %arg13) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808, 1>, static_sizes = array<i64: 2, 2>, static_strides = array<i64: 1, 2>}> : (memref<4x6xi32>, index) -> memref<2x2xi32, strided<[6, 2], offset: ?>>
    %41 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<64xi8>
    %42 = "memref.view"(%41, %arg13) : (memref<64xi8>, index) -> memref<4xi32>
    %43 = "memref.cast"(%31) : (memref<?x4xi32>) -> memref<2x4xi32>
    %44 = "memref.reinterpret_cast"(%arg12) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 24>, static_strides = array<i64: 1>}> : (memref<4x6xi32>) -> memref<24xi32>
    %45 = "memref.rank"(%arg12) : (memref<4x6xi32>) -> index
    %46 = "memref.transpose"(%arg12) <{permutation = #map}> : (memref<4x6xi32>) -> memref<6x4xi32, strided<[1, 6]>>
    "memref.dealloc"(%29) : (memref<4xi32>) -> ()
    "func.return"(%28) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<4x6xi32>, index, index) -> index, sym_name = "maps"}> ({
  ^bb0(%arg9: memref<4x6xi32>, %arg10: index, %arg11: index):
    %24 = "affine.apply"(%arg10, %arg11) <{map = #map1}> : (index, index) -> index
    %25 = "affine.load"(%arg9, %arg10, %arg11) <{map = #map2}> : (memref<4x6xi32>, index, index) -> i32
    "affine.store"(%25, %arg9, %arg10) <{map = #map3}> : (i32, memref<4x6xi32>, index) -> ()
    %26 = "affine.min"(%24) <{map = #map4}> : (index) -> index
    %27 = "affine.max"(%26) <{map = #map4}> : (index) -> index
    "func.return"(%27) : (index) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, vector<4xi32>, vector<2x3x4xi32>, vector<4xf32>, memref<6x8xi32>, index, vector<4xi1>, vector<2x4xi32>, vector<16xi32>) -> vector<4xi32>, sym_name = "vectors"}> ({
  ^bb0(%arg0: i32, %arg1: vector<4xi32>, %arg2: vector<2x3x4xi32>, %arg3: vector<4xf32>, %arg4: memref<6x8xi32>, %arg5: index, %arg6: vector<4xi1>, %arg7: vector<2x4xi32>, %arg8: vector<16xi32>):
    %0 = "vector.bitcast"(%arg3) : (vector<4xf32>) -> vector<4xi32>
    %1 = "vector.broadcast"(%arg0) : (i32) -> vector<2x4xi32>
    %2 = "vector.create_mask"(%arg5, %arg5) : (index, index) -> vector<2x4xi1>
    %3 = "vector.extract"(%arg1) <{static_position = array<i64: 2>}> : (vector<4xi32>) -> i32
    %4 = "vector.extract"(%arg2, %arg5) <{static_position = array<i64: 1, -9223372036854775808>}> : (vector<2x3x4xi32>, index) -> vector<4xi32>
    %5 = "vector.fma"(%arg3, %arg3, %arg3) : (vector<4xf32>, vector<4xf32>, vector<4xf32>) -> vector<4xf32>
    %6 = "vector.insert"(%arg0, %arg1, %arg5) <{static_position = array<i64: -9223372036854775808>}> : (i32, vector<4xi32>, index) -> vector<4xi32>
    %7 = "vector.insert"(%arg1, %arg2) <{static_position = array<i64: 0, 1>}> : (vector<4xi32>, vector<2x3x4xi32>) -> vector<2x3x4xi32>
    %8 = "vector.load"(%arg4, %arg5, %arg5) : (memref<6x8xi32>, index, index) -> vector<4xi32>
    %9 = "vector.load"(%arg4, %arg5, %arg5) <{nontemporal = true}> : (memref<6x8xi32>, index, index) -> vector<4xi32>
    %10 = "vector.maskedload"(%arg4, %arg5, %arg5, %arg6, %arg1) : (memref<6x8xi32>, index, index, vector<4xi1>, vector<4xi32>) -> vector<4xi32>
    "vector.maskedstore"(%arg4, %arg5, %arg5, %arg6, %arg1) : (memref<6x8xi32>, index, index, vector<4xi1>, vector<4xi32>) -> ()
    %11 = "vector.reduction"(%arg1) <{fastmath = #arith.fastmath<none>, kind = #vector.kind<add>}> : (vector<4xi32>) -> i32
    %12 = "vector.reduction"(%arg1, %arg0) <{fastmath = #arith.fastmath<none>, kind = #vector.kind<maxui>}> : (vector<4xi32>, i32) -> i32
    %13 = "vector.reduction"(%arg3) <{fastmath = #arith.fastmath<reassoc>, kind = #vector.kind<mul>}> : (vector<4xf32>) -> f32
    %14 = "vector.shuffle"(%arg1, %arg1) <{mask = [0, 5, 2, 7]}> : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    %15 = "vector.shuffle"(%arg7, %arg7) <{mask = [3, 0]}> : (vector<2x4xi32>, vector<2x4xi32>) -> vector<2x4xi32>
    "vector.store"(%arg1, %arg4, %arg5, %arg5) : (vector<4xi32>, memref<6x8xi32>, index, index) -> ()
    %16 = "vector.transfer_read"(%arg4, %arg5, %arg5, %arg0) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 2, 1, 0>, permutation_map = #map5}> : (memref<6x8xi32>, index, index, i32) -> vector<4xi32>
    %17 = "vector.transfer_read"(%arg4, %arg5, %arg5, %arg0, %arg6) <{in_bounds = [true], operandSegmentSizes = array<i32: 1, 2, 1, 1>, permutation_map = #map5}> : (memref<6x8xi32>, index, index, i32, vector<4xi1>) -> vector<4xi32>
    %18 = "vector.transfer_read"(%arg4, %arg5, %arg5, %arg0) <{in_bounds = [false, true], operandSegmentSizes = array<i32: 1, 2, 1, 0>, permutation_map = #map6}> : (memref<6x8xi32>, index, index, i32) -> vector<2x4xi32>
    "vector.transfer_write"(%arg1, %arg4, %arg5, %arg5) <{in_bounds = [true], operandSegmentSizes = array<i32: 1, 1, 2, 0>, permutation_map = #map5}> : (vector<4xi32>, memref<6x8xi32>, index, index) -> ()
    "vector.transfer_write"(%arg1, %arg4, %arg5, %arg5, %arg6) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 1, 2, 1>, permutation_map = #map5}> : (vector<4xi32>, memref<6x8xi32>, index, index, vector<4xi1>) -> ()
    %19 = "vector.shape_cast"(%arg7) : (vector<2x4xi32>) -> vector<8xi32>
    %20 = "vector.constant_mask"() <{mask_dim_sizes = [1, 3]}> : () -> vector<2x4xi1>
    %21 = "vector.gather"(%arg4, %arg5, %arg5, %arg1, %arg6, %arg1) : (memref<6x8xi32>, index, index, vector<4xi32>, vector<4xi1>, vector<4xi32>) -> vector<4xi32>
    "vector.scatter"(%arg4, %arg5, %arg5, %arg1, %arg6, %arg1) : (memref<6x8xi32>, index, index, vector<4xi32>, vector<4xi1>, vector<4xi32>) -> ()
    %22 = "vector.extract_strided_slice"(%arg7) <{offsets = [0, 1], sizes = [2, 2], strides = [1, 1]}> : (vector<2x4xi32>) -> vector<2x2xi32>
    %23 = "vector.insert_strided_slice"(%22, %arg7) <{offsets = [0, 2], strides = [1, 1]}> : (vector<2x2xi32>, vector<2x4xi32>) -> vector<2x4xi32>
    "func.return"(%14) : (vector<4xi32>) -> ()
  }) : () -> ()
}) : () -> ()

