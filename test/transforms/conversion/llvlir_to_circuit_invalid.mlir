// RUN: circ-opt %s --split-input-file --verify-diagnostics -p convert-llvlir-to-circuit | filecheck %s

llvlir.func @atomic(%a: !llvlir.a, %x: !llvlir.r<i32>) {
  %old = llvlir.amoadd.I %a, %x : i32
  llvlir.ret
}
// CHECK: llvlir_to_circuit_invalid.mlir:4:3: error: 'llvlir.amoadd.I': this operation in circuits is not supported

// -----

llvlir.func @half(%x: !llvlir.f<f16>) {
  llvlir.ret
}
// CHECK: llvlir_to_circuit_invalid.mlir:11:1: error: 'llvlir.func': a value of type !llvlir.f<f16> is not supported

// -----

llvlir.func @ordered(%a: !llvlir.a) {
  %x = llvlir.ld.I %a, 0 order 4 : i32
  llvlir.ret
}
// CHECK: llvlir_to_circuit_invalid.mlir:19:3: error: 'llvlir.ld.I': a memory order in circuits is not supported

// -----

llvlir.func @wide(%x: !llvlir.r<i64>) {
  %y = llvlir.zext.II %x : i128, i64
  llvlir.ret
}
// CHECK: llvlir_to_circuit_invalid.mlir:27:3: error: 'llvlir.zext.II': a value of type !llvlir.r<i128> is not supported

// -----

llvlir.func @two(%a: !llvlir.a) {
  llvlir.fence order 15
  %n = llvlir.const.I 3 : i24
  %m = llvlir.addi.I %n, 1 : i24
  llvlir.ret
}
// CHECK: llvlir_to_circuit_invalid.mlir:35:3: error: 'llvlir.fence': this operation in circuits is not supported
// CHECK: llvlir_to_circuit_invalid.mlir:36:3: error: 'llvlir.const.I': a value of type !llvlir.r<i24> is not supported
// CHECK: llvlir_to_circuit_invalid.mlir:37:3: error: 'llvlir.addi.I': a value of type !llvlir.r<i24> is not supported
