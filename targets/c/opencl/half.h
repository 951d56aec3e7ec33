/*
 * Functions of half: those of float, rounded. Only read for files that name the type.
 */

__MAP(half, short, ushort)
#define __normal_half ((half)0x1p-14f)
__FUN1(fabs, half, half, (half)fabs((float)a))
__RELATIONS(half)
#define __HALF1(NAME) __FUN1(NAME, half, half, (half)NAME((float)a))
#define __HALF2(NAME) __FUN2(NAME, half, half, half, (half)NAME((float)a, (float)b))
#define __HALF3(NAME) \
  __FUN3(NAME, half, half, half, half, (half)NAME((float)a, (float)b, (float)c))
__HALF1(sin) __HALF1(cos) __HALF1(tan) __HALF1(asin) __HALF1(acos) __HALF1(atan)
__HALF1(sinh) __HALF1(cosh) __HALF1(tanh) __HALF1(asinh) __HALF1(acosh) __HALF1(atanh)
__HALF1(exp) __HALF1(exp2) __HALF1(exp10) __HALF1(expm1) __HALF1(log) __HALF1(log2)
__HALF1(log10) __HALF1(log1p) __HALF1(sqrt) __HALF1(rsqrt) __HALF1(cbrt) __HALF1(floor)
__HALF1(ceil) __HALF1(trunc) __HALF1(rint) __HALF1(round) __HALF1(erf) __HALF1(erfc)
__HALF1(tgamma) __HALF1(lgamma) __HALF1(logb) __HALF1(sinpi) __HALF1(cospi)
__HALF1(tanpi) __HALF1(asinpi) __HALF1(acospi) __HALF1(atanpi) __HALF1(degrees)
__HALF1(radians) __HALF1(sign)
__HALF2(pow) __HALF2(powr) __HALF2(fmod) __HALF2(fmax) __HALF2(fmin) __HALF2(hypot)
__HALF2(atan2) __HALF2(atan2pi) __HALF2(copysign) __HALF2(fdim) __HALF2(remainder)
__HALF2(maxmag) __HALF2(minmag) __HALF2(max) __HALF2(min) __HALF2(step)
__HALF3(fma) __HALF3(mad) __HALF3(mix) __HALF3(clamp) __HALF3(smoothstep)
__SPLAT2(fmax, half, half) __SPLAT2(fmin, half, half) __SPLAT2(max, half, half)
__SPLAT2(min, half, half) __SPLAT23(clamp, half) __FIRSTS(half)
__FUN2(ldexp, half, half, int, (half)ldexp((float)a, b)) __SPLAT2(ldexp, half, int)
__FUN2(pown, half, half, int, (half)pown((float)a, b))
__FUN2(rootn, half, half, int, (half)rootn((float)a, b))
__FUN1(ilogb, int, half, ilogb((float)a))
static inline half __next_half(half a, half b) {
  ushort bits = __builtin_astype(a, ushort);
  if (a != a || b != b) return a + b;
  if (a == b) return b;
  if (a == 0) return __builtin_astype((ushort)(b > 0 ? 1 : 0x8001), half);
  return __builtin_astype((ushort)((a < b) == (a > 0) ? bits + 1 : bits - 1), half);
}
__FUN2(nextafter, half, half, half, __next_half(a, b))

#define __HALF_PARTS(AS) \
  __HALF_PART(AS, fract) __HALF_PART(AS, modf) __HALF_PART(AS, sincos) \
  __OV half frexp(half a, AS int *p) { return (half)frexp((float)a, p); } \
  __OV half lgamma_r(half a, AS int *p) { return (half)lgamma_r((float)a, p); } \
  __OV half remquo(half a, half b, AS int *p) { return (half)remquo((float)a, (float)b, p); }
#define __HALF_PART(AS, NAME) \
  __OV half NAME(half a, AS half *p) { \
    float other; \
    half value = (half)NAME((float)a, &other); \
    *p = (half)other; \
    return value; \
  }
__HALF_PARTS(__private) __HALF_PARTS(__global) __HALF_PARTS(__local)

__MOST(half) __GEOMETRY(half) __VLOADS(half) __SELECT(half) __SHUFFLE(half)
