// RUN: circ-opt %s --split-input-file -p gen-reduce-strength | filecheck %s
// RUN: circ-opt %s --split-input-file -p 'gen-reduce-strength{multiplier=4}' | filecheck %s --check-prefix SLOW
// Constants need no divider; 10 is a multiplication, 8 a mask.

gen.func @constants(dword) -> (dword, dword) {
  %n = gen.register : !gen.reg<dword>
  %d = gen.register : !gen.reg<dword>
  %m = gen.register : !gen.reg<dword>
  %q = gen.register : !gen.reg<dword>
  gen.inputs %n
  gen.loadi uint32 %d {value = 10}
  gen.loadi uint32 %m {value = 8}
  gen.div uint32 %q = %n, %d
  gen.rem uint32 %n = %n, %m
  gen.ret %q, %n
}
// CHECK-LABEL: gen.func @constants
// CHECK:         gen.loadi int32 %[[MAGIC:.*]] {value = 3435973837}
// CHECK-NEXT:    gen.mul_hi uint32 %[[HIGH:.*]] = %n, %[[MAGIC]]
// CHECK-NEXT:    gen.loadi int32 %[[SHIFT:.*]] {value = 3}
// CHECK-NEXT:    gen.shr uint32 %[[Q:.*]] = %[[HIGH]], %[[SHIFT]]
// CHECK-NEXT:    gen.mov uint32 %q = %[[Q]]
// CHECK-NEXT:    gen.loadi int32 %[[SEVEN:.*]] {value = 7}
// CHECK-NEXT:    gen.and uint32 %[[R:.*]] = %n, %[[SEVEN]]
// CHECK-NEXT:    gen.mov uint32 %n = %[[R]]
// CHECK-NOT:   gen.func private
// -----
// A register has a constant where one LOADI of several wrote it last on all paths.

gen.func @shared_register(dword, bool) -> (dword) {
  %n = gen.register : !gen.reg<dword>
  %c = gen.register : !gen.reg<bool>
  %d = gen.register : !gen.reg<dword>
  gen.inputs %n, %c
  gen.loadi uint32 %d {value = 32}
  gen.bra_if %c, ^divides, ^other
^divides:
  gen.div uint32 %n = %n, %d
  gen.bra ^after
^other:
  gen.loadi uint32 %d {value = 64}
  gen.div uint32 %n = %n, %d
  gen.bra ^after
^after:
  gen.div uint32 %n = %n, %d
  gen.ret %n
}
// CHECK-LABEL: gen.func @shared_register
// CHECK:       ^divides:
// CHECK-NEXT:    gen.loadi int32 %[[FIVE:.*]] {value = 5}
// CHECK-NEXT:    gen.shr uint32 %[[Q:.*]] = %n, %[[FIVE]]
// CHECK-NEXT:    gen.mov uint32 %n = %[[Q]]
// CHECK-NEXT:    gen.bra ^after
// CHECK-NEXT:  ^other:
// CHECK-NEXT:    gen.loadi uint32 %d {value = 64}
// CHECK-NEXT:    gen.loadi int32 %[[SIX:.*]] {value = 6}
// CHECK-NEXT:    gen.shr uint32 %[[Q:.*]] = %n, %[[SIX]]
// CHECK-NEXT:    gen.mov uint32 %n = %[[Q]]
// CHECK-NEXT:    gen.bra ^after
// CHECK-NEXT:  ^after:
// CHECK-NEXT:    gen.div uint32 %n = %n, %d
// -----
// A factor that no immediate can be takes two instructions to load: outside loops a shift
// and a sum are shorter, in a loop the one in front of it is.

gen.func @products(dword, dword) -> (dword, dword) {
  %n = gen.register : !gen.reg<dword>
  %x = gen.register : !gen.reg<dword>
  %f = gen.register : !gen.reg<dword>
  %g = gen.register : !gen.reg<dword>
  %one = gen.register : !gen.reg<dword>
  %c = gen.register : !gen.reg<bool>
  gen.inputs %n, %x
  gen.loadi int32 %f {value = 65537}
  gen.loadi int32 %g {value = 1025}
  gen.loadi int32 %one {value = 1}
  gen.mul int32 %x = %f, %x
  gen.bra ^loop
^loop:
  gen.mul int32 %x = %x, %g
  gen.sub int32 %n = %n, %one
  gen.ne int32 %c = %n, %one
  gen.bra_if %c, ^loop, ^after
^after:
  gen.ret %n, %x
}
// CHECK-LABEL: gen.func @products
// CHECK:         gen.shl int32 %[[S:.*]] = %x, %{{.*}}
// CHECK-NEXT:    gen.add int32 %[[P:.*]] = %[[S]], %x
// CHECK-NEXT:    gen.mov int32 %x = %[[P]]
// CHECK:       ^loop:
// CHECK-NEXT:    gen.mul int32 %x = %x, %g
// SLOW-LABEL:  gen.func @products
// SLOW:        ^loop:
// SLOW-NEXT:     gen.loadi int32 %[[TEN:.*]] {value = 10}
// SLOW-NEXT:     gen.shl int32 %[[T:.*]] = %x, %[[TEN]]
// SLOW-NEXT:     gen.add int32 %[[Q:.*]] = %[[T]], %x
// SLOW-NEXT:     gen.mov int32 %x = %[[Q]]
// -----
// In all lanes, and in bytes; the upper half of a product by a power of two is a shift.

gen.func @lanes(wordx16, byte) -> (wordx16, byte) lanes 16 {
  %v = gen.register : !gen.reg<word>
  %b = gen.register : !gen.reg<byte uniform>
  %f = gen.register : !gen.reg<word>
  %g = gen.register : !gen.reg<byte uniform>
  gen.inputs %v, %b
  gen.loadi int16 %f {value = 2048}
  gen.loadi int8 %g {value = 16}
  gen.mul int16 %v = %v, %f
  gen.mul_hi int8 %b = %b, %g
  gen.ret %v, %b
}
// CHECK-LABEL: gen.func @lanes
// CHECK:         gen.shl int16 %[[Q:.*]] = %v, %{{.*}}
// CHECK-NEXT:    gen.mov int16 %v = %[[Q]]
// CHECK:         gen.asr int8 %b = %b, %{{.*}}
