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
