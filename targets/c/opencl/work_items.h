/* What there is not. */

#define __ABSENT(what) __attribute__((unavailable(what " are not supported")))
typedef int __image __ABSENT("images");
typedef int __sampler __ABSENT("samplers");
#define image1d_t __image
#define image1d_array_t __image
#define image1d_buffer_t __image
#define image2d_t __image
#define image2d_array_t __image
#define image2d_depth_t __image
#define image2d_array_depth_t __image
#define image3d_t __image
#define sampler_t __sampler
typedef int __pipe __ABSENT("pipes");
#define pipe __pipe
typedef int __queue __ABSENT("device queues");
#define queue_t __queue
#define clk_event_t __queue
#define ndrange_t __queue
#if __OPENCL_C_VERSION__ < 200
int enqueue_kernel() __ABSENT("kernels that start kernels");
__queue get_default_queue(void) __ABSENT("device queues");
#endif

/* Work items. */

#define __AXES(NAME) \
  uint __##NAME##_0(void) __asm__("circ." #NAME "_0") __PURE; \
  uint __##NAME##_1(void) __asm__("circ." #NAME "_1") __PURE; \
  uint __##NAME##_2(void) __asm__("circ." #NAME "_2") __PURE; \
  __OV size_t get_##NAME(uint axis) { \
    return axis == 0   ? __##NAME##_0() \
           : axis == 1 ? __##NAME##_1() \
           : axis == 2 ? __##NAME##_2() \
                       : __OTHER; \
  }
#define __OTHER 0
__AXES(local_id) __AXES(global_id) __AXES(group_id) __AXES(global_offset)
#undef __OTHER
#define __OTHER 1
__AXES(num_groups) __AXES(local_size) __AXES(enqueued_local_size) __AXES(global_size)
#undef __OTHER
uint get_work_dim(void) __asm__("circ.work_dimension") __PURE;
uint __lane(void) __asm__("circ.lane") __PURE;
uint __lanes(void) __asm__("circ.lanes") __PURE;

static inline size_t get_local_linear_id(void) {
  return (__local_id_2() * __local_size_1() + __local_id_1()) * __local_size_0() +
         __local_id_0();
}
static inline size_t get_global_linear_id(void) {
  uint z = __global_id_2() - __global_offset_2();
  uint y = __global_id_1() - __global_offset_1();
  return (z * __global_size_1() + y) * __global_size_0() + __global_id_0() -
         __global_offset_0();
}
static inline uint __items(void) {
  return __local_size_0() * __local_size_1() * __local_size_2();
}

typedef uint cl_mem_fence_flags;
#define CLK_LOCAL_MEM_FENCE 1
#define CLK_GLOBAL_MEM_FENCE 2
#define CLK_IMAGE_MEM_FENCE 4
void barrier(cl_mem_fence_flags) __asm__("circ.barrier") __attribute__((convergent));
#define work_group_barrier(flags, ...) barrier(flags)
/* The items of a lane's accesses stay in their order; others need a barrier. */
#define mem_fence(flags) ((void)(flags))
#define read_mem_fence(flags) ((void)(flags))
#define write_mem_fence(flags) ((void)(flags))
