/*
 * The library of OpenCL C 1.2, and what is common of 2.0, for circ (docs/opencl.md).
 *
 * Every function is inlined, and a vector is its lanes: what is defined for scalars is
 * applied to halves of vectors until there is one lane. Functions `circ.NAME` stand for
 * what a kernel is told when it runs. Macros of types are in vocabulary.py.
 */
#pragma clang attribute push(__attribute__((always_inline)), apply_to = function)
#pragma OPENCL EXTENSION all : disable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

#define __OV static inline __attribute__((overloadable))
#define __PURE __attribute__((const))

#define __OPENCL_VERSION__ 120
#define kernel_exec(X, T) \
  kernel __attribute__((work_group_size_hint(X, 1, 1))) \
  __attribute__((vec_type_hint(T)))

/* Types, and lists of them. */

typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef __INTPTR_TYPE__ intptr_t;
typedef __UINTPTR_TYPE__ uintptr_t;

#define __LANES(T, N) typedef T T##N __attribute__((ext_vector_type(N)));
#define __VECTORS(T) __LANES(T, 2) __LANES(T, 3) __LANES(T, 4) __LANES(T, 8) __LANES(T, 16)
#define __EACH_SIGNED(M) M(char) M(short) M(int) M(long)
#define __EACH_UNSIGNED(M) M(uchar) M(ushort) M(uint) M(ulong)
#define __EACH_INTEGER(M) __EACH_SIGNED(M) __EACH_UNSIGNED(M)
#define __EACH_FLOAT(M) M(float) M(double)
#define __EACH_TYPE(M) __EACH_INTEGER(M) __EACH_FLOAT(M)
__EACH_TYPE(__VECTORS) __VECTORS(half)

/* Signed and unsigned integer types of the width of another type. */
#define __MAP(T, S, U) \
  typedef S __s_##T; typedef U __u_##T; \
  typedef S##2 __s_##T##2; typedef U##2 __u_##T##2; \
  typedef S##3 __s_##T##3; typedef U##3 __u_##T##3; \
  typedef S##4 __s_##T##4; typedef U##4 __u_##T##4; \
  typedef S##8 __s_##T##8; typedef U##8 __u_##T##8; \
  typedef S##16 __s_##T##16; typedef U##16 __u_##T##16;
__MAP(char, char, uchar) __MAP(uchar, char, uchar)
__MAP(short, short, ushort) __MAP(ushort, short, ushort)
__MAP(int, int, uint) __MAP(uint, int, uint) __MAP(float, int, uint)
__MAP(long, long, ulong) __MAP(ulong, long, ulong) __MAP(double, long, ulong)

/* A function of scalars applied to the lanes of vectors. */
#define __LANES1(F, R, A) \
  __OV R##2 F(A##2 a) { return (R##2)(F(a.x), F(a.y)); } \
  __OV R##3 F(A##3 a) { return (R##3)(F(a.x), F(a.y), F(a.z)); } \
  __OV R##4 F(A##4 a) { return (R##4)(F(a.lo), F(a.hi)); } \
  __OV R##8 F(A##8 a) { return (R##8)(F(a.lo), F(a.hi)); } \
  __OV R##16 F(A##16 a) { return (R##16)(F(a.lo), F(a.hi)); }
#define __LANES2(F, R, A, B) \
  __OV R##2 F(A##2 a, B##2 b) { return (R##2)(F(a.x, b.x), F(a.y, b.y)); } \
  __OV R##3 F(A##3 a, B##3 b) { return (R##3)(F(a.x, b.x), F(a.y, b.y), F(a.z, b.z)); } \
  __OV R##4 F(A##4 a, B##4 b) { return (R##4)(F(a.lo, b.lo), F(a.hi, b.hi)); } \
  __OV R##8 F(A##8 a, B##8 b) { return (R##8)(F(a.lo, b.lo), F(a.hi, b.hi)); } \
  __OV R##16 F(A##16 a, B##16 b) { return (R##16)(F(a.lo, b.lo), F(a.hi, b.hi)); }
