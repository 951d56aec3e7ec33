// RUN: circ-opt %s -p convert-gen-to-naplespu | filecheck %s

// A loop: registers that have two definitions become block arguments; constants are
// loaded where they are used, once a block.
gen.func @sum(dword, dword) -> (dword) {
  %p = gen.register : !gen.reg<dword>
  %n = gen.register : !gen.reg<dword>
  %i = gen.register : !gen.reg<dword>
  %s = gen.register : !gen.reg<dword>
  %a = gen.register : !gen.reg<dword>
  %k = gen.register : !gen.reg<dword>
  %c = gen.register : !gen.reg<bool>
  gen.inputs %p, %n
  gen.loadi int32 %i {value = 0}
  gen.loadi int32 %s {value = 0}
  gen.bra ^head
^head:
  gen.lt int32 %c = %i, %n
  gen.bra_if %c, ^body, ^exit
^body:
  gen.loadi int32 %k {value = 2}
  gen.shl uint32 %a = %i, %k
  gen.add uint32 %a = %p, %a
  gen.loadi int32 %k {value = 8}
  gen.add uint32 %a = %a, %k
  gen.load int32 %k = %a {space = global}
  gen.add int32 %s = %s, %k
  gen.loadi int32 %k {value = 100000}
  gen.add int32 %s = %s, %k
  gen.loadi int32 %k {value = 1}
  gen.add int32 %i = %i, %k
  gen.bra ^head
^exit:
  gen.ret %s
}

// CHECK:       naplespu.func @sum {
// CHECK-NEXT:  ^bb0(%p: !naplespu.scalar, %n: !naplespu.scalar):
// CHECK-NEXT:    %[[Z:[0-9]+]] = naplespu.LoadI32 0 : !naplespu.scalar
// CHECK-NEXT:    naplespu.JMP ^bb1
// CHECK-NEXT:  ^bb1(%i: !naplespu.scalar, %s: !naplespu.scalar):
// CHECK-NEXT:    naplespu.SLTSISSS_32(%i, %n)
// CHECK-NEXT:    naplespu.BNEZ
// CHECK-NEXT:  ^bb2:
// CHECK-NEXT:    %[[TWO:[0-9]+]] = naplespu.LoadI32 2
// CHECK-NEXT:    naplespu.SLLSSS_32(%i, %[[TWO]])
// CHECK-NEXT:    naplespu.ADDSSS_32(%p,
// CHECK-NEXT:    naplespu.LoadI32 8
// CHECK-NEXT:    %[[AT:[0-9]+]] = naplespu.ADDSSS_32(
// CHECK-NEXT:    naplespu.L32W_Mainmem(%[[AT]]), 0
// CHECK-NEXT:    naplespu.ADDSSS_32(%s,
// CHECK-NEXT:    naplespu.LoadI32 100000
// CHECK-NEXT:    naplespu.ADDSSS_32(
// CHECK-NEXT:    naplespu.LoadI32 1 :
// CHECK-NEXT:    naplespu.ADDSSS_32(%i,
// CHECK-NEXT:    naplespu.JMP ^bb1

// Bytes keep what is above them until something reads it; a byte that a load extended
// is not extended again. No conditional move: two exclusive ors and a multiplication.
gen.func @bytes(dword, byte) -> (byte, bool) {
  %p = gen.register : !gen.reg<dword>
  %x = gen.register : !gen.reg<byte>
  %y = gen.register : !gen.reg<byte>
  %c = gen.register : !gen.reg<bool>
  gen.inputs %p, %x
  gen.load int8 %y = %p {space = global}
  gen.add int8 %x = %x, %y
  gen.lt int8 %c = %x, %y
  gen.sel int8 %x = %c, %x, %y
  gen.ret %x, %c
}

// CHECK:       naplespu.func @bytes {
// CHECK:         %[[Y:[0-9]+]] = naplespu.L32BS_Mainmem(%p), 0
// CHECK-NEXT:    %[[X:[0-9]+]] = naplespu.ADDSSS_32(%x, %[[Y]])
// CHECK-NEXT:    %[[E:[0-9]+]] = naplespu.SEXT8_32SS(%[[X]])
// CHECK-NEXT:    %[[C:[0-9]+]] = naplespu.SLTSISSS_32(%[[E]], %[[Y]])
// CHECK-NEXT:    %[[D:[0-9]+]] = naplespu.XORSSS_32(%[[X]], %[[Y]])
// CHECK-NEXT:    %[[M:[0-9]+]] = naplespu.MULLSSS_32(%[[D]], %[[C]])
// CHECK-NEXT:    %[[R:[0-9]+]] = naplespu.XORSSS_32(%[[M]], %[[Y]])
// CHECK-NEXT:    naplespu.JRET %[[R]], %[[C]]

// A float comparison is all ones in its low half, a bool one bit. One is not negative.
gen.func @floats(dword, dword) -> (bool) {
  %x = gen.register : !gen.reg<dword>
  %y = gen.register : !gen.reg<dword>
  %c = gen.register : !gen.reg<bool>
  gen.inputs %x, %y
  gen.abs float %y = %y
  gen.lt float %c = %x, %y
  gen.bra_if %c, ^same, ^other
^same:
  gen.ret %c
^other:
  gen.eq float %c = %x, %y
  gen.ret %c
}

// CHECK:       naplespu.func @floats {
// CHECK:         %[[A:[0-9]+]] = naplespu.ANDSSS_32(%y, %{{.*}})
// CHECK-NEXT:    %[[F:[0-9]+]] = naplespu.SLTFOSSS_32(%x, %[[A]])
// CHECK-NEXT:    %[[ONE:[0-9]+]] = naplespu.LoadI32 1
// CHECK-NEXT:    %[[B:[0-9]+]] = naplespu.ANDSSS_32(%[[F]], %[[ONE]])
// CHECK-NEXT:    naplespu.BNEZ %[[B]]

// Address space 68 is the scratchpad.
gen.func @scratchpad(dword) {
  %p = gen.register : !gen.reg<dword>
  %x = gen.register : !gen.reg<byte>
  gen.inputs %p
  gen.load uint8 %x = %p {space = local, memory = #circ.memory<1, space 68>}
  gen.store uint8 %p, %x {space = local, memory = #circ.memory<1, space 68>}
  gen.ret
}

// CHECK:       naplespu.func @scratchpad {
// CHECK:         %[[X:[0-9]+]] = naplespu.L32BU_Scratchpad(%p), 0
// CHECK-NEXT:    naplespu.S32B_Scratchpad(%[[X]], %p), 0
