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

// -----

llvlir.func @exponent(%x: !llvlir.f<!llvlir.fv<1, 8>>) {
  llvlir.ret
}
// CHECK: error: 'llvlir.func': a float has 2 to 31 bits of exponent, not 1

// -----

llvlir.func @fraction(%x: !llvlir.f<!llvlir.fv<4, 4097>>) {
  llvlir.ret
}
// CHECK: error: 'llvlir.func': a float has 2 to 4096 bits of sign and fraction, not 4097

// -----

llvlir.func @named(%x: !llvlir.f<!llvlir.fv<8, 8>>) {
  llvlir.ret
}
// CHECK: error: 'llvlir.func': fv<8, 8> must be written as bf16

// -----

llvlir.func @mixed(%x: !llvlir.f<f32>) {
  %y = llvlir.neg.F %x : !llvlir.fv<6, 26>
  llvlir.ret
}
// CHECK: error: operand is used with type !llvlir.f<!llvlir.fv<6, 26>>, but has been previously used or defined with type !llvlir.f<f32>

// -----

llvlir.func @wider(%x: !llvlir.x<4x!llvlir.fv<4, 4>>, %m: !llvlir.m<4>) {
  %y = llvlir.mul.VFD %x, %x, %m : 4x!llvlir.fv<4, 4>
  llvlir.ret
}
// CHECK: error: no float type is twice as wide as !llvlir.fv<4, 4>

// -----

llvlir.func @constant() {
  %x = llvlir.const.F 0x20 : !llvlir.fv<3, 2>
  llvlir.ret
}
// CHECK: error: 'llvlir.const.F': immediate must be from 0 to 31, but is 32
