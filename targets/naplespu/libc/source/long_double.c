/* The functions of long double, which is double. */
#define _GNU_SOURCE
#include <math.h>
#include <stdlib.h>

#define ONE(name) \
	long double name##l(long double x) { return name(x); }
#define TWO(name) \
	long double name##l(long double x, long double y) { return name(x, y); }
#define TO(type, name) \
	type name##l(long double x) { return name(x); }

ONE(acos)
ONE(acosh)
ONE(asin)
ONE(asinh)
ONE(atan)
ONE(atanh)
ONE(cbrt)
ONE(ceil)
ONE(cos)
ONE(cosh)
ONE(erf)
ONE(erfc)
ONE(exp)
ONE(exp10)
ONE(exp2)
ONE(expm1)
ONE(fabs)
ONE(floor)
ONE(lgamma)
ONE(log)
ONE(log10)
ONE(log1p)
ONE(log2)
ONE(logb)
ONE(nearbyint)
ONE(pow10)
ONE(rint)
ONE(round)
ONE(sin)
ONE(sinh)
ONE(sqrt)
ONE(tan)
ONE(tanh)
ONE(tgamma)
ONE(trunc)
TWO(atan2)
TWO(copysign)
TWO(fdim)
TWO(fmax)
TWO(fmin)
TWO(fmod)
TWO(hypot)
TWO(nextafter)
TWO(pow)
TWO(remainder)
TO(int, ilogb)
TO(long, lrint)
TO(long, lround)
TO(long long, llrint)
TO(long long, llround)
TO(int, __signbit)
TO(int, __fpclassify)

long double nanl(const char *tag) { return nan(tag); }
long double fmal(long double x, long double y, long double z) { return fma(x, y, z); }
long double frexpl(long double x, int *exponent) { return frexp(x, exponent); }
long double ldexpl(long double x, int n) { return ldexp(x, n); }
long double scalbnl(long double x, int n) { return scalbn(x, n); }
long double scalblnl(long double x, long n) { return scalbln(x, n); }
long double modfl(long double x, long double *whole)
{
	return modf(x, (double *)whole);
}
long double remquol(long double x, long double y, int *quotient)
{
	return remquo(x, y, quotient);
}
double nexttoward(double x, long double y) { return nextafter(x, y); }
long double nexttowardl(long double x, long double y) { return nextafter(x, y); }
void sincosl(long double x, long double *sine, long double *cosine)
{
	sincos(x, (double *)sine, (double *)cosine);
}
