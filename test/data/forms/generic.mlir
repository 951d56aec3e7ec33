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
  ^bb0(%arg58: i32, %arg59: i32, %arg60: i1, %arg61: index, %arg62: i64):
    %178 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %179 = "arith.constant"() <{value = dense<[1, 2, 3, -4]> : vector<4xi32>}> : () -> vector<4xi32>
    %180 = "arith.constant"() <{value = true}> : () -> i1
    %181 = "arith.addi"(%arg58, %arg59) <{overflowFlags = #arith.overflow<nsw, nuw>}> : (i32, i32) -> i32
    %182:2 = "arith.addui_extended"(%arg58, %arg59) : (i32, i32) -> (i32, i1)
    %183 = "arith.subi"(%arg58, %arg59) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    %184 = "arith.muli"(%arg58, %arg59) <{overflowFlags = #arith.overflow<nsw>}> : (i32, i32) -> i32
    %185:2 = "arith.mului_extended"(%arg58, %arg59) : (i32, i32) -> (i32, i32)
    %186:2 = "arith.mulsi_extended"(%arg58, %arg59) : (i32, i32) -> (i32, i32)
    %187 = "arith.divui"(%arg58, %arg59) : (i32, i32) -> i32
    %188 = "arith.divsi"(%arg58, %arg59) : (i32, i32) -> i32
    %189 = "arith.floordivsi"(%arg58, %arg59) : (i32, i32) -> i32
    %190 = "arith.ceildivsi"(%arg58, %arg59) : (i32, i32) -> i32
    %191 = "arith.ceildivui"(%arg58, %arg59) : (i32, i32) -> i32
    %192 = "arith.remui"(%arg58, %arg59) : (i32, i32) -> i32
    %193 = "arith.remsi"(%arg58, %arg59) : (i32, i32) -> i32
    %194 = "arith.minsi"(%arg58, %arg59) : (i32, i32) -> i32
    %195 = "arith.maxsi"(%arg58, %arg59) : (i32, i32) -> i32
    %196 = "arith.minui"(%arg58, %arg59) : (i32, i32) -> i32
    %197 = "arith.maxui"(%arg58, %arg59) : (i32, i32) -> i32
    %198 = "arith.andi"(%arg58, %arg59) : (i32, i32) -> i32
    %199 = "arith.ori"(%arg58, %arg59) : (i32, i32) -> i32
    %200 = "arith.xori"(%arg58, %arg59) : (i32, i32) -> i32
    %201 = "arith.shli"(%arg58, %arg59) <{overflowFlags = #arith.overflow<nuw>}> : (i32, i32) -> i32
    %202 = "arith.shrui"(%arg58, %arg59) : (i32, i32) -> i32
    %203 = "arith.shrsi"(%arg58, %arg59) : (i32, i32) -> i32
    %204 = "arith.extsi"(%arg58) : (i32) -> i64
    %205 = "arith.extui"(%arg60) : (i1) -> i32
    %206 = "arith.trunci"(%arg62) : (i64) -> i8
    %207 = "arith.index_cast"(%arg58) : (i32) -> index
    %208 = "arith.index_castui"(%arg61) : (index) -> i64
    %209 = "arith.cmpi"(%arg58, %arg59) <{predicate = 3 : i64}> : (i32, i32) -> i1
    %210 = "arith.select"(%arg60, %arg58, %arg59) : (i1, i32, i32) -> i32
    %211 = "arith.select"(%arg60, %arg61, %arg61) : (i1, index, index) -> index
    %212 = "math.absi"(%arg58) : (i32) -> i32
    %213 = "math.ctlz"(%arg58) : (i32) -> i32
    %214 = "math.cttz"(%arg58) : (i32) -> i32
    %215 = "math.ctpop"(%arg58) : (i32) -> i32
    %216 = "math.ipowi"(%arg58, %arg59) : (i32, i32) -> i32
    %217 = "arith.addi"(%179, %179) <{overflowFlags = #arith.overflow<none>}> : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    %218 = "arith.cmpi"(%179, %179) <{predicate = 6 : i64}> : (vector<4xi32>, vector<4xi32>) -> vector<4xi1>
    %219 = "arith.select"(%218, %179, %217) : (vector<4xi1>, vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    %220 = "arith.select"(%arg60, %179, %217) : (i1, vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    %221 = "arith.extsi"(%179) : (vector<4xi32>) -> vector<4xi64>
    %222 = "arith.index_cast"(%179) : (vector<4xi32>) -> vector<4xindex>
    "func.return"(%181, %182#1) : (i32, i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, f32, f64, i32) -> f32, sym_name = "floats"}> ({
  ^bb0(%arg54: f32, %arg55: f32, %arg56: f64, %arg57: i32):
    %121 = "arith.constant"() <{value = 1.500000e+00 : f32}> : () -> f32
    %122 = "arith.constant"() <{value = 0x7FC00000 : f32}> : () -> f32
    %123 = "arith.constant"() <{value = dense<1.000000e-01> : vector<4xf64>}> : () -> vector<4xf64>
    %124 = "arith.constant"() <{value = -0.000000e+00 : f64}> : () -> f64
    %125 = "arith.addf"(%arg54, %arg55) <{fastmath = #arith.fastmath<nnan,contract>}> : (f32, f32) -> f32
    %126 = "arith.subf"(%arg54, %arg55) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %127 = "arith.mulf"(%arg54, %arg55) <{fastmath = #arith.fastmath<fast>}> : (f32, f32) -> f32
    %128 = "arith.divf"(%arg54, %arg55) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %129 = "arith.remf"(%arg54, %arg55) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %130 = "arith.negf"(%arg54) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %131 = "arith.minimumf"(%arg54, %arg55) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %132 = "arith.minnumf"(%arg54, %arg55) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %133 = "arith.maximumf"(%arg54, %arg55) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %134 = "arith.maxnumf"(%arg54, %arg55) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %135 = "arith.bitcast"(%arg54) : (f32) -> i32
    %136 = "arith.extf"(%arg54) : (f32) -> f64
    %137 = "arith.truncf"(%arg56) : (f64) -> f32
    %138 = "arith.sitofp"(%arg57) : (i32) -> f32
    %139 = "arith.uitofp"(%arg57) : (i32) -> f64
    %140 = "arith.fptosi"(%arg54) : (f32) -> i32
    %141 = "arith.fptoui"(%arg56) : (f64) -> i64
    %142 = "arith.cmpf"(%arg54, %arg55) <{fastmath = #arith.fastmath<none>, predicate = 2 : i64}> : (f32, f32) -> i1
    %143 = "arith.cmpf"(%arg54, %arg55) <{fastmath = #arith.fastmath<ninf>, predicate = 13 : i64}> : (f32, f32) -> i1
    %144 = "math.absf"(%arg54) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %145 = "math.atan2"(%arg54, %arg55) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %146 = "math.ceil"(%arg54) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %147 = "math.copysign"(%arg54, %arg55) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %148 = "math.cos"(%arg54) <{fastmath = #arith.fastmath<fast>}> : (f32) -> f32
    %149 = "math.exp2"(%arg54) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %150 = "math.expm1"(%arg54) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %151 = "math.exp"(%arg54) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %152 = "math.floor"(%arg54) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %153 = "math.fma"(%arg54, %arg55, %arg54) <{fastmath = #arith.fastmath<none>}> : (f32, f32, f32) -> f32
    %154 = "math.log10"(%arg54) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %155 = "math.log1p"(%arg54) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %156 = "math.log2"(%arg54) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %157 = "math.log"(%arg54) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %158 = "math.powf"(%arg54, %arg55) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %159 = "math.roundeven"(%arg54) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %160 = "math.round"(%arg54) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %161 = "math.rsqrt"(%arg54) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %162 = "math.sin"(%arg54) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %163 = "math.sqrt"(%arg54) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %164 = "math.tan"(%arg54) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %165 = "math.tanh"(%arg54) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %166 = "math.trunc"(%arg54) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %167 = "math.fpowi"(%arg54, %arg57) <{fastmath = #arith.fastmath<none>}> : (f32, i32) -> f32
    %168 = "math.acos"(%arg54) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %169 = "math.asin"(%arg54) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %170 = "math.atan"(%arg54) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %171 = "math.sinh"(%arg54) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %172 = "math.cosh"(%arg54) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %173 = "math.acosh"(%arg54) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %174 = "math.asinh"(%arg54) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %175 = "math.atanh"(%arg54) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %176 = "math.cbrt"(%arg54) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %177 = "math.erf"(%arg54) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    "func.return"(%125) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1, i32) -> i32, sym_name = "blocks"}> ({
  ^bb0(%arg52: i1, %arg53: i32):
    "cf.assert"(%arg52) <{msg = "a condition"}> : (i1) -> ()
    "cf.cond_br"(%arg52, %arg53)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (i1, i32) -> ()
  ^bb1(%119: i32):  // 2 preds: ^bb0, ^bb2
    "cf.br"(%119)[^bb4] : (i32) -> ()
  ^bb2:  // pred: ^bb0
    "cf.switch"(%arg53, %arg53, %arg53)[^bb4, ^bb1, ^bb3] <{case_operand_segments = array<i32: 1, 0>, case_values = dense<[42, -1]> : vector<2xi32>, operandSegmentSizes = array<i32: 1, 1, 1>}> : (i32, i32, i32) -> ()
  ^bb3:  // pred: ^bb2
    "cf.switch"(%arg53, %arg53)[^bb4] <{case_operand_segments = array<i32>, operandSegmentSizes = array<i32: 1, 1, 0>}> : (i32, i32) -> ()
  ^bb4(%120: i32):  // 3 preds: ^bb1, ^bb2, ^bb3
    "func.return"(%120) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> (i32, i32), sym_name = "calls"}> ({
  ^bb0(%arg51: i32):
    %116 = "func.call"(%arg51) <{callee = @external}> : (i32) -> i32
    %117 = "func.constant"() <{value = @external}> : () -> ((i32) -> i32)
    %118 = "func.call_indirect"(%117, %116) : ((i32) -> i32, i32) -> i32
    "func.return"(%116, %118) : (i32, i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1, index, i32, memref<4xi32>) -> i32, sym_name = "regions"}> ({
  ^bb0(%arg34: i1, %arg35: index, %arg36: i32, %arg37: memref<4xi32>):
    %105 = "arith.constant"() <{value = 0 : index}> : () -> index
    %106 = "arith.constant"() <{value = 1 : index}> : () -> index
    %107 = "scf.if"(%arg34) ({
      "scf.yield"(%arg36) : (i32) -> ()
    }, {
      %115 = "arith.addi"(%arg36, %arg36) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "scf.yield"(%115) : (i32) -> ()
    }) : (i1) -> i32
    "scf.if"(%arg34) ({
      "memref.store"(%arg36, %arg37, %105) : (i32, memref<4xi32>, index) -> ()
      "scf.yield"() : () -> ()
    }, {
    }) : (i1) -> ()
    "scf.if"(%arg34) ({
      "memref.store"(%arg36, %arg37, %105) : (i32, memref<4xi32>, index) -> ()
      "scf.yield"() : () -> ()
    }, {
      "memref.store"(%arg36, %arg37, %106) : (i32, memref<4xi32>, index) -> ()
      "scf.yield"() : () -> ()
    }) : (i1) -> ()
    %108:2 = "scf.if"(%arg34) ({
      "scf.yield"(%arg36, %arg35) : (i32, index) -> ()
    }, {
      "scf.yield"(%107, %105) : (i32, index) -> ()
    }) : (i1) -> (i32, index)
    "scf.for"(%105, %arg35, %106) ({
    ^bb0(%arg50: index):
      "memref.store"(%arg36, %arg37, %arg50) : (i32, memref<4xi32>, index) -> ()
      "scf.yield"() : () -> ()
    }) : (index, index, index) -> ()
    %109 = "scf.for"(%arg36, %108#0, %arg36, %arg36) ({
    ^bb0(%arg48: i32, %arg49: i32):
      "scf.yield"(%arg49) : (i32) -> ()
    }) : (i32, i32, i32, i32) -> i32
    %110 = "scf.while"(%arg36) ({
    ^bb0(%arg47: i32):
      "scf.condition"(%arg34, %arg47) : (i1, i32) -> ()
    }, {
    ^bb0(%arg46: i32):
      "scf.yield"(%arg46) : (i32) -> ()
    }) : (i32) -> i32
    "scf.while"() ({
      "scf.condition"(%arg34) : (i1) -> ()
    }, {
      "scf.yield"() : () -> ()
    }) : () -> ()
    %111 = "scf.execute_region"() ({
      "scf.yield"(%arg36) : (i32) -> ()
    }) : () -> i32
    "scf.execute_region"() ({
      "memref.store"(%arg36, %arg37, %105) : (i32, memref<4xi32>, index) -> ()
      "scf.yield"() : () -> ()
    }) : () -> ()
    "scf.parallel"(%105, %105, %arg35, %arg35, %106, %106) <{operandSegmentSizes = array<i32: 2, 2, 2, 0>}> ({
    ^bb0(%arg44: index, %arg45: index):
      "memref.store"(%arg36, %arg37, %arg44) : (i32, memref<4xi32>, index) -> ()
      "scf.reduce"() : () -> ()
    }) : (index, index, index, index, index, index) -> ()
    %112 = "scf.parallel"(%105, %arg35, %106, %arg36) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>}> ({
    ^bb0(%arg41: index):
      "scf.reduce"(%arg36) ({
      ^bb0(%arg42: i32, %arg43: i32):
        %114 = "arith.addi"(%arg42, %arg43) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        "scf.reduce.return"(%114) : (i32) -> ()
      }) : (i32) -> ()
    }) : (index, index, index, i32) -> i32
    "scf.forall"(%arg35) <{operandSegmentSizes = array<i32: 0, 1, 0, 0>, staticLowerBound = array<i64: 0, 0>, staticStep = array<i64: 1, 1>, staticUpperBound = array<i64: -9223372036854775808, 4>}> ({
    ^bb0(%arg39: index, %arg40: index):
      "memref.store"(%arg36, %arg37, %arg39) : (i32, memref<4xi32>, index) -> ()
      "scf.forall.in_parallel"() ({
      ^bb0:
      }) : () -> ()
    }) : (index) -> ()
    "scf.forall"(%arg35) <{operandSegmentSizes = array<i32: 0, 1, 0, 0>, staticLowerBound = array<i64: 0>, staticStep = array<i64: 2>, staticUpperBound = array<i64: -9223372036854775808>}> ({
    ^bb0(%arg38: index):
      "memref.store"(%arg36, %arg37, %arg38) : (i32, memref<4xi32>, index) -> ()
      "scf.forall.in_parallel"() ({
      ^bb0:
      }) : () -> ()
    }) : (index) -> ()
    %113 = "scf.index_switch"(%arg35) <{cases = array<i64: 1>}> ({
      "scf.yield"(%107) : (i32) -> ()
    }, {
      "scf.yield"(%arg36) : (i32) -> ()
    }) : (index) -> i32
    "scf.index_switch"(%arg35) <{cases = array<i64: 2, -5>}> ({
      "scf.yield"() : () -> ()
    }, {
      "memref.store"(%arg36, %arg37, %arg35) : (i32, memref<4xi32>, index) -> ()
      "scf.yield"() : () -> ()
    }, {
      "scf.yield"() : () -> ()
    }) : (index) -> ()
    "scf.index_switch"(%arg35) <{cases = array<i64>}> ({
      "memref.store"(%arg36, %arg37, %arg35) : (i32, memref<4xi32>, index) -> ()
      "scf.yield"() : () -> ()
    }) : (index) -> ()
    "func.return"(%113) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<4x6xi32>, index, i32, index) -> i32, sym_name = "arrays"}> ({
  ^bb0(%arg30: memref<4x6xi32>, %arg31: index, %arg32: i32, %arg33: index):
    %86 = "memref.load"(%arg30, %arg31, %arg31) : (memref<4x6xi32>, index, index) -> i32
    "memref.store"(%arg32, %arg30, %arg31, %arg31) : (i32, memref<4x6xi32>, index, index) -> ()
    %87 = "memref.alloc"() <{alignment = 64 : i64, operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<4xi32>
    %88 = "memref.alloca"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<4x6xi32>
    %89 = "memref.alloca"(%arg33) <{operandSegmentSizes = array<i32: 1, 0>}> : (index) -> memref<?x4xi32>
    "memref.assume_alignment"(%87) <{alignment = 64 : i32}> : (memref<4xi32>) -> ()
    %90 = "memref.atomic_rmw"(%arg32, %87, %arg31) <{kind = 1 : i64}> : (i32, memref<4xi32>, index) -> i32
    "memref.copy"(%arg30, %88) : (memref<4x6xi32>, memref<4x6xi32>) -> ()
    %91 = "memref.collapse_shape"(%arg30) <{reassociation = [[0, 1]]}> : (memref<4x6xi32>) -> memref<24xi32>
    %92 = "memref.expand_shape"(%91) <{reassociation = [[0, 1]], static_output_shape = array<i64: 2, 12>}> : (memref<24xi32>) -> memref<2x12xi32>
    %93 = "memref.get_global"() <{name = @words}> : () -> memref<4xi32>
    %94 = "arith.constant"() <{value = 1 : index}> : () -> index
    %95 = "memref.dim"(%arg30, %94) : (memref<4x6xi32>, index) -> index
    %96:6 = "memref.extract_strided_metadata"(%arg30) : (memref<4x6xi32>) -> (memref<i32>, index, index, index, index, index)
    %97 = "memref.extract_aligned_pointer_as_index"(%arg30) : (memref<4x6xi32>) -> index
    %98 = "memref.subview"(%arg30, %arg31) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808, 1>, static_sizes = array<i64: 2, 2>, static_strides = array<i64: 1, 2>}> : (memref<4x6xi32>, index) -> memref<2x2xi32, strided<[6, 2], offset: ?>>
    %99 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<64xi8>
    %100 = "memref.view"(%99, %arg31) : (memref<64xi8>, index) -> memref<4xi32>
    %101 = "memref.cast"(%89) : (memref<?x4xi32>) -> memref<2x4xi32>
    %102 = "memref.reinterpret_cast"(%arg30) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 24>, static_strides = array<i64: 1>}> : (memref<4x6xi32>) -> memref<24xi32>
    %103 = "memref.rank"(%arg30) : (memref<4x6xi32>) -> index
    %104 = "memref.transpose"(%arg30) <{permutation = #map}> : (memref<4x6xi32>) -> memref<6x4xi32, strided<[1, 6]>>
    "memref.dealloc"(%87) : (memref<4xi32>) -> ()
    "func.return"(%86) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<4x6xi32>, index, index) -> index, sym_name = "maps"}> ({
  ^bb0(%arg27: memref<4x6xi32>, %arg28: index, %arg29: index):
    %82 = "affine.apply"(%arg28, %arg29) <{map = #map1}> : (index, index) -> index
    %83 = "affine.load"(%arg27, %arg28, %arg29) <{map = #map2}> : (memref<4x6xi32>, index, index) -> i32
    "affine.store"(%83, %arg27, %arg28) <{map = #map3}> : (i32, memref<4x6xi32>, index) -> ()
    %84 = "affine.min"(%82) <{map = #map4}> : (index) -> index
    %85 = "affine.max"(%84) <{map = #map4}> : (index) -> index
    "func.return"(%85) : (index) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, vector<4xi32>, vector<2x3x4xi32>, vector<4xf32>, memref<6x8xi32>, index, vector<4xi1>, vector<2x4xi32>, vector<16xi32>) -> vector<4xi32>, sym_name = "vectors"}> ({
  ^bb0(%arg18: i32, %arg19: vector<4xi32>, %arg20: vector<2x3x4xi32>, %arg21: vector<4xf32>, %arg22: memref<6x8xi32>, %arg23: index, %arg24: vector<4xi1>, %arg25: vector<2x4xi32>, %arg26: vector<16xi32>):
    %58 = "vector.bitcast"(%arg21) : (vector<4xf32>) -> vector<4xi32>
    %59 = "vector.broadcast"(%arg18) : (i32) -> vector<2x4xi32>
    %60 = "vector.create_mask"(%arg23, %arg23) : (index, index) -> vector<2x4xi1>
    %61 = "vector.extract"(%arg19) <{static_position = array<i64: 2>}> : (vector<4xi32>) -> i32
    %62 = "vector.extract"(%arg20, %arg23) <{static_position = array<i64: 1, -9223372036854775808>}> : (vector<2x3x4xi32>, index) -> vector<4xi32>
    %63 = "vector.fma"(%arg21, %arg21, %arg21) : (vector<4xf32>, vector<4xf32>, vector<4xf32>) -> vector<4xf32>
    %64 = "vector.insert"(%arg18, %arg19, %arg23) <{static_position = array<i64: -9223372036854775808>}> : (i32, vector<4xi32>, index) -> vector<4xi32>
    %65 = "vector.insert"(%arg19, %arg20) <{static_position = array<i64: 0, 1>}> : (vector<4xi32>, vector<2x3x4xi32>) -> vector<2x3x4xi32>
    %66 = "vector.load"(%arg22, %arg23, %arg23) : (memref<6x8xi32>, index, index) -> vector<4xi32>
    %67 = "vector.load"(%arg22, %arg23, %arg23) <{nontemporal = true}> : (memref<6x8xi32>, index, index) -> vector<4xi32>
    %68 = "vector.maskedload"(%arg22, %arg23, %arg23, %arg24, %arg19) : (memref<6x8xi32>, index, index, vector<4xi1>, vector<4xi32>) -> vector<4xi32>
    "vector.maskedstore"(%arg22, %arg23, %arg23, %arg24, %arg19) : (memref<6x8xi32>, index, index, vector<4xi1>, vector<4xi32>) -> ()
    %69 = "vector.reduction"(%arg19) <{fastmath = #arith.fastmath<none>, kind = #vector.kind<add>}> : (vector<4xi32>) -> i32
    %70 = "vector.reduction"(%arg19, %arg18) <{fastmath = #arith.fastmath<none>, kind = #vector.kind<maxui>}> : (vector<4xi32>, i32) -> i32
    %71 = "vector.reduction"(%arg21) <{fastmath = #arith.fastmath<reassoc>, kind = #vector.kind<mul>}> : (vector<4xf32>) -> f32
    %72 = "vector.shuffle"(%arg19, %arg19) <{mask = [0, 5, 2, 7]}> : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    %73 = "vector.shuffle"(%arg25, %arg25) <{mask = [3, 0]}> : (vector<2x4xi32>, vector<2x4xi32>) -> vector<2x4xi32>
    "vector.store"(%arg19, %arg22, %arg23, %arg23) : (vector<4xi32>, memref<6x8xi32>, index, index) -> ()
    %74 = "vector.transfer_read"(%arg22, %arg23, %arg23, %arg18) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 2, 1, 0>, permutation_map = #map5}> : (memref<6x8xi32>, index, index, i32) -> vector<4xi32>
    %75 = "vector.transfer_read"(%arg22, %arg23, %arg23, %arg18, %arg24) <{in_bounds = [true], operandSegmentSizes = array<i32: 1, 2, 1, 1>, permutation_map = #map5}> : (memref<6x8xi32>, index, index, i32, vector<4xi1>) -> vector<4xi32>
    %76 = "vector.transfer_read"(%arg22, %arg23, %arg23, %arg18) <{in_bounds = [false, true], operandSegmentSizes = array<i32: 1, 2, 1, 0>, permutation_map = #map6}> : (memref<6x8xi32>, index, index, i32) -> vector<2x4xi32>
    "vector.transfer_write"(%arg19, %arg22, %arg23, %arg23) <{in_bounds = [true], operandSegmentSizes = array<i32: 1, 1, 2, 0>, permutation_map = #map5}> : (vector<4xi32>, memref<6x8xi32>, index, index) -> ()
    "vector.transfer_write"(%arg19, %arg22, %arg23, %arg23, %arg24) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 1, 2, 1>, permutation_map = #map5}> : (vector<4xi32>, memref<6x8xi32>, index, index, vector<4xi1>) -> ()
    %77 = "vector.shape_cast"(%arg25) : (vector<2x4xi32>) -> vector<8xi32>
    %78 = "vector.constant_mask"() <{mask_dim_sizes = [1, 3]}> : () -> vector<2x4xi1>
    %79 = "vector.gather"(%arg22, %arg23, %arg23, %arg19, %arg24, %arg19) : (memref<6x8xi32>, index, index, vector<4xi32>, vector<4xi1>, vector<4xi32>) -> vector<4xi32>
    "vector.scatter"(%arg22, %arg23, %arg23, %arg19, %arg24, %arg19) : (memref<6x8xi32>, index, index, vector<4xi32>, vector<4xi1>, vector<4xi32>) -> ()
    %80 = "vector.extract_strided_slice"(%arg25) <{offsets = [0, 1], sizes = [2, 2], strides = [1, 1]}> : (vector<2x4xi32>) -> vector<2x2xi32>
    %81 = "vector.insert_strided_slice"(%80, %arg25) <{offsets = [0, 2], strides = [1, 1]}> : (vector<2x2xi32>, vector<2x4xi32>) -> vector<2x4xi32>
    "func.return"(%72) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, vector<16xf32>, vector<2x3xf32>, vector<3x4xf32>, vector<2x4xf32>, i32, index, vector<f32>, vector<2xf32>, vector<2x16xf32>) -> (), sym_name = "lanes"}> ({
  ^bb0(%arg8: f32, %arg9: vector<16xf32>, %arg10: vector<2x3xf32>, %arg11: vector<3x4xf32>, %arg12: vector<2x4xf32>, %arg13: i32, %arg14: index, %arg15: vector<f32>, %arg16: vector<2xf32>, %arg17: vector<2x16xf32>):
    %36 = "vector.splat"(%arg8) : (f32) -> vector<16xf32>
    %37 = "vector.splat"(%arg8) : (f32) -> vector<f32>
    %38 = "vector.transpose"(%arg10) <{permutation = array<i64: 1, 0>}> : (vector<2x3xf32>) -> vector<3x2xf32>
    %39 = "vector.contract"(%arg10, %arg11, %arg12) <{indexing_maps = [#map7, #map8, #map9], iterator_types = [#vector.iterator_type<parallel>, #vector.iterator_type<parallel>, #vector.iterator_type<reduction>], kind = #vector.kind<add>}> : (vector<2x3xf32>, vector<3x4xf32>, vector<2x4xf32>) -> vector<2x4xf32>
    %40 = "vector.contract"(%arg10, %arg11, %arg12) <{indexing_maps = [#map7, #map8, #map9], iterator_types = [#vector.iterator_type<parallel>, #vector.iterator_type<parallel>, #vector.iterator_type<reduction>], kind = #vector.kind<maxnumf>}> : (vector<2x3xf32>, vector<3x4xf32>, vector<2x4xf32>) -> vector<2x4xf32>
    %41 = "vector.multi_reduction"(%arg10, %arg16) <{kind = #vector.kind<add>, reduction_dims = [1]}> : (vector<2x3xf32>, vector<2xf32>) -> vector<2xf32>
    %42 = "vector.multi_reduction"(%arg10, %arg8) <{kind = #vector.kind<mul>, reduction_dims = [0, 1]}> : (vector<2x3xf32>, f32) -> f32
    %43 = "vector.outerproduct"(%arg16, %arg16) <{kind = #vector.kind<add>}> : (vector<2xf32>, vector<2xf32>) -> vector<2x2xf32>
    %44 = "vector.outerproduct"(%arg16, %arg9, %arg17) <{kind = #vector.kind<maxnumf>}> : (vector<2xf32>, vector<16xf32>, vector<2x16xf32>) -> vector<2x16xf32>
    %45 = "vector.outerproduct"(%arg16, %arg8, %arg16) <{kind = #vector.kind<add>}> : (vector<2xf32>, f32, vector<2xf32>) -> vector<2xf32>
    %46 = "vector.extractelement"(%arg9, %arg13) : (vector<16xf32>, i32) -> f32
    %47 = "vector.extractelement"(%arg15) : (vector<f32>) -> f32
    %48 = "vector.insertelement"(%arg8, %arg9, %arg14) : (f32, vector<16xf32>, index) -> vector<16xf32>
    %49 = "vector.insertelement"(%arg8, %arg15) : (f32, vector<f32>) -> vector<f32>
    %50 = "vector.step"() : () -> vector<4xindex>
    %51:2 = "vector.deinterleave"(%arg9) : (vector<16xf32>) -> (vector<8xf32>, vector<8xf32>)
    %52 = "vector.interleave"(%51#0, %51#1) : (vector<8xf32>, vector<8xf32>) -> vector<16xf32>
    %53 = "vector.from_elements"(%arg8, %arg8, %arg8, %arg8) : (f32, f32, f32, f32) -> vector<2x2xf32>
    %54 = "vector.from_elements"(%arg8) : (f32) -> vector<f32>
    %55 = "vector.flat_transpose"(%arg9) <{columns = 8 : i32, rows = 2 : i32}> : (vector<16xf32>) -> vector<16xf32>
    %56 = "vector.matrix_multiply"(%arg9, %arg9) <{lhs_columns = 4 : i32, lhs_rows = 4 : i32, rhs_columns = 4 : i32}> : (vector<16xf32>, vector<16xf32>) -> vector<16xf32>
    %57:2 = "vector.scan"(%arg10, %arg16) <{inclusive = true, kind = #vector.kind<add>, reduction_dim = 1 : i64}> : (vector<2x3xf32>, vector<2xf32>) -> (vector<2x3xf32>, vector<2xf32>)
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<6x8xf32>, index, vector<4xi1>, vector<4xf32>) -> (), sym_name = "compressed"}> ({
  ^bb0(%arg4: memref<6x8xf32>, %arg5: index, %arg6: vector<4xi1>, %arg7: vector<4xf32>):
    "vector.compressstore"(%arg4, %arg5, %arg5, %arg6, %arg7) : (memref<6x8xf32>, index, index, vector<4xi1>, vector<4xf32>) -> ()
    %34 = "vector.type_cast"(%arg4) : (memref<6x8xf32>) -> memref<vector<6x8xf32>>
    %35 = "vector.expandload"(%arg4, %arg5, %arg5, %arg6, %arg7) : (memref<6x8xf32>, index, index, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (index, index, i8, i64) -> (), sym_name = "index"}> ({
  ^bb0(%arg0: index, %arg1: index, %arg2: i8, %arg3: i64):
    %0 = "index.add"(%arg0, %arg1) : (index, index) -> index
    %1 = "index.sub"(%arg0, %arg1) : (index, index) -> index
    %2 = "index.mul"(%arg0, %arg1) : (index, index) -> index
    %3 = "index.divs"(%arg0, %arg1) : (index, index) -> index
    %4 = "index.divu"(%arg0, %arg1) : (index, index) -> index
    %5 = "index.ceildivs"(%arg0, %arg1) : (index, index) -> index
    %6 = "index.ceildivu"(%arg0, %arg1) : (index, index) -> index
    %7 = "index.floordivs"(%arg0, %arg1) : (index, index) -> index
    %8 = "index.rems"(%arg0, %arg1) : (index, index) -> index
    %9 = "index.remu"(%arg0, %arg1) : (index, index) -> index
    %10 = "index.maxs"(%arg0, %arg1) : (index, index) -> index
    %11 = "index.maxu"(%arg0, %arg1) : (index, index) -> index
    %12 = "index.mins"(%arg0, %arg1) : (index, index) -> index
    %13 = "index.minu"(%arg0, %arg1) : (index, index) -> index
    %14 = "index.shl"(%arg0, %arg1) : (index, index) -> index
    %15 = "index.shrs"(%arg0, %arg1) : (index, index) -> index
    %16 = "index.shru"(%arg0, %arg1) : (index, index) -> index
    %17 = "index.and"(%arg0, %arg1) : (index, index) -> index
    %18 = "index.or"(%arg0, %arg1) : (index, index) -> index
    %19 = "index.xor"(%arg0, %arg1) : (index, index) -> index
    %20 = "index.cmp"(%arg0, %arg1) <{pred = #index<cmp_predicate slt>}> : (index, index) -> i1
    %21 = "index.cmp"(%arg0, %arg1) <{pred = #index<cmp_predicate ult>}> : (index, index) -> i1
    %22 = "index.cmp"(%arg0, %arg1) <{pred = #index<cmp_predicate eq>}> : (index, index) -> i1
    %23 = "index.cmp"(%arg0, %arg1) <{pred = #index<cmp_predicate uge>}> : (index, index) -> i1
    %24 = "index.casts"(%arg0) : (index) -> i8
    %25 = "index.casts"(%arg0) : (index) -> i64
    %26 = "index.castu"(%arg0) : (index) -> i64
    %27 = "index.casts"(%arg2) : (i8) -> index
    %28 = "index.castu"(%arg2) : (i8) -> index
    %29 = "index.castu"(%arg3) : (i64) -> index
    %30 = "index.constant"() <{value = -5 : index}> : () -> index
    %31 = "index.bool.constant"() <{value = true}> : () -> i1
    %32 = "index.sizeof"() : () -> index
    %33 = "index.mul"(%30, %32) : (index, index) -> index
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

