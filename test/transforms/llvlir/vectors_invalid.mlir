// RUN: circ-opt %s -p llvlir-legalize --split-input-file --verify-diagnostics | filecheck %s

llvlir.func @element(%x: !llvlir.x<8xi24>, %m: !llvlir.m<8>) -> !llvlir.x<8xi32> {
  %y = llvlir.zext.VII %x, %m : 8xi32, i24
  llvlir.ret %y : !llvlir.x<8xi32>
}
// CHECK: vectors_invalid.mlir:4:3: error: 'llvlir.zext.VII': a value of type !llvlir.x<8xi24> in gen is not supported
// -----

llvlir.func @product(%x: !llvlir.x<8xi64>, %m: !llvlir.m<8>) -> !llvlir.x<8xi128> {
  %y = llvlir.mul.VID %x, %x, %m : 8xi64
  llvlir.ret %y : !llvlir.x<8xi128>
}
// CHECK: :11:3: error: 'llvlir.mul.VID': a value of type !llvlir.x<8xi128> in gen is not supported
// -----

// Nothing computes a fused product of binary64 on a machine of 32 bits.

llvlir.func @fused(%x: !llvlir.x<8xf64>, %m: !llvlir.m<8>) -> !llvlir.x<8xf64> {
  %y = llvlir.madd.VF %x, %x, %x, %m : 8xf64
  llvlir.ret %y : !llvlir.x<8xf64>
}
// CHECK: :20:3: error: 'llvlir.madd.VF': this operation in gen is not supported
// -----

llvlir.func @order(%p: !llvlir.a, %m: !llvlir.m<8>) -> !llvlir.x<8xi32> {
  %y = llvlir.ld.VI %p, 0, %m order 15 : 8xi32
  llvlir.ret %y : !llvlir.x<8xi32>
}
// CHECK: llvlir.fence order 15
// -----

llvlir.func @space(%p: !llvlir.a, %m: !llvlir.m<4>) -> !llvlir.x<4xi64> {
  %y = llvlir.ld.VI %p, 0, %m memory<8, space 68> : 4xi64
  llvlir.ret %y : !llvlir.x<4xi64>
}
// CHECK: :34:3: error: 'llvlir.ld.VI': a masked access to address space 68 is not supported
// -----

// A mask of four bits is one of a register that has more, or of a constant.

llvlir.func @mask(%b: !llvlir.r<i128>) -> !llvlir.m<128> {
  %m = llvlir.mvm %b : i128
  llvlir.ret %m : !llvlir.m<128>
}
// CHECK: :43:3: error: 'llvlir.mvm': a value of type !llvlir.r<i128> in gen is not supported
