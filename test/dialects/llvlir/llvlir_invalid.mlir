// RUN: circ-opt %s --split-input-file --verify-diagnostics | filecheck %s

llvlir.func @condition(%x: !llvlir.r<i32>) {
  %y = llvlir.slli.I %x, 32 : i32
  llvlir.ret
}
// CHECK: llvlir_invalid.mlir:4:3: error: 'llvlir.slli.I': immediate must be from 0 to 31, but is 32

// -----

llvlir.func @result(%x: !llvlir.r<i32>) {
  llvlir.ret %x : !llvlir.r<i32>
}
// CHECK: llvlir_invalid.mlir:12:3: error: 'llvlir.ret': must return () as the function says, but returns (!llvlir.r<i32>)

// -----

llvlir.func @dominance(%x: !llvlir.r<i32>) -> !llvlir.r<i32> {
  llvlir.cmpbr.I eq, %x, %x : i32, ^a, ^b
^a:
  %y = llvlir.mv %x : i32
  llvlir.j.L ^b
^b:
  llvlir.ret %y : !llvlir.r<i32>
}
// CHECK: llvlir_invalid.mlir:24:3: error: 'llvlir.ret': operand %y is used where its definition does not dominate

// -----

llvlir.func @passed(%x: !llvlir.r<i32>) {
  llvlir.brtab %x, ^a [^b, ^a]
^a:
  llvlir.ret
^b(%y: !llvlir.r<i32>):
  llvlir.ret
}
// CHECK: 'llvlir.brtab': target 0 takes arguments of types (!llvlir.r<i32>), but is passed ()

// -----

llvlir.func @none(%x: !llvlir.r<i32>) {
  llvlir.brtab %x, ^a []
^a:
  llvlir.ret
}
// CHECK: 'llvlir.brtab': there must be targets, each with a count, but there are 0 with 0
