// RUN: circ-opt %s --split-input-file --verify-diagnostics -p convert-gpu-to-kernels | filecheck %s

gpu.module @m {
  gpu.func @f() {
    %i = gpu.thread_id x
    gpu.return
  }
}
// CHECK: 'gpu.func': an id or local memory outside of a kernel is not supported

// -----

gpu.module @m {
  gpu.func @f(%x: f16) kernel {
    %s = gpu.subgroup_reduce add %x : (f16) -> f16
    gpu.return
  }
}
// CHECK: 'gpu.subgroup_reduce': a value of type f16 is not supported

// -----

gpu.module @m {
  gpu.func @f(%n: index) kernel {
    %a = memref.alloca(%n) : memref<?xi32>
    gpu.return
  }
}
func.func @host(%n: index) {
  gpu.launch_func @m::@g blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%n : index)
  return
}
// CHECK: there is no kernel @m::@g

// -----

gpu.module @m {
  gpu.func @f() kernel {
    gpu.return
  }
}
func.func @host(%n: index, %z: i32) {
  gpu.launch_func @m::@f blocks in (%n, %n, %n) threads in (%n, %n, %n) dynamic_shared_memory_size %z
  return
}
// CHECK: 'gpu.launch_func': a launch that is asynchronous, or has clusters or dynamic memory, is not supported
