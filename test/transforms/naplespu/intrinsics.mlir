// RUN: circ-opt %s -p "lower-to-gen,convert-gen-to-naplespu" | filecheck %s

func.func private @__builtin_npu_read_control_reg(i32) -> i32
func.func private @__builtin_npu_write_control_reg(i32, i32)
func.func private @__builtin_npu_barrier(i32, i32)
func.func private @__builtin_npu_flush(index)
func.func private @__builtin_npu_write_mask_reg(i32)
func.func private @__builtin_npu_read_mask_reg() -> i32
func.func private @__builtin_npu_vector_mixi32(vector<16xi32>, vector<16xi32>) -> vector<16xi32>
func.func private @__builtin_npu_block_storev16i32_scratchpad_masked(memref<16xi32, 68>, vector<16xi32>)
func.func private @__builtin_npu_block_storev16i8_masked(memref<16xi8>, vector<16xi32>)

// CHECK-LABEL: naplespu.func @control
// CHECK:         %{{.*}} = naplespu.READCR(%index) : (!naplespu.scalar) -> !naplespu.scalar
// CHECK-NEXT:    naplespu.WRITECR(%{{.*}}, %index) : (!naplespu.scalar, !naplespu.scalar) -> ()
// CHECK-NEXT:    naplespu.BARRIER(%index, %{{.*}}) : (!naplespu.scalar, !naplespu.scalar) -> ()
// CHECK-NEXT:    naplespu.FLUSH(%line) : (!naplespu.scalar) -> ()
func.func @control(%index: i32, %line: index) -> i32 {
  %v = func.call @__builtin_npu_read_control_reg(%index) : (i32) -> i32
  func.call @__builtin_npu_write_control_reg(%v, %index) : (i32, i32) -> ()
  func.call @__builtin_npu_barrier(%index, %v) : (i32, i32) -> ()
  func.call @__builtin_npu_flush(%line) : (index) -> ()
  return %v : i32
}

// The program's mask is in the high half of rm, inverted.
// CHECK-LABEL: naplespu.func @mask
// CHECK:         [[HIGH:%.*]] = naplespu.SLLSSI(%m), 16
// CHECK-NEXT:    [[RM:%.*]] = naplespu.XORSSI([[HIGH]]), -1
// CHECK-NEXT:    naplespu.WRITEMR([[RM]]) {circ.enables_all}
// CHECK-NEXT:    [[READ:%.*]] = naplespu.READMR()
// CHECK-NEXT:    [[NOT:%.*]] = naplespu.XORSSI([[READ]]), -1
// CHECK-NEXT:    %{{.*}} = naplespu.SRLSSI([[NOT]]), 16
func.func @mask(%m: i32) -> i32 {
  func.call @__builtin_npu_write_mask_reg(%m) : (i32) -> ()
  %r = func.call @__builtin_npu_read_mask_reg() : () -> i32
  return %r : i32
}

// CHECK-LABEL: naplespu.func @masked
// CHECK:         [[MASK:%.*]] = naplespu.SRLSSI(%{{.*}}), 16
// CHECK-NEXT:    [[MIXED:%.*]] = naplespu.SELECTV [[MASK]], %v, %w
// CHECK:         naplespu.under_mask "SV32WScratchpad_M" %{{.*}} : !naplespu.scalar([[MIXED]], %{{.*}} : !naplespu.vector, !naplespu.scalar) imm #builtin.int<0> memory <64, align 4, space 68>
// CHECK:         naplespu.JMPSR_OFF @__circ_npu_store_i8(%a, [[MIXED]], %{{.*}}) : (!naplespu.scalar, !naplespu.vector, !naplespu.scalar) -> ()
memref.global "private" @pad : memref<16xi32, 68> = uninitialized
func.func @masked(%v: vector<16xi32>, %w: vector<16xi32>, %a: memref<16xi8>) {
  %mixed = func.call @__builtin_npu_vector_mixi32(%v, %w) : (vector<16xi32>, vector<16xi32>) -> vector<16xi32>
  %p = memref.get_global @pad : memref<16xi32, 68>
  func.call @__builtin_npu_block_storev16i32_scratchpad_masked(%p, %mixed) : (memref<16xi32, 68>, vector<16xi32>) -> ()
  func.call @__builtin_npu_block_storev16i8_masked(%a, %mixed) : (memref<16xi8>, vector<16xi32>) -> ()
  return
}
