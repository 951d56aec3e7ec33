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
