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
// Numbers of 64 bits are two words; quotients of floats stay.

gen.func @others(qword, dword) -> (qword, dword) {
  %n = gen.register : !gen.reg<qword>
  %x = gen.register : !gen.reg<dword>
  gen.inputs %n, %x
  gen.div int64 %n = %n, %n
  gen.div float %x = %x, %x
  gen.xor int64 %n = %n, %n
  gen.ret %n, %x
}
// CHECK-LABEL: gen.func @others(dword, dword, dword) -> (dword, dword, dword)
// CHECK:         gen.inputs %n_low, %n_high, %x
// CHECK-NEXT:    gen.call @__circ_sdiv64(%n_low, %n_high, %n_low, %n_high) -> (%[[L:.*]], %[[H:.*]])
// CHECK-NEXT:    gen.mov int32 %n_low = %[[L]]
// CHECK-NEXT:    gen.mov int32 %n_high = %[[H]]
// CHECK-NEXT:    gen.div float %x = %x, %x
// CHECK-NEXT:    gen.xor uint32 %[[L:.*]] = %n_low, %n_low
// CHECK-NEXT:    gen.xor uint32 %[[H:.*]] = %n_high, %n_high
// CHECK:         gen.ret %n_low, %n_high, %x
// CHECK:       gen.func private @__circ_sdiv64
// CHECK:       gen.func private @__circ_udiv64
// CHECK-NOT:   gen.func private
// -----
// What the library has is called; a float's remainder needs one of integers in its turn.

gen.func @calls(dword) -> (dword) {
  %x = gen.register : !gen.reg<dword>
  gen.inputs %x
  gen.sqr float %x = %x
  gen.rem float %x = %x, %x
  gen.sin float %x = %x
  gen.ret %x
}
// CHECK-LABEL: gen.func @calls
// CHECK:         gen.call @__circ_sqrt_f32(%x) -> (%[[R:.*]])
// CHECK-NEXT:    gen.mov int32 %x = %[[R]]
// CHECK-NEXT:    gen.call @__circ_fmod_f32(%x, %x) -> (%[[R:.*]])
// CHECK-NEXT:    gen.mov int32 %x = %[[R]]
// CHECK-NEXT:    gen.call @__circ_sin_f32(%x) -> (%[[R:.*]])
// CHECK:       gen.func private @__circ_sqrt_f32
// CHECK:       gen.func private @__circ_fmod_f32
// CHECK-NOT:   gen.rem
// CHECK:       gen.func private @__circ_sin_f32
// CHECK-NOT:   gen.func private
// -----
// Other instructions are what they mean, in one lane and in all; all of a tuple is read
// before any of it is written.

gen.func @meant(dword, bytex16) -> (dword, bytex16) lanes 16 {
  %x = gen.register : !gen.reg<dword uniform>
  %y = gen.register : !gen.reg<byte>
  gen.inputs %x, %y
  gen.hadd uint32 %x = %x, %x
  gen.hadd int8 %y = %y, %y
  gen.ret %x, %y
}
// CHECK-LABEL: gen.func @meant
// CHECK:         gen.xor uint32 %[[D:.*]] = %x, %x
// CHECK:         gen.shr uint32 %[[H:.*]] = %[[D]], %{{.*}}
// CHECK-NEXT:    gen.and uint32 %[[B:.*]] = %x, %x
// CHECK-NEXT:    gen.add uint32 %[[S:.*]] = %[[B]], %[[H]]
// CHECK-NEXT:    gen.mov int32 %x = %[[S]]
// CHECK:         gen.xor uint8 %[[D:.*]] = %y, %y
// CHECK:         gen.asr int8 %[[H:.*]] = %[[D]], %{{.*}}
// CHECK:         gen.mov int8 %y
// -----
gen.func @exchange(word, word) -> (dword, word, word) {
  %a = gen.register : !gen.reg<word>
  %b = gen.register : !gen.reg<word>
  %c = gen.register : !gen.reg<dword>
  gen.inputs %a, %b
  gen.bitcast uint32 from uint16 %c = %a, %b
  gen.bitcast uint16 from uint16 %a, %b = %b, %a
  gen.ret %c, %a, %b
}
// CHECK-LABEL: gen.func @exchange
// CHECK:         gen.mov int16 %[[B:.*]] = %b
// CHECK-NEXT:    gen.mov int16 %[[A:.*]] = %a
// CHECK-NEXT:    gen.mov int16 %a = %[[B]]
// CHECK-NEXT:    gen.mov int16 %b = %[[A]]
// -----
gen.func @__circ_udiv32(dword, dword) -> (dword) {
  %a = gen.register : !gen.reg<dword>
  %b = gen.register : !gen.reg<dword>
  gen.inputs %a, %b
  gen.div uint32 %a = %a, %b
  gen.ret %a
}
// CHECK: legalize.mlir:[[# @LINE - 7]]:1: error: 'gen.func': @__circ_udiv32 is a name of the run-time library
