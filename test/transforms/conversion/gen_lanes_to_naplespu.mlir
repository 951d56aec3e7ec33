// RUN: circ-opt %s -p convert-gen-to-naplespu,naplespu-dead-code --split-input-file | filecheck %s

// Registers of all lanes are vectors, those of bools masks in scalar registers. What is
// the same in all lanes stays scalar; a comparison and a selection by it; sixteen words.
gen.func @mixed(dwordx16, dword, boolx16) -> (dwordx16, boolx16) lanes 16 {
  %v = gen.register : !gen.reg<dword>
  %u = gen.register : !gen.reg<dword uniform>
  %m = gen.register : !gen.reg<bool>
  %k = gen.register : !gen.reg<dword>
  %s = gen.register : !gen.reg<dword>
  %c = gen.register : !gen.reg<bool>
  gen.inputs %v, %u, %m
  gen.loadi int32 %k {value = 3}
  gen.mul int32 %k = %u, %k
  gen.add int32 %s = %v, %k
  gen.lt int32 %c = %s, %u
  gen.and bool %c = %c, %m
  gen.sel int32 %s = %c, %s, %v
  gen.ret %s, %c
}
// CHECK:       naplespu.func @mixed {
// CHECK-NEXT:  ^bb0(%v: !naplespu.vector, %u: !naplespu.scalar, %m: !naplespu.scalar):
// CHECK-NEXT:    %0 = naplespu.LoadI32 3
// CHECK-NEXT:    %1 = naplespu.MULLSSS_32(%u, %0)
// CHECK-NEXT:    %2 = naplespu.ADDVVS_U_32(%v, %1)
// CHECK-NEXT:    %3 = naplespu.SLTSISVS_U_32(%2, %u)
// CHECK-NEXT:    %4 = naplespu.ANDSSS_32(%3, %m)
// CHECK-NEXT:    %5 = naplespu.SELECTV %4, %2, %v
// CHECK-NEXT:    naplespu.JRET %5, %4 : !naplespu.vector, !naplespu.scalar

// -----

// An access of elements in a row, aligned; the number of a lane is not computed for it.
gen.func @row(dword) lanes 16 {
  %p = gen.register : !gen.reg<dword uniform>
  %k = gen.register : !gen.reg<dword uniform>
  %a = gen.register : !gen.reg<dword>
  %x = gen.register : !gen.reg<dword>
  gen.inputs %p
  gen.loadi uint32 %k {value = 4}
  gen.simd_id uint32 %a
  gen.mul uint32 %a = %a, %k
  gen.add uint32 %a = %p, %a
  gen.load float %x = %a {space = global, memory = #circ.memory<64>}
  gen.add float %x = %x, %x
  gen.store float %a, %x {space = global, memory = #circ.memory<64>}
  gen.ret
}
// CHECK:       naplespu.func @row {
// CHECK-NEXT:  ^bb0(%p: !naplespu.scalar):
// CHECK-NEXT:    %0 = naplespu.LV32WMainmem_U(%p), 0 memory <64>
// CHECK-NEXT:    %1 = naplespu.ADDFVVV_U_32(%0, %0)
// CHECK-NEXT:    naplespu.SV32WMainmem_U(%1, %p), 0 memory <64>
// CHECK-NEXT:    naplespu.JRET

// -----

// Lanes of constants are constant: a mask, one lane of a vector, an object in memory.
gen.func @constants(dword) -> (dwordx16, dwordx16) lanes 16 {
  %u = gen.register : !gen.reg<dword uniform>
  %n = gen.register : !gen.reg<dword>
  %k = gen.register : !gen.reg<dword>
  %c = gen.register : !gen.reg<bool>
  %x = gen.register : !gen.reg<dword>
  %y = gen.register : !gen.reg<dword>
  gen.inputs %u
  gen.simd_id uint32 %n
  gen.loadi uint32 %k {value = 2}
  gen.eq uint32 %c = %n, %k
  gen.sel uint32 %x = %c, %u, %k
  gen.sel uint32 %y = %c, %n, %k
  gen.shl uint32 %n = %n, %k
  gen.add uint32 %y = %n, %y
  gen.ret %x, %y
}
// CHECK:       naplespu.func @constants {
// CHECK-NEXT:  ^bb0(%u: !naplespu.scalar):
// CHECK-NEXT:    %0 = naplespu.splat_constant 2 : !naplespu.vector
// CHECK-NEXT:    %1 = naplespu.InsertELT32 %0, %u lane #builtin.int<2>
// CHECK-NEXT:    %2 = naplespu.load_lanes [2, 6, 10, 14, 18, 22, 26, 30, 34, 38, 42, 46, 50, 54, 58, 62]
// CHECK-NEXT:    naplespu.JRET %1, %2

// -----

// A loop: a vector is a block argument, calls have vectors too.
gen.func private @other(dwordx16, dword) -> (dwordx16)

gen.func @loop(dwordx16, dword) -> (dwordx16) lanes 16 {
  %v = gen.register : !gen.reg<dword>
  %n = gen.register : !gen.reg<dword uniform>
  %k = gen.register : !gen.reg<dword uniform>
  %c = gen.register : !gen.reg<bool uniform>
  gen.inputs %v, %n
  gen.bra ^body
^body:
  gen.call @other(%v, %n) -> (%v)
  gen.loadi int32 %k {value = 1}
  gen.sub int32 %n = %n, %k
  gen.loadi int32 %k {value = 0}
  gen.ne int32 %c = %n, %k
  gen.bra_if %c, ^body, ^exit
^exit:
  gen.ret %v
}
// CHECK:       naplespu.func @loop {
// CHECK:         naplespu.JMP ^bb1(%v, %n : !naplespu.vector, !naplespu.scalar)
// CHECK-NEXT:  ^bb1(%[[V:[a-z0-9_]+]]: !naplespu.vector, %[[N:[a-z0-9_]+]]: !naplespu.scalar):
// CHECK-NEXT:    %[[W:[a-z0-9_]+]] = naplespu.JMPSR_OFF @other(%[[V]], %[[N]])
// CHECK:         naplespu.JRET %[[W]] : !naplespu.vector