#define __LANES3(F, R, A, B, C) \
  __OV R##2 F(A##2 a, B##2 b, C##2 c) { \
    return (R##2)(F(a.x, b.x, c.x), F(a.y, b.y, c.y)); } \
  __OV R##3 F(A##3 a, B##3 b, C##3 c) { \
    return (R##3)(F(a.x, b.x, c.x), F(a.y, b.y, c.y), F(a.z, b.z, c.z)); } \
  __OV R##4 F(A##4 a, B##4 b, C##4 c) { \
    return (R##4)(F(a.lo, b.lo, c.lo), F(a.hi, b.hi, c.hi)); } \
  __OV R##8 F(A##8 a, B##8 b, C##8 c) { \
    return (R##8)(F(a.lo, b.lo, c.lo), F(a.hi, b.hi, c.hi)); } \
  __OV R##16 F(A##16 a, B##16 b, C##16 c) { \
    return (R##16)(F(a.lo, b.lo, c.lo), F(a.hi, b.hi, c.hi)); }

/* The scalar function and those of vectors; `a`, `b`, `c` in the expression. */
#define __FUN1(F, R, A, E) __OV R F(A a) { return E; } __LANES1(F, R, A)
#define __FUN2(F, R, A, B, E) __OV R F(A a, B b) { return E; } __LANES2(F, R, A, B)
#define __FUN3(F, R, A, B, C, E) \
  __OV R F(A a, B b, C c) { return E; } __LANES3(F, R, A, B, C)

/* A further scalar operand, the same in all lanes. */
#define __SPLAT2(F, T, S) \
  __OV T##2 F(T##2 a, S b) { return F(a, (S##2)(b)); } \
  __OV T##3 F(T##3 a, S b) { return F(a, (S##3)(b)); } \
  __OV T##4 F(T##4 a, S b) { return F(a, (S##4)(b)); } \
  __OV T##8 F(T##8 a, S b) { return F(a, (S##8)(b)); } \
  __OV T##16 F(T##16 a, S b) { return F(a, (S##16)(b)); }
#define __SPLAT23(F, T) \
  __OV T##2 F(T##2 a, T b, T c) { return F(a, (T##2)(b), (T##2)(c)); } \
  __OV T##3 F(T##3 a, T b, T c) { return F(a, (T##3)(b), (T##3)(c)); } \
  __OV T##4 F(T##4 a, T b, T c) { return F(a, (T##4)(b), (T##4)(c)); } \
  __OV T##8 F(T##8 a, T b, T c) { return F(a, (T##8)(b), (T##8)(c)); } \
  __OV T##16 F(T##16 a, T b, T c) { return F(a, (T##16)(b), (T##16)(c)); }

/* Constants. */

#define CHAR_BIT 8
#define SCHAR_MAX 127
#define SCHAR_MIN (-128)
#define UCHAR_MAX 255
#define CHAR_MAX SCHAR_MAX
#define CHAR_MIN SCHAR_MIN
#define SHRT_MAX 32767
#define SHRT_MIN (-32768)
#define USHRT_MAX 65535
#define INT_MAX 2147483647
#define INT_MIN (-INT_MAX - 1)
#define UINT_MAX 0xffffffffU
#define LONG_MAX 0x7fffffffffffffffL
#define LONG_MIN (-LONG_MAX - 1)
#define ULONG_MAX 0xffffffffffffffffUL
#define __least_char CHAR_MIN
#define __most_char CHAR_MAX
#define __least_short SHRT_MIN
#define __most_short SHRT_MAX
#define __least_int INT_MIN
#define __most_int INT_MAX
#define __least_long LONG_MIN
#define __most_long LONG_MAX
#define __least_uchar 0
#define __most_uchar UCHAR_MAX
#define __least_ushort 0
#define __most_ushort USHRT_MAX
#define __least_uint 0
#define __most_uint UINT_MAX
#define __least_ulong 0
#define __most_ulong ULONG_MAX

#define FLT_DIG 6
#define FLT_MANT_DIG 24
#define FLT_MAX_10_EXP 38
#define FLT_MAX_EXP 128
#define FLT_MIN_10_EXP (-37)
#define FLT_MIN_EXP (-125)
#define FLT_RADIX 2
#define FLT_MAX 0x1.fffffep127f
#define FLT_MIN 0x1.0p-126f
#define FLT_EPSILON 0x1.0p-23f
#define DBL_DIG 15
#define DBL_MANT_DIG 53
#define DBL_MAX_10_EXP 308
#define DBL_MAX_EXP 1024
#define DBL_MIN_10_EXP (-307)
#define DBL_MIN_EXP (-1021)
#define DBL_MAX 0x1.fffffffffffffp1023
#define DBL_MIN 0x1.0p-1022
#define DBL_EPSILON 0x1.0p-52
#define HUGE_VALF __builtin_huge_valf()
#define HUGE_VAL __builtin_huge_val()
#define MAXFLOAT FLT_MAX
#define INFINITY __builtin_inff()
#define NAN __builtin_nanf("")
#define FP_ILOGB0 INT_MIN
#define FP_ILOGBNAN INT_MAX
#define M_E_F 2.71828182845904523536f
#define M_LOG2E_F 1.44269504088896340736f
#define M_LOG10E_F 0.43429448190325182765f
#define M_LN2_F 0.69314718055994530942f
#define M_LN10_F 2.30258509299404568402f
#define M_PI_F 3.14159265358979323846f
#define M_PI_2_F 1.57079632679489661923f
#define M_PI_4_F 0.78539816339744830962f
#define M_1_PI_F 0.31830988618379067154f
#define M_2_PI_F 0.63661977236758134308f
#define M_2_SQRTPI_F 1.12837916709551257390f
#define M_SQRT2_F 1.41421356237309504880f
#define M_SQRT1_2_F 0.70710678118654752440f
#define M_E 2.71828182845904523536
#define M_LOG2E 1.44269504088896340736
#define M_LOG10E 0.43429448190325182765
#define M_LN2 0.69314718055994530942
#define M_LN10 2.30258509299404568402
#define M_PI 3.14159265358979323846
#define M_PI_2 1.57079632679489661923
#define M_PI_4 0.78539816339744830962
#define M_1_PI 0.31830988618379067154
#define M_2_PI 0.63661977236758134308
#define M_2_SQRTPI 1.12837916709551257390
#define M_SQRT2 1.41421356237309504880
#define M_SQRT1_2 0.70710678118654752440

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
int enqueue_kernel() __ABSENT("kernels that start kernels");
__queue get_default_queue(void) __ABSENT("device queues");

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

/* Integers: section 6.12.3. */

#define __SIGNED(T) \
  __FUN1(abs, __u_##T, T, a < 0 ? -(__u_##T)a : (__u_##T)a) \
  __FUN2(abs_diff, __u_##T, T, T, a < b ? (__u_##T)b - (__u_##T)a : (__u_##T)a - (__u_##T)b)
#define __UNSIGNED(T) \
  __FUN1(abs, T, T, a) \
  __FUN2(abs_diff, T, T, T, a < b ? b - a : a - b)
/* clang before 20 takes narrow operands as int. */
#define __NARROW(T) \
  __FUN2(add_sat, T, T, T, __BETWEEN(T, (int)a + (int)b)) \
  __FUN2(sub_sat, T, T, T, __BETWEEN(T, (int)a - (int)b))
#define __BETWEEN(T, E) ((E) < __least_##T ? __least_##T : (E) > __most_##T ? __most_##T : (E))
#define __WORDS(T) \
  __FUN2(add_sat, T, T, T, __builtin_elementwise_add_sat(a, b)) \
  __FUN2(sub_sat, T, T, T, __builtin_elementwise_sub_sat(a, b))
__NARROW(char) __NARROW(uchar) __NARROW(short) __NARROW(ushort)
__WORDS(int) __WORDS(uint) __WORDS(long) __WORDS(ulong)
#define __BOTH(T) \
  __FUN2(hadd, T, T, T, (a >> 1) + (b >> 1) + (a & b & 1)) \
  __FUN2(rhadd, T, T, T, (a >> 1) + (b >> 1) + ((a | b) & 1)) \
  __FUN1(popcount, T, T, sizeof(T) == 8 ? __builtin_popcountl(a) : __builtin_popcount((__u_##T)a)) \
  __FUN1(clz, T, T, a == 0 ? 8 * sizeof(T) : sizeof(T) == 8 ? __builtin_clzl(a) : \
         __builtin_clz((__u_##T)a) - 32 + 8 * sizeof(T)) \
  __FUN1(ctz, T, T, a == 0 ? 8 * sizeof(T) : sizeof(T) == 8 ? __builtin_ctzl(a) : \
         __builtin_ctz((__u_##T)a)) \
  __FUN2(rotate, T, T, T, ((__u_##T)a << ((__u_##T)b & (8 * sizeof(T) - 1))) | \
      (T)((__u_##T)a >> (-(__u_##T)b & (8 * sizeof(T) - 1)))) \
  __FUN2(max, T, T, T, a < b ? b : a) __SPLAT2(max, T, T) \
  __FUN2(min, T, T, T, b < a ? b : a) __SPLAT2(min, T, T) \
  __FUN3(clamp, T, T, T, T, a < b ? b : c < a ? c : a) __SPLAT23(clamp, T) \
  __FUN3(mad_hi, T, T, T, T, mul_hi(a, b) + c) \
  __FUN3(bitselect, T, T, T, T, (a & ~c) | (b & c))
#define __HIGH(T, WIDE) __FUN2(mul_hi, T, T, T, (WIDE)a * (WIDE)b >> 8 * sizeof(T))
__HIGH(char, int) __HIGH(short, int) __HIGH(int, long)
__HIGH(uchar, uint) __HIGH(ushort, uint) __HIGH(uint, ulong)
static inline ulong __high(ulong a, ulong b) {
  ulong low = (a & UINT_MAX) * (b & UINT_MAX);
  ulong one = (a >> 32) * (b & UINT_MAX) + (low >> 32);
  ulong two = (a & UINT_MAX) * (b >> 32) + (one & UINT_MAX);
  return (a >> 32) * (b >> 32) + (one >> 32) + (two >> 32);
}
__FUN2(mul_hi, ulong, ulong, ulong, __high(a, b))
__FUN2(mul_hi, long, long, long,
       (long)__high(a, b) - (a < 0 ? b : 0) - (b < 0 ? a : 0))
__EACH_SIGNED(__SIGNED) __EACH_UNSIGNED(__UNSIGNED) __EACH_INTEGER(__BOTH)

#define __MAD_SAT(T, WIDE) \
  __FUN3(mad_sat, T, T, T, T, (T)clamp((WIDE)a * b + c, (WIDE)__least_##T, (WIDE)__most_##T))
__MAD_SAT(char, int) __MAD_SAT(short, int) __MAD_SAT(int, long)
__MAD_SAT(uchar, uint) __MAD_SAT(ushort, uint) __MAD_SAT(uint, ulong)
__FUN3(mad_sat, ulong, ulong, ulong, ulong,
       mul_hi(a, b) ? ULONG_MAX : add_sat(a * b, c))
static inline long __mad_sat(long a, long b, long c) {
  long high = mul_hi(a, b);
  ulong low = (ulong)a * (ulong)b, sum = low + (ulong)c;
  high += (c >> 63) + (sum < low);
  return high == (long)sum >> 63 ? (long)sum : high < 0 ? LONG_MIN : LONG_MAX;
}
__FUN3(mad_sat, long, long, long, long, __mad_sat(a, b, c))

__FUN2(mul24, int, int, int, (a << 8 >> 8) * (b << 8 >> 8))
__FUN2(mul24, uint, uint, uint, (a & 0xffffff) * (b & 0xffffff))
__FUN3(mad24, int, int, int, int, mul24(a, b) + c)
__FUN3(mad24, uint, uint, uint, uint, mul24(a, b) + c)
#define __UPSAMPLE(R, H, L) __FUN2(upsample, R, H, L, (R)((R)a << 8 * sizeof(L) | (R)b))
__UPSAMPLE(short, char, uchar) __UPSAMPLE(ushort, uchar, uchar)
__UPSAMPLE(int, short, ushort) __UPSAMPLE(uint, ushort, ushort)
__UPSAMPLE(long, int, uint) __UPSAMPLE(ulong, uint, uint)

/* Mathematics: section 6.12.2. Those of C's library, by its names. */

#define __C1(NAME) \
  float __##NAME(float) __asm__(#NAME "f") __PURE; \
  __FUN1(NAME, float, float, __##NAME(a)) \
  double __d_##NAME(double) __asm__(#NAME) __PURE; \
  __FUN1(NAME, double, double, __d_##NAME(a))
#define __C2(NAME) \
  float __##NAME(float, float) __asm__(#NAME "f") __PURE; \
  __FUN2(NAME, float, float, float, __##NAME(a, b)) \
  double __d_##NAME(double, double) __asm__(#NAME) __PURE; \
  __FUN2(NAME, double, double, double, __d_##NAME(a, b))
__C1(asinh) __C1(acosh) __C1(atanh) __C1(cbrt) __C1(erf) __C1(erfc)
__C1(expm1) __C1(log1p) __C1(logb) __C1(lgamma) __C1(tgamma)
__C1(asin) __C1(acos) __C1(atan) __C1(sinh) __C1(cosh) __C1(tanh) __C1(tan)
__C2(atan2) __C2(fmod) __C2(hypot) __C2(nextafter) __C2(remainder)

/* And those that LLVM knows. */
#define __B1(NAME) \
  __FUN1(NAME, float, float, __builtin_##NAME##f(a)) \
  __FUN1(NAME, double, double, __builtin_##NAME(a))
#define __B2(NAME) \
  __FUN2(NAME, float, float, float, __builtin_##NAME##f(a, b)) \
  __FUN2(NAME, double, double, double, __builtin_##NAME(a, b))
__B1(sin) __B1(cos) __B1(exp) __B1(exp2) __B1(log) __B1(log2) __B1(log10)
__B1(sqrt) __B1(fabs) __B1(floor) __B1(ceil) __B1(trunc) __B1(rint) __B1(round)
__B2(copysign) __B2(fmax) __B2(fmin) __B2(pow)
#define __SIGNS(T) __SPLAT2(fmax, T, T) __SPLAT2(fmin, T, T)
__EACH_FLOAT(__SIGNS)
__FUN3(fma, float, float, float, float, __builtin_fmaf(a, b, c))
__FUN3(fma, double, double, double, double, __builtin_fma(a, b, c))

float __ldexpf(float, int) __asm__("ldexpf") __PURE;
double __ldexp(double, int) __asm__("ldexp") __PURE;
int __ilogbf(float) __asm__("ilogbf") __PURE;
int __ilogb(double) __asm__("ilogb") __PURE;
__FUN2(ldexp, float, float, int, __ldexpf(a, b)) __SPLAT2(ldexp, float, int)
__FUN2(ldexp, double, double, int, __ldexp(a, b)) __SPLAT2(ldexp, double, int)
__FUN1(ilogb, int, float, __ilogbf(a)) __FUN1(ilogb, int, double, __ilogb(a))

/* Relations: section 6.12.6; 1 of a scalar, -1 of a lane. */
#define __REL1(NAME, T, E) \
  __OV int NAME(T a) { return E; } \
  __OV __s_##T __##NAME(T a) { return -(__s_##T)NAME(a); } \
  __LANES1(__##NAME, __s_##T, T) __OF1(NAME, T, 2) __OF1(NAME, T, 3) __OF1(NAME, T, 4) \
  __OF1(NAME, T, 8) __OF1(NAME, T, 16)
#define __OF1(NAME, T, N) __OV __s_##T##N NAME(T##N a) { return __##NAME(a); }
#define __REL2(NAME, T, E) \
  __OV int NAME(T a, T b) { return E; } \
  __OV __s_##T __##NAME(T a, T b) { return -(__s_##T)NAME(a, b); } \
  __LANES2(__##NAME, __s_##T, T, T) __OF2(NAME, T, 2) __OF2(NAME, T, 3) \
  __OF2(NAME, T, 4) __OF2(NAME, T, 8) __OF2(NAME, T, 16)
#define __OF2(NAME, T, N) __OV __s_##T##N NAME(T##N a, T##N b) { return __##NAME(a, b); }
#define __RELATIONS(T) \
  __REL1(isnan, T, a != a) \
  __REL1(isinf, T, fabs(a) == (T)INFINITY) \
  __REL1(isfinite, T, fabs(a) < (T)INFINITY) \
  __REL1(isnormal, T, fabs(a) < (T)INFINITY && fabs(a) >= __normal_##T) \
  __REL1(signbit, T, __builtin_astype(a, __s_##T) < 0) \
  __REL2(isequal, T, a == b) __REL2(isnotequal, T, a != b) \
  __REL2(isgreater, T, a > b) __REL2(isgreaterequal, T, a >= b) \
  __REL2(isless, T, a < b) __REL2(islessequal, T, a <= b) \
  __REL2(islessgreater, T, a < b || a > b) \
  __REL2(isordered, T, a == a && b == b) __REL2(isunordered, T, a != a || b != b) \
  __FUN3(bitselect, T, T, T, T, __builtin_astype(bitselect(__builtin_astype(a, __u_##T), \
         __builtin_astype(b, __u_##T), __builtin_astype(c, __u_##T)), T))
#define __normal_float FLT_MIN
#define __normal_double DBL_MIN
__EACH_FLOAT(__RELATIONS)

/* Mathematics without a function of C, and section 6.12.4. */

#define __nan_float(a) __builtin_astype((uint)(0x7fc00000 | (a)), float)
#define __nan_double(a) __builtin_astype(0x7ff8000000000000UL | (a), double)
#define __PI(T) /* sin(pi x), or its cosine: of what is left after a multiple of 1/2 */ \
  static inline T __pi_##T(T x, int quarter) { \
    T whole = rint(2 * x), rest = (T)M_PI * (x - whole / 2); \
    int k = (int)(whole - 4 * floor(whole / 4)) + quarter; \
    if (!(fabs(x) < (T)0x1p60)) return isfinite(x) ? (T)quarter : (T)NAN; \
    T value = k & 1 ? cos(rest) : sin(rest); \
    return k & 2 ? -value : value; \
  }
#define __POWER(T) /* by squares, exact where the products are */ \
  static inline T __power_##T(T x, int n) { \
    uint left = n < 0 ? -(uint)n : (uint)n; \
    T result = 1; \
    for (; left; left >>= 1, x *= x) \
      if (left & 1) result *= x; \
    return n < 0 ? 1 / result : result; \
  }
__EACH_FLOAT(__PI) __EACH_FLOAT(__POWER)
#define __SMOOTH(T) static inline T __smooth_##T(T t) { return t * t * (3 - 2 * t); }
__EACH_FLOAT(__SMOOTH)
#define __MATH(T, UINT) \
  __FUN3(mad, T, T, T, T, a * b + c) \
  __FUN1(exp10, T, T, pow((T)10, a)) \
  __FUN1(rsqrt, T, T, 1 / sqrt(a)) \
  __FUN2(fdim, T, T, T, a > b ? a - b : a != a || b != b ? a + b : (T)0) \
  __FUN2(maxmag, T, T, T, fabs(a) > fabs(b) ? a : fabs(b) > fabs(a) ? b : fmax(a, b)) \
  __FUN2(minmag, T, T, T, fabs(a) < fabs(b) ? a : fabs(b) < fabs(a) ? b : fmin(a, b)) \
  __FUN1(nan, T, UINT, __nan_##T(a)) \
  __FUN1(sinpi, T, T, __pi_##T(a, 0)) \
  __FUN1(cospi, T, T, __pi_##T(a, 1)) \
  __FUN1(tanpi, T, T, sinpi(a) / cospi(a)) \
  __FUN1(asinpi, T, T, asin(a) / (T)M_PI) \
  __FUN1(acospi, T, T, acos(a) / (T)M_PI) \
  __FUN1(atanpi, T, T, atan(a) / (T)M_PI) \
  __FUN2(atan2pi, T, T, T, atan2(a, b) / (T)M_PI) \
  __FUN2(pown, T, T, int, __power_##T(a, b)) \
  __FUN2(powr, T, T, T, a < 0 || (a == 0 && b == 0) || \
         (a == 1 && isinf(b)) || (isinf(a) && b == 0) ? (T)NAN : pow(a, b)) \
  __FUN2(rootn, T, T, int, b == 0 || (a < 0 && !(b & 1)) ? (T)NAN : \
         copysign(pow(fabs(a), 1 / (T)b), b & 1 ? a : (T)1)) \
  __FUN1(degrees, T, T, a * (T)(180 / M_PI)) \
  __FUN1(radians, T, T, a * (T)(M_PI / 180)) \
  __FUN1(sign, T, T, a > 0 ? (T)1 : a < 0 ? (T)-1 : a == 0 ? a : (T)0) \
  __FUN2(max, T, T, T, a < b ? b : a) __SPLAT2(max, T, T) \
  __FUN2(min, T, T, T, b < a ? b : a) __SPLAT2(min, T, T) \
  __FUN3(clamp, T, T, T, T, fmin(fmax(a, b), c)) __SPLAT23(clamp, T) \
  __FUN3(mix, T, T, T, T, a + (b - a) * c) \
  __FUN2(step, T, T, T, b < a ? (T)0 : (T)1) \
  __FUN3(smoothstep, T, T, T, T, __smooth_##T(clamp((c - a) / (b - a), (T)0, (T)1)))
__MATH(float, uint) __MATH(double, ulong)

#define __FIRST(T, N) \
  __OV T##N mix(T##N a, T##N b, T c) { return mix(a, b, (T##N)(c)); } \
  __OV T##N step(T a, T##N b) { return step((T##N)(a), b); } \
  __OV T##N smoothstep(T a, T b, T##N c) { return smoothstep((T##N)(a), (T##N)(b), c); }
#define __FIRSTS(T) \
  __FIRST(T, 2) __FIRST(T, 3) __FIRST(T, 4) __FIRST(T, 8) __FIRST(T, 16)
__EACH_FLOAT(__FIRSTS)

#define half_cos cos
#define half_divide(a, b) ((a) / (b))
#define half_exp exp
#define half_exp2 exp2
#define half_exp10 exp10
#define half_log log
#define half_log2 log2
#define half_log10 log10
#define half_powr powr
#define half_recip(a) (1 / (a))
#define half_rsqrt rsqrt
#define half_sin sin
#define half_sqrt sqrt
#define half_tan tan
#define native_cos cos
#define native_divide(a, b) ((a) / (b))
#define native_exp exp
#define native_exp2 exp2
#define native_exp10 exp10
#define native_log log
#define native_log2 log2
#define native_log10 log10
#define native_powr powr
#define native_recip(a) (1 / (a))
#define native_rsqrt rsqrt
#define native_sin sin
#define native_sqrt sqrt
#define native_tan tan

/* Those with a second result, by a pointer to each address space. */

#define __PARTS(AS, T) \
  __OV T fract(T a, AS T *p) { \
    T whole = floor(a); \
    *p = whole; \
    T less = sizeof(T) == 4 ? (T)0x1.fffffep-1f : (T)0x1.fffffffffffffp-1; \
    return isnan(a) ? a : isinf(a) ? copysign((T)0, a) : fmin(a - whole, less); \
  } \
  __OV T modf(T a, AS T *p) { \
    T whole = trunc(a); \
    *p = whole; \
    return copysign(isinf(a) ? (T)0 : a - whole, a); \
  } \
  __OV T sincos(T a, AS T *p) { return *p = cos(a), sin(a); } \
  __OV T frexp(T a, AS int *p) { \
    if (!(fabs(a) < (T)INFINITY) || a == 0) return *p = 0, a; \
    return *p = ilogb(a) + 1, ldexp(a, -*p); \
  } \
  __OV T lgamma_r(T a, AS int *p) { \
    *p = a < 0 && (int)fmod(floor(a), (T)2) != 0 ? -1 : 1; \
    return lgamma(a); \
  } \
  __OV T remquo(T a, T b, AS int *p) { \
    T rest = remainder(a, b), by = fmod(fabs(a - rest), fabs(b) * 128); \
    int count = (int)rint(by / fabs(b)) & 127; \
    *p = isfinite(a) && b != 0 && !isnan(b) \
             ? (signbit(a) != signbit(b) ? -count : count) : 0; \
    return rest; \
  } \
  __EACH_PART(__PARTS2, AS, T)
#define __EACH_PART(M, AS, T) M(AS, T, 2) M(AS, T, 3) M(AS, T, 4) M(AS, T, 8) M(AS, T, 16)
#define __BY_LANE(N, VALUE, R, P, CALL) \
  for (int k = 0; k < N; k++) { P second; R[k] = CALL; (*p)[k] = second; }
#define __PARTS2(AS, T, N) \
  __OV T##N fract(T##N a, AS T##N *p) { T##N r; __BY_LANE(N, a, r, T, fract(a[k], &second)) return r; } \
  __OV T##N modf(T##N a, AS T##N *p) { T##N r; __BY_LANE(N, a, r, T, modf(a[k], &second)) return r; } \
  __OV T##N sincos(T##N a, AS T##N *p) { return *p = cos(a), sin(a); } \
  __OV T##N frexp(T##N a, AS int##N *p) { T##N r; __BY_LANE(N, a, r, int, frexp(a[k], &second)) return r; } \
  __OV T##N lgamma_r(T##N a, AS int##N *p) { T##N r; __BY_LANE(N, a, r, int, lgamma_r(a[k], &second)) return r; } \
  __OV T##N remquo(T##N a, T##N b, AS int##N *p) { T##N r; __BY_LANE(N, a, r, int, remquo(a[k], b[k], &second)) return r; }
__PARTS(__private, float) __PARTS(__global, float) __PARTS(__local, float)
__PARTS(__private, double) __PARTS(__global, double) __PARTS(__local, double)

/* Geometry: section 6.12.5. */

#define __GEOMETRY(T) \
  __OV T dot(T a, T b) { return a * b; } \
  __OV T dot(T##2 a, T##2 b) { return a.x * b.x + a.y * b.y; } \
  __OV T dot(T##3 a, T##3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; } \
  __OV T dot(T##4 a, T##4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; } \
  __OV T##3 cross(T##3 a, T##3 b) { return a.yzx * b.zxy - a.zxy * b.yzx; } \
  __OV T##4 cross(T##4 a, T##4 b) { return (T##4)(cross(a.xyz, b.xyz), 0); } \
  __LENGTH(T, T) __LENGTH(T, T##2) __LENGTH(T, T##3) __LENGTH(T, T##4)
#define __LENGTH(T, V) \
  __OV T length(V a) { \
    T most = __most(fabs(a)); \
    if (most == 0 || most == (T)INFINITY) return most; \
    return ldexp(sqrt(dot(__scaled(a, -ilogb(most)), __scaled(a, -ilogb(most)))), ilogb(most)); \
  } \
  __OV T distance(V a, V b) { return length(a - b); } \
  __OV V normalize(V a) { T l = length(a); return l == 0 ? a : a / l; } \
  __OV T fast_length(V a) { return sqrt(dot(a, a)); } \
  __OV T fast_distance(V a, V b) { return fast_length(a - b); } \
  __OV V fast_normalize(V a) { T l = dot(a, a); return l == 0 ? a : a * rsqrt(l); }
#define __MOST(T) \
  __OV T __most(T a) { return a; } \
  __OV T __most(T##2 a) { return fmax(a.x, a.y); } \
  __OV T __most(T##3 a) { return fmax(fmax(a.x, a.y), a.z); } \
  __OV T __most(T##4 a) { return fmax(fmax(a.x, a.y), fmax(a.z, a.w)); } \
  __OV T __scaled(T a, int k) { return ldexp(a, k); } \
  __OV T##2 __scaled(T##2 a, int k) { return ldexp(a, k); } \
  __OV T##3 __scaled(T##3 a, int k) { return ldexp(a, k); } \
  __OV T##4 __scaled(T##4 a, int k) { return ldexp(a, k); }
__EACH_FLOAT(__MOST) __EACH_FLOAT(__GEOMETRY)

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

/* Conversions: section 6.2.3. A wide value is the same of fewer types. */

#define __WIDEN(A, R) __FUN1(__wide, R, A, a)
__WIDEN(char, long) __WIDEN(short, long) __WIDEN(int, long) __WIDEN(long, long)
__WIDEN(uchar, ulong) __WIDEN(ushort, ulong) __WIDEN(uint, ulong) __WIDEN(ulong, ulong)
__WIDEN(half, float) __WIDEN(float, float) __WIDEN(double, double)

#define __INTEGRAL(NAME, FLOAT) \
  __FUN1(__integral_##NAME, long, long, a) __FUN1(__integral_##NAME, ulong, ulong, a) \
  __FUN1(__integral_##NAME, float, float, FLOAT(a)) \
  __FUN1(__integral_##NAME, double, double, FLOAT(a))
__INTEGRAL(rte, rint) __INTEGRAL(rtp, ceil) __INTEGRAL(rtn, floor)

#define __SATURATED(T) \
  __FUN1(__##T##_sat, T, float, __NEAREST(T, float)) \
  __FUN1(__##T##_sat, T, double, __NEAREST(T, double))
#define __NEAREST(T, F) /* a float of 2^63 is above the most */ \
  a != a ? (T)0 : a <= (F)__least_##T ? __least_##T : a >= (F)__most_##T ? __most_##T : (T)a
__EACH_INTEGER(__SATURATED)
#define __SATURATED_SIGNED(T) \
  __FUN1(__##T##_sat, T, long, a < __least_##T ? __least_##T : a > __most_##T ? __most_##T : (T)a) \
  __FUN1(__##T##_sat, T, ulong, a > (ulong)__most_##T ? __most_##T : (T)a)
#define __SATURATED_UNSIGNED(T) \
  __FUN1(__##T##_sat, T, long, a < 0 ? 0 : (ulong)a > __most_##T ? __most_##T : (T)a) \
  __FUN1(__##T##_sat, T, ulong, a > __most_##T ? __most_##T : (T)a)
__EACH_SIGNED(__SATURATED_SIGNED) __EACH_UNSIGNED(__SATURATED_UNSIGNED)

/* An integer without the bits that a float has no room for, and whether it had some. */
#define __ROUND_INTEGER(F, BITS) \
  static inline F __magnitude_##F(ulong a, int away) { \
    int width = 64 - (a ? __builtin_clzl(a) : 64); \
    int lost = width > BITS ? width - BITS : 0; \
    ulong kept = a >> lost << lost; \
    F result = (F)kept; \
    __s_##F bits = __builtin_astype(result, __s_##F) + (away && kept != a); \
    return __builtin_astype(bits, F); \
  } \
  __DIRECTED(F, rtz, 0, 0) __DIRECTED(F, rtp, 1, 0) __DIRECTED(F, rtn, 0, 1)
#define __DIRECTED(F, NAME, UP, DOWN) \
  __FUN1(__to_##F##_##NAME, F, ulong, __magnitude_##F(a, UP)) \
  __FUN1(__to_##F##_##NAME, F, long, \
         a < 0 ? -__magnitude_##F(-(ulong)a, DOWN) : __magnitude_##F(a, UP))
__ROUND_INTEGER(float, 24) __ROUND_INTEGER(double, 53)

#define __DIRECTED_DOUBLE(NAME, WRONG, TOWARDS) \
  __OV float __narrow_##NAME(double a) { \
    float b = (float)a; \
    return WRONG ? nextafter(b, TOWARDS) : b; \
  } \
  __FUN1(__to_float_##NAME, float, double, __narrow_##NAME(a)) \
  __FUN1(__to_float_##NAME, float, float, a) \
  __FUN1(__to_double_##NAME, double, float, a) \
  __FUN1(__to_double_##NAME, double, double, a)
__DIRECTED_DOUBLE(rtz, fabs((double)b) > fabs(a), 0.0f)
__DIRECTED_DOUBLE(rtp, b < a, INFINITY)
__DIRECTED_DOUBLE(rtn, b > a, -INFINITY)

/* A half below or above the nearest one, by its bits. */
#define __TO_HALF(NAME, WRONG, AWAY) \
  __OV half __half_##NAME(float a) { \
    half b = (half)a; \
    short bits = __builtin_astype(b, short); \
    if (!(WRONG)) return b; \
    if ((bits & 0x7fff) == 0) return __builtin_astype((short)(a < 0 ? 0x8001 : 1), half); \
    return __builtin_astype((short)(bits + (AWAY ? 1 : -1)), half); \
  } \
  __FUN1(__to_half_##NAME, half, float, __half_##NAME(a)) \
  __FUN1(__to_half_##NAME, half, double, __half_##NAME(__narrow_##NAME(a))) \
  __FUN1(__to_half_##NAME, half, long, __half_##NAME(__to_float_##NAME(a))) \
  __FUN1(__to_half_##NAME, half, ulong, __half_##NAME(__to_float_##NAME(a)))
__TO_HALF(rtz, fabs((float)b) > fabs(a), 0)
__TO_HALF(rtp, (float)b < a, a > 0)
__TO_HALF(rtn, (float)b > a, a < 0)

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
 * Atomic operations: section 6.12.11. The lanes take turns; a group is executed by one
 * thread, and a kernel with atomic operations on global memory by one alone.
 */

void __global_atomics(void) __asm__("circ.global_atomics");
#define __mark__global __global_atomics();
#define __mark__local
#define __ATOMIC(AS, T, NAME, PARAMETERS, VALUE) \
  __OV T NAME PARAMETERS { \
    T old = 0; \
    __mark##AS \
    for (uint l = 0, n = __lanes(); l < n; l++) \
      if (__lane() == l) { \
        old = *p; \
        *p = VALUE; \
      } \
    return old; \
  }
#define __ATOMICS1(AS, T, A) \
  __ATOMIC(AS, T, A##add, (volatile AS T *p, T v), old + v) \
  __ATOMIC(AS, T, A##sub, (volatile AS T *p, T v), old - v) \
  __ATOMIC(AS, T, A##xchg, (volatile AS T *p, T v), v) \
  __ATOMIC(AS, T, A##min, (volatile AS T *p, T v), v < old ? v : old) \
  __ATOMIC(AS, T, A##max, (volatile AS T *p, T v), v > old ? v : old) \
  __ATOMIC(AS, T, A##and, (volatile AS T *p, T v), old & v) \
  __ATOMIC(AS, T, A##or, (volatile AS T *p, T v), old | v) \
  __ATOMIC(AS, T, A##xor, (volatile AS T *p, T v), old ^ v) \
  __ATOMIC(AS, T, A##inc, (volatile AS T *p), old + 1) \
  __ATOMIC(AS, T, A##dec, (volatile AS T *p), old - 1) \
  __ATOMIC(AS, T, A##cmpxchg, (volatile AS T *p, T c, T v), old == c ? v : old)
#define __ATOMICS(AS) \
  __ATOMICS1(AS, int, atomic_) __ATOMICS1(AS, uint, atomic_) \
  __ATOMICS1(AS, int, atom_) __ATOMICS1(AS, uint, atom_) \
  __ATOMICS1(AS, long, atom_) __ATOMICS1(AS, ulong, atom_) \
  __ATOMIC(AS, float, atomic_xchg, (volatile AS float *p, float v), v) \
  __C11(AS, int) __C11(AS, uint) __C11(AS, long) __C11(AS, ulong) __C11_PLAIN(AS, float) \
  __C11_PLAIN(AS, double)

typedef int atomic_int;
typedef uint atomic_uint;
typedef long atomic_long;
typedef ulong atomic_ulong;
typedef float atomic_float;
typedef double atomic_double;
typedef uint atomic_size_t;
typedef uint atomic_uintptr_t;
typedef int atomic_intptr_t;
typedef int atomic_ptrdiff_t;
typedef int atomic_flag;
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
  __ATOMIC(AS, T, __exchange, (volatile AS T *p, T v), v) \
  __OV void atomic_store(volatile AS T *p, T v) { __exchange(p, v); } \
  __OV T atomic_exchange(volatile AS T *p, T v) { return __exchange(p, v); } \
  __ATOMIC(AS, T, __fetch_cas, (volatile AS T *p, T c, T v), old == c ? v : old) \
  __OV bool atomic_compare_exchange_strong(volatile AS T *p, T *c, T v) { \
    T was = __fetch_cas(p, *c, v); \
    bool same = was == *c; \
    *c = was; \
    return same; \
  }
#define __C11(AS, T) \
  __C11_PLAIN(AS, T) \
  __ATOMIC(AS, T, atomic_fetch_add, (volatile AS T *p, T v), old + v) \
  __ATOMIC(AS, T, atomic_fetch_sub, (volatile AS T *p, T v), old - v) \
  __ATOMIC(AS, T, atomic_fetch_min, (volatile AS T *p, T v), v < old ? v : old) \
  __ATOMIC(AS, T, atomic_fetch_max, (volatile AS T *p, T v), v > old ? v : old) \
  __ATOMIC(AS, T, atomic_fetch_and, (volatile AS T *p, T v), old & v) \
  __ATOMIC(AS, T, atomic_fetch_or, (volatile AS T *p, T v), old | v) \
  __ATOMIC(AS, T, atomic_fetch_xor, (volatile AS T *p, T v), old ^ v)
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

int printf(__constant const char *format, ...) __attribute__((format(printf, 1, 2)));
