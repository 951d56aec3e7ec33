// RUN: circ-opt %s --split-input-file --verify-diagnostics -p convert-func-to-circuit | filecheck %s

func.func private @__builtin_npu_sqrt(f32) -> f32
// CHECK: intrinsics_invalid.mlir:[[# @LINE - 1]]:1: error: there is no intrinsic '__builtin_npu_sqrt'
// -----
func.func private @__builtin_npu_clzi32(i32) -> i64
// CHECK: intrinsics_invalid.mlir:[[# @LINE - 1]]:1: error: the intrinsic '__builtin_npu_clzi32' is of type int (int), but is declared as (i32) -> i64
// -----
func.func private @"llvm.npu.__builtin_npu_barrier"(i32)
// CHECK: intrinsics_invalid.mlir:[[# @LINE - 1]]:1: error: the intrinsic 'llvm.npu.__builtin_npu_barrier' is of type void (int, int), but is declared as (i32) -> ()
// -----
func.func private @__builtin_npu_shufflei32(vector<16xi32>, vector<16xf32>) -> vector<16xi32>
// CHECK: intrinsics_invalid.mlir:[[# @LINE - 1]]:1: error: the intrinsic '__builtin_npu_shufflei32' is of type v16i32 (v16i32, v16i32), but is declared as (vector<16xi32>, vector<16xf32>) -> vector<16xi32>
// -----
func.func private @__builtin_npu_block_loadv16i32_scratchpad(memref<16xi32>) -> vector<16xi32>
// CHECK: intrinsics_invalid.mlir:[[# @LINE - 1]]:1: error: the intrinsic '__builtin_npu_block_loadv16i32_scratchpad' is of type v16i32 (scratchpad), but is declared as (memref<16xi32>) -> vector<16xi32>
// -----
func.func private @__builtin_npu_block_storev16i8(memref<16xi8, 68>, vector<16xi32>)
// CHECK: intrinsics_invalid.mlir:[[# @LINE - 1]]:1: error: the intrinsic '__builtin_npu_block_storev16i8' is of type void (pointer, v16i32), but is declared as (memref<16xi8, 68 : i64>, vector<16xi32>) -> ()
// -----
func.func private @__builtin_npu_dcacheinv(i32)
// CHECK: intrinsics_invalid.mlir:[[# @LINE - 1]]:1: error: the intrinsic '__builtin_npu_dcacheinv' is not supported: the vendor's compiler has no instruction for it
// -----
func.func private @__builtin_npu_clzi64(i32) -> i32
// CHECK: intrinsics_invalid.mlir:[[# @LINE - 1]]:1: error: the intrinsic '__builtin_npu_clzi64' is not supported: the vendor's compiler has no instruction for it
// -----
func.func @__builtin_npu_ctzi32(%x: i32) -> i32 {
  func.return %x : i32
}
// CHECK: intrinsics_invalid.mlir:[[# @LINE - 3]]:1: error: '__builtin_npu_ctzi32' is the name of an intrinsic, which has no body
// -----
func.func private @__builtin_npu_ctzi32(i32) -> i32
func.func @address() -> i32 {
  %f = func.constant @__builtin_npu_ctzi32 : (i32) -> i32
  %x = arith.constant 1 : i32
  %r = func.call_indirect %f(%x) : (i32) -> i32
  func.return %r : i32
}
// CHECK: intrinsics_invalid.mlir:[[# @LINE - 5]]:3: error: 'func.constant': the address of the intrinsic '__builtin_npu_ctzi32' is not supported
// -----
func.func @allocation() {
  %m = memref.alloca() : memref<4xi32, 68>
  func.return
}
// CHECK: intrinsics_invalid.mlir:[[# @LINE - 3]]:3: error: 'memref.alloca': an allocation in the scratchpad is not supported
// -----
func.func @cast(%m: memref<4xi32, 68>) {
  %n = memref.reinterpret_cast %m to offset: [0], sizes: [4], strides: [1] : memref<4xi32, 68> to memref<4xi32>
  func.return
}
// CHECK: intrinsics_invalid.mlir:[[# @LINE - 3]]:3: error: 'memref.reinterpret_cast': a view of memref<4xi32, 68 : i64> as memref<4xi32> is not supported
// -----
memref.global "private" @elsewhere : memref<4xi32, 5> = uninitialized
// CHECK: intrinsics_invalid.mlir:[[# @LINE - 1]]:1: error: 'memref.global': a global of type memref<4xi32, 5 : i64> is not supported
