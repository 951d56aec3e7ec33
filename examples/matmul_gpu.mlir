// c = a b, of square matrices whose sides are multiples of 8: a group computes a tile.
//
//   circ-run matmul_gpu.mlir --entry matmul --global 64,64 --lanes 16 --threads 8 \
//     --save-dir out -- a.npy b.npy c.npy
gpu.module @kernels {
  gpu.func @matmul(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>)
      workgroup(%ta: memref<8x8xf32, #gpu.address_space<workgroup>>,
                %tb: memref<8x8xf32, #gpu.address_space<workgroup>>)
      kernel attributes {known_block_size = array<i32: 8, 8, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %zero = arith.constant 0.0 : f32
    %n = memref.dim %a, %c0 : memref<?x?xf32>
    %j = gpu.thread_id x
    %i = gpu.thread_id y
    %column = gpu.global_id x
    %row = gpu.global_id y
    %sum = scf.for %k = %c0 to %n step %c8 iter_args(%s = %zero) -> (f32) {
      %ka = arith.addi %k, %j : index
      %kb = arith.addi %k, %i : index
      %va = memref.load %a[%row, %ka] : memref<?x?xf32>
      %vb = memref.load %b[%kb, %column] : memref<?x?xf32>
      memref.store %va, %ta[%i, %j] : memref<8x8xf32, #gpu.address_space<workgroup>>
      memref.store %vb, %tb[%i, %j] : memref<8x8xf32, #gpu.address_space<workgroup>>
      gpu.barrier
      %t = scf.for %l = %c0 to %c8 step %c1 iter_args(%u = %s) -> (f32) {
        %x = memref.load %ta[%i, %l] : memref<8x8xf32, #gpu.address_space<workgroup>>
        %y = memref.load %tb[%l, %j] : memref<8x8xf32, #gpu.address_space<workgroup>>
        %p = arith.mulf %x, %y : f32
        %v = arith.addf %u, %p : f32
        scf.yield %v : f32
      }
      gpu.barrier
      scf.yield %t : f32
    }
    memref.store %sum, %c[%row, %column] : memref<?x?xf32>
    gpu.return
  }
}
