/* Comparing, signs and roots. */
#define _GNU_SOURCE
#include <float.h>
#include <math.h>
#include <stdint.h>

double fabs(double x) { return __builtin_fabs(x); }
float fabsf(float x) { return __builtin_fabsf(x); }
double sqrt(double x) { return __builtin_sqrt(x); }
float sqrtf(float x) { return __builtin_sqrtf(x); }
double fmod(double x, double y) { return __builtin_fmod(x, y); }
float fmodf(float x, float y) { return __builtin_fmodf(x, y); }

double copysign(double x, double y)
{
	union { double value; uint64_t bits; } u = {x}, v = {y};
	u.bits = (u.bits & INT64_MAX) | (v.bits & ~(uint64_t)INT64_MAX);
	return u.value;
}

float copysignf(float x, float y)
{
	union { float value; uint32_t bits; } u = {x}, v = {y};
	u.bits = (u.bits & INT32_MAX) | (v.bits & ~(uint32_t)INT32_MAX);
	return u.value;
}

double nan(const char *tag) { return NAN; }
float nanf(const char *tag) { return NAN; }
int finite(double x) { return isfinite(x); }
int finitef(float x) { return isfinite(x); }

double fdim(double x, double y)
{
	if (isnan(x)) return x;
	if (isnan(y)) return y;
	return x > y ? x - y : 0;
}

float fdimf(float x, float y)
{
	if (isnan(x)) return x;
	if (isnan(y)) return y;
	return x > y ? x - y : 0;
}

double fmax(double x, double y)
{
	if (isnan(x)) return y;
	if (isnan(y)) return x;
	if (signbit(x) != signbit(y)) return signbit(x) ? y : x;
	return x < y ? y : x;
}

double fmin(double x, double y)
{
	if (isnan(x)) return y;
	if (isnan(y)) return x;
	if (signbit(x) != signbit(y)) return signbit(x) ? x : y;
	return x < y ? x : y;
}

float fmaxf(float x, float y)
{
	if (isnan(x)) return y;
	if (isnan(y)) return x;
	if (signbit(x) != signbit(y)) return signbit(x) ? y : x;
	return x < y ? y : x;
}

float fminf(float x, float y)
{
	if (isnan(x)) return y;
	if (isnan(y)) return x;
	if (signbit(x) != signbit(y)) return signbit(x) ? x : y;
	return x < y ? x : y;
}

/* The square of `x` and what rounding took from it. */
static double square(double x, double *rest)
{
	double scaled = x * 0x1.0000002p27; /* 2^27 + 1 parts 53 bits into 26 and 27 */
	double high = x - scaled + scaled, low = x - high, result = x * x;
	*rest = high * high - result + 2 * high * low + low * low;
	return result;
}

double hypot(double x, double y)
{
	double scale = 1, larger, smaller, rest, other_rest;
	x = fabs(x);
	y = fabs(y);
	if (isinf(x) || isinf(y)) return INFINITY;
	if (isnan(x) || isnan(y)) return x + y;
	larger = x < y ? y : x;
	smaller = x < y ? x : y;
	if (smaller == 0 || larger > smaller * 0x1p60) return larger + smaller;
	if (larger > 0x1p510) {
		scale = 0x1p700;
	} else if (smaller < 0x1p-450) {
		scale = 0x1p-700;
	}
	larger /= scale;
	smaller /= scale;
	double sum = square(larger, &rest), other = square(smaller, &other_rest);
	return scale * sqrt(other_rest + rest + other + sum);
}

float hypotf(float x, float y)
{
	if (isinf(x) || isinf(y)) return INFINITY;
	return sqrt((double)x * x + (double)y * y);
}

double exp10(double x) { return pow(10, x); }
float exp10f(float x) { return pow(10, x); }
double pow10(double x) { return pow(10, x); }
float pow10f(float x) { return pow(10, x); }

double scalbln(double x, long n)
{
	return scalbn(x, n);
}

float scalblnf(float x, long n)
{
	return scalbnf(x, n);
}


double acosh(double x)
{
	double above = x - 1;
	if (!(x >= 1)) return (x - x) / (x - x);
	if (x < 2) return log1p(above + sqrt(2 * above + above * above));
	if (x < 0x1p26) return log(2 * x - 1 / (x + sqrt(x * x - 1)));
	return log(x) + 0.69314718055994530942;
}

float acoshf(float x) { return acosh(x); }
