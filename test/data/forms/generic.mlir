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
#map10 = affine_map<(d0, d1) -> (d0, d1)>
#map11 = affine_map<(d0) -> (d0 - 2, 0)>
#map12 = affine_map<(d0)[s0] -> (d0 + 1, s0 floordiv 2, 4)>
#map13 = affine_map<() -> (0)>
#map14 = affine_map<() -> (8)>
#map15 = affine_map<() -> (-7)>
#map16 = affine_map<()[s0] -> (s0)>
"builtin.module"() ({
  "memref.global"() <{constant, initial_value = dense<[1, 2, 3, 4]> : tensor<4xi32>, sym_name = "words", sym_visibility = "private", type = memref<4xi32>}> : () -> ()
  "memref.global"() <{alignment = 16 : i64, initial_value, sym_name = "room", type = memref<4xf32>}> : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "external", sym_visibility = "private"}> ({
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, i1, index, i64) -> (i32, i1), sym_name = "integers"}> ({
  ^bb0(%arg66: i32, %arg67: i32, %arg68: i1, %arg69: index, %arg70: i64):
    %185 = "arith.constant"() <{value = 1 : i32}> : () -> i32
    %186 = "arith.constant"() <{value = dense<[1, 2, 3, -4]> : vector<4xi32>}> : () -> vector<4xi32>
    %187 = "arith.constant"() <{value = true}> : () -> i1
    %188 = "arith.addi"(%arg66, %arg67) <{overflowFlags = #arith.overflow<nsw, nuw>}> : (i32, i32) -> i32
    %189:2 = "arith.addui_extended"(%arg66, %arg67) : (i32, i32) -> (i32, i1)
    %190 = "arith.subi"(%arg66, %arg67) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
    %191 = "arith.muli"(%arg66, %arg67) <{overflowFlags = #arith.overflow<nsw>}> : (i32, i32) -> i32
    %192:2 = "arith.mului_extended"(%arg66, %arg67) : (i32, i32) -> (i32, i32)
    %193:2 = "arith.mulsi_extended"(%arg66, %arg67) : (i32, i32) -> (i32, i32)
    %194 = "arith.divui"(%arg66, %arg67) : (i32, i32) -> i32
    %195 = "arith.divsi"(%arg66, %arg67) : (i32, i32) -> i32
    %196 = "arith.floordivsi"(%arg66, %arg67) : (i32, i32) -> i32
    %197 = "arith.ceildivsi"(%arg66, %arg67) : (i32, i32) -> i32
    %198 = "arith.ceildivui"(%arg66, %arg67) : (i32, i32) -> i32
    %199 = "arith.remui"(%arg66, %arg67) : (i32, i32) -> i32
    %200 = "arith.remsi"(%arg66, %arg67) : (i32, i32) -> i32
    %201 = "arith.minsi"(%arg66, %arg67) : (i32, i32) -> i32
    %202 = "arith.maxsi"(%arg66, %arg67) : (i32, i32) -> i32
    %203 = "arith.minui"(%arg66, %arg67) : (i32, i32) -> i32
    %204 = "arith.maxui"(%arg66, %arg67) : (i32, i32) -> i32
    %205 = "arith.andi"(%arg66, %arg67) : (i32, i32) -> i32
    %206 = "arith.ori"(%arg66, %arg67) : (i32, i32) -> i32
    %207 = "arith.xori"(%arg66, %arg67) : (i32, i32) -> i32
    %208 = "arith.shli"(%arg66, %arg67) <{overflowFlags = #arith.overflow<nuw>}> : (i32, i32) -> i32
    %209 = "arith.shrui"(%arg66, %arg67) : (i32, i32) -> i32
    %210 = "arith.shrsi"(%arg66, %arg67) : (i32, i32) -> i32
    %211 = "arith.extsi"(%arg66) : (i32) -> i64
    %212 = "arith.extui"(%arg68) : (i1) -> i32
    %213 = "arith.trunci"(%arg70) : (i64) -> i8
    %214 = "arith.index_cast"(%arg66) : (i32) -> index
    %215 = "arith.index_castui"(%arg69) : (index) -> i64
    %216 = "arith.cmpi"(%arg66, %arg67) <{predicate = 3 : i64}> : (i32, i32) -> i1
    %217 = "arith.select"(%arg68, %arg66, %arg67) : (i1, i32, i32) -> i32
    %218 = "arith.select"(%arg68, %arg69, %arg69) : (i1, index, index) -> index
    %219 = "math.absi"(%arg66) : (i32) -> i32
    %220 = "math.ctlz"(%arg66) : (i32) -> i32
    %221 = "math.cttz"(%arg66) : (i32) -> i32
    %222 = "math.ctpop"(%arg66) : (i32) -> i32
    %223 = "math.ipowi"(%arg66, %arg67) : (i32, i32) -> i32
    %224 = "arith.addi"(%186, %186) <{overflowFlags = #arith.overflow<none>}> : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    %225 = "arith.cmpi"(%186, %186) <{predicate = 6 : i64}> : (vector<4xi32>, vector<4xi32>) -> vector<4xi1>
    %226 = "arith.select"(%225, %186, %224) : (vector<4xi1>, vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    %227 = "arith.select"(%arg68, %186, %224) : (i1, vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    %228 = "arith.extsi"(%186) : (vector<4xi32>) -> vector<4xi64>
    %229 = "arith.index_cast"(%186) : (vector<4xi32>) -> vector<4xindex>
    "func.return"(%188, %189#1) : (i32, i1) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, f32, f64, i32) -> f32, sym_name = "floats"}> ({
  ^bb0(%arg62: f32, %arg63: f32, %arg64: f64, %arg65: i32):
    %128 = "arith.constant"() <{value = 1.500000e+00 : f32}> : () -> f32
    %129 = "arith.constant"() <{value = 0x7FC00000 : f32}> : () -> f32
    %130 = "arith.constant"() <{value = dense<1.000000e-01> : vector<4xf64>}> : () -> vector<4xf64>
    %131 = "arith.constant"() <{value = -0.000000e+00 : f64}> : () -> f64
    %132 = "arith.addf"(%arg62, %arg63) <{fastmath = #arith.fastmath<nnan,contract>}> : (f32, f32) -> f32
    %133 = "arith.subf"(%arg62, %arg63) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %134 = "arith.mulf"(%arg62, %arg63) <{fastmath = #arith.fastmath<fast>}> : (f32, f32) -> f32
    %135 = "arith.divf"(%arg62, %arg63) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %136 = "arith.remf"(%arg62, %arg63) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %137 = "arith.negf"(%arg62) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %138 = "arith.minimumf"(%arg62, %arg63) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %139 = "arith.minnumf"(%arg62, %arg63) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %140 = "arith.maximumf"(%arg62, %arg63) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %141 = "arith.maxnumf"(%arg62, %arg63) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %142 = "arith.bitcast"(%arg62) : (f32) -> i32
    %143 = "arith.extf"(%arg62) : (f32) -> f64
    %144 = "arith.truncf"(%arg64) : (f64) -> f32
    %145 = "arith.sitofp"(%arg65) : (i32) -> f32
    %146 = "arith.uitofp"(%arg65) : (i32) -> f64
    %147 = "arith.fptosi"(%arg62) : (f32) -> i32
    %148 = "arith.fptoui"(%arg64) : (f64) -> i64
    %149 = "arith.cmpf"(%arg62, %arg63) <{fastmath = #arith.fastmath<none>, predicate = 2 : i64}> : (f32, f32) -> i1
    %150 = "arith.cmpf"(%arg62, %arg63) <{fastmath = #arith.fastmath<ninf>, predicate = 13 : i64}> : (f32, f32) -> i1
    %151 = "math.absf"(%arg62) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %152 = "math.atan2"(%arg62, %arg63) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %153 = "math.ceil"(%arg62) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %154 = "math.copysign"(%arg62, %arg63) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %155 = "math.cos"(%arg62) <{fastmath = #arith.fastmath<fast>}> : (f32) -> f32
    %156 = "math.exp2"(%arg62) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %157 = "math.expm1"(%arg62) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %158 = "math.exp"(%arg62) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %159 = "math.floor"(%arg62) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %160 = "math.fma"(%arg62, %arg63, %arg62) <{fastmath = #arith.fastmath<none>}> : (f32, f32, f32) -> f32
    %161 = "math.log10"(%arg62) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %162 = "math.log1p"(%arg62) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %163 = "math.log2"(%arg62) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %164 = "math.log"(%arg62) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %165 = "math.powf"(%arg62, %arg63) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    %166 = "math.roundeven"(%arg62) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %167 = "math.round"(%arg62) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %168 = "math.rsqrt"(%arg62) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %169 = "math.sin"(%arg62) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %170 = "math.sqrt"(%arg62) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %171 = "math.tan"(%arg62) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %172 = "math.tanh"(%arg62) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %173 = "math.trunc"(%arg62) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %174 = "math.fpowi"(%arg62, %arg65) <{fastmath = #arith.fastmath<none>}> : (f32, i32) -> f32
    %175 = "math.acos"(%arg62) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %176 = "math.asin"(%arg62) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %177 = "math.atan"(%arg62) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %178 = "math.sinh"(%arg62) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %179 = "math.cosh"(%arg62) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %180 = "math.acosh"(%arg62) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %181 = "math.asinh"(%arg62) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %182 = "math.atanh"(%arg62) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %183 = "math.cbrt"(%arg62) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    %184 = "math.erf"(%arg62) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
    "func.return"(%132) : (f32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1, i32) -> i32, sym_name = "blocks"}> ({
  ^bb0(%arg60: i1, %arg61: i32):
    "cf.assert"(%arg60) <{msg = "a condition"}> : (i1) -> ()
    "cf.cond_br"(%arg60, %arg61)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (i1, i32) -> ()
  ^bb1(%126: i32):  // 2 preds: ^bb0, ^bb2
    "cf.br"(%126)[^bb4] : (i32) -> ()
  ^bb2:  // pred: ^bb0
    "cf.switch"(%arg61, %arg61, %arg61)[^bb4, ^bb1, ^bb3] <{case_operand_segments = array<i32: 1, 0>, case_values = dense<[42, -1]> : vector<2xi32>, operandSegmentSizes = array<i32: 1, 1, 1>}> : (i32, i32, i32) -> ()
  ^bb3:  // pred: ^bb2
    "cf.switch"(%arg61, %arg61)[^bb4] <{case_operand_segments = array<i32>, operandSegmentSizes = array<i32: 1, 1, 0>}> : (i32, i32) -> ()
  ^bb4(%127: i32):  // 3 preds: ^bb1, ^bb2, ^bb3
    "func.return"(%127) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> (i32, i32), sym_name = "calls"}> ({
  ^bb0(%arg59: i32):
    %123 = "func.call"(%arg59) <{callee = @external}> : (i32) -> i32
    %124 = "func.constant"() <{value = @external}> : () -> ((i32) -> i32)
    %125 = "func.call_indirect"(%124, %123) : ((i32) -> i32, i32) -> i32
    "func.return"(%123, %125) : (i32, i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i1, index, i32, memref<4xi32>) -> i32, sym_name = "regions"}> ({
  ^bb0(%arg42: i1, %arg43: index, %arg44: i32, %arg45: memref<4xi32>):
    %112 = "arith.constant"() <{value = 0 : index}> : () -> index
    %113 = "arith.constant"() <{value = 1 : index}> : () -> index
    %114 = "scf.if"(%arg42) ({
      "scf.yield"(%arg44) : (i32) -> ()
    }, {
      %122 = "arith.addi"(%arg44, %arg44) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "scf.yield"(%122) : (i32) -> ()
    }) : (i1) -> i32
    "scf.if"(%arg42) ({
      "memref.store"(%arg44, %arg45, %112) : (i32, memref<4xi32>, index) -> ()
      "scf.yield"() : () -> ()
    }, {
    }) : (i1) -> ()
    "scf.if"(%arg42) ({
      "memref.store"(%arg44, %arg45, %112) : (i32, memref<4xi32>, index) -> ()
      "scf.yield"() : () -> ()
    }, {
      "memref.store"(%arg44, %arg45, %113) : (i32, memref<4xi32>, index) -> ()
      "scf.yield"() : () -> ()
    }) : (i1) -> ()
    %115:2 = "scf.if"(%arg42) ({
      "scf.yield"(%arg44, %arg43) : (i32, index) -> ()
    }, {
      "scf.yield"(%114, %112) : (i32, index) -> ()
    }) : (i1) -> (i32, index)
    "scf.for"(%112, %arg43, %113) ({
    ^bb0(%arg58: index):
      "memref.store"(%arg44, %arg45, %arg58) : (i32, memref<4xi32>, index) -> ()
      "scf.yield"() : () -> ()
    }) : (index, index, index) -> ()
    %116 = "scf.for"(%arg44, %115#0, %arg44, %arg44) ({
    ^bb0(%arg56: i32, %arg57: i32):
      "scf.yield"(%arg57) : (i32) -> ()
    }) : (i32, i32, i32, i32) -> i32
    %117 = "scf.while"(%arg44) ({
    ^bb0(%arg55: i32):
      "scf.condition"(%arg42, %arg55) : (i1, i32) -> ()
    }, {
    ^bb0(%arg54: i32):
      "scf.yield"(%arg54) : (i32) -> ()
    }) : (i32) -> i32
    "scf.while"() ({
      "scf.condition"(%arg42) : (i1) -> ()
    }, {
      "scf.yield"() : () -> ()
    }) : () -> ()
    %118 = "scf.execute_region"() ({
      "scf.yield"(%arg44) : (i32) -> ()
    }) : () -> i32
    "scf.execute_region"() ({
      "memref.store"(%arg44, %arg45, %112) : (i32, memref<4xi32>, index) -> ()
      "scf.yield"() : () -> ()
    }) : () -> ()
    "scf.parallel"(%112, %112, %arg43, %arg43, %113, %113) <{operandSegmentSizes = array<i32: 2, 2, 2, 0>}> ({
    ^bb0(%arg52: index, %arg53: index):
      "memref.store"(%arg44, %arg45, %arg52) : (i32, memref<4xi32>, index) -> ()
      "scf.reduce"() : () -> ()
    }) : (index, index, index, index, index, index) -> ()
    %119 = "scf.parallel"(%112, %arg43, %113, %arg44) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>}> ({
    ^bb0(%arg49: index):
      "scf.reduce"(%arg44) ({
      ^bb0(%arg50: i32, %arg51: i32):
        %121 = "arith.addi"(%arg50, %arg51) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        "scf.reduce.return"(%121) : (i32) -> ()
      }) : (i32) -> ()
    }) : (index, index, index, i32) -> i32
    "scf.forall"(%arg43) <{operandSegmentSizes = array<i32: 0, 1, 0, 0>, staticLowerBound = array<i64: 0, 0>, staticStep = array<i64: 1, 1>, staticUpperBound = array<i64: -9223372036854775808, 4>}> ({
    ^bb0(%arg47: index, %arg48: index):
      "memref.store"(%arg44, %arg45, %arg47) : (i32, memref<4xi32>, index) -> ()
      "scf.forall.in_parallel"() ({
      ^bb0:
      }) : () -> ()
    }) : (index) -> ()
    "scf.forall"(%arg43) <{operandSegmentSizes = array<i32: 0, 1, 0, 0>, staticLowerBound = array<i64: 0>, staticStep = array<i64: 2>, staticUpperBound = array<i64: -9223372036854775808>}> ({
    ^bb0(%arg46: index):
      "memref.store"(%arg44, %arg45, %arg46) : (i32, memref<4xi32>, index) -> ()
      "scf.forall.in_parallel"() ({
      ^bb0:
      }) : () -> ()
    }) : (index) -> ()
    %120 = "scf.index_switch"(%arg43) <{cases = array<i64: 1>}> ({
      "scf.yield"(%114) : (i32) -> ()
    }, {
      "scf.yield"(%arg44) : (i32) -> ()
    }) : (index) -> i32
    "scf.index_switch"(%arg43) <{cases = array<i64: 2, -5>}> ({
      "scf.yield"() : () -> ()
    }, {
      "memref.store"(%arg44, %arg45, %arg43) : (i32, memref<4xi32>, index) -> ()
      "scf.yield"() : () -> ()
    }, {
      "scf.yield"() : () -> ()
    }) : (index) -> ()
    "scf.index_switch"(%arg43) <{cases = array<i64>}> ({
      "memref.store"(%arg44, %arg45, %arg43) : (i32, memref<4xi32>, index) -> ()
      "scf.yield"() : () -> ()
    }) : (index) -> ()
    "func.return"(%120) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<4x6xi32>, index, i32, index) -> i32, sym_name = "arrays"}> ({
  ^bb0(%arg38: memref<4x6xi32>, %arg39: index, %arg40: i32, %arg41: index):
    %93 = "memref.load"(%arg38, %arg39, %arg39) : (memref<4x6xi32>, index, index) -> i32
    "memref.store"(%arg40, %arg38, %arg39, %arg39) : (i32, memref<4x6xi32>, index, index) -> ()
    %94 = "memref.alloc"() <{alignment = 64 : i64, operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<4xi32>
    %95 = "memref.alloca"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<4x6xi32>
    %96 = "memref.alloca"(%arg41) <{operandSegmentSizes = array<i32: 1, 0>}> : (index) -> memref<?x4xi32>
    "memref.assume_alignment"(%94) <{alignment = 64 : i32}> : (memref<4xi32>) -> ()
    %97 = "memref.atomic_rmw"(%arg40, %94, %arg39) <{kind = 1 : i64}> : (i32, memref<4xi32>, index) -> i32
    "memref.copy"(%arg38, %95) : (memref<4x6xi32>, memref<4x6xi32>) -> ()
    %98 = "memref.collapse_shape"(%arg38) <{reassociation = [[0, 1]]}> : (memref<4x6xi32>) -> memref<24xi32>
    %99 = "memref.expand_shape"(%98) <{reassociation = [[0, 1]], static_output_shape = array<i64: 2, 12>}> : (memref<24xi32>) -> memref<2x12xi32>
    %100 = "memref.get_global"() <{name = @words}> : () -> memref<4xi32>
    %101 = "arith.constant"() <{value = 1 : index}> : () -> index
    %102 = "memref.dim"(%arg38, %101) : (memref<4x6xi32>, index) -> index
    %103:6 = "memref.extract_strided_metadata"(%arg38) : (memref<4x6xi32>) -> (memref<i32>, index, index, index, index, index)
    %104 = "memref.extract_aligned_pointer_as_index"(%arg38) : (memref<4x6xi32>) -> index
    %105 = "memref.subview"(%arg38, %arg39) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808, 1>, static_sizes = array<i64: 2, 2>, static_strides = array<i64: 1, 2>}> : (memref<4x6xi32>, index) -> memref<2x2xi32, strided<[6, 2], offset: ?>>
    %106 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<64xi8>
    %107 = "memref.view"(%106, %arg39) : (memref<64xi8>, index) -> memref<4xi32>
    %108 = "memref.cast"(%96) : (memref<?x4xi32>) -> memref<2x4xi32>
    %109 = "memref.reinterpret_cast"(%arg38) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 24>, static_strides = array<i64: 1>}> : (memref<4x6xi32>) -> memref<24xi32>
    %110 = "memref.rank"(%arg38) : (memref<4x6xi32>) -> index
    %111 = "memref.transpose"(%arg38) <{permutation = #map}> : (memref<4x6xi32>) -> memref<6x4xi32, strided<[1, 6]>>
    "memref.dealloc"(%94) : (memref<4xi32>) -> ()
    "func.return"(%93) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<4x6xi32>, index, index) -> index, sym_name = "maps"}> ({
  ^bb0(%arg35: memref<4x6xi32>, %arg36: index, %arg37: index):
    %89 = "affine.apply"(%arg36, %arg37) <{map = #map1}> : (index, index) -> index
    %90 = "affine.load"(%arg35, %arg36, %arg37) <{map = #map2}> : (memref<4x6xi32>, index, index) -> i32
    "affine.store"(%90, %arg35, %arg36) <{map = #map3}> : (i32, memref<4x6xi32>, index) -> ()
    %91 = "affine.min"(%89) <{map = #map4}> : (index) -> index
    %92 = "affine.max"(%91) <{map = #map4}> : (index) -> index
    "func.return"(%92) : (index) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, vector<4xi32>, vector<2x3x4xi32>, vector<4xf32>, memref<6x8xi32>, index, vector<4xi1>, vector<2x4xi32>, vector<16xi32>) -> vector<4xi32>, sym_name = "vectors"}> ({
  ^bb0(%arg26: i32, %arg27: vector<4xi32>, %arg28: vector<2x3x4xi32>, %arg29: vector<4xf32>, %arg30: memref<6x8xi32>, %arg31: index, %arg32: vector<4xi1>, %arg33: vector<2x4xi32>, %arg34: vector<16xi32>):
    %65 = "vector.bitcast"(%arg29) : (vector<4xf32>) -> vector<4xi32>
    %66 = "vector.broadcast"(%arg26) : (i32) -> vector<2x4xi32>
    %67 = "vector.create_mask"(%arg31, %arg31) : (index, index) -> vector<2x4xi1>
    %68 = "vector.extract"(%arg27) <{static_position = array<i64: 2>}> : (vector<4xi32>) -> i32
    %69 = "vector.extract"(%arg28, %arg31) <{static_position = array<i64: 1, -9223372036854775808>}> : (vector<2x3x4xi32>, index) -> vector<4xi32>
    %70 = "vector.fma"(%arg29, %arg29, %arg29) : (vector<4xf32>, vector<4xf32>, vector<4xf32>) -> vector<4xf32>
    %71 = "vector.insert"(%arg26, %arg27, %arg31) <{static_position = array<i64: -9223372036854775808>}> : (i32, vector<4xi32>, index) -> vector<4xi32>
    %72 = "vector.insert"(%arg27, %arg28) <{static_position = array<i64: 0, 1>}> : (vector<4xi32>, vector<2x3x4xi32>) -> vector<2x3x4xi32>
    %73 = "vector.load"(%arg30, %arg31, %arg31) : (memref<6x8xi32>, index, index) -> vector<4xi32>
    %74 = "vector.load"(%arg30, %arg31, %arg31) <{nontemporal = true}> : (memref<6x8xi32>, index, index) -> vector<4xi32>
    %75 = "vector.maskedload"(%arg30, %arg31, %arg31, %arg32, %arg27) : (memref<6x8xi32>, index, index, vector<4xi1>, vector<4xi32>) -> vector<4xi32>
    "vector.maskedstore"(%arg30, %arg31, %arg31, %arg32, %arg27) : (memref<6x8xi32>, index, index, vector<4xi1>, vector<4xi32>) -> ()
    %76 = "vector.reduction"(%arg27) <{fastmath = #arith.fastmath<none>, kind = #vector.kind<add>}> : (vector<4xi32>) -> i32
    %77 = "vector.reduction"(%arg27, %arg26) <{fastmath = #arith.fastmath<none>, kind = #vector.kind<maxui>}> : (vector<4xi32>, i32) -> i32
    %78 = "vector.reduction"(%arg29) <{fastmath = #arith.fastmath<reassoc>, kind = #vector.kind<mul>}> : (vector<4xf32>) -> f32
    %79 = "vector.shuffle"(%arg27, %arg27) <{mask = [0, 5, 2, 7]}> : (vector<4xi32>, vector<4xi32>) -> vector<4xi32>
    %80 = "vector.shuffle"(%arg33, %arg33) <{mask = [3, 0]}> : (vector<2x4xi32>, vector<2x4xi32>) -> vector<2x4xi32>
    "vector.store"(%arg27, %arg30, %arg31, %arg31) : (vector<4xi32>, memref<6x8xi32>, index, index) -> ()
    %81 = "vector.transfer_read"(%arg30, %arg31, %arg31, %arg26) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 2, 1, 0>, permutation_map = #map5}> : (memref<6x8xi32>, index, index, i32) -> vector<4xi32>
    %82 = "vector.transfer_read"(%arg30, %arg31, %arg31, %arg26, %arg32) <{in_bounds = [true], operandSegmentSizes = array<i32: 1, 2, 1, 1>, permutation_map = #map5}> : (memref<6x8xi32>, index, index, i32, vector<4xi1>) -> vector<4xi32>
    %83 = "vector.transfer_read"(%arg30, %arg31, %arg31, %arg26) <{in_bounds = [false, true], operandSegmentSizes = array<i32: 1, 2, 1, 0>, permutation_map = #map6}> : (memref<6x8xi32>, index, index, i32) -> vector<2x4xi32>
    "vector.transfer_write"(%arg27, %arg30, %arg31, %arg31) <{in_bounds = [true], operandSegmentSizes = array<i32: 1, 1, 2, 0>, permutation_map = #map5}> : (vector<4xi32>, memref<6x8xi32>, index, index) -> ()
    "vector.transfer_write"(%arg27, %arg30, %arg31, %arg31, %arg32) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 1, 2, 1>, permutation_map = #map5}> : (vector<4xi32>, memref<6x8xi32>, index, index, vector<4xi1>) -> ()
    %84 = "vector.shape_cast"(%arg33) : (vector<2x4xi32>) -> vector<8xi32>
    %85 = "vector.constant_mask"() <{mask_dim_sizes = [1, 3]}> : () -> vector<2x4xi1>
    %86 = "vector.gather"(%arg30, %arg31, %arg31, %arg27, %arg32, %arg27) : (memref<6x8xi32>, index, index, vector<4xi32>, vector<4xi1>, vector<4xi32>) -> vector<4xi32>
    "vector.scatter"(%arg30, %arg31, %arg31, %arg27, %arg32, %arg27) : (memref<6x8xi32>, index, index, vector<4xi32>, vector<4xi1>, vector<4xi32>) -> ()
    %87 = "vector.extract_strided_slice"(%arg33) <{offsets = [0, 1], sizes = [2, 2], strides = [1, 1]}> : (vector<2x4xi32>) -> vector<2x2xi32>
    %88 = "vector.insert_strided_slice"(%87, %arg33) <{offsets = [0, 2], strides = [1, 1]}> : (vector<2x2xi32>, vector<2x4xi32>) -> vector<2x4xi32>
    "func.return"(%79) : (vector<4xi32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (f32, vector<16xf32>, vector<2x3xf32>, vector<3x4xf32>, vector<2x4xf32>, i32, index, vector<f32>, vector<2xf32>, vector<2x16xf32>) -> (), sym_name = "lanes"}> ({
  ^bb0(%arg16: f32, %arg17: vector<16xf32>, %arg18: vector<2x3xf32>, %arg19: vector<3x4xf32>, %arg20: vector<2x4xf32>, %arg21: i32, %arg22: index, %arg23: vector<f32>, %arg24: vector<2xf32>, %arg25: vector<2x16xf32>):
    %43 = "vector.splat"(%arg16) : (f32) -> vector<16xf32>
    %44 = "vector.splat"(%arg16) : (f32) -> vector<f32>
    %45 = "vector.transpose"(%arg18) <{permutation = array<i64: 1, 0>}> : (vector<2x3xf32>) -> vector<3x2xf32>
    %46 = "vector.contract"(%arg18, %arg19, %arg20) <{indexing_maps = [#map7, #map8, #map9], iterator_types = [#vector.iterator_type<parallel>, #vector.iterator_type<parallel>, #vector.iterator_type<reduction>], kind = #vector.kind<add>}> : (vector<2x3xf32>, vector<3x4xf32>, vector<2x4xf32>) -> vector<2x4xf32>
    %47 = "vector.contract"(%arg18, %arg19, %arg20) <{indexing_maps = [#map7, #map8, #map9], iterator_types = [#vector.iterator_type<parallel>, #vector.iterator_type<parallel>, #vector.iterator_type<reduction>], kind = #vector.kind<maxnumf>}> : (vector<2x3xf32>, vector<3x4xf32>, vector<2x4xf32>) -> vector<2x4xf32>
    %48 = "vector.multi_reduction"(%arg18, %arg24) <{kind = #vector.kind<add>, reduction_dims = [1]}> : (vector<2x3xf32>, vector<2xf32>) -> vector<2xf32>
    %49 = "vector.multi_reduction"(%arg18, %arg16) <{kind = #vector.kind<mul>, reduction_dims = [0, 1]}> : (vector<2x3xf32>, f32) -> f32
    %50 = "vector.outerproduct"(%arg24, %arg24) <{kind = #vector.kind<add>}> : (vector<2xf32>, vector<2xf32>) -> vector<2x2xf32>
    %51 = "vector.outerproduct"(%arg24, %arg17, %arg25) <{kind = #vector.kind<maxnumf>}> : (vector<2xf32>, vector<16xf32>, vector<2x16xf32>) -> vector<2x16xf32>
    %52 = "vector.outerproduct"(%arg24, %arg16, %arg24) <{kind = #vector.kind<add>}> : (vector<2xf32>, f32, vector<2xf32>) -> vector<2xf32>
    %53 = "vector.extractelement"(%arg17, %arg21) : (vector<16xf32>, i32) -> f32
    %54 = "vector.extractelement"(%arg23) : (vector<f32>) -> f32
    %55 = "vector.insertelement"(%arg16, %arg17, %arg22) : (f32, vector<16xf32>, index) -> vector<16xf32>
    %56 = "vector.insertelement"(%arg16, %arg23) : (f32, vector<f32>) -> vector<f32>
    %57 = "vector.step"() : () -> vector<4xindex>
    %58:2 = "vector.deinterleave"(%arg17) : (vector<16xf32>) -> (vector<8xf32>, vector<8xf32>)
    %59 = "vector.interleave"(%58#0, %58#1) : (vector<8xf32>, vector<8xf32>) -> vector<16xf32>
    %60 = "vector.from_elements"(%arg16, %arg16, %arg16, %arg16) : (f32, f32, f32, f32) -> vector<2x2xf32>
    %61 = "vector.from_elements"(%arg16) : (f32) -> vector<f32>
    %62 = "vector.flat_transpose"(%arg17) <{columns = 8 : i32, rows = 2 : i32}> : (vector<16xf32>) -> vector<16xf32>
    %63 = "vector.matrix_multiply"(%arg17, %arg17) <{lhs_columns = 4 : i32, lhs_rows = 4 : i32, rhs_columns = 4 : i32}> : (vector<16xf32>, vector<16xf32>) -> vector<16xf32>
    %64:2 = "vector.scan"(%arg18, %arg24) <{inclusive = true, kind = #vector.kind<add>, reduction_dim = 1 : i64}> : (vector<2x3xf32>, vector<2xf32>) -> (vector<2x3xf32>, vector<2xf32>)
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<6x8xf32>, index, vector<4xi1>, vector<4xf32>) -> (), sym_name = "compressed"}> ({
  ^bb0(%arg12: memref<6x8xf32>, %arg13: index, %arg14: vector<4xi1>, %arg15: vector<4xf32>):
    "vector.compressstore"(%arg12, %arg13, %arg13, %arg14, %arg15) : (memref<6x8xf32>, index, index, vector<4xi1>, vector<4xf32>) -> ()
    %41 = "vector.type_cast"(%arg12) : (memref<6x8xf32>) -> memref<vector<6x8xf32>>
    %42 = "vector.expandload"(%arg12, %arg13, %arg13, %arg14, %arg15) : (memref<6x8xf32>, index, index, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (index, index, i8, i64) -> (), sym_name = "index"}> ({
  ^bb0(%arg8: index, %arg9: index, %arg10: i8, %arg11: i64):
    %7 = "index.add"(%arg8, %arg9) : (index, index) -> index
    %8 = "index.sub"(%arg8, %arg9) : (index, index) -> index
    %9 = "index.mul"(%arg8, %arg9) : (index, index) -> index
    %10 = "index.divs"(%arg8, %arg9) : (index, index) -> index
    %11 = "index.divu"(%arg8, %arg9) : (index, index) -> index
    %12 = "index.ceildivs"(%arg8, %arg9) : (index, index) -> index
    %13 = "index.ceildivu"(%arg8, %arg9) : (index, index) -> index
    %14 = "index.floordivs"(%arg8, %arg9) : (index, index) -> index
    %15 = "index.rems"(%arg8, %arg9) : (index, index) -> index
    %16 = "index.remu"(%arg8, %arg9) : (index, index) -> index
    %17 = "index.maxs"(%arg8, %arg9) : (index, index) -> index
    %18 = "index.maxu"(%arg8, %arg9) : (index, index) -> index
    %19 = "index.mins"(%arg8, %arg9) : (index, index) -> index
    %20 = "index.minu"(%arg8, %arg9) : (index, index) -> index
    %21 = "index.shl"(%arg8, %arg9) : (index, index) -> index
    %22 = "index.shrs"(%arg8, %arg9) : (index, index) -> index
    %23 = "index.shru"(%arg8, %arg9) : (index, index) -> index
    %24 = "index.and"(%arg8, %arg9) : (index, index) -> index
    %25 = "index.or"(%arg8, %arg9) : (index, index) -> index
    %26 = "index.xor"(%arg8, %arg9) : (index, index) -> index
    %27 = "index.cmp"(%arg8, %arg9) <{pred = #index<cmp_predicate slt>}> : (index, index) -> i1
    %28 = "index.cmp"(%arg8, %arg9) <{pred = #index<cmp_predicate ult>}> : (index, index) -> i1
    %29 = "index.cmp"(%arg8, %arg9) <{pred = #index<cmp_predicate eq>}> : (index, index) -> i1
    %30 = "index.cmp"(%arg8, %arg9) <{pred = #index<cmp_predicate uge>}> : (index, index) -> i1
    %31 = "index.casts"(%arg8) : (index) -> i8
    %32 = "index.casts"(%arg8) : (index) -> i64
    %33 = "index.castu"(%arg8) : (index) -> i64
    %34 = "index.casts"(%arg10) : (i8) -> index
    %35 = "index.castu"(%arg10) : (i8) -> index
    %36 = "index.castu"(%arg11) : (i64) -> index
    %37 = "index.constant"() <{value = -5 : index}> : () -> index
    %38 = "index.bool.constant"() <{value = true}> : () -> i1
    %39 = "index.sizeof"() : () -> index
    %40 = "index.mul"(%37, %39) : (index, index) -> index
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<8x4xi32>, index, i32) -> (i32, index), sym_name = "affine_loops"}> ({
  ^bb0(%arg0: memref<8x4xi32>, %arg1: index, %arg2: i32):
    "affine.for"() <{lowerBoundMap = #map13, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, upperBoundMap = #map14}> ({
    ^bb0(%arg6: index):
      "affine.for"(%arg6, %arg6, %arg1) <{lowerBoundMap = #map11, operandSegmentSizes = array<i32: 1, 2, 0>, step = 1 : index, upperBoundMap = #map12}> ({
      ^bb0(%arg7: index):
        %5 = "affine.load"(%arg0, %arg6, %arg7) <{map = #map10}> : (memref<8x4xi32>, index, index) -> i32
        %6 = "arith.muli"(%5, %arg2) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
        "affine.store"(%6, %arg0, %arg6, %arg7) <{map = #map10}> : (i32, memref<8x4xi32>, index, index) -> ()
        "affine.yield"() : () -> ()
      }) : (index, index, index) -> ()
      "affine.yield"() : () -> ()
    }) : () -> ()
    %2:2 = "affine.for"(%arg1, %arg2, %arg1) <{lowerBoundMap = #map15, operandSegmentSizes = array<i32: 0, 1, 2>, step = 3 : index, upperBoundMap = #map16}> ({
    ^bb0(%arg3: index, %arg4: i32, %arg5: index):
      %3 = "arith.index_cast"(%arg3) : (index) -> i32
      %4 = "arith.addi"(%arg4, %3) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
      "affine.yield"(%4, %arg3) : (i32, index) -> ()
    }) : (index, i32, index) -> (i32, index)
    "func.return"(%2#0, %2#1) : (i32, index) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> (), sym_name = "poison"}> ({
    %0 = "ub.poison"() <{value = #ub.poison}> : () -> i32
    %1 = "ub.poison"() <{value = #ub.poison}> : () -> vector<4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

