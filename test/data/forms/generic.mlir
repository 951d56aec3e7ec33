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
  ^bb0(%arg54: i32, %arg55: i32, %arg56: i1, %arg57: index, %arg58: i64):
    %144 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %145 = "arith.constant"() <{value = dense<[1, 2, 3, -4]> : vector<4xi32>}> : () -> vector<4xi32>
    %146 = "arith.constant"() <{value = true}> : () -> i1
    %147 = "arith.addi"(%arg54, %arg55) <{overflowFlags = #arith.overflow<nsw, nuw>}> : (i32, i32) -> i32
    %148:2 = "arith.addui_extended"(%arg54, %arg55) : (i32, i32) -> (i32, i1)
    %149 = "arith.subi"(%arg54, %arg55) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    %150 = "arith.muli"(%arg54, %arg55) <{overflowFlags = #arith.overflow<nsw>}> : (i32, i32) -> i32
    %151:2 = "arith.mului_extended"(%arg54, %arg55) : (i32, i32) -> (i32, i32)
    %152:2 = "arith.mulsi_extended"(%arg54, %arg55) : (i32, i32) -> (i32, i32)
    %153 = "arith.divui"(%arg54, %arg55) : (i32, i32) -> i32
    %154 = "arith.divsi"(%arg54, %arg55) : (i32, i32) -> i32
    %155 = "arith.floordivsi"(%arg54, %arg55) : (i32, i32) -> i32
    %156 = "arith.ceildivsi"(%arg54, %arg55) : (i32, i32) -> i32
    %157 = "arith.ceildivui"(%arg54, %arg55) : (i32, i32) -> i32
    %158 = "arith.remui"(%arg54, %arg55) : (i32, i32) -> i32
    %159 = "arith.remsi"(%arg54, %arg55) : (i32, i32) -> i32
    %160 = "arith.minsi"(%arg54, %arg55) : (i32, i32) -> i32
    %161 = "arith.maxsi"(%arg54, %arg55) : (i32, i32) -> i32
    %162 = "arith.minui"(%arg54, %arg55) : (i32, i32) -> i32
    %163 = "arith.maxui"(%arg54, %arg55) : (i32, i32) -> i32
    %164 = "arith.andi"(%arg54, %arg55) : (i32, i32) -> i32
    %165 = "arith.ori"(%arg54, %arg55) : (i32, i32) -> i32
    %166 = "arith.xori"(%arg54, %arg55) : (i32, i32) -> i32
    %167 = "arith.shli"(%arg54, %arg55) <{overflowFlags = #arith.overflow<nuw>}> : (i32, i32) -> i32
    %168 = "arith.shrui"(%arg54, %arg55) : (i32, i32) -> i32
    %169 = "arith.shrsi"(%arg54, %arg55) : (i32, i32) -> i32
    %170 = "arith.extsi"(%arg54) : (i32) -> i64
    %171 = "arith.extui"(%arg56) : (i1) -> i32
    %172 = "arith.trunci"(%arg58) : (i64) -> i8
    %173 = "arith.index_cast"(%arg54) : (i32) -> index
    %174 = "arith.index_castui"(%arg57) : (index) -> i64
    %175 = "arith.cmpi"(%arg54, %arg55) <{predicate = 3 : i64}> : (i32, i32) -> i1
    %176 = "arith.select"(%arg56, %arg54, %arg55) : (i1, i32, i32) -> i32
    %177 = "arith.select"(%arg56, %arg57, %arg57) : (i1, index, index) -> index
    %178 = "math.absi"(%arg54) : (i32) -> i32
    %179 = "math.ctlz"(%arg54) : (i32) -> i32
    %180 = "math.cttz"(%arg54) : (i32) -> i32
    %181 = "math.ctpop"(%arg54) : (i32) -> i32
    %182 = "math.ipowi"(%arg54, %arg55) : (i32, i32) -> i32
    %183 = "arith.addi"(%145, %145) <{overflowFlags = #arith.overflow<none>}> : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    %184 = "arith.cmpi"(%145, %145) <{predicate = 6 : i64}> : (vector<4xi32>, vector<4xi32>) -> vector<4xi1>
    %185 = "arith.select"(%184, %145, %183) : (vector<4xi1>, vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    %186 = "arith.select"(%arg56, %145, %183) : (i1, vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    %187 = "arith.extsi"(%145) : (vector<4xi32>) -> vector<4xi64>
    %188 = "arith.index_cast"(%145) : (vector<4xi32>) -> vector<4xindex>
    "func.return"(%147, %148#1) : (i32, i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, f32, f64, i32) -> f32, sym_name = "floats"}> ({
  ^bb0(%arg50: f32, %arg51: f32, %arg52: f64, %arg53: i32):
    %87 = "arith.constant"() <{value = 1.500000e+00 : f32}> : () -> f32
    %88 = "arith.constant"() <{value = 0x7FC00000 : f32}> : () -> f32
    %89 = "arith.constant"() <{value = dense<1.000000e-01> : vector<4xf64>}> : () -> vector<4xf64>
    %90 = "arith.constant"() <{value = -0.000000e+00 : f64}> : () -> f64
    %91 = "arith.addf"(%arg50, %arg51) <{fastmath = #arith.fastmath<nnan,contract>}> : (f32, f32) -> f32
    %92 = "arith.subf"(%arg50, %arg51) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %93 = "arith.mulf"(%arg50, %arg51) <{fastmath = #arith.fastmath<fast>}> : (f32, f32) -> f32
    %94 = "arith.divf"(%arg50, %arg51) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %95 = "arith.remf"(%arg50, %arg51) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %96 = "arith.negf"(%arg50) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %97 = "arith.minimumf"(%arg50, %arg51) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %98 = "arith.minnumf"(%arg50, %arg51) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %99 = "arith.maximumf"(%arg50, %arg51) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %100 = "arith.maxnumf"(%arg50, %arg51) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %101 = "arith.bitcast"(%arg50) : (f32) -> i32
    %102 = "arith.extf"(%arg50) : (f32) -> f64
    %103 = "arith.truncf"(%arg52) : (f64) -> f32
    %104 = "arith.sitofp"(%arg53) : (i32) -> f32
    %105 = "arith.uitofp"(%arg53) : (i32) -> f64
    %106 = "arith.fptosi"(%arg50) : (f32) -> i32
    %107 = "arith.fptoui"(%arg52) : (f64) -> i64
    %108 = "arith.cmpf"(%arg50, %arg51) <{fastmath = #arith.fastmath<none>, predicate = 2 : i64}> : (f32, f32) -> i1
    %109 = "arith.cmpf"(%arg50, %arg51) <{fastmath = #arith.fastmath<ninf>, predicate = 13 : i64}> : (f32, f32) -> i1
    %110 = "math.absf"(%arg50) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %111 = "math.atan2"(%arg50, %arg51) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %112 = "math.ceil"(%arg50) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %113 = "math.copysign"(%arg50, %arg51) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %114 = "math.cos"(%arg50) <{fastmath = #arith.fastmath<fast>}> : (f32) -> f32
    %115 = "math.exp2"(%arg50) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %116 = "math.expm1"(%arg50) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %117 = "math.exp"(%arg50) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %118 = "math.floor"(%arg50) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %119 = "math.fma"(%arg50, %arg51, %arg50) <{fastmath = #arith.fastmath<none>}> : (f32, f32, f32) -> f32
    %120 = "math.log10"(%arg50) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %121 = "math.log1p"(%arg50) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %122 = "math.log2"(%arg50) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %123 = "math.log"(%arg50) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %124 = "math.powf"(%arg50, %arg51) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %125 = "math.roundeven"(%arg50) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %126 = "math.round"(%arg50) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %127 = "math.rsqrt"(%arg50) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %128 = "math.sin"(%arg50) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %129 = "math.sqrt"(%arg50) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %130 = "math.tan"(%arg50) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %131 = "math.tanh"(%arg50) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %132 = "math.trunc"(%arg50) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %133 = "math.fpowi"(%arg50, %arg53) <{fastmath = #arith.fastmath<none>}> : (f32, i32) -> f32
    %134 = "math.acos"(%arg50) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %135 = "math.asin"(%arg50) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %136 = "math.atan"(%arg50) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %137 = "math.sinh"(%arg50) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %138 = "math.cosh"(%arg50) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %139 = "math.acosh"(%arg50) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %140 = "math.asinh"(%arg50) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %141 = "math.atanh"(%arg50) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %142 = "math.cbrt"(%arg50) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %143 = "math.erf"(%arg50) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    "func.return"(%91) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1, i32) -> i32, sym_name = "blocks"}> ({
  ^bb0(%arg48: i1, %arg49: i32):
    "cf.assert"(%arg48) <{msg = "a condition"}> : (i1) -> ()
    "cf.cond_br"(%arg48, %arg49)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (i1, i32) -> ()
  ^bb1(%85: i32):  // 2 preds: ^bb0, ^bb2
    "cf.br"(%85)[^bb4] : (i32) -> ()
  ^bb2:  // pred: ^bb0
    "cf.switch"(%arg49, %arg49, %arg49)[^bb4, ^bb1, ^bb3] <{case_operand_segments = array<i32: 1, 0>, case_values = dense<[42, -1]> : vector<2xi32>, operandSegmentSizes = array<i32: 1, 1, 1>}> : (i32, i32, i32) -> ()
  ^bb3:  // pred: ^bb2
    "cf.switch"(%arg49, %arg49)[^bb4] <{case_operand_segments = array<i32>, operandSegmentSizes = array<i32: 1, 1, 0>}> : (i32, i32) -> ()
  ^bb4(%86: i32):  // 3 preds: ^bb1, ^bb2, ^bb3
    "func.return"(%86) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> (i32, i32), sym_name = "calls"}> ({
  ^bb0(%arg47: i32):
    %82 = "func.call"(%arg47) <{callee = @external}> : (i32) -> i32
    %83 = "func.constant"() <{value = @external}> : () -> ((i32) -> i32)
    %84 = "func.call_indirect"(%83, %82) : ((i32) -> i32, i32) -> i32
    "func.return"(%82, %84) : (i32, i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1, index, i32, memref<4xi32>) -> i32, sym_name = "regions"}> ({
  ^bb0(%arg30: i1, %arg31: index, %arg32: i32, %arg33: memref<4xi32>):
    %71 = "arith.constant"() <{value = 0 : index}> : () -> index
    %72 = "arith.constant"() <{value = 1 : index}> : () -> index
    %73 = "scf.if"(%arg30) ({
      "scf.yield"(%arg32) : (i32) -> ()
    }, {
      %81 = "arith.addi"(%arg32, %arg32) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "scf.yield"(%81) : (i32) -> ()
    }) : (i1) -> i32
    "scf.if"(%arg30) ({
      "memref.store"(%arg32, %arg33, %71) : (i32, memref<4xi32>, index) -> ()
      "scf.yield"() : () -> ()
    }, {
    }) : (i1) -> ()
    "scf.if"(%arg30) ({
      "memref.store"(%arg32, %arg33, %71) : (i32, memref<4xi32>, index) -> ()
      "scf.yield"() : () -> ()
    }, {
      "memref.store"(%arg32, %arg33, %72) : (i32, memref<4xi32>, index) -> ()
      "scf.yield"() : () -> ()
    }) : (i1) -> ()
    %74:2 = "scf.if"(%arg30) ({
      "scf.yield"(%arg32, %arg31) : (i32, index) -> ()
    }, {
      "scf.yield"(%73, %71) : (i32, index) -> ()
    }) : (i1) -> (i32, index)
    "scf.for"(%71, %arg31, %72) ({
    ^bb0(%arg46: index):
      "memref.store"(%arg32, %arg33, %arg46) : (i32, memref<4xi32>, index) -> ()
      "scf.yield"() : () -> ()
    }) : (index, index, index) -> ()
    %75 = "scf.for"(%arg32, %74#0, %arg32, %arg32) ({
    ^bb0(%arg44: i32, %arg45: i32):
      "scf.yield"(%arg45) : (i32) -> ()
    }) : (i32, i32, i32, i32) -> i32
    %76 = "scf.while"(%arg32) ({
    ^bb0(%arg43: i32):
      "scf.condition"(%arg30, %arg43) : (i1, i32) -> ()
    }, {
    ^bb0(%arg42: i32):
      "scf.yield"(%arg42) : (i32) -> ()
    }) : (i32) -> i32
    "scf.while"() ({
      "scf.condition"(%arg30) : (i1) -> ()
    }, {
      "scf.yield"() : () -> ()
    }) : () -> ()
    %77 = "scf.execute_region"() ({
      "scf.yield"(%arg32) : (i32) -> ()
    }) : () -> i32
    "scf.execute_region"() ({
      "memref.store"(%arg32, %arg33, %71) : (i32, memref<4xi32>, index) -> ()
      "scf.yield"() : () -> ()
    }) : () -> ()
    "scf.parallel"(%71, %71, %arg31, %arg31, %72, %72) <{operandSegmentSizes = array<i32: 2, 2, 2, 0>}> ({
    ^bb0(%arg40: index, %arg41: index):
      "memref.store"(%arg32, %arg33, %arg40) : (i32, memref<4xi32>, index) -> ()
      "scf.reduce"() : () -> ()
    }) : (index, index, index, index, index, index) -> ()
    %78 = "scf.parallel"(%71, %arg31, %72, %arg32) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>}> ({
    ^bb0(%arg37: index):
      "scf.reduce"(%arg32) ({
      ^bb0(%arg38: i32, %arg39: i32):
        %80 = "arith.addi"(%arg38, %arg39) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        "scf.reduce.return"(%80) : (i32) -> ()
      }) : (i32) -> ()
    }) : (index, index, index, i32) -> i32
    "scf.forall"(%arg31) <{operandSegmentSizes = array<i32: 0, 1, 0, 0>, staticLowerBound = array<i64: 0, 0>, staticStep = array<i64: 1, 1>, staticUpperBound = array<i64: -9223372036854775808, 4>}> ({
    ^bb0(%arg35: index, %arg36: index):
      "memref.store"(%arg32, %arg33, %arg35) : (i32, memref<4xi32>, index) -> ()
      "scf.forall.in_parallel"() ({
      ^bb0:
      }) : () -> ()
    }) : (index) -> ()
    "scf.forall"(%arg31) <{operandSegmentSizes = array<i32: 0, 1, 0, 0>, staticLowerBound = array<i64: 0>, staticStep = array<i64: 2>, staticUpperBound = array<i64: -9223372036854775808>}> ({
    ^bb0(%arg34: index):
      "memref.store"(%arg32, %arg33, %arg34) : (i32, memref<4xi32>, index) -> ()
      "scf.forall.in_parallel"() ({
      ^bb0:
      }) : () -> ()
    }) : (index) -> ()
    %79 = "scf.index_switch"(%arg31) <{cases = array<i64: 1>}> ({
      "scf.yield"(%73) : (i32) -> ()
    }, {
      "scf.yield"(%arg32) : (i32) -> ()
    }) : (index) -> i32
    "scf.index_switch"(%arg31) <{cases = array<i64: 2, -5>}> ({
      "scf.yield"() : () -> ()
    }, {
      "memref.store"(%arg32, %arg33, %arg31) : (i32, memref<4xi32>, index) -> ()
      "scf.yield"() : () -> ()
    }, {
      "scf.yield"() : () -> ()
    }) : (index) -> ()
    "scf.index_switch"(%arg31) <{cases = array<i64>}> ({
      "memref.store"(%arg32, %arg33, %arg31) : (i32, memref<4xi32>, index) -> ()
      "scf.yield"() : () -> ()
    }) : (index) -> ()
    "func.return"(%79) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<4x6xi32>, index, i32, index) -> i32, sym_name = "arrays"}> ({
  ^bb0(%arg26: memref<4x6xi32>, %arg27: index, %arg28: i32, %arg29: index):
    %52 = "memref.load"(%arg26, %arg27, %arg27) : (memref<4x6xi32>, index, index) -> i32
    "memref.store"(%arg28, %arg26, %arg27, %arg27) : (i32, memref<4x6xi32>, index, index) -> ()
    %53 = "memref.alloc"() <{alignment = 64 : i64, operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<4xi32>
    %54 = "memref.alloca"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<4x6xi32>
    %55 = "memref.alloca"(%arg29) <{operandSegmentSizes = array<i32: 1, 0>}> : (index) -> memref<?x4xi32>
    "memref.assume_alignment"(%53) <{alignment = 64 : i32}> : (memref<4xi32>) -> ()
    %56 = "memref.atomic_rmw"(%arg28, %53, %arg27) <{kind = 1 : i64}> : (i32, memref<4xi32>, index) -> i32
    "memref.copy"(%arg26, %54) : (memref<4x6xi32>, memref<4x6xi32>) -> ()
    %57 = "memref.collapse_shape"(%arg26) <{reassociation = [[0, 1]]}> : (memref<4x6xi32>) -> memref<24xi32>
    %58 = "memref.expand_shape"(%57) <{reassociation = [[0, 1]], static_output_shape = array<i64: 2, 12>}> : (memref<24xi32>) -> memref<2x12xi32>
    %59 = "memref.get_global"() <{name = @words}> : () -> memref<4xi32>
    %60 = "arith.constant"() <{value = 1 : index}> : () -> index
    %61 = "memref.dim"(%arg26, %60) : (memref<4x6xi32>, index) -> index
    %62:6 = "memref.extract_strided_metadata"(%arg26) : (memref<4x6xi32>) -> (memref<i32>, index, index, index, index, index)
    %63 = "memref.extract_aligned_pointer_as_index"(%arg26) : (memref<4x6xi32>) -> index
    %64 = "memref.subview"(%arg26, %arg27) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808, 1>, static_sizes = array<i64: 2, 2>, static_strides = array<i64: 1, 2>}> : (memref<4x6xi32>, index) -> memref<2x2xi32, strided<[6, 2], offset: ?>>
    %65 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<64xi8>
    %66 = "memref.view"(%65, %arg27) : (memref<64xi8>, index) -> memref<4xi32>
    %67 = "memref.cast"(%55) : (memref<?x4xi32>) -> memref<2x4xi32>
    %68 = "memref.reinterpret_cast"(%arg26) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 24>, static_strides = array<i64: 1>}> : (memref<4x6xi32>) -> memref<24xi32>
    %69 = "memref.rank"(%arg26) : (memref<4x6xi32>) -> index
    %70 = "memref.transpose"(%arg26) <{permutation = #map}> : (memref<4x6xi32>) -> memref<6x4xi32, strided<[1, 6]>>
    "memref.dealloc"(%53) : (memref<4xi32>) -> ()
    "func.return"(%52) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<4x6xi32>, index, index) -> index, sym_name = "maps"}> ({
  ^bb0(%arg23: memref<4x6xi32>, %arg24: index, %arg25: index):
    %48 = "affine.apply"(%arg24, %arg25) <{map = #map1}> : (index, index) -> index
    %49 = "affine.load"(%arg23, %arg24, %arg25) <{map = #map2}> : (memref<4x6xi32>, index, index) -> i32
    "affine.store"(%49, %arg23, %arg24) <{map = #map3}> : (i32, memref<4x6xi32>, index) -> ()
    %50 = "affine.min"(%48) <{map = #map4}> : (index) -> index
    %51 = "affine.max"(%50) <{map = #map4}> : (index) -> index
    "func.return"(%51) : (index) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, vector<4xi32>, vector<2x3x4xi32>, vector<4xf32>, memref<6x8xi32>, index, vector<4xi1>, vector<2x4xi32>, vector<16xi32>) -> vector<4xi32>, sym_name = "vectors"}> ({
  ^bb0(%arg14: i32, %arg15: vector<4xi32>, %arg16: vector<2x3x4xi32>, %arg17: vector<4xf32>, %arg18: memref<6x8xi32>, %arg19: index, %arg20: vector<4xi1>, %arg21: vector<2x4xi32>, %arg22: vector<16xi32>):
    %24 = "vector.bitcast"(%arg17) : (vector<4xf32>) -> vector<4xi32>
    %25 = "vector.broadcast"(%arg14) : (i32) -> vector<2x4xi32>
    %26 = "vector.create_mask"(%arg19, %arg19) : (index, index) -> vector<2x4xi1>
    %27 = "vector.extract"(%arg15) <{static_position = array<i64: 2>}> : (vector<4xi32>) -> i32
    %28 = "vector.extract"(%arg16, %arg19) <{static_position = array<i64: 1, -9223372036854775808>}> : (vector<2x3x4xi32>, index) -> vector<4xi32>
    %29 = "vector.fma"(%arg17, %arg17, %arg17) : (vector<4xf32>, vector<4xf32>, vector<4xf32>) -> vector<4xf32>
    %30 = "vector.insert"(%arg14, %arg15, %arg19) <{static_position = array<i64: -9223372036854775808>}> : (i32, vector<4xi32>, index) -> vector<4xi32>
    %31 = "vector.insert"(%arg15, %arg16) <{static_position = array<i64: 0, 1>}> : (vector<4xi32>, vector<2x3x4xi32>) -> vector<2x3x4xi32>
    %32 = "vector.load"(%arg18, %arg19, %arg19) : (memref<6x8xi32>, index, index) -> vector<4xi32>
    %33 = "vector.load"(%arg18, %arg19, %arg19) <{nontemporal = true}> : (memref<6x8xi32>, index, index) -> vector<4xi32>
    %34 = "vector.maskedload"(%arg18, %arg19, %arg19, %arg20, %arg15) : (memref<6x8xi32>, index, index, vector<4xi1>, vector<4xi32>) -> vector<4xi32>
    "vector.maskedstore"(%arg18, %arg19, %arg19, %arg20, %arg15) : (memref<6x8xi32>, index, index, vector<4xi1>, vector<4xi32>) -> ()
    %35 = "vector.reduction"(%arg15) <{fastmath = #arith.fastmath<none>, kind = #vector.kind<add>}> : (vector<4xi32>) -> i32
    %36 = "vector.reduction"(%arg15, %arg14) <{fastmath = #arith.fastmath<none>, kind = #vector.kind<maxui>}> : (vector<4xi32>, i32) -> i32
    %37 = "vector.reduction"(%arg17) <{fastmath = #arith.fastmath<reassoc>, kind = #vector.kind<mul>}> : (vector<4xf32>) -> f32
    %38 = "vector.shuffle"(%arg15, %arg15) <{mask = [0, 5, 2, 7]}> : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    %39 = "vector.shuffle"(%arg21, %arg21) <{mask = [3, 0]}> : (vector<2x4xi32>, vector<2x4xi32>) -> vector<2x4xi32>
    "vector.store"(%arg15, %arg18, %arg19, %arg19) : (vector<4xi32>, memref<6x8xi32>, index, index) -> ()
    %40 = "vector.transfer_read"(%arg18, %arg19, %arg19, %arg14) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 2, 1, 0>, permutation_map = #map5}> : (memref<6x8xi32>, index, index, i32) -> vector<4xi32>
    %41 = "vector.transfer_read"(%arg18, %arg19, %arg19, %arg14, %arg20) <{in_bounds = [true], operandSegmentSizes = array<i32: 1, 2, 1, 1>, permutation_map = #map5}> : (memref<6x8xi32>, index, index, i32, vector<4xi1>) -> vector<4xi32>
    %42 = "vector.transfer_read"(%arg18, %arg19, %arg19, %arg14) <{in_bounds = [false, true], operandSegmentSizes = array<i32: 1, 2, 1, 0>, permutation_map = #map6}> : (memref<6x8xi32>, index, index, i32) -> vector<2x4xi32>
    "vector.transfer_write"(%arg15, %arg18, %arg19, %arg19) <{in_bounds = [true], operandSegmentSizes = array<i32: 1, 1, 2, 0>, permutation_map = #map5}> : (vector<4xi32>, memref<6x8xi32>, index, index) -> ()
    "vector.transfer_write"(%arg15, %arg18, %arg19, %arg19, %arg20) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 1, 2, 1>, permutation_map = #map5}> : (vector<4xi32>, memref<6x8xi32>, index, index, vector<4xi1>) -> ()
    %43 = "vector.shape_cast"(%arg21) : (vector<2x4xi32>) -> vector<8xi32>
    %44 = "vector.constant_mask"() <{mask_dim_sizes = [1, 3]}> : () -> vector<2x4xi1>
    %45 = "vector.gather"(%arg18, %arg19, %arg19, %arg15, %arg20, %arg15) : (memref<6x8xi32>, index, index, vector<4xi32>, vector<4xi1>, vector<4xi32>) -> vector<4xi32>
    "vector.scatter"(%arg18, %arg19, %arg19, %arg15, %arg20, %arg15) : (memref<6x8xi32>, index, index, vector<4xi32>, vector<4xi1>, vector<4xi32>) -> ()
    %46 = "vector.extract_strided_slice"(%arg21) <{offsets = [0, 1], sizes = [2, 2], strides = [1, 1]}> : (vector<2x4xi32>) -> vector<2x2xi32>
    %47 = "vector.insert_strided_slice"(%46, %arg21) <{offsets = [0, 2], strides = [1, 1]}> : (vector<2x2xi32>, vector<2x4xi32>) -> vector<2x4xi32>
    "func.return"(%38) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, vector<16xf32>, vector<2x3xf32>, vector<3x4xf32>, vector<2x4xf32>, i32, index, vector<f32>, vector<2xf32>, vector<2x16xf32>) -> (), sym_name = "lanes"}> ({
  ^bb0(%arg4: f32, %arg5: vector<16xf32>, %arg6: vector<2x3xf32>, %arg7: vector<3x4xf32>, %arg8: vector<2x4xf32>, %arg9: i32, %arg10: index, %arg11: vector<f32>, %arg12: vector<2xf32>, %arg13: vector<2x16xf32>):
    %2 = "vector.splat"(%arg4) : (f32) -> vector<16xf32>
    %3 = "vector.splat"(%arg4) : (f32) -> vector<f32>
    %4 = "vector.transpose"(%arg6) <{permutation = array<i64: 1, 0>}> : (vector<2x3xf32>) -> vector<3x2xf32>
    %5 = "vector.contract"(%arg6, %arg7, %arg8) <{indexing_maps = [#map7, #map8, #map9], iterator_types = [#vector.iterator_type<parallel>, #vector.iterator_type<parallel>, #vector.iterator_type<reduction>], kind = #vector.kind<add>}> : (vector<2x3xf32>, vector<3x4xf32>, vector<2x4xf32>) -> vector<2x4xf32>
    %6 = "vector.contract"(%arg6, %arg7, %arg8) <{indexing_maps = [#map7, #map8, #map9], iterator_types = [#vector.iterator_type<parallel>, #vector.iterator_type<parallel>, #vector.iterator_type<reduction>], kind = #vector.kind<maxnumf>}> : (vector<2x3xf32>, vector<3x4xf32>, vector<2x4xf32>) -> vector<2x4xf32>
    %7 = "vector.multi_reduction"(%arg6, %arg12) <{kind = #vector.kind<add>, reduction_dims = [1]}> : (vector<2x3xf32>, vector<2xf32>) -> vector<2xf32>
    %8 = "vector.multi_reduction"(%arg6, %arg4) <{kind = #vector.kind<mul>, reduction_dims = [0, 1]}> : (vector<2x3xf32>, f32) -> f32
    %9 = "vector.outerproduct"(%arg12, %arg12) <{kind = #vector.kind<add>}> : (vector<2xf32>, vector<2xf32>) -> vector<2x2xf32>
    %10 = "vector.outerproduct"(%arg12, %arg5, %arg13) <{kind = #vector.kind<maxnumf>}> : (vector<2xf32>, vector<16xf32>, vector<2x16xf32>) -> vector<2x16xf32>
    %11 = "vector.outerproduct"(%arg12, %arg4, %arg12) <{kind = #vector.kind<add>}> : (vector<2xf32>, f32, vector<2xf32>) -> vector<2xf32>
    %12 = "vector.extractelement"(%arg5, %arg9) : (vector<16xf32>, i32) -> f32
    %13 = "vector.extractelement"(%arg11) : (vector<f32>) -> f32
    %14 = "vector.insertelement"(%arg4, %arg5, %arg10) : (f32, vector<16xf32>, index) -> vector<16xf32>
    %15 = "vector.insertelement"(%arg4, %arg11) : (f32, vector<f32>) -> vector<f32>
    %16 = "vector.step"() : () -> vector<4xindex>
    %17:2 = "vector.deinterleave"(%arg5) : (vector<16xf32>) -> (vector<8xf32>, vector<8xf32>)
    %18 = "vector.interleave"(%17#0, %17#1) : (vector<8xf32>, vector<8xf32>) -> vector<16xf32>
    %19 = "vector.from_elements"(%arg4, %arg4, %arg4, %arg4) : (f32, f32, f32, f32) -> vector<2x2xf32>
    %20 = "vector.from_elements"(%arg4) : (f32) -> vector<f32>
    %21 = "vector.flat_transpose"(%arg5) <{columns = 8 : i32, rows = 2 : i32}> : (vector<16xf32>) -> vector<16xf32>
    %22 = "vector.matrix_multiply"(%arg5, %arg5) <{lhs_columns = 4 : i32, lhs_rows = 4 : i32, rhs_columns = 4 : i32}> : (vector<16xf32>, vector<16xf32>) -> vector<16xf32>
    %23:2 = "vector.scan"(%arg6, %arg12) <{inclusive = true, kind = #vector.kind<add>, reduction_dim = 1 : i64}> : (vector<2x3xf32>, vector<2xf32>) -> (vector<2x3xf32>, vector<2xf32>)
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<6x8xf32>, index, vector<4xi1>, vector<4xf32>) -> (), sym_name = "compressed"}> ({
  ^bb0(%arg0: memref<6x8xf32>, %arg1: index, %arg2: vector<4xi1>, %arg3: vector<4xf32>):
    "vector.compressstore"(%arg0, %arg1, %arg1, %arg2, %arg3) : (memref<6x8xf32>, index, index, vector<4xi1>, vector<4xf32>) -> ()
    %0 = "vector.type_cast"(%arg0) : (memref<6x8xf32>) -> memref<vector<6x8xf32>>
    %1 = "vector.expandload"(%arg0, %arg1, %arg1, %arg2, %arg3) : (memref<6x8xf32>, index, index, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

