// RUN: circ-opt %s -p llvlir-legalize --split-input-file --verify-diagnostics | filecheck %s

llvlir.func @element(%x: !llvlir.x<8xf16>, %m: !llvlir.m<8>) -> !llvlir.x<8xf16>
    attributes {circ.signature = (vector<8xf16>, vector<8xi1>) -> vector<8xf16>} {
  %y = llvlir.add.VF %x, %x, %m : 8xf16
  llvlir.ret %y : !llvlir.x<8xf16>
}
// CHECK: vectors_invalid.mlir:3:1: error: 'llvlir.func': a parameter of type !llvlir.x<8xf16> in gen is not supported
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
// CHECK: :19:3: error: 'llvlir.ld.VI': a masked access to address space 68 is not supported
