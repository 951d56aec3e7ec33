// RUN: circ-opt %s -p "gen-lanes{uniform_inputs=true}" | filecheck %s

// One lane at most goes to ^one, whose accesses are single ones.
// CHECK-LABEL: gen.func @turn(dword, dword) lanes 16
gen.func @turn(dword, dword) {
  %p = gen.register : !gen.reg<dword>
  %n = gen.register : !gen.reg<dword>
  %lane = gen.register : !gen.reg<dword>
  %two = gen.register : !gen.reg<dword>
  %at = gen.register : !gen.reg<dword>
  %x = gen.register : !gen.reg<dword>
  %mine = gen.register : !gen.reg<bool>
  gen.inputs %p, %n
  gen.simd_id uint32 %lane
  gen.mul uint32 %at = %lane, %lane
  gen.add uint32 %at = %at, %p
  gen.ne uint32 %mine = %n, %lane
  gen.bra_if %mine, ^end, ^one
^one:
  gen.load int32 %x = %at {space = global, memory = #circ.memory<4, volatile>}
  gen.add int32 %x = %x, %x
  gen.store int32 %at, %x {space = global, memory = #circ.memory<4, volatile>}
  gen.bra ^end
^end:
  gen.ret
}
// CHECK: ^one:
// CHECK-NEXT: gen.mov bool [[HERE:%.+]] = [[MASK:%.+]]
// CHECK-NEXT: gen.loadi bool [[MASK]] {value = 0}
// CHECK-NEXT: gen.simd_shuffle int32 [[AT:%.+]] = %at, %n
// CHECK-NEXT: gen.load int32 [[X:%.+]] = [[AT]] {space = global, memory = #circ.memory<4, volatile>}
// CHECK-NEXT: gen.sel int32 %x = [[HERE]], [[X]], %x
// CHECK-NEXT: gen.add int32 %x = %x, %x
// CHECK-NEXT: gen.simd_shuffle int32 [[TO:%.+]] = %at, %n
// CHECK-NEXT: gen.simd_shuffle int32 [[NEW:%.+]] = %x, %n
// CHECK-NEXT: gen.store int32 [[TO]], [[NEW]] {space = global, memory = #circ.memory<4, volatile>}

// Where the number changes in between, lanes are those of a mask.
// CHECK-LABEL: gen.func @changed(dword, dword) lanes 16
// CHECK: gen.load int32 {{.*}} {space = global, predicated
gen.func @changed(dword, dword) {
  %p = gen.register : !gen.reg<dword>
  %n = gen.register : !gen.reg<dword>
  %lane = gen.register : !gen.reg<dword>
  %at = gen.register : !gen.reg<dword>
  %x = gen.register : !gen.reg<dword>
  %mine = gen.register : !gen.reg<bool>
  gen.inputs %p, %n
  gen.simd_id uint32 %lane
  gen.mul uint32 %at = %lane, %lane
  gen.add uint32 %at = %at, %p
  gen.eq uint32 %mine = %lane, %n
  gen.add uint32 %n = %n, %p
  gen.bra_if %mine, ^one, ^end
^one:
  gen.load int32 %x = %at {space = global, memory = #circ.memory<4>}
  gen.store int32 %p, %x {space = global, memory = #circ.memory<4>}
  gen.bra ^end
^end:
  gen.ret
}

// Behind a loop there are lanes of several iterations.
// CHECK-LABEL: gen.func @leave(dword, dword) lanes 16
// CHECK: gen.store int32 {{.*}} {space = global, predicated
gen.func @leave(dword, dword) {
  %p = gen.register : !gen.reg<dword>
  %n = gen.register : !gen.reg<dword>
  %i = gen.register : !gen.reg<dword>
  %one = gen.register : !gen.reg<dword>
  %lane = gen.register : !gen.reg<dword>
  %at = gen.register : !gen.reg<dword>
  %mine = gen.register : !gen.reg<bool>
  %more = gen.register : !gen.reg<bool>
  gen.inputs %p, %n
  gen.simd_id uint32 %lane
  gen.mul uint32 %at = %lane, %lane
  gen.add uint32 %at = %at, %p
  gen.loadi uint32 %i {value = 0}
  gen.loadi uint32 %one {value = 1}
  gen.bra ^test
^test:
  gen.eq uint32 %mine = %lane, %i
  gen.bra_if %mine, ^one, ^next
^next:
  gen.add uint32 %i = %i, %one
  gen.lt uint32 %more = %i, %n
  gen.bra_if %more, ^test, ^end
^one:
  gen.store int32 %at, %lane {space = global, memory = #circ.memory<4>}
  gen.bra ^end
^end:
  gen.ret
}
