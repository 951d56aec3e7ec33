// RUN: circ-opt %s -p "lower-to-naplespu{features=-strided-narrow-loads,-no-gather-scatter,-stores-ignore-mask,-no-cross-product}" -t naplespu-asm | filecheck %s
// RUN: not circ-opt %s -p lower-to-naplespu 2>&1 | filecheck %s --check-prefix=ERROR

func.func private @__builtin_npu_crossprodv16i32(vector<16xi32>, vector<16xi32>) -> vector<16xi32>
func.func private @__builtin_npu_block_loadv16u8(memref<16xi8>) -> vector<16xi32>
func.func private @__builtin_npu_block_storev16i16_masked(memref<16xi16>, vector<16xi32>)
func.func private @__builtin_npu_gather_loadi32_scratchpad(vector<16xi32>) -> vector<16xi32>
func.func private @__builtin_npu_scatter_storei32_scratchpad_masked(vector<16xi32>, vector<16xi32>)

// CHECK-LABEL: all:
// CHECK:         loadg32_scratchpad
// CHECK-NOT:     jmpsr
// CHECK:         load_v16u8 {{v[0-9]+}}, (s0)
// CHECK-NOT:     jmpsr
// CHECK:         crp
// CHECK-NOT:     jmpsr
// CHECK:         store_v16i16.m {{v[0-9]+}}, (s1)
// CHECK-NOT:     jmpsr
// CHECK:         stores32_scratchpad.m
// CHECK-NOT:     jmpsr
// ERROR: intrinsics_without_errata.mlir:[[# @LINE + 4]]:3: error: the intrinsic 'crossprodv16i32' is not supported: the hardware has no unit for it
func.func @all(%a: memref<16xi8>, %b: memref<16xi16>, %places: vector<16xi32>) {
  %x = func.call @__builtin_npu_block_loadv16u8(%a) : (memref<16xi8>) -> vector<16xi32>
  %y = func.call @__builtin_npu_gather_loadi32_scratchpad(%places) : (vector<16xi32>) -> vector<16xi32>
  %z = func.call @__builtin_npu_crossprodv16i32(%x, %y) : (vector<16xi32>, vector<16xi32>) -> vector<16xi32>
  func.call @__builtin_npu_block_storev16i16_masked(%b, %z) : (memref<16xi16>, vector<16xi32>) -> ()
  func.call @__builtin_npu_scatter_storei32_scratchpad_masked(%places, %z) : (vector<16xi32>, vector<16xi32>) -> ()
  return
}
