// RUN: circ-opt %s -p gen-legalize | filecheck %s

// A division in all lanes at once has no branch and no call; the one of uniform registers
// is what it is elsewhere. A square root is in place.
gen.func @divided(dwordx16, dword) -> (dwordx16, dwordx16) lanes 16 {
  %v = gen.register : !gen.reg<dword>
  %w = gen.register : !gen.reg<dword>
  %u = gen.register : !gen.reg<dword uniform>
  gen.inputs %v, %u
  gen.div uint32 %v = %v, %u
  gen.div uint32 %u = %u, %u
  gen.sqr float %w = %v
  gen.ret %v, %w
}
// CHECK:       gen.func @divided
// CHECK:         gen.lzd uint32 %{{[0-9]+}} = %u
// CHECK-NOT:     gen.call
// CHECK:         gen.mov uint32 %v = %{{[0-9]+}}
// CHECK-NEXT:    gen.call @__circ_udiv32(%u, %u) -> (%[[U:[0-9]+]])
// CHECK-NEXT:    gen.mov uint32 %u = %[[U]]
// CHECK-NOT:     gen.call
// CHECK:         gen.ret %v, %w

// Words in a row whose alignment is not known: the two blocks write one register.
gen.func @row(dwordx16) -> (dwordx16) lanes 16 {
  %a = gen.register : !gen.reg<dword>
  %x = gen.register : !gen.reg<dword>
  gen.inputs %a
  gen.load int32 %x = %a {space = global, memory = #circ.memory<64, align 4>}
  gen.ret %x
}
// CHECK:       gen.func @row
// CHECK:         gen.loadi uint32 %[[L:[0-9]+]] {value = 0}
// CHECK-NEXT:    gen.simd_shuffle uint32 %[[B:[0-9]+]] = %a, %[[L]]
// CHECK-NEXT:    gen.loadi uint32 %[[M:[0-9]+]] {value = 63}
// CHECK-NEXT:    gen.and uint32 %[[A:[0-9]+]] = %[[B]], %[[M]]
// CHECK-NEXT:    gen.loadi uint32 %[[Z:[0-9]+]] {value = 0}
// CHECK-NEXT:    gen.ne uint32 %[[C:[0-9]+]] = %[[A]], %[[Z]]
// CHECK-NEXT:    gen.bra_if %[[C]], ^[[SLOW:[a-z0-9]+]], ^[[FAST:[a-z0-9]+]]
// CHECK:       ^[[FAST]]:
// CHECK-NEXT:    gen.load int32 %x = %a {space = global, memory = #circ.memory<64>}
// CHECK-NEXT:    gen.bra ^[[AFTER:[a-z0-9]+]]
// CHECK-NEXT:  ^[[AFTER]]:
// CHECK-NEXT:    gen.ret %x
// CHECK-NEXT:  ^[[SLOW]]:
// CHECK-NEXT:    gen.load int32 %x = %a {space = global, memory = #circ.memory<64, align 4>}
// CHECK-NEXT:    gen.bra ^[[AFTER]]

// Scratchpad, volatile and aligned accesses stay.
gen.func @others(dwordx16) -> (dwordx16) lanes 16 {
  %a = gen.register : !gen.reg<dword>
  %x = gen.register : !gen.reg<dword>
  gen.inputs %a
  gen.load int32 %x = %a {space = local, memory = #circ.memory<64, align 4, space 68>}
  gen.load int32 %x = %a {space = global, memory = #circ.memory<64, align 4, volatile>}
  gen.load int32 %x = %a {space = global, memory = #circ.memory<64>}
  gen.load int32 %x = %a {space = global, memory = #circ.memory<4>}
  gen.ret %x
}
// CHECK:       gen.func @others
// CHECK-NOT:     gen.bra
// CHECK:         gen.ret
