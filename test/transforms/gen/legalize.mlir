// RUN: circ-opt %s --split-input-file --verify-diagnostics -p gen-legalize | filecheck %s
// A division by a variable is a call of a function that is added once.

gen.func @quotients(dword, dword) -> (dword, dword) {
  %a = gen.register : !gen.reg<dword>
  %b = gen.register : !gen.reg<dword>
  %q = gen.register : !gen.reg<dword>
  %p = gen.register : !gen.reg<dword>
  gen.inputs %a, %b
  gen.div uint32 %q = %a, %b
  gen.div uint32 %p = %b, %a
  gen.ret %q, %p
}
// CHECK-LABEL: gen.func @quotients
// CHECK:         gen.call @__circ_udiv32(%a, %b) -> (%[[Q:.*]])
// CHECK-NEXT:    gen.mov uint32 %q = %[[Q]]
// CHECK-NEXT:    gen.call @__circ_udiv32(%b, %a) -> (%[[P:.*]])
// CHECK-NEXT:    gen.mov uint32 %p = %[[P]]
// CHECK-NEXT:    gen.ret
// CHECK:       gen.func private @__circ_udiv32(dword, dword) -> (dword)
// CHECK-NOT:   gen.func private
// -----
// Quotient and remainder of the same registers are one division.

gen.func @both(dword, dword) -> (dword, dword) {
  %a = gen.register : !gen.reg<dword>
  %b = gen.register : !gen.reg<dword>
  %q = gen.register : !gen.reg<dword>
  %r = gen.register : !gen.reg<dword>
  gen.inputs %a, %b
  gen.rem int32 %r = %a, %b
  gen.div int32 %q = %a, %b
  gen.ret %q, %r
}
// CHECK-LABEL: gen.func @both
// CHECK:         gen.call @__circ_sdiv32(%a, %b) -> (%[[Q:.*]])
// CHECK-NEXT:    gen.mul int32 %[[M:.*]] = %[[Q]], %b
// CHECK-NEXT:    gen.sub int32 %[[R:.*]] = %a, %[[M]]
// CHECK-NEXT:    gen.mov int32 %r = %[[R]]
// CHECK-NEXT:    gen.mov int32 %q = %[[Q]]
// CHECK-NEXT:    gen.ret
// CHECK:       gen.func private @__circ_sdiv32
// CHECK-NOT:   gen.func private
// -----
// Bytes and words are divided as dwords of their signedness.

gen.func @narrow(byte, byte) -> (byte) {
  %a = gen.register : !gen.reg<byte>
  %b = gen.register : !gen.reg<byte>
  gen.inputs %a, %b
  gen.rem int8 %a = %a, %b
  gen.ret %a
}
// CHECK-LABEL: gen.func @narrow
// CHECK:         gen.cvt int32 from int8 %[[A:.*]] = %a
// CHECK-NEXT:    gen.cvt int32 from int8 %[[B:.*]] = %b
// CHECK-NEXT:    gen.call @__circ_srem32(%[[A]], %[[B]]) -> (%[[R:.*]])
// CHECK-NEXT:    gen.cvt int8 from int32 %a = %[[R]]
// -----
// 64 bits stay, and quotients of floats.

gen.func @others(qword, dword) -> (qword, dword) {
  %n = gen.register : !gen.reg<qword>
  %x = gen.register : !gen.reg<dword>
  gen.inputs %n, %x
  gen.div int64 %n = %n, %n
  gen.div float %x = %x, %x
  gen.ret %n, %x
}
// CHECK-LABEL: gen.func @others
// CHECK:         gen.div int64 %n = %n, %n
// CHECK-NEXT:    gen.div float %x = %x, %x
// CHECK-NOT:   gen.func private
// -----
// A float's remainder needs one of integers in its turn, in place; roots of doubles stay.

gen.func @calls(dword, qword) -> (dword, qword) {
  %x = gen.register : !gen.reg<dword>
  %y = gen.register : !gen.reg<qword>
  gen.inputs %x, %y
  gen.sqr float %x = %x
  gen.rem float %x = %x, %x
  gen.sqr double %y = %y
  gen.ret %x, %y
}
// CHECK-LABEL: gen.func @calls
// CHECK:         gen.call @__circ_sqrt_f32(%x) -> (%x)
// CHECK-NEXT:    gen.call @__circ_fmod_f32(%x, %x) -> (%x)
// CHECK-NEXT:    gen.sqr double %y = %y
// CHECK:       gen.func private @__circ_sqrt_f32
// CHECK:       gen.func private @__circ_fmod_f32
// CHECK-NOT:   gen.rem
// CHECK-NOT:   gen.func private
// -----
gen.func @__circ_udiv32(dword, dword) -> (dword) {
  %a = gen.register : !gen.reg<dword>
  %b = gen.register : !gen.reg<dword>
  gen.inputs %a, %b
  gen.div uint32 %a = %a, %b
  gen.ret %a
}
// CHECK: legalize.mlir:[[# @LINE - 7]]:1: error: 'gen.func': @__circ_udiv32 is a name of the run-time library
