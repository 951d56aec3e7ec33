module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @saxpy(%x: memref<?xf32>, %y: memref<?xf32>, %a: f32, %n: index) kernel {
      %i = gpu.global_id x
      %in = arith.cmpi ult, %i, %n : index
      scf.if %in {
        %vx = memref.load %x[%i] : memref<?xf32>
        %vy = memref.load %y[%i] : memref<?xf32>
        %p = arith.mulf %a, %vx : f32
        %s = arith.addf %p, %vy : f32
        memref.store %s, %y[%i] : memref<?xf32>
      }
      gpu.return
    }

    // Ids as CUDA's programs compute them.
    gpu.func @ids(%out: memref<6x10xi32>) kernel {
      %bx = gpu.block_id x
      %by = gpu.block_id y
      %tx = gpu.thread_id x
      %ty = gpu.thread_id y
      %dx = gpu.block_dim x
      %dy = gpu.block_dim y
      %gx = gpu.grid_dim x
      %bx0 = arith.muli %bx, %dx : index
      %x = arith.addi %bx0, %tx : index
      %by0 = arith.muli %by, %dy : index
      %y = arith.addi %by0, %ty : index
      %c100 = arith.constant 100 : index
      %v0 = arith.muli %gx, %c100 : index
      %v1 = arith.addi %v0, %tx : index
      %v2 = arith.muli %v1, %c100 : index
      %v3 = arith.addi %v2, %ty : index
      %v = arith.index_cast %v3 : index to i32
      memref.store %v, %out[%y, %x] : memref<6x10xi32>
      gpu.return
    }

    gpu.func @transpose(%in: memref<16x24xi32>, %out: memref<24x16xi32>)
        workgroup(%t: memref<8x9xi32, 3>) kernel attributes {known_block_size = array<i32: 8, 8, 1>} {
      %x = gpu.global_id x
      %y = gpu.global_id y
      %tx = gpu.thread_id x
      %ty = gpu.thread_id y
      %bx = gpu.block_id x
      %by = gpu.block_id y
      %c8 = arith.constant 8 : index
      %v = memref.load %in[%y, %x] : memref<16x24xi32>
      memref.store %v, %t[%ty, %tx] : memref<8x9xi32, 3>
      gpu.barrier
      %w = memref.load %t[%tx, %ty] : memref<8x9xi32, 3>
      %r0 = arith.muli %bx, %c8 : index
      %r = arith.addi %r0, %ty : index
      %s0 = arith.muli %by, %c8 : index
      %s = arith.addi %s0, %tx : index
      memref.store %w, %out[%r, %s] : memref<24x16xi32>
      gpu.return
    }

    // A sum by halves, in shared memory of the module.
    memref.global "private" @shared : memref<32xi32, #gpu.address_space<workgroup>>
    gpu.func @tree_sum(%in: memref<?xi32>, %out: memref<?xi32>) kernel {
      %t = memref.get_global @shared : memref<32xi32, #gpu.address_space<workgroup>>
      %i = gpu.global_id x
      %l = gpu.thread_id x
      %b = gpu.block_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c32 = arith.constant 32 : index
      %v = memref.load %in[%i] : memref<?xi32>
      memref.store %v, %t[%l] : memref<32xi32, #gpu.address_space<workgroup>>
      gpu.barrier
      cf.br ^head(%c32 : index)
    ^head(%size: index):
      %half = arith.shrui %size, %c1 : index
      %more = arith.cmpi ne, %half, %c0 : index
      cf.cond_br %more, ^body, ^done
    ^body:
      %in_half = arith.cmpi ult, %l, %half : index
      scf.if %in_half {
        %k = arith.addi %l, %half : index
        %p = memref.load %t[%l] : memref<32xi32, #gpu.address_space<workgroup>>
        %q = memref.load %t[%k] : memref<32xi32, #gpu.address_space<workgroup>>
        %s = arith.addi %p, %q : i32
        memref.store %s, %t[%l] : memref<32xi32, #gpu.address_space<workgroup>>
      }
      gpu.barrier
      cf.br ^head(%half : index)
    ^done:
      %is_first = arith.cmpi eq, %l, %c0 : index
      scf.if %is_first {
        %sum = memref.load %t[%c0] : memref<32xi32, #gpu.address_space<workgroup>>
        memref.store %sum, %out[%b] : memref<?xi32>
      }
      gpu.return
    }

    gpu.func @all_reduced(%in: memref<?xi32>, %out: memref<?x3xi32>) kernel {
      %i = gpu.global_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %v = memref.load %in[%i] : memref<?xi32>
      %sum = gpu.all_reduce add %v uniform {
      } : (i32) -> i32
      %most = gpu.all_reduce maxsi %v uniform {
      } : (i32) -> i32
      %own = gpu.all_reduce %v uniform {
      ^bb0(%a: i32, %b: i32):
        %three = arith.constant 3 : i32
        %p = arith.muli %a, %three : i32
        %q = arith.xori %p, %b : i32
        gpu.yield %q : i32
      } : (i32) -> i32
      memref.store %sum, %out[%i, %c0] : memref<?x3xi32>
      memref.store %most, %out[%i, %c1] : memref<?x3xi32>
      memref.store %own, %out[%i, %c2] : memref<?x3xi32>
      gpu.return
    }

    gpu.func @float_reduced(%in: memref<?xf32>, %out: memref<?xf32>) kernel {
      %i = gpu.global_id x
      %v = memref.load %in[%i] : memref<?xf32>
      %least = gpu.all_reduce minnumf %v uniform {
      } : (f32) -> f32
      %sum = gpu.subgroup_reduce add %v : (f32) -> f32
      %s = arith.subf %sum, %least : f32
      memref.store %s, %out[%i] : memref<?xf32>
      gpu.return
    }

    gpu.func @subgroups(%out: memref<?xi32>) kernel {
      %i = gpu.global_id x
      %lane = gpu.lane_id
      %id = gpu.subgroup_id : index
      %count = gpu.num_subgroups : index
      %size = gpu.subgroup_size : index
      %c100 = arith.constant 100 : index
      %a = arith.muli %size, %c100 : index
      %b = arith.addi %a, %count : index
      %c = arith.muli %b, %c100 : index
      %d = arith.addi %c, %id : index
      %e = arith.muli %d, %c100 : index
      %f = arith.addi %e, %lane : index
      %v = arith.index_cast %f : index to i32
      memref.store %v, %out[%i] : memref<?xi32>
      gpu.return
    }

    gpu.func @shuffles(%in: memref<?xi32>, %out: memref<?x4xi32>) kernel {
      %i = gpu.global_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c3 = arith.constant 3 : index
      %three = arith.constant 3 : i32
      %width = arith.constant 16 : i32
      %v = memref.load %in[%i] : memref<?xi32>
      %x, %vx = gpu.shuffle xor %v, %three, %width : i32
      %u, %vu = gpu.shuffle up %v, %three, %width : i32
      %d, %vd = gpu.shuffle down %v, %three, %width : i32
      %o, %vo = gpu.shuffle idx %v, %three, %width : i32
      %none = arith.constant -1 : i32
      %sx = arith.select %vx, %x, %none : i32
      %su = arith.select %vu, %u, %none : i32
      %sd = arith.select %vd, %d, %none : i32
      %so = arith.select %vo, %o, %none : i32
      memref.store %sx, %out[%i, %c0] : memref<?x4xi32>
      memref.store %su, %out[%i, %c1] : memref<?x4xi32>
      memref.store %sd, %out[%i, %c2] : memref<?x4xi32>
      memref.store %so, %out[%i, %c3] : memref<?x4xi32>
      gpu.return
    }

    // A private array across a barrier, and a function of the device.
    func.func @square(%x: i32) -> i32 {
      %y = arith.muli %x, %x : i32
      return %y : i32
    }
    gpu.func @private_array(%in: memref<?xi32>, %out: memref<?xi32>)
        private(%p: memref<4xi32, #gpu.address_space<private>>) kernel {
      %q = memref.alloca() : memref<2xi32, 5>
      %i = gpu.global_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      %v = memref.load %in[%i] : memref<?xi32>
      memref.store %v, %q[%c1] : memref<2xi32, 5>
      scf.for %k = %c0 to %c4 step %c1 {
        %n = arith.index_cast %k : index to i32
        %w = arith.addi %v, %n : i32
        memref.store %w, %p[%k] : memref<4xi32, #gpu.address_space<private>>
      }
      gpu.barrier
      %three = arith.constant 3 : i32
      %at = arith.andi %v, %three : i32
      %k = arith.index_cast %at : i32 to index
      %w = memref.load %p[%k] : memref<4xi32, #gpu.address_space<private>>
      %s = func.call @square(%w) : (i32) -> i32
      %r = memref.load %q[%c1] : memref<2xi32, 5>
      %sum = arith.addi %s, %r : i32
      memref.store %sum, %out[%i] : memref<?xi32>
      gpu.return
    }

    gpu.func @collatz(%in: memref<?xi32>, %out: memref<?xi32>) kernel {
      %i = gpu.global_id x
      %one = arith.constant 1 : i32
      %three = arith.constant 3 : i32
      %zero = arith.constant 0 : i32
      %v = memref.load %in[%i] : memref<?xi32>
      %end:2 = scf.while (%x = %v, %n = %zero) : (i32, i32) -> (i32, i32) {
        %more = arith.cmpi ugt, %x, %one : i32
        scf.condition(%more) %x, %n : i32, i32
      } do {
      ^bb0(%x: i32, %n: i32):
        %bit = arith.andi %x, %one : i32
        %odd = arith.cmpi eq, %bit, %one : i32
        %next = scf.if %odd -> (i32) {
          %t = arith.muli %x, %three : i32
          %u = arith.addi %t, %one : i32
          scf.yield %u : i32
        } else {
          %h = arith.shrui %x, %one : i32
          scf.yield %h : i32
        }
        %m = arith.addi %n, %one : i32
        scf.yield %next, %m : i32, i32
      }
      memref.store %end#1, %out[%i] : memref<?xi32>
      gpu.return
    }

    gpu.func @stencil(%in: memref<?xf64>, %out: memref<?xf64>) kernel {
      %i = gpu.global_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %n = memref.dim %in, %c0 : memref<?xf64>
      %last = arith.subi %n, %c1 : index
      %below = arith.subi %i, %c1 : index
      %above = arith.addi %i, %c1 : index
      %from = arith.maxsi %below, %c0 : index
      %to = arith.minsi %above, %last : index
      %a = memref.load %in[%from] : memref<?xf64>
      %b = memref.load %in[%i] : memref<?xf64>
      %c = memref.load %in[%to] : memref<?xf64>
      %s = arith.addf %a, %b : f64
      %t = arith.addf %s, %c : f64
      memref.store %t, %out[%i] : memref<?xf64>
      gpu.return
    }

    gpu.func @printed(%in: memref<?xf32>) kernel {
      %i = gpu.global_id x
      %v = memref.load %in[%i] : memref<?xf32>
      gpu.printf "%d: %.2f\0A" %i, %v : index, f32
      gpu.return
    }
  }

  // The host starts a kernel twice.
  func.func @host(%x: memref<?xf32>, %y: memref<?xf32>, %in: memref<?xi32>, %out: memref<?xi32>) {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c16 = arith.constant 16 : index
    %c32 = arith.constant 32 : index
    %c50 = arith.constant 50 : index
    %two = arith.constant 2.0 : f32
    gpu.launch_func @kernels::@saxpy blocks in (%c4, %c1, %c1) threads in (%c16, %c1, %c1) args(%x : memref<?xf32>, %y : memref<?xf32>, %two : f32, %c50 : index)
    gpu.launch_func @kernels::@saxpy blocks in (%c2, %c1, %c1) threads in (%c16, %c1, %c1) args(%x : memref<?xf32>, %y : memref<?xf32>, %two : f32, %c50 : index)
    gpu.launch_func @kernels::@tree_sum blocks in (%c2, %c1, %c1) threads in (%c32, %c1, %c1) args(%in : memref<?xi32>, %out : memref<?xi32>)
    return
  }
}
