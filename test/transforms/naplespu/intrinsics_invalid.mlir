// RUN: circ-opt %s -p convert-gen-to-naplespu --split-input-file --verify-diagnostics | filecheck %s

gen.func private @__builtin_npu_barrier(dword)
gen.func @arguments(dword) {
  %x = gen.register : !gen.reg<dword>
  gen.inputs %x
  gen.call @__builtin_npu_barrier(%x) -> ()
  gen.ret
}
// CHECK: intrinsics_invalid.mlir:[[# @LINE - 3]]:3: error: the intrinsic 'barrier' is of type void (int, int)

// -----

gen.func private @__builtin_npu_clzi32(dword)
gen.func @results(dword) {
  %x = gen.register : !gen.reg<dword>
  gen.inputs %x
  gen.call @__builtin_npu_clzi32(%x) -> ()
  gen.ret
}
// CHECK: intrinsics_invalid.mlir:[[# @LINE - 3]]:3: error: the intrinsic 'clzi32' is of type int (int)

// -----

gen.func private @__builtin_npu_popcount(dword)
gen.func @unknown(dword) {
  %x = gen.register : !gen.reg<dword>
  gen.inputs %x
  gen.call @__builtin_npu_popcount(%x) -> ()
  gen.ret
}
// CHECK: intrinsics_invalid.mlir:[[# @LINE - 3]]:3: error: there is no intrinsic '__builtin_npu_popcount'

// -----

gen.func @__builtin_npu_flush(dword) {
  %x = gen.register : !gen.reg<dword>
  gen.inputs %x
  gen.ret
}
// CHECK: intrinsics_invalid.mlir:[[# @LINE - 5]]:1: error: '__builtin_npu_flush' is the name of an intrinsic, which has no body
