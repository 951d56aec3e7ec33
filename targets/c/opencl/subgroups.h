/*
 * Sub-groups: 16 items of a group in a row, in however many lanes they are executed.
 * What they tell each other goes through a slot of local memory for each item, between
 * barriers, which all items of the group must therefore reach.
 */

#define __SUB_GROUP 16U
__local char *__item_memory(void) __asm__("circ.item_memory") __PURE;
static inline uint get_sub_group_id(void) { return get_local_linear_id() / __SUB_GROUP; }
static inline uint get_sub_group_local_id(void) { return get_local_linear_id() % __SUB_GROUP; }
static inline uint get_max_sub_group_size(void) { return __SUB_GROUP; }
static inline uint get_num_sub_groups(void) { return (__items() + __SUB_GROUP - 1) / __SUB_GROUP; }
static inline uint get_enqueued_num_sub_groups(void) {
  uint items = __enqueued_local_size_0() * __enqueued_local_size_1() * __enqueued_local_size_2();
  return (items + __SUB_GROUP - 1) / __SUB_GROUP;
}
static inline uint __first_item(void) { return get_sub_group_id() * __SUB_GROUP; }
static inline uint get_sub_group_size(void) { return min(__SUB_GROUP, __items() - __first_item()); }
#define sub_group_barrier(flags, ...) barrier(flags)

#define __SLOT(T, item) ((volatile __local T *)(__item_memory() + 8 * (item)))
#define __EXCHANGES(T) \
  __OV void __tell(T v) { \
    barrier(CLK_LOCAL_MEM_FENCE); \
    *__SLOT(T, get_local_linear_id()) = v; \
    barrier(CLK_LOCAL_MEM_FENCE); \
  } \
  __OV T sub_group_shuffle(T v, uint lane) { \
    __tell(v); \
    return lane < get_sub_group_size() ? *__SLOT(T, __first_item() + lane) : v; \
  } \
  __OV T sub_group_shuffle_xor(T v, uint mask) { \
    return sub_group_shuffle(v, get_sub_group_local_id() ^ mask); \
  } \
  __OV T sub_group_shuffle_up(T v, uint by) { \
    return sub_group_shuffle(v, get_sub_group_local_id() - by); \
  } \
  __OV T sub_group_shuffle_down(T v, uint by) { \
    return sub_group_shuffle(v, get_sub_group_local_id() + by); \
  } \
  __OV T sub_group_broadcast(T v, uint lane) { return sub_group_shuffle(v, lane); } \
  __OV T intel_sub_group_shuffle(T v, uint lane) { return sub_group_shuffle(v, lane); } \
  __OV T intel_sub_group_shuffle_xor(T v, uint mask) { return sub_group_shuffle_xor(v, mask); } \
  __OV T intel_sub_group_shuffle_up(T before, T v, uint by) { \
    uint lane = get_sub_group_local_id(), size = get_max_sub_group_size(); \
    T own = sub_group_shuffle(v, lane - by), other = sub_group_shuffle(before, lane + size - by); \
    return lane < by ? other : own; \
  } \
  __OV T intel_sub_group_shuffle_down(T v, T after, uint by) { \
    uint lane = get_sub_group_local_id(), size = get_max_sub_group_size(); \
    T own = sub_group_shuffle(v, lane + by), other = sub_group_shuffle(after, lane + by - size); \
    return lane + by < size ? own : other; \
  }
__EACH_TYPE(__EXCHANGES)

#define __SUB_FOLD(T, NAME, FIRST, VALUE) \
  __OV T __fold_##NAME(T own, uint count) { \
    T old = FIRST; \
    __tell(own); \
    for (uint k = 0; k < count; k++) { \
      T v = *__SLOT(T, __first_item() + k); \
      old = VALUE; \
    } \
    return old; \
  } \
  __OV T sub_group_reduce_##NAME(T v) { return __fold_##NAME(v, get_sub_group_size()); } \
  __OV T sub_group_scan_inclusive_##NAME(T v) { \
    return __fold_##NAME(v, get_sub_group_local_id() + 1); \
  } \
  __OV T sub_group_scan_exclusive_##NAME(T v) { \
    return __fold_##NAME(v, get_sub_group_local_id()); \
  }
#define __SUB_GROUPS(T, LEAST, MOST) \
  __SUB_FOLD(T, add, 0, old + v) \
  __SUB_FOLD(T, min, MOST, v < old ? v : old) \
  __SUB_FOLD(T, max, LEAST, v > old ? v : old)
__SUB_GROUPS(int, INT_MIN, INT_MAX) __SUB_GROUPS(uint, 0, UINT_MAX)
__SUB_GROUPS(long, LONG_MIN, LONG_MAX) __SUB_GROUPS(ulong, 0, ULONG_MAX)
__SUB_GROUPS(float, -INFINITY, INFINITY) __SUB_GROUPS(double, -INFINITY, INFINITY)
static inline int sub_group_any(int a) { return sub_group_reduce_max(a != 0); }
static inline int sub_group_all(int a) { return sub_group_reduce_min(a != 0); }

/* Consecutive elements: of each vector, one of every 16. */
#define __BLOCKS(T, SUFFIX) \
  __OV T intel_sub_group_block_read##SUFFIX(const __global T *p) { \
    return p[get_sub_group_local_id()]; \
  } \
  __OV void intel_sub_group_block_write##SUFFIX(__global T *p, T v) { \
    p[get_sub_group_local_id()] = v; \
  } \
  __BLOCK(T, SUFFIX, 2) __BLOCK(T, SUFFIX, 4) __BLOCK(T, SUFFIX, 8)
#define __BLOCK(T, SUFFIX, N) \
  __OV T##N intel_sub_group_block_read##SUFFIX##N(const __global T *p) { \
    T##N v; \
    for (int k = 0; k < N; k++) v[k] = p[get_sub_group_local_id() + k * __SUB_GROUP]; \
    return v; \
  } \
  __OV void intel_sub_group_block_write##SUFFIX##N(__global T *p, T##N v) { \
    for (int k = 0; k < N; k++) p[get_sub_group_local_id() + k * __SUB_GROUP] = v[k]; \
  }
__BLOCKS(uint, ) __BLOCKS(uint, _ui) __BLOCKS(ushort, _us)
