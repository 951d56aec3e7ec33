// RUN: circ-opt %s --split-input-file --verify-diagnostics -p convert-llvlir-to-gen | filecheck %s

llvlir.func @funnel(%x: !llvlir.r<i32>) -> !llvlir.r<i32> {
  %y = llvlir.fsll.I %x, %x, %x : i32
  llvlir.ret %y : !llvlir.r<i32>
}
// CHECK: llvlir_to_gen_invalid.mlir:4:3: error: 'llvlir.fsll.I': this operation in gen is not supported

// -----

llvlir.func @odd(%x: !llvlir.r<i32>) {
  %y = llvlir.trunc.II %x : i24, i32
  llvlir.ret
}
// CHECK: llvlir_to_gen_invalid.mlir:12:3: error: 'llvlir.trunc.II': a value of type !llvlir.r<i24> in gen is not supported

// -----

llvlir.func @rounded(%x: !llvlir.f<f32>) {
  %y = llvlir.add.F %x, %x round rtz : f32
  llvlir.ret
}
// CHECK: llvlir_to_gen_invalid.mlir:20:3: error: 'llvlir.add.F': rounding mode rtz in gen is not supported

// -----

llvlir.func @distance(%a: !llvlir.a, %n: !llvlir.r<i1>) {
  %p = llvlir.addp.I %a, %n : i1
  llvlir.ret
}
// CHECK: llvlir_to_gen_invalid.mlir:28:3: error: 'llvlir.addp.I': a distance of one bit in gen is not supported
