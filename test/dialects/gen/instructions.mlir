// RUN: CIRC_ROUNDTRIP
// Every form of text that an instruction can have.

gen.func private @print(dword)
gen.global @table 16 align 4 = "01020304"
gen.func @f(dword, bool) -> (dword) attributes {circ.signature = (i32, i1) -> i32} {
  %x = gen.register : !gen.reg<dword>
  %p = gen.register : !gen.reg<bool uniform>
  %y = gen.register {note = 1 : i32} : !gen.reg<dword>
  %s = gen.register special "stack_pointer" : !gen.reg<dword>
  %b = gen.register : !gen.reg<byte>
  gen.inputs %x, %p
  gen.add int32 %y = %x, %x
  gen.loadi uint32 %y {value = 5} attributes {note = 1 : i32}
  gen.load int32 %y, %x = %x {space = global, bti = 2, memory = #circ.memory<4, align 2>}
  gen.store int32 %x, %y, %x {space = global, dynamic_bti}
  gen.cvt int8 from int32 %b = %x
  gen.symbol uint32 %y {symbol = @table}
  gen.frame uint32 %s {size = 4, align = 4}
  gen.simd_size uint32 %y
  gen.atomic uint32 %y = %x, %y {operation = ADD, space = local, bti = 254}
  gen.sync {mask = 7}
  gen.wait
  gen.call @f(%x, %p) -> (%y)
  gen.call @print(%x)
  gen.call_indirect %y(%x) -> (%x)
  gen.bra_if %p, ^bb1, ^bb2 weights array<i32: 3, 1>
^bb1:
  gen.bra ^bb2
^bb2:
  gen.ret %y
}

// CHECK:      gen.func private @print(dword)
// CHECK-NEXT: gen.global @table 16 align 4 = "01020304"
// CHECK-NEXT: gen.func @f(dword, bool) -> (dword) attributes {circ.signature = (i32, i1) -> i32} {
// CHECK-NEXT:   %x = gen.register : !gen.reg<dword>
// CHECK-NEXT:   %p = gen.register : !gen.reg<bool uniform>
// CHECK-NEXT:   %y = gen.register {note = 1 : i32} : !gen.reg<dword>
// CHECK-NEXT:   %s = gen.register special "stack_pointer" : !gen.reg<dword>
// CHECK-NEXT:   %b = gen.register : !gen.reg<byte>
// CHECK-NEXT:   gen.inputs %x, %p
// CHECK-NEXT:   gen.add int32 %y = %x, %x
// CHECK-NEXT:   gen.loadi uint32 %y {value = 5} attributes {note = 1 : i32}
// CHECK-NEXT:   gen.load int32 %y, %x = %x {space = global, bti = 2, memory = #circ.memory<4, align 2>}
// CHECK-NEXT:   gen.store int32 %x, %y, %x {space = global, dynamic_bti}
// CHECK-NEXT:   gen.cvt int8 from int32 %b = %x
// CHECK-NEXT:   gen.symbol uint32 %y {symbol = @table}
// CHECK-NEXT:   gen.frame uint32 %s {size = 4, align = 4}
// CHECK-NEXT:   gen.simd_size uint32 %y
// CHECK-NEXT:   gen.atomic uint32 %y = %x, %y {operation = ADD, space = local, bti = 254}
// CHECK-NEXT:   gen.sync {mask = 7}
// CHECK-NEXT:   gen.wait
// CHECK-NEXT:   gen.call @f(%x, %p) -> (%y)
// CHECK-NEXT:   gen.call @print(%x)
// CHECK-NEXT:   gen.call_indirect %y(%x) -> (%x)
// CHECK-NEXT:   gen.bra_if %p, ^bb{{[0-9]+}}, ^bb{{[0-9]+}} weights array<i32: 3, 1>
// CHECK-NEXT: ^bb{{[0-9]+}}:
// CHECK-NEXT:   gen.bra ^bb{{[0-9]+}}
// CHECK-NEXT: ^bb{{[0-9]+}}:
// CHECK-NEXT:   gen.ret %y
