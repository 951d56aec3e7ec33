#map = affine_map<(d0, d1) -> (d1, d0)>
#map1 = affine_map<(d0)[s0] -> (d0 * 2 + s0 floordiv 3)>
#map2 = affine_map<(d0, d1) -> (d0, d1 + 1)>
#map3 = affine_map<(d0) -> (d0, 2)>
#map4 = affine_map<(d0) -> (d0, 7)>
#map5 = affine_map<(d0, d1) -> (d1)>
#map6 = affine_map<(d0, d1) -> (d1, 0)>
#map7 = affine_map<(d0, d1, d2) -> (d0, d2)>
#map8 = affine_map<(d0, d1, d2) -> (d2, d1)>
#map9 = affine_map<(d0, d1, d2) -> (d0, d1)>
"builtin.module"() ({
  "memref.global"() <{constant, initial_value = dense<[1, 2, 3, 4]> : tensor<4xi32>, sym_name = "words", sym_visibility = "private", type = memref<4xi32>}> : () -> ()
  "memref.global"() <{alignment = 16 : i64, initial_value, sym_name = "room", type = memref<4xf32>}> : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "external", sym_visibility = "private"}> ({
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, i1, index, i64) -> (i32, i1), sym_name = "integers"}> ({
  ^bb0(%arg50: i32, %arg51: i32, %arg52: i1, %arg53: index, %arg54: i64):
    %137 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %138 = "arith.constant"() <{value = dense<[1, 2, 3, -4]> : vector<4xi32>}> : () -> vector<4xi32>
    %139 = "arith.constant"() <{value = true}> : () -> i1
    %140 = "arith.addi"(%arg50, %arg51) <{overflowFlags = #arith.overflow<nsw, nuw>}> : (i32, i32) -> i32
    %141:2 = "arith.addui_extended"(%arg50, %arg51) : (i32, i32) -> (i32, i1)
    %142 = "arith.subi"(%arg50, %arg51) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    %143 = "arith.muli"(%arg50, %arg51) <{overflowFlags = #arith.overflow<nsw>}> : (i32, i32) -> i32
    %144:2 = "arith.mului_extended"(%arg50, %arg51) : (i32, i32) -> (i32, i32)
    %145:2 = "arith.mulsi_extended"(%arg50, %arg51) : (i32, i32) -> (i32, i32)
    %146 = "arith.divui"(%arg50, %arg51) : (i32, i32) -> i32
    %147 = "arith.divsi"(%arg50, %arg51) : (i32, i32) -> i32
    %148 = "arith.floordivsi"(%arg50, %arg51) : (i32, i32) -> i32
    %149 = "arith.ceildivsi"(%arg50, %arg51) : (i32, i32) -> i32
    %150 = "arith.ceildivui"(%arg50, %arg51) : (i32, i32) -> i32
    %151 = "arith.remui"(%arg50, %arg51) : (i32, i32) -> i32
    %152 = "arith.remsi"(%arg50, %arg51) : (i32, i32) -> i32
    %153 = "arith.minsi"(%arg50, %arg51) : (i32, i32) -> i32
    %154 = "arith.maxsi"(%arg50, %arg51) : (i32, i32) -> i32
    %155 = "arith.minui"(%arg50, %arg51) : (i32, i32) -> i32
    %156 = "arith.maxui"(%arg50, %arg51) : (i32, i32) -> i32
    %157 = "arith.andi"(%arg50, %arg51) : (i32, i32) -> i32
    %158 = "arith.ori"(%arg50, %arg51) : (i32, i32) -> i32
    %159 = "arith.xori"(%arg50, %arg51) : (i32, i32) -> i32
    %160 = "arith.shli"(%arg50, %arg51) <{overflowFlags = #arith.overflow<nuw>}> : (i32, i32) -> i32
    %161 = "arith.shrui"(%arg50, %arg51) : (i32, i32) -> i32
    %162 = "arith.shrsi"(%arg50, %arg51) : (i32, i32) -> i32
    %163 = "arith.extsi"(%arg50) : (i32) -> i64
    %164 = "arith.extui"(%arg52) : (i1) -> i32
    %165 = "arith.trunci"(%arg54) : (i64) -> i8
    %166 = "arith.index_cast"(%arg50) : (i32) -> index
    %167 = "arith.index_castui"(%arg53) : (index) -> i64
    %168 = "arith.cmpi"(%arg50, %arg51) <{predicate = 3 : i64}> : (i32, i32) -> i1
    %169 = "arith.select"(%arg52, %arg50, %arg51) : (i1, i32, i32) -> i32
    %170 = "arith.select"(%arg52, %arg53, %arg53) : (i1, index, index) -> index
    %171 = "math.absi"(%arg50) : (i32) -> i32
    %172 = "math.ctlz"(%arg50) : (i32) -> i32
    %173 = "math.cttz"(%arg50) : (i32) -> i32
    %174 = "math.ctpop"(%arg50) : (i32) -> i32
    %175 = "math.ipowi"(%arg50, %arg51) : (i32, i32) -> i32
    %176 = "arith.addi"(%138, %138) <{overflowFlags = #arith.overflow<none>}> : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    %177 = "arith.cmpi"(%138, %138) <{predicate = 6 : i64}> : (vector<4xi32>, vector<4xi32>) -> vector<4xi1>
    %178 = "arith.select"(%177, %138, %176) : (vector<4xi1>, vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    %179 = "arith.select"(%arg52, %138, %176) : (i1, vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    %180 = "arith.extsi"(%138) : (vector<4xi32>) -> vector<4xi64>
    %181 = "arith.index_cast"(%138) : (vector<4xi32>) -> vector<4xindex>
    "func.return"(%140, %141#1) : (i32, i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, f32, f64, i32) -> f32, sym_name = "floats"}> ({
  ^bb0(%arg46: f32, %arg47: f32, %arg48: f64, %arg49: i32):
    %85 = "arith.constant"() <{value = 1.500000e+00 : f32}> : () -> f32
    %86 = "arith.constant"() <{value = 0x7FC00000 : f32}> : () -> f32
    %87 = "arith.constant"() <{value = dense<1.000000e-01> : vector<4xf64>}> : () -> vector<4xf64>
    %88 = "arith.constant"() <{value = -0.000000e+00 : f64}> : () -> f64
    %89 = "arith.addf"(%arg46, %arg47) <{fastmath = #arith.fastmath<nnan,contract>}> : (f32, f32) -> f32
    %90 = "arith.subf"(%arg46, %arg47) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %91 = "arith.mulf"(%arg46, %arg47) <{fastmath = #arith.fastmath<fast>}> : (f32, f32) -> f32
    %92 = "arith.divf"(%arg46, %arg47) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %93 = "arith.remf"(%arg46, %arg47) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %94 = "arith.negf"(%arg46) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %95 = "arith.minimumf"(%arg46, %arg47) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %96 = "arith.minnumf"(%arg46, %arg47) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %97 = "arith.maximumf"(%arg46, %arg47) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %98 = "arith.maxnumf"(%arg46, %arg47) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %99 = "arith.bitcast"(%arg46) : (f32) -> i32
    %100 = "arith.extf"(%arg46) : (f32) -> f64
    %101 = "arith.truncf"(%arg48) : (f64) -> f32
    %102 = "arith.sitofp"(%arg49) : (i32) -> f32
    %103 = "arith.uitofp"(%arg49) : (i32) -> f64
    %104 = "arith.fptosi"(%arg46) : (f32) -> i32
    %105 = "arith.fptoui"(%arg48) : (f64) -> i64
    %106 = "arith.cmpf"(%arg46, %arg47) <{fastmath = #arith.fastmath<none>, predicate = 2 : i64}> : (f32, f32) -> i1
    %107 = "arith.cmpf"(%arg46, %arg47) <{fastmath = #arith.fastmath<ninf>, predicate = 13 : i64}> : (f32, f32) -> i1
    %108 = "math.absf"(%arg46) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %109 = "math.atan2"(%arg46, %arg47) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %110 = "math.ceil"(%arg46) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %111 = "math.copysign"(%arg46, %arg47) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %112 = "math.cos"(%arg46) <{fastmath = #arith.fastmath<fast>}> : (f32) -> f32
    %113 = "math.exp2"(%arg46) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %114 = "math.expm1"(%arg46) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %115 = "math.exp"(%arg46) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %116 = "math.floor"(%arg46) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %117 = "math.fma"(%arg46, %arg47, %arg46) <{fastmath = #arith.fastmath<none>}> : (f32, f32, f32) -> f32
    %118 = "math.log10"(%arg46) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %119 = "math.log1p"(%arg46) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %120 = "math.log2"(%arg46) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %121 = "math.log"(%arg46) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %122 = "math.powf"(%arg46, %arg47) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %123 = "math.roundeven"(%arg46) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %124 = "math.round"(%arg46) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %125 = "math.rsqrt"(%arg46) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %126 = "math.sin"(%arg46) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %127 = "math.sqrt"(%arg46) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %128 = "math.tan"(%arg46) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %129 = "math.tanh"(%arg46) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %130 = "math.trunc"(%arg46) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %131 = "math.fpowi"(%arg46, %arg49) <{fastmath = #arith.fastmath<none>}> : (f32, i32) -> f32
    %132 = "math.acos"(%arg46) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %133 = "math.asin"(%arg46) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %134 = "math.atan"(%arg46) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %135 = "math.sinh"(%arg46) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %136 = "math.cosh"(%arg46) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    "func.return"(%89) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1, i32) -> i32, sym_name = "blocks"}> ({
  ^bb0(%arg44: i1, %arg45: i32):
    "cf.assert"(%arg44) <{msg = "a condition"}> : (i1) -> ()
    "cf.cond_br"(%arg44, %arg45)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (i1, i32) -> ()
  ^bb1(%83: i32):  // 2 preds: ^bb0, ^bb2
    "cf.br"(%83)[^bb4] : (i32) -> ()
  ^bb2:  // pred: ^bb0
    "cf.switch"(%arg45, %arg45, %arg45)[^bb4, ^bb1, ^bb3] <{case_operand_segments = array<i32: 1, 0>, case_values = dense<[42, -1]> : vector<2xi32>, operandSegmentSizes = array<i32: 1, 1, 1>}> : (i32, i32, i32) -> ()
  ^bb3:  // pred: ^bb2
    "cf.switch"(%arg45, %arg45)[^bb4] <{case_operand_segments = array<i32>, operandSegmentSizes = array<i32: 1, 1, 0>}> : (i32, i32) -> ()
  ^bb4(%84: i32):  // 3 preds: ^bb1, ^bb2, ^bb3
    "func.return"(%84) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> (i32, i32), sym_name = "calls"}> ({
  ^bb0(%arg43: i32):
    %80 = "func.call"(%arg43) <{callee = @external}> : (i32) -> i32
    %81 = "func.constant"() <{value = @external}> : () -> ((i32) -> i32)
    %82 = "func.call_indirect"(%81, %80) : ((i32) -> i32, i32) -> i32
    "func.return"(%80, %82) : (i32, i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1, index, i32, memref<4xi32>) -> i32, sym_name = "regions"}> ({
  ^bb0(%arg26: i1, %arg27: index, %arg28: i32, %arg29: memref<4xi32>):
    %69 = "arith.constant"() <{value = 0 : index}> : () -> index
    %70 = "arith.constant"() <{value = 1 : index}> : () -> index
    %71 = "scf.if"(%arg26) ({
      "scf.yield"(%arg28) : (i32) -> ()
    }, {
      %79 = "arith.addi"(%arg28, %arg28) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "scf.yield"(%79) : (i32) -> ()
    }) : (i1) -> i32
    "scf.if"(%arg26) ({
      "memref.store"(%arg28, %arg29, %69) : (i32, memref<4xi32>, index) -> ()
      "scf.yield"() : () -> ()
    }, {
    }) : (i1) -> ()
    "scf.if"(%arg26) ({
      "memref.store"(%arg28, %arg29, %69) : (i32, memref<4xi32>, index) -> ()
      "scf.yield"() : () -> ()
    }, {
      "memref.store"(%arg28, %arg29, %70) : (i32, memref<4xi32>, index) -> ()
      "scf.yield"() : () -> ()
    }) : (i1) -> ()
    %72:2 = "scf.if"(%arg26) ({
      "scf.yield"(%arg28, %arg27) : (i32, index) -> ()
    }, {
      "scf.yield"(%71, %69) : (i32, index) -> ()
    }) : (i1) -> (i32, index)
    "scf.for"(%69, %arg27, %70) ({
    ^bb0(%arg42: index):
      "memref.store"(%arg28, %arg29, %arg42) : (i32, memref<4xi32>, index) -> ()
      "scf.yield"() : () -> ()
    }) : (index, index, index) -> ()
    %73 = "scf.for"(%arg28, %72#0, %arg28, %arg28) ({
    ^bb0(%arg40: i32, %arg41: i32):
      "scf.yield"(%arg41) : (i32) -> ()
    }) : (i32, i32, i32, i32) -> i32
    %74 = "scf.while"(%arg28) ({
    ^bb0(%arg39: i32):
      "scf.condition"(%arg26, %arg39) : (i1, i32) -> ()
    }, {
    ^bb0(%arg38: i32):
      "scf.yield"(%arg38) : (i32) -> ()
    }) : (i32) -> i32
    "scf.while"() ({
      "scf.condition"(%arg26) : (i1) -> ()
    }, {
      "scf.yield"() : () -> ()
    }) : () -> ()
    %75 = "scf.execute_region"() ({
      "scf.yield"(%arg28) : (i32) -> ()
    }) : () -> i32
    "scf.execute_region"() ({
      "memref.store"(%arg28, %arg29, %69) : (i32, memref<4xi32>, index) -> ()
      "scf.yield"() : () -> ()
    }) : () -> ()
    "scf.parallel"(%69, %69, %arg27, %arg27, %70, %70) <{operandSegmentSizes = array<i32: 2, 2, 2, 0>}> ({
    ^bb0(%arg36: index, %arg37: index):
      "memref.store"(%arg28, %arg29, %arg36) : (i32, memref<4xi32>, index) -> ()
      "scf.reduce"() : () -> ()
    }) : (index, index, index, index, index, index) -> ()
    %76 = "scf.parallel"(%69, %arg27, %70, %arg28) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>}> ({
    ^bb0(%arg33: index):
      "scf.reduce"(%arg28) ({
      ^bb0(%arg34: i32, %arg35: i32):
        %78 = "arith.addi"(%arg34, %arg35) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        "scf.reduce.return"(%78) : (i32) -> ()
      }) : (i32) -> ()
    }) : (index, index, index, i32) -> i32
    "scf.forall"(%arg27) <{operandSegmentSizes = array<i32: 0, 1, 0, 0>, staticLowerBound = array<i64: 0, 0>, staticStep = array<i64: 1, 1>, staticUpperBound = array<i64: -9223372036854775808, 4>}> ({
    ^bb0(%arg31: index, %arg32: index):
      "memref.store"(%arg28, %arg29, %arg31) : (i32, memref<4xi32>, index) -> ()
      "scf.forall.in_parallel"() ({
      ^bb0:
      }) : () -> ()
    }) : (index) -> ()
    "scf.forall"(%arg27) <{operandSegmentSizes = array<i32: 0, 1, 0, 0>, staticLowerBound = array<i64: 0>, staticStep = array<i64: 2>, staticUpperBound = array<i64: -9223372036854775808>}> ({
    ^bb0(%arg30: index):
      "memref.store"(%arg28, %arg29, %arg30) : (i32, memref<4xi32>, index) -> ()
      "scf.forall.in_parallel"() ({
      ^bb0:
      }) : () -> ()
    }) : (index) -> ()
    %77 = "scf.index_switch"(%arg27) <{cases = array<i64: 1>}> ({
      "scf.yield"(%71) : (i32) -> ()
    }, {
      "scf.yield"(%arg28) : (i32) -> ()
    }) : (index) -> i32
    "scf.index_switch"(%arg27) <{cases = array<i64: 2, -5>}> ({
      "scf.yield"() : () -> ()
    }, {
      "memref.store"(%arg28, %arg29, %arg27) : (i32, memref<4xi32>, index) -> ()
      "scf.yield"() : () -> ()
    }, {
      "scf.yield"() : () -> ()
    }) : (index) -> ()
    "scf.index_switch"(%arg27) <{cases = array<i64>}> ({
      "memref.store"(%arg28, %arg29, %arg27) : (i32, memref<4xi32>, index) -> ()
      "scf.yield"() : () -> ()
    }) : (index) -> ()
    "func.return"(%77) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<4x6xi32>, index, i32, index) -> i32, sym_name = "arrays"}> ({
  ^bb0(%arg22: memref<4x6xi32>, %arg23: index, %arg24: i32, %arg25: index):
    %50 = "memref.load"(%arg22, %arg23, %arg23) : (memref<4x6xi32>, index, index) -> i32
    "memref.store"(%arg24, %arg22, %arg23, %arg23) : (i32, memref<4x6xi32>, index, index) -> ()
    %51 = "memref.alloc"() <{alignment = 64 : i64, operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<4xi32>
    %52 = "memref.alloca"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<4x6xi32>
    %53 = "memref.alloca"(%arg25) <{operandSegmentSizes = array<i32: 1, 0>}> : (index) -> memref<?x4xi32>
    "memref.assume_alignment"(%51) <{alignment = 64 : i32}> : (memref<4xi32>) -> ()
    %54 = "memref.atomic_rmw"(%arg24, %51, %arg23) <{kind = 1 : i64}> : (i32, memref<4xi32>, index) -> i32
    "memref.copy"(%arg22, %52) : (memref<4x6xi32>, memref<4x6xi32>) -> ()
    %55 = "memref.collapse_shape"(%arg22) <{reassociation = [[0, 1]]}> : (memref<4x6xi32>) -> memref<24xi32>
    %56 = "memref.expand_shape"(%55) <{reassociation = [[0, 1]], static_output_shape = array<i64: 2, 12>}> : (memref<24xi32>) -> memref<2x12xi32>
    %57 = "memref.get_global"() <{name = @words}> : () -> memref<4xi32>
    %58 = "arith.constant"() <{value = 1 : index}> : () -> index
    %59 = "memref.dim"(%arg22, %58) : (memref<4x6xi32>, index) -> index
    %60:6 = "memref.extract_strided_metadata"(%arg22) : (memref<4x6xi32>) -> (memref<i32>, index, index, index, index, index)
    %61 = "memref.extract_aligned_pointer_as_index"(%arg22) : (memref<4x6xi32>) -> index
    %62 = "memref.subview"(%arg22, %arg23) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808, 1>, static_sizes = array<i64: 2, 2>, static_strides = array<i64: 1, 2>}> : (memref<4x6xi32>, index) -> memref<2x2xi32, strided<[6, 2], offset: ?>>
    %63 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<64xi8>
    %64 = "memref.view"(%63, %arg23) : (memref<64xi8>, index) -> memref<4xi32>
    %65 = "memref.cast"(%53) : (memref<?x4xi32>) -> memref<2x4xi32>
    %66 = "memref.reinterpret_cast"(%arg22) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 24>, static_strides = array<i64: 1>}> : (memref<4x6xi32>) -> memref<24xi32>
    %67 = "memref.rank"(%arg22) : (memref<4x6xi32>) -> index
    %68 = "memref.transpose"(%arg22) <{permutation = #map}> : (memref<4x6xi32>) -> memref<6x4xi32, strided<[1, 6]>>
    "memref.dealloc"(%51) : (memref<4xi32>) -> ()
    "func.return"(%50) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<4x6xi32>, index, index) -> index, sym_name = "maps"}> ({
  ^bb0(%arg19: memref<4x6xi32>, %arg20: index, %arg21: index):
    %46 = "affine.apply"(%arg20, %arg21) <{map = #map1}> : (index, index) -> index
    %47 = "affine.load"(%arg19, %arg20, %arg21) <{map = #map2}> : (memref<4x6xi32>, index, index) -> i32
    "affine.store"(%47, %arg19, %arg20) <{map = #map3}> : (i32, memref<4x6xi32>, index) -> ()
    %48 = "affine.min"(%46) <{map = #map4}> : (index) -> index
    %49 = "affine.max"(%48) <{map = #map4}> : (index) -> index
    "func.return"(%49) : (index) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, vector<4xi32>, vector<2x3x4xi32>, vector<4xf32>, memref<6x8xi32>, index, vector<4xi1>, vector<2x4xi32>, vector<16xi32>) -> vector<4xi32>, sym_name = "vectors"}> ({
  ^bb0(%arg10: i32, %arg11: vector<4xi32>, %arg12: vector<2x3x4xi32>, %arg13: vector<4xf32>, %arg14: memref<6x8xi32>, %arg15: index, %arg16: vector<4xi1>, %arg17: vector<2x4xi32>, %arg18: vector<16xi32>):
    %22 = "vector.bitcast"(%arg13) : (vector<4xf32>) -> vector<4xi32>
    %23 = "vector.broadcast"(%arg10) : (i32) -> vector<2x4xi32>
    %24 = "vector.create_mask"(%arg15, %arg15) : (index, index) -> vector<2x4xi1>
    %25 = "vector.extract"(%arg11) <{static_position = array<i64: 2>}> : (vector<4xi32>) -> i32
    %26 = "vector.extract"(%arg12, %arg15) <{static_position = array<i64: 1, -9223372036854775808>}> : (vector<2x3x4xi32>, index) -> vector<4xi32>
    %27 = "vector.fma"(%arg13, %arg13, %arg13) : (vector<4xf32>, vector<4xf32>, vector<4xf32>) -> vector<4xf32>
    %28 = "vector.insert"(%arg10, %arg11, %arg15) <{static_position = array<i64: -9223372036854775808>}> : (i32, vector<4xi32>, index) -> vector<4xi32>
    %29 = "vector.insert"(%arg11, %arg12) <{static_position = array<i64: 0, 1>}> : (vector<4xi32>, vector<2x3x4xi32>) -> vector<2x3x4xi32>
    %30 = "vector.load"(%arg14, %arg15, %arg15) : (memref<6x8xi32>, index, index) -> vector<4xi32>
    %31 = "vector.load"(%arg14, %arg15, %arg15) <{nontemporal = true}> : (memref<6x8xi32>, index, index) -> vector<4xi32>
    %32 = "vector.maskedload"(%arg14, %arg15, %arg15, %arg16, %arg11) : (memref<6x8xi32>, index, index, vector<4xi1>, vector<4xi32>) -> vector<4xi32>
    "vector.maskedstore"(%arg14, %arg15, %arg15, %arg16, %arg11) : (memref<6x8xi32>, index, index, vector<4xi1>, vector<4xi32>) -> ()
    %33 = "vector.reduction"(%arg11) <{fastmath = #arith.fastmath<none>, kind = #vector.kind<add>}> : (vector<4xi32>) -> i32
    %34 = "vector.reduction"(%arg11, %arg10) <{fastmath = #arith.fastmath<none>, kind = #vector.kind<maxui>}> : (vector<4xi32>, i32) -> i32
    %35 = "vector.reduction"(%arg13) <{fastmath = #arith.fastmath<reassoc>, kind = #vector.kind<mul>}> : (vector<4xf32>) -> f32
    %36 = "vector.shuffle"(%arg11, %arg11) <{mask = [0, 5, 2, 7]}> : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    %37 = "vector.shuffle"(%arg17, %arg17) <{mask = [3, 0]}> : (vector<2x4xi32>, vector<2x4xi32>) -> vector<2x4xi32>
    "vector.store"(%arg11, %arg14, %arg15, %arg15) : (vector<4xi32>, memref<6x8xi32>, index, index) -> ()
    %38 = "vector.transfer_read"(%arg14, %arg15, %arg15, %arg10) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 2, 1, 0>, permutation_map = #map5}> : (memref<6x8xi32>, index, index, i32) -> vector<4xi32>
    %39 = "vector.transfer_read"(%arg14, %arg15, %arg15, %arg10, %arg16) <{in_bounds = [true], operandSegmentSizes = array<i32: 1, 2, 1, 1>, permutation_map = #map5}> : (memref<6x8xi32>, index, index, i32, vector<4xi1>) -> vector<4xi32>
    %40 = "vector.transfer_read"(%arg14, %arg15, %arg15, %arg10) <{in_bounds = [false, true], operandSegmentSizes = array<i32: 1, 2, 1, 0>, permutation_map = #map6}> : (memref<6x8xi32>, index, index, i32) -> vector<2x4xi32>
    "vector.transfer_write"(%arg11, %arg14, %arg15, %arg15) <{in_bounds = [true], operandSegmentSizes = array<i32: 1, 1, 2, 0>, permutation_map = #map5}> : (vector<4xi32>, memref<6x8xi32>, index, index) -> ()
    "vector.transfer_write"(%arg11, %arg14, %arg15, %arg15, %arg16) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 1, 2, 1>, permutation_map = #map5}> : (vector<4xi32>, memref<6x8xi32>, index, index, vector<4xi1>) -> ()
    %41 = "vector.shape_cast"(%arg17) : (vector<2x4xi32>) -> vector<8xi32>
    %42 = "vector.constant_mask"() <{mask_dim_sizes = [1, 3]}> : () -> vector<2x4xi1>
    %43 = "vector.gather"(%arg14, %arg15, %arg15, %arg11, %arg16, %arg11) : (memref<6x8xi32>, index, index, vector<4xi32>, vector<4xi1>, vector<4xi32>) -> vector<4xi32>
    "vector.scatter"(%arg14, %arg15, %arg15, %arg11, %arg16, %arg11) : (memref<6x8xi32>, index, index, vector<4xi32>, vector<4xi1>, vector<4xi32>) -> ()
    %44 = "vector.extract_strided_slice"(%arg17) <{offsets = [0, 1], sizes = [2, 2], strides = [1, 1]}> : (vector<2x4xi32>) -> vector<2x2xi32>
    %45 = "vector.insert_strided_slice"(%44, %arg17) <{offsets = [0, 2], strides = [1, 1]}> : (vector<2x2xi32>, vector<2x4xi32>) -> vector<2x4xi32>
    "func.return"(%36) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, vector<16xf32>, vector<2x3xf32>, vector<3x4xf32>, vector<2x4xf32>, i32, index, vector<f32>, vector<2xf32>, vector<2x16xf32>) -> (), sym_name = "lanes"}> ({
  ^bb0(%arg0: f32, %arg1: vector<16xf32>, %arg2: vector<2x3xf32>, %arg3: vector<3x4xf32>, %arg4: vector<2x4xf32>, %arg5: i32, %arg6: index, %arg7: vector<f32>, %arg8: vector<2xf32>, %arg9: vector<2x16xf32>):
    %0 = "vector.splat"(%arg0) : (f32) -> vector<16xf32>
    %1 = "vector.splat"(%arg0) : (f32) -> vector<f32>
    %2 = "vector.transpose"(%arg2) <{permutation = array<i64: 1, 0>}> : (vector<2x3xf32>) -> vector<3x2xf32>
    %3 = "vector.contract"(%arg2, %arg3, %arg4) <{indexing_maps = [#map7, #map8, #map9], iterator_types = [#vector.iterator_type<parallel>, #vector.iterator_type<parallel>, #vector.iterator_type<reduction>], kind = #vector.kind<add>}> : (vector<2x3xf32>, vector<3x4xf32>, vector<2x4xf32>) -> vector<2x4xf32>
    %4 = "vector.contract"(%arg2, %arg3, %arg4) <{indexing_maps = [#map7, #map8, #map9], iterator_types = [#vector.iterator_type<parallel>, #vector.iterator_type<parallel>, #vector.iterator_type<reduction>], kind = #vector.kind<maxnumf>}> : (vector<2x3xf32>, vector<3x4xf32>, vector<2x4xf32>) -> vector<2x4xf32>
    %5 = "vector.multi_reduction"(%arg2, %arg8) <{kind = #vector.kind<add>, reduction_dims = [1]}> : (vector<2x3xf32>, vector<2xf32>) -> vector<2xf32>
    %6 = "vector.multi_reduction"(%arg2, %arg0) <{kind = #vector.kind<mul>, reduction_dims = [0, 1]}> : (vector<2x3xf32>, f32) -> f32
    %7 = "vector.outerproduct"(%arg8, %arg8) <{kind = #vector.kind<add>}> : (vector<2xf32>, vector<2xf32>) -> vector<2x2xf32>
    %8 = "vector.outerproduct"(%arg8, %arg1, %arg9) <{kind = #vector.kind<maxnumf>}> : (vector<2xf32>, vector<16xf32>, vector<2x16xf32>) -> vector<2x16xf32>
    %9 = "vector.outerproduct"(%arg8, %arg0, %arg8) <{kind = #vector.kind<add>}> : (vector<2xf32>, f32, vector<2xf32>) -> vector<2xf32>
    %10 = "vector.extractelement"(%arg1, %arg5) : (vector<16xf32>, i32) -> f32
    %11 = "vector.extractelement"(%arg7) : (vector<f32>) -> f32
    %12 = "vector.insertelement"(%arg0, %arg1, %arg6) : (f32, vector<16xf32>, index) -> vector<16xf32>
    %13 = "vector.insertelement"(%arg0, %arg7) : (f32, vector<f32>) -> vector<f32>
    %14 = "vector.step"() : () -> vector<4xindex>
    %15:2 = "vector.deinterleave"(%arg1) : (vector<16xf32>) -> (vector<8xf32>, vector<8xf32>)
    %16 = "vector.interleave"(%15#0, %15#1) : (vector<8xf32>, vector<8xf32>) -> vector<16xf32>
    %17 = "vector.from_elements"(%arg0, %arg0, %arg0, %arg0) : (f32, f32, f32, f32) -> vector<2x2xf32>
    %18 = "vector.from_elements"(%arg0) : (f32) -> vector<f32>
    %19 = "vector.flat_transpose"(%arg1) <{columns = 8 : i32, rows = 2 : i32}> : (vector<16xf32>) -> vector<16xf32>
    %20 = "vector.matrix_multiply"(%arg1, %arg1) <{lhs_columns = 4 : i32, lhs_rows = 4 : i32, rhs_columns = 4 : i32}> : (vector<16xf32>, vector<16xf32>) -> vector<16xf32>
    %21:2 = "vector.scan"(%arg2, %arg8) <{inclusive = true, kind = #vector.kind<add>, reduction_dim = 1 : i64}> : (vector<2x3xf32>, vector<2xf32>) -> (vector<2x3xf32>, vector<2xf32>)
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

