// RUN: circ-opt %s -p gen-widen-lanes | filecheck %s

// The upper eight lanes make no access, and no lane is asked that does not count.
// CHECK-LABEL: gen.func @f(dword) lanes 16
gen.func @f(dword) lanes 8 {
  %p = gen.register : !gen.reg<dword uniform>
  %n = gen.register : !gen.reg<dword uniform>
  %any = gen.register : !gen.reg<bool uniform>
  %lane = gen.register : !gen.reg<dword>
  %four = gen.register : !gen.reg<dword>
  %at = gen.register : !gen.reg<dword>
  %on = gen.register : !gen.reg<bool>
  gen.inputs %p
  gen.simd_size uint32 %n
  gen.simd_id uint32 %lane
  gen.loadi uint32 %four {value = 4}
  gen.mul uint32 %at = %lane, %four
  gen.add uint32 %at = %at, %p
  gen.lt uint32 %on = %four, %lane
  gen.simd_any bool %any = %on
  gen.store uint32 %at, %lane {space = global, memory = #circ.memory<32, align 4>}
  gen.store uint32 %at, %lane, %on {space = global, predicated, memory = #circ.memory<32, align 4>}
  gen.ret
}
// CHECK: gen.lt uint32 [[ACTIVE:%.+]] = {{%.+}}, {{%.+}}
// CHECK: gen.loadi uint32 %n {value = 8}
// CHECK: gen.sel bool [[ASKED:%.+]] = [[ACTIVE]], %on, {{%.+}}
// CHECK-NEXT: gen.simd_any bool %any = [[ASKED]]
// CHECK-NEXT: gen.store uint32 %at, %lane, [[ACTIVE]] {space = global, predicated, memory = #circ.memory<64, align 4>}
// CHECK-NEXT: gen.and bool [[BOTH:%.+]] = %on, [[ACTIVE]]
// CHECK-NEXT: gen.store uint32 %at, %lane, [[BOTH]]
