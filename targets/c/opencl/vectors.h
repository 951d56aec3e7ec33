/* Selection: section 6.12.6. */

#define __SELECT(T) __SELECT_BY(T, __s_##T) __SELECT_BY(T, __u_##T)
#define __SELECT_BY(T, C) \
  __OV T select(T a, T b, C c) { return c ? b : a; } \
  __OV T __lane_of(T a, T b, C c) { return (__s_##T)c < 0 ? b : a; } \
  __LANES3(__lane_of, T, T, T, C) \
  __SELECT_OF(T, C, 2) __SELECT_OF(T, C, 3) __SELECT_OF(T, C, 4) __SELECT_OF(T, C, 8) \
  __SELECT_OF(T, C, 16)
#define __SELECT_OF(T, C, N) \
  __OV T##N select(T##N a, T##N b, C##N c) { return __lane_of(a, b, c); }
__EACH_TYPE(__SELECT)

#define __ANY(T) \
  __OV int any(T a) { return a < 0; } \
  __OV int all(T a) { return a < 0; } \
  __ANY_OF(T, 2, a.x, a.y) __ANY_OF(T, 4, a.lo, a.hi) __ANY_OF(T, 8, a.lo, a.hi) \
  __ANY_OF(T, 16, a.lo, a.hi) \
  __OV int any(T##3 a) { return any(a.xy) | any(a.z); } \
  __OV int all(T##3 a) { return all(a.xy) & all(a.z); }
#define __ANY_OF(T, N, A, B) \
  __OV int any(T##N a) { return any(A) | any(B); } \
  __OV int all(T##N a) { return all(A) & all(B); }
__EACH_SIGNED(__ANY)

/* Vectors in memory: section 6.12.7. */

#define __LOADS(T, AS) \
  __OV T##2 vload2(size_t i, const AS T *p) { p += 2 * i; return (T##2)(p[0], p[1]); } \
  __OV T##3 vload3(size_t i, const AS T *p) { p += 3 * i; return (T##3)(p[0], p[1], p[2]); } \
  __OV T##4 vload4(size_t i, const AS T *p) { p += 4 * i; return (T##4)(p[0], p[1], p[2], p[3]); } \
  __OV T##8 vload8(size_t i, const AS T *p) { return (T##8)(vload4(2 * i, p), vload4(2 * i + 1, p)); } \
  __OV T##16 vload16(size_t i, const AS T *p) { return (T##16)(vload8(2 * i, p), vload8(2 * i + 1, p)); }
#define __STORES(T, AS) \
  __OV void vstore2(T##2 a, size_t i, AS T *p) { p += 2 * i; p[0] = a.x; p[1] = a.y; } \
  __OV void vstore3(T##3 a, size_t i, AS T *p) { p += 3 * i; p[0] = a.x; p[1] = a.y; p[2] = a.z; } \
  __OV void vstore4(T##4 a, size_t i, AS T *p) { p += 4 * i; p[0] = a.x; p[1] = a.y; p[2] = a.z; p[3] = a.w; } \
  __OV void vstore8(T##8 a, size_t i, AS T *p) { vstore4(a.lo, 2 * i, p); vstore4(a.hi, 2 * i + 1, p); } \
  __OV void vstore16(T##16 a, size_t i, AS T *p) { vstore8(a.lo, 2 * i, p); vstore8(a.hi, 2 * i + 1, p); }
#define __VLOADS(T) \
  __LOADS(T, __private) __LOADS(T, __global) __LOADS(T, __local) __LOADS(T, __constant) \
  __STORES(T, __private) __STORES(T, __global) __STORES(T, __local)
__EACH_TYPE(__VLOADS)

#define __HALF_LOADS(AS) \
  __OV float vload_half(size_t i, const AS half *p) { return (float)p[i]; } \
  __HALVES_LOAD(2, AS) __HALVES_LOAD(3, AS) __HALVES_LOAD(4, AS) __HALVES_LOAD(8, AS) \
  __HALVES_LOAD(16, AS)
#define __HALVES_LOAD(N, AS) \
  __OV float##N vload_half##N(size_t i, const AS half *p) { \
    float##N r; \
    for (int k = 0; k < N; k++) r[k] = (float)p[N * i + k]; \
    return r; \
  } \
  __OV float##N vloada_half##N(size_t i, const AS half *p) { \
    float##N r; \
    for (int k = 0; k < N; k++) r[k] = (float)p[(N + N % 2 * (N == 3)) * i + k]; \
    return r; \
  }
__HALF_LOADS(__private) __HALF_LOADS(__global) __HALF_LOADS(__local) __HALF_LOADS(__constant)
#define __HALF_STORES(AS, ROUND, T) \
  __OV void vstore_half##ROUND(T a, size_t i, AS half *p) { p[i] = convert_half##ROUND(a); } \
  __HALVES_STORE(2, AS, ROUND, T) __HALVES_STORE(3, AS, ROUND, T) \
  __HALVES_STORE(4, AS, ROUND, T) __HALVES_STORE(8, AS, ROUND, T) \
  __HALVES_STORE(16, AS, ROUND, T)
#define __HALVES_STORE(N, AS, ROUND, T) \
  __OV void vstore_half##N##ROUND(T##N a, size_t i, AS half *p) { \
    for (int k = 0; k < N; k++) p[N * i + k] = convert_half##ROUND(a[k]); \
  } \
  __OV void vstorea_half##N##ROUND(T##N a, size_t i, AS half *p) { \
    for (int k = 0; k < N; k++) p[(N + (N == 3)) * i + k] = convert_half##ROUND(a[k]); \
  }
#define __ROUNDED_STORES(AS, T) \
  __HALF_STORES(AS, , T) __HALF_STORES(AS, _rte, T) __HALF_STORES(AS, _rtz, T) \
  __HALF_STORES(AS, _rtp, T) __HALF_STORES(AS, _rtn, T)
#define __ALL_HALF_STORES(T) \
  __ROUNDED_STORES(__private, T) __ROUNDED_STORES(__global, T) __ROUNDED_STORES(__local, T)
__EACH_FLOAT(__ALL_HALF_STORES)

/* Shuffles: section 6.12.12. */

#define __SHUFFLE(T) \
  __SHUFFLES(T, 2) __SHUFFLES(T, 4) __SHUFFLES(T, 8) __SHUFFLES(T, 16)
#define __SHUFFLES(T, N) \
  __SHUFFLE_TO(T, N, 2) __SHUFFLE_TO(T, N, 4) __SHUFFLE_TO(T, N, 8) __SHUFFLE_TO(T, N, 16)
#define __SHUFFLE_TO(T, N, M) \
  __OV T##M shuffle(T##N a, __u_##T##M mask) { \
    T##M r; \
    for (int k = 0; k < M; k++) r[k] = a[mask[k] & (N - 1)]; \
    return r; \
  } \
  __OV T##M shuffle2(T##N a, T##N b, __u_##T##M mask) { \
    T##M r; \
    for (int k = 0; k < M; k++) \
      r[k] = mask[k] & N ? b[mask[k] & (N - 1)] : a[mask[k] & (N - 1)]; \
    return r; \
  }
__EACH_TYPE(__SHUFFLE)
