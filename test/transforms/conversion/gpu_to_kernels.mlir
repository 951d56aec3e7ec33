// RUN: circ-opt %s -p convert-gpu-to-kernels | filecheck %s

// Ids are hidden parameters, memory of a group is at an offset in its local memory.
gpu.module @kernels {
  gpu.func @k(%x: memref<?xi32>, %n: i32) workgroup(%t: memref<4xi8, 3>, %u: memref<8xi32, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 8, 1, 1>} {
    %i = gpu.thread_id x
    %j = gpu.thread_id x
    %b = gpu.block_dim y
    memref.store %n, %u[%i] : memref<8xi32, #gpu.address_space<workgroup>>
    gpu.barrier
    %v = memref.load %u[%j] : memref<8xi32, #gpu.address_space<workgroup>>
    memref.store %v, %x[%b] : memref<?xi32>
    gpu.return
  }
}
// CHECK:       func.func @k(%x: memref<?xi32>, %n: i32, %local_memory: i32, %local_id: i32, %enqueued_local_size: i32)
// CHECK-SAME:    #circ.kernel<["global x", "value n"], {hidden = ["local_memory", "local_id_0", "enqueued_local_size_1"], local_bytes = 36 : i32, group = array<i64: 8, 1, 1>}>
// CHECK:         %u = pointer.array %{{.*}} : memref<8xi32, 68 : i64>
// CHECK-NEXT:    %i = arith.index_cast %local_id : i32 to index
// CHECK-NEXT:    %j = arith.index_cast %local_id : i32 to index
// CHECK:         func.call @circ.barrier
// CHECK:         func.return
