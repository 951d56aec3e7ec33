// RUN: circ-opt %s -p gen-lanes | filecheck %s
// RUN: circ-opt %s -p "gen-lanes{uniform_inputs=true}" | filecheck %s --check-prefix=SAME

// Lanes part at a branch: each way has a mask, and what both write keeps the other's.
// CHECK-LABEL: gen.func @choose(dwordx16, dwordx16) -> (dwordx16) lanes 16
gen.func @choose(dword, dword) -> (dword) {
  %a = gen.register : !gen.reg<dword>
  %b = gen.register : !gen.reg<dword>
  %p = gen.register : !gen.reg<bool>
  gen.inputs %a, %b
  gen.lt int32 %p = %a, %b
  gen.bra_if %p, ^less, ^end
^less:
  gen.sub int32 %a = %b, %a
  gen.bra ^end
^end:
  gen.ret %a
}
// CHECK: gen.inputs %a, %b
// CHECK-NEXT: gen.loadi bool [[MASK:%.+]] {value = 0}
// CHECK-NEXT: gen.lt int32 %p = %a, %b
// CHECK-NEXT: gen.or bool [[MASK]] = [[MASK]], %p
// CHECK-NEXT: gen.bra ^less
// CHECK-NEXT: ^less:
// CHECK-NEXT: gen.mov bool [[HERE:%.+]] = [[MASK]]
// CHECK-NEXT: gen.loadi bool [[MASK]] {value = 0}
// CHECK-NEXT: gen.sub int32 [[NEW:%.+]] = %b, %a
// CHECK-NEXT: gen.sel int32 %a = [[HERE]], [[NEW]], %a
// CHECK-NEXT: gen.bra ^end
// CHECK-NEXT: ^end:
// CHECK-NEXT: gen.ret %a

// What is the same for all items is computed once; consecutive elements are one access.
// SAME-LABEL: gen.func @scale(dword, dword) lanes 16
gen.func @scale(dword, dword) {
  %to = gen.register : !gen.reg<dword>
  %factor = gen.register : !gen.reg<dword>
  %square = gen.register : !gen.reg<dword>
  %item = gen.register : !gen.reg<dword>
  %four = gen.register : !gen.reg<dword>
  %offset = gen.register : !gen.reg<dword>
  %place = gen.register : !gen.reg<dword>
  %value = gen.register : !gen.reg<dword>
  gen.inputs %to, %factor
  gen.mul int32 %square = %factor, %factor
  gen.simd_id uint32 %item
  gen.loadi int32 %four {value = 4}
  gen.mul int32 %offset = %item, %four
  gen.add int32 %place = %to, %offset
  gen.load int32 %value = %place {space = global, memory = #circ.memory<4>}
  gen.mul int32 %value = %value, %square
  gen.store int32 %place, %value {space = global, memory = #circ.memory<4>}
  gen.ret
}
// SAME: %square = gen.register : !gen.reg<dword uniform>
// SAME: gen.add int32 [[FIRST:%.+]] = %to, %{{.+}}
// SAME: gen.add uint32 [[PLACE:%.+]] = %{{.+}}, [[FIRST]]
// SAME-NEXT: gen.load int32 %value = [[PLACE]] {space = global, memory = #circ.memory<64, align 4>}
// SAME: gen.add uint32 [[PLACE2:%.+]] = %{{.+}}, [[FIRST]]
// SAME-NEXT: gen.store int32 [[PLACE2]], %value {space = global, memory = #circ.memory<64, align 4>}
