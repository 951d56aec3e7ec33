// RUN: circ-opt %s -p convert-gen-to-naplespu --split-input-file --verify-diagnostics | filecheck %s

gen.func @wide(qword) {
  %x = gen.register : !gen.reg<qword>
  gen.inputs %x
  gen.ret
}
// CHECK: gen_to_naplespu_errors.mlir:3:1: error: a 64-bit value is not supported on NaplesPU

// -----

gen.func @root(dword) -> (dword) {
  %x = gen.register : !gen.reg<dword>
  gen.inputs %x
  gen.sqr float %x = %x
  gen.ret %x
}
// CHECK: gen_to_naplespu_errors.mlir:15:3: error: 'gen.sqr': the operation is not supported on NaplesPU

// -----

gen.func @unaligned(dword) -> (dword) {
  %x = gen.register : !gen.reg<dword>
  gen.inputs %x
  gen.load int32 %x = %x {space = global, memory = #circ.memory<4, align 2>}
  gen.ret %x
}
// CHECK: gen_to_naplespu_errors.mlir:25:3: error: 'gen.load': an access of 4 bytes aligned to 2 is not supported on NaplesPU

// -----

gen.func @elsewhere(dword) -> (dword) {
  %x = gen.register : !gen.reg<dword>
  gen.inputs %x
  gen.load int32 %x = %x {space = global, memory = #circ.memory<4, space 5>}
  gen.ret %x
}
// CHECK: gen_to_naplespu_errors.mlir:35:3: error: 'gen.load': address space 5 on NaplesPU is not supported

// -----

gen.func @parts(dword) -> (word) {
  %x = gen.register : !gen.reg<dword>
  %y = gen.register : !gen.reg<word>
  %z = gen.register : !gen.reg<word>
  gen.inputs %x
  gen.bitcast uint16 from uint32 %y, %z = %x
  gen.ret %z
}
// CHECK: gen_to_naplespu_errors.mlir:47:3: error: 'gen.bitcast': a bit cast between tuples of registers is not supported on NaplesPU

// -----

gen.func @quotient(dword) -> (dword) {
  %x = gen.register : !gen.reg<dword>
  gen.inputs %x
  gen.div int32 %x = %x, %x
  gen.ret %x
}
// CHECK: gen_to_naplespu_errors.mlir:57:3: error: 'gen.div': an integer division that is not legalized is not supported on NaplesPU

// -----

gen.func @eight(dwordx8) lanes 8 {
  %x = gen.register : !gen.reg<dword>
  gen.inputs %x
  gen.ret
}
// CHECK: gen_to_naplespu_errors.mlir:[[# @LINE - 5]]:1: error: 'gen.func': a function of 8 lanes is not supported

// -----

gen.func @halves(wordx16) -> (wordx16) lanes 16 {
  %x = gen.register : !gen.reg<word>
  gen.inputs %x
  gen.add half %x = %x, %x
  gen.ret %x
}
// CHECK: gen_to_naplespu_errors.mlir:[[# @LINE - 3]]:3: error: 'gen.add': type half is not supported on NaplesPU

// -----

gen.func @several(dwordx16) lanes 16 {
  %x = gen.register : !gen.reg<dword>
  %y = gen.register : !gen.reg<dword>
  gen.inputs %x
  gen.load int32 %x, %y = %x {space = global}
  gen.ret
}
// CHECK: gen_to_naplespu_errors.mlir:[[# @LINE - 3]]:3: error: 'gen.load': several elements a lane are not supported on NaplesPU
