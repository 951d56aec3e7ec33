// RUN: circ-opt %s -p gen-return-in-memory --split-input-file | filecheck %s
// RUN: circ-opt %s -p gen-return-in-memory --split-input-file --remarks -o /dev/null 2>&1 | filecheck %s --check-prefix=REMARK

// More than six results are stored where the hidden first argument says.

gen.func @f(dword, byte) -> (byte, dword, dword, word, dword, dword, bool) {
  %x = gen.register : !gen.reg<dword>
  %b = gen.register : !gen.reg<byte>
  %w = gen.register : !gen.reg<word>
  %c = gen.register : !gen.reg<bool>
  gen.inputs %x, %b
  gen.loadi uint16 %w {value = 5}
  gen.loadi bool %c {value = 1}
  gen.ret %b, %x, %x, %w, %x, %x, %c
}
gen.func @six(dword) -> (dword, dword, dword, dword, dword, dword) {
  %x = gen.register : !gen.reg<dword>
  gen.inputs %x
  gen.ret %x, %x, %x, %x, %x, %x
}
gen.func @g(dword, byte) -> (dword) {
  %x = gen.register : !gen.reg<dword>
  %b = gen.register : !gen.reg<byte>
  %w = gen.register : !gen.reg<word>
  %c = gen.register : !gen.reg<bool>
  gen.inputs %x, %b
  gen.call @f(%x, %b) -> (%b, %x, %x, %w, %x, %x, %c)
  gen.ret %x
}
// REMARK:      return_in_memory.mlir:6:1: remark: results are returned in memory: they exceed the registers [gen-return-in-memory]
// CHECK:       gen.func @f(dword, dword, byte) -> (dword) {
// CHECK:         gen.inputs %[[P:[0-9]+]], %x, %b
// CHECK:         gen.store uint8 %[[P]], %b {space = global, memory = #circ.memory<1>}
// CHECK-NEXT:    gen.loadi uint32 %[[D:[0-9]+]] {value = 4}
// CHECK-NEXT:    gen.add uint32 %[[A:[0-9]+]] = %[[P]], %[[D]]
// CHECK-NEXT:    gen.store uint32 %[[A]], %x {space = global, memory = #circ.memory<4>}
// CHECK:         gen.store bool %{{.*}}, %c {space = global, memory = #circ.memory<1>}
// CHECK-NEXT:    gen.ret %[[P]]
// CHECK:       gen.func @six(dword) -> (dword, dword, dword, dword, dword, dword) {
// CHECK:       gen.func @g(dword, byte) -> (dword) {
// CHECK:         gen.frame uint32 %[[R:[0-9]+]] {size = 28, align = 4}
// CHECK-NEXT:    gen.call @f(%[[R]], %x, %b) -> (%{{.*}})
// CHECK-NEXT:    gen.load uint8 %b = %[[R]] {space = global, memory = #circ.memory<1>}
