// RUN: circ-opt %s -p lower-to-llvlir | filecheck %s --check-prefix LLVLIR
// RUN: circ-opt %s -p lower-to-gen | filecheck %s --check-prefix GEN
// RUN: circ-opt %s -p lower-to-gen -t gen-text | filecheck %s --check-prefix TEXT

func.func @f(%a: vector<16xf32>, %b: vector<16xf32>, %x: f32) -> vector<16xf32> {
  %s = vector.broadcast %x : f32 to vector<16xf32>
  %m = arith.mulf %a, %s : vector<16xf32>
  %p = arith.cmpf olt, %m, %b : vector<16xf32>
  %q = arith.select %p, %m, %b : vector<16xi1>, vector<16xf32>
  return %q : vector<16xf32>
}

// The mask of all lanes is made once; a vector of bits chooses between floats.
// LLVLIR:      llvlir.func @f(%a: !llvlir.x<16xf32>, %b: !llvlir.x<16xf32>, %x: !llvlir.f<f32>) -> !llvlir.x<16xf32>
// LLVLIR-NEXT: %0 = llvlir.const.I -1 : i16
// LLVLIR-NEXT: %1 = llvlir.mvm %0 : i16
// LLVLIR-NEXT: %s = llvlir.splat.VF %x, %1 : 16xf32
// LLVLIR-NEXT: %m = llvlir.mul.VF %a, %s, %1 : 16xf32
// LLVLIR-NEXT: %p = llvlir.cmps.VIF gt, %b, %m, %1 : 16xi1, f32
// LLVLIR-NEXT: %q = llvlir.select.VIF %p, %m, %b, %1 : 16xi1, f32
// LLVLIR-NEXT: llvlir.ret %q : !llvlir.x<16xf32>

// Vectors are registers of all lanes, scalars uniform ones; no mask is left.
// GEN:      gen.func @f(dwordx16, dwordx16, dword) -> (dwordx16) lanes 16
// GEN:      %x = gen.register : !gen.reg<dword uniform>
// GEN:      gen.inputs %a, %b, %x
// GEN-NEXT: gen.mov int32 %s = %x
// GEN-NEXT: gen.mul float %m = %a, %s
// GEN-NEXT: gen.gt float %p = %b, %m
// GEN-NEXT: gen.sel float %q = %p, %m, %b
// GEN-NEXT: gen.ret %q

// TEXT:      .decl_function f
// TEXT:      .decl_lanes 16
// TEXT-NEXT: ## 7 registers ##
// TEXT:      decl_output.dwordx16
// TEXT:      MUL.float %{{[0-9]}} %{{[0-9]}} %{{[0-9]}}

func.func @integers(%a: vector<16xi32>, %b: vector<16xi32>, %m: memref<16xi32>) -> vector<16xi32> {
  %c0 = arith.constant 0 : index
  %c = arith.constant dense<[5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]> : vector<16xi32>
  %p = arith.cmpi ult, %a, %b : vector<16xi32>
  %q = arith.select %p, %a, %c : vector<16xi1>, vector<16xi32>
  vector.store %q, %m[%c0] : memref<16xi32>, vector<16xi32>
  return %q : vector<16xi32>
}

// A comparison of integers is the mask that chooses.
// LLVLIR:      %[[M:.*]] = llvlir.cmps.VI ult, %a, %b, %{{.*}} : 16xi32
// LLVLIR-NEXT: %c = llvlir.const.VI 0x5 : 16xi32
// LLVLIR-NEXT: %q = llvlir.select.VI %a, %c, %[[M]] : 16xi32
// LLVLIR-NEXT: %[[A:.*]] = llvlir.mva %m
// LLVLIR-NEXT: llvlir.st.VI %[[A]], 0, %q, %{{.*}} memory<64, align 4> : 16xi32

// GEN:      gen.simd_id uint32 %[[N:.*]]
// GEN-NEXT: gen.loadi int32 %[[Z:.*]] {value = 0}
// GEN-NEXT: gen.loadi uint32 %[[L:.*]] {value = 0}
// GEN-NEXT: gen.eq uint32 %[[E:.*]] = %[[N]], %[[L]]
// GEN-NEXT: gen.loadi int32 %[[F:.*]] {value = 5}
// GEN-NEXT: gen.sel int32 %c = %[[E]], %[[F]], %[[Z]]
// GEN:      gen.store int32 %{{.*}}, %q {space = global, memory = #circ.memory<64, align 4>}
