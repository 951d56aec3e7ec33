/*
 * Atomic operations: section 6.12.11. Calls of what is called circ.in_turn are executed
 * by one lane after the other; a group is executed by one thread, and a kernel with
 * atomic operations on global memory by one alone.
 */

void __global_atomics(void) __asm__("circ.global_atomics");
#define __mark__global __global_atomics();
#define __mark__local
#define __ATOMIC(AS, T, NAME, PARAMETERS, ARGUMENTS, VALUE) \
  __attribute__((noinline)) T __in_turn##AS##T##NAME PARAMETERS \
      __asm__("circ.in_turn." #NAME "." #AS "." #T); \
  T __in_turn##AS##T##NAME PARAMETERS { \
    T old = *p; \
    *p = VALUE; \
    return old; \
  } \
  __OV T NAME PARAMETERS { \
    __mark##AS \
    return __in_turn##AS##T##NAME ARGUMENTS; \
  }
#define __ATOMICS1(AS, T, A) \
  __ATOMIC(AS, T, A##add, (volatile AS T *p, T v), (p, v), old + v) \
  __ATOMIC(AS, T, A##sub, (volatile AS T *p, T v), (p, v), old - v) \
  __ATOMIC(AS, T, A##xchg, (volatile AS T *p, T v), (p, v), v) \
  __ATOMIC(AS, T, A##min, (volatile AS T *p, T v), (p, v), v < old ? v : old) \
  __ATOMIC(AS, T, A##max, (volatile AS T *p, T v), (p, v), v > old ? v : old) \
  __ATOMIC(AS, T, A##and, (volatile AS T *p, T v), (p, v), old & v) \
  __ATOMIC(AS, T, A##or, (volatile AS T *p, T v), (p, v), old | v) \
  __ATOMIC(AS, T, A##xor, (volatile AS T *p, T v), (p, v), old ^ v) \
  __ATOMIC(AS, T, A##inc, (volatile AS T *p), (p), old + 1) \
  __ATOMIC(AS, T, A##dec, (volatile AS T *p), (p), old - 1) \
  __ATOMIC(AS, T, A##cmpxchg, (volatile AS T *p, T c, T v), (p, c, v), old == c ? v : old)
#define __ATOMICS(AS) \
  __ATOMICS1(AS, int, atomic_) __ATOMICS1(AS, uint, atomic_) \
  __ATOMICS1(AS, int, atom_) __ATOMICS1(AS, uint, atom_) \
  __ATOMICS1(AS, long, atom_) __ATOMICS1(AS, ulong, atom_) \
  __ATOMIC(AS, float, atomic_xchg, (volatile AS float *p, float v), (p, v), v) \
  __C11(AS, int) __C11(AS, uint) __C11(AS, long) __C11(AS, ulong) __C11_PLAIN(AS, float) \
  __C11_PLAIN(AS, double)

/* Macros: of OpenCL C 2.0 clang has types of these names, which are _Atomic. */
#define atomic_int int
#define atomic_uint uint
#define atomic_long long
#define atomic_ulong ulong
#define atomic_float float
#define atomic_double double
#define atomic_size_t uint
#define atomic_uintptr_t uint
#define atomic_intptr_t int
#define atomic_ptrdiff_t int
#define atomic_flag int
typedef enum {
  memory_order_relaxed, memory_order_acquire, memory_order_release,
  memory_order_acq_rel, memory_order_seq_cst
} memory_order;
typedef enum {
  memory_scope_work_item, memory_scope_work_group, memory_scope_device,
  memory_scope_all_svm_devices, memory_scope_sub_group
} memory_scope;
#define ATOMIC_VAR_INIT(value) (value)
#define ATOMIC_FLAG_INIT 0
#define atomic_work_item_fence(flags, order, scope) ((void)(flags))

#define __C11_PLAIN(AS, T) \
  __OV void atomic_init(volatile AS T *p, T v) { *p = v; } \
  __OV T atomic_load(volatile AS T *p) { return *p; } \
  __OV T __exchange(volatile AS T *p, T v); \
  __ATOMIC(AS, T, __exchange, (volatile AS T *p, T v), (p, v), v) \
  __OV void atomic_store(volatile AS T *p, T v) { __exchange(p, v); } \
  __OV T atomic_exchange(volatile AS T *p, T v) { return __exchange(p, v); } \
  __ATOMIC(AS, T, __fetch_cas, (volatile AS T *p, T c, T v), (p, c, v), old == c ? v : old) \
  __OV bool atomic_compare_exchange_strong(volatile AS T *p, T *c, T v) { \
    T was = __fetch_cas(p, *c, v); \
    bool same = was == *c; \
    *c = was; \
    return same; \
  }
#define __C11(AS, T) \
  __C11_PLAIN(AS, T) \
  __ATOMIC(AS, T, atomic_fetch_add, (volatile AS T *p, T v), (p, v), old + v) \
  __ATOMIC(AS, T, atomic_fetch_sub, (volatile AS T *p, T v), (p, v), old - v) \
  __ATOMIC(AS, T, atomic_fetch_min, (volatile AS T *p, T v), (p, v), v < old ? v : old) \
  __ATOMIC(AS, T, atomic_fetch_max, (volatile AS T *p, T v), (p, v), v > old ? v : old) \
  __ATOMIC(AS, T, atomic_fetch_and, (volatile AS T *p, T v), (p, v), old & v) \
  __ATOMIC(AS, T, atomic_fetch_or, (volatile AS T *p, T v), (p, v), old | v) \
  __ATOMIC(AS, T, atomic_fetch_xor, (volatile AS T *p, T v), (p, v), old ^ v)
__ATOMICS(__global) __ATOMICS(__local)
#define atomic_compare_exchange_weak atomic_compare_exchange_strong
#define atomic_load_explicit(p, ...) atomic_load(p)
#define atomic_store_explicit(p, v, ...) atomic_store(p, v)
#define atomic_exchange_explicit(p, v, ...) atomic_exchange(p, v)
#define atomic_compare_exchange_strong_explicit(p, c, v, ...) \
  atomic_compare_exchange_strong(p, c, v)
#define atomic_compare_exchange_weak_explicit(p, c, v, ...) \
  atomic_compare_exchange_strong(p, c, v)
#define atomic_fetch_add_explicit(p, v, ...) atomic_fetch_add(p, v)
#define atomic_fetch_sub_explicit(p, v, ...) atomic_fetch_sub(p, v)
#define atomic_fetch_min_explicit(p, v, ...) atomic_fetch_min(p, v)
#define atomic_fetch_max_explicit(p, v, ...) atomic_fetch_max(p, v)
#define atomic_fetch_and_explicit(p, v, ...) atomic_fetch_and(p, v)
#define atomic_fetch_or_explicit(p, v, ...) atomic_fetch_or(p, v)
#define atomic_fetch_xor_explicit(p, v, ...) atomic_fetch_xor(p, v)
#define atomic_flag_test_and_set(p) (atomic_exchange(p, 1) != 0)
#define atomic_flag_test_and_set_explicit(p, ...) (atomic_exchange(p, 1) != 0)
#define atomic_flag_clear(p) atomic_store(p, 0)
#define atomic_flag_clear_explicit(p, ...) atomic_store(p, 0)
