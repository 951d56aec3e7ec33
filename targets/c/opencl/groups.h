/* Copies by a work-group: section 6.12.10. */

typedef int __event;
#define event_t __event
#define prefetch(pointer, count) ((void)(pointer), (void)(count))
#define wait_group_events(count, events) ((void)(events), barrier(CLK_LOCAL_MEM_FENCE))
#define __COPIES(T) \
  __COPY(T) __COPY(T##2) __COPY(T##3) __COPY(T##4) __COPY(T##8) __COPY(T##16)
#define __COPY(T) __COPY_TO(T, __local, __global, 1, by) __COPY_TO(T, __global, __local, by, 1)
#define __COPY_TO(T, TO, FROM, OUT, IN) \
  __OV __event async_work_group_copy(TO T *to, const FROM T *from, size_t n, __event e) { \
    for (size_t i = get_local_linear_id(); i < n; i += __items()) to[i] = from[i]; \
    return e; \
  } \
  __OV __event async_work_group_strided_copy( \
      TO T *to, const FROM T *from, size_t n, size_t by, __event e) { \
    for (size_t i = get_local_linear_id(); i < n; i += __items()) \
      to[i * OUT] = from[i * IN]; \
    return e; \
  }
__EACH_TYPE(__COPIES)

/*
 * Work-group functions: OpenCL C 2.0, section 6.13.15. Items add to one variable of the
 * group in their order, which is that in which a dispatch executes them.
 */

__local void *__group_slot(void) __asm__("circ.group_slot") __PURE;
#define __GROUP(T, NAME, FIRST, VALUE) \
  __OV T __scan_##NAME(T v, T *before, T *total) { \
    volatile __local T *p = (volatile __local T *)__group_slot(); \
    T old = 0; \
    barrier(CLK_LOCAL_MEM_FENCE); \
    if (get_local_linear_id() == 0) *p = FIRST; \
    barrier(CLK_LOCAL_MEM_FENCE); \
    for (uint l = 0, n = __lanes(); l < n; l++) \
      if (__lane() == l) { \
        old = *p; \
        *p = VALUE; \
      } \
    barrier(CLK_LOCAL_MEM_FENCE); \
    *before = old; \
    *total = *p; \
    return VALUE; \
  } \
  __OV T work_group_reduce_##NAME(T v) { \
    T before, total; \
    __scan_##NAME(v, &before, &total); \
    return total; \
  } \
  __OV T work_group_scan_inclusive_##NAME(T v) { \
    T before, total; \
    return __scan_##NAME(v, &before, &total); \
  } \
  __OV T work_group_scan_exclusive_##NAME(T v) { \
    T before, total; \
    __scan_##NAME(v, &before, &total); \
    return before; \
  }
#define __GROUPS(T, LEAST, MOST) \
  __GROUP(T, add, 0, old + v) \
  __GROUP(T, min, MOST, v < old ? v : old) \
  __GROUP(T, max, LEAST, v > old ? v : old) \
  __OV T __broadcast(T v, bool mine) { \
    volatile __local T *p = (volatile __local T *)__group_slot(); \
    barrier(CLK_LOCAL_MEM_FENCE); \
    if (mine) *p = v; \
    barrier(CLK_LOCAL_MEM_FENCE); \
    return *p; \
  } \
  __OV T work_group_broadcast(T v, size_t x) { \
    return __broadcast(v, get_local_id(0) == x); \
  } \
  __OV T work_group_broadcast(T v, size_t x, size_t y) { \
    return __broadcast(v, get_local_id(0) == x && get_local_id(1) == y); \
  } \
  __OV T work_group_broadcast(T v, size_t x, size_t y, size_t z) { \
    return __broadcast( \
        v, get_local_id(0) == x && get_local_id(1) == y && get_local_id(2) == z); \
  }
__GROUPS(int, INT_MIN, INT_MAX) __GROUPS(uint, 0, UINT_MAX)
__GROUPS(long, LONG_MIN, LONG_MAX) __GROUPS(ulong, 0, ULONG_MAX)
__GROUPS(float, -INFINITY, INFINITY) __GROUPS(double, -INFINITY, INFINITY)
static inline int work_group_any(int a) { return work_group_reduce_max(a != 0); }
static inline int work_group_all(int a) { return work_group_reduce_min(a != 0); }
