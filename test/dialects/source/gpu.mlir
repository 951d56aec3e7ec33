// RUN: CIRC_ROUNDTRIP

// Kernels in MLIR's own syntax.
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @k(%a: memref<?xf32>, %b: memref<16x8xf32>, %n: i32) workgroup(%t: memref<16xf32, #gpu.address_space<workgroup>>) private(%p: memref<4xi32, #gpu.address_space<private>>) kernel attributes {known_block_size = array<i32: 16, 1, 1>} {
      %tx = gpu.thread_id x
      %bx = gpu.block_id x
      %bd = gpu.block_dim y
      %gd = gpu.grid_dim z
      %g = gpu.global_id x
      %l = gpu.lane_id
      %sg = gpu.subgroup_id : index
      %ns = gpu.num_subgroups : index
      %ss = gpu.subgroup_size : index
      %v = memref.load %a[%g] : memref<?xf32>
      memref.store %v, %t[%tx] : memref<16xf32, #gpu.address_space<workgroup>>
      gpu.barrier
      %s = gpu.all_reduce add %v uniform {} : (f32) -> (f32)
      %s2 = gpu.all_reduce %v {
      ^bb0(%x: f32, %y: f32):
        %q = arith.mulf %x, %y : f32
        gpu.yield %q : f32
      } : (f32) -> (f32)
      %r = gpu.subgroup_reduce add %v : (f32) -> (f32)
      %c1 = arith.constant 1 : i32
      %c16 = arith.constant 16 : i32
      %sh, %ok = gpu.shuffle xor %v, %c1, %c16 : f32
      gpu.printf "%d %f\n" %n, %v : i32, f32
      gpu.return
    }
    memref.global "private" @shared : memref<16x16xf32, 3>
    func.func @helper(%x: f32) -> f32 { return %x : f32 }
  }
  func.func @main(%a: memref<?xf32>, %b: memref<16x8xf32>, %n: i32) {
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %z = arith.constant 64 : i32
    gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c16, %c1, %c1) dynamic_shared_memory_size %z args(%a : memref<?xf32>, %b : memref<16x8xf32>, %n : i32)
    return
  }
}

// CHECK:         gpu.module @kernels {
// CHECK-NEXT:      gpu.func @k(%a: memref<?xf32>, %b: memref<16x8xf32>, %n: i32) workgroup(%t: memref<16xf32, #gpu.address_space<workgroup>>) private(%p: memref<4xi32, #gpu.address_space<private>>) kernel attributes {known_block_size = array<i32: 16, 1, 1>} {
// CHECK-NEXT:        %tx = gpu.thread_id x
// CHECK:             %l = gpu.lane_id
// CHECK-NEXT:        %sg = gpu.subgroup_id : index
// CHECK:             gpu.barrier
// CHECK-NEXT:        %s = gpu.all_reduce add %v uniform {
// CHECK-NEXT:        } : (f32) -> f32
// CHECK-NEXT:        %s2 = gpu.all_reduce %v {
// CHECK-NEXT:        ^bb{{.*}}(%x: f32, %y: f32):
// CHECK:               gpu.yield %q : f32
// CHECK:             %r = gpu.subgroup_reduce add %v : (f32) -> f32
// CHECK:             %sh, %ok = gpu.shuffle xor %v, %c1, %c16 : f32
// CHECK-NEXT:        gpu.printf "%d %f{{.*}}" %n, %v : i32, f32
// CHECK-NEXT:        gpu.return
// CHECK:         gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c16, %c1, %c1) dynamic_shared_memory_size %z args(%a : memref<?xf32>, %b : memref<16x8xf32>, %n : i32)
