/* Rounding and taking apart floating-point numbers, on their bits: the machine computes
   with doubles in software, so that integer operations are faster. */
#include <math.h>
#include <stdint.h>

union double_bits {
	double value;
	uint64_t bits;
};

union float_bits {
	float value;
	uint32_t bits;
};

enum rounding { TRUNCATE, AWAY, EVEN };

/* Is the magnitude to grow? `half` is the first bit that is cut off, `rest` what follows
   it, and `is_odd` what stays. */
static int grows(enum rounding rounding, int up, int half, int rest, int is_odd)
{
	if (rounding == AWAY) return half;
	if (rounding == EVEN) return half && (rest || is_odd);
	return up && (half || rest);
}

/* `x` as an integral number; `up` (of the magnitude) where something was cut off. */
static double integral(double x, enum rounding rounding, int up)
{
	union double_bits u = {x};
	uint32_t high = u.bits >> 32, low = u.bits;
	int exponent = (high >> 20 & 0x7ff) - 0x3ff;
	if (exponent >= 52) return exponent == 0x400 ? x + x : x;
	if (exponent < 0) {
		uint32_t sign = high & 0x80000000;
		int rest = ((high ^ sign) | low) != 0, half = exponent == -1;
		if (half) rest = ((high & 0xfffff) | low) != 0;
		u.bits = (uint64_t)(sign | (grows(rounding, up, half, rest, 0) ? 0x3ff00000 : 0)) << 32;
		return u.value;
	}
	/* The unit of 1.x is a bit of the exponent, which is odd as 1 is. */
	if (exponent < 20) {
		uint32_t half = 1u << (19 - exponent), unit = 2 * half;
		int rest = ((high & (half - 1)) | low) != 0;
		int add = grows(rounding, up, !!(high & half), rest, !!(high & unit));
		high = (high & -unit) + (add ? unit : 0);
		low = 0;
	} else {
		/* The unit may be the first bit of the other word, and is 0 in this one. */
		uint32_t half = 1u << (51 - exponent), unit = 2 * half;
		int is_odd = unit ? !!(low & unit) : high & 1;
		int add = grows(rounding, up, !!(low & half), !!(low & (half - 1)), is_odd);
		low &= -unit;
		if (add) {
			low += unit;
			high += low == 0;
		}
	}
	u.bits = (uint64_t)high << 32 | low;
	return u.value;
}

static float integral_float(float x, enum rounding rounding, int up)
{
	union float_bits u = {x};
	int exponent = (u.bits >> 23 & 0xff) - 0x7f;
	if (exponent >= 23) return exponent == 0x80 ? x + x : x;
	if (exponent < 0) {
		uint32_t sign = u.bits & 0x80000000;
		int rest = (u.bits ^ sign) != 0, half = exponent == -1;
		if (half) rest = (u.bits & 0x7fffff) != 0;
		u.bits = sign | (grows(rounding, up, half, rest, 0) ? 0x3f800000 : 0);
		return u.value;
	}
	uint32_t half = 1u << (22 - exponent), unit = 2 * half;
	int rest = !!(u.bits & (half - 1));
	int add = grows(rounding, up, !!(u.bits & half), rest, !!(u.bits & unit));
	u.bits = (u.bits & -unit) + (add ? unit : 0);
	return u.value;
}

double trunc(double x) { return integral(x, TRUNCATE, 0); }
double floor(double x) { return integral(x, TRUNCATE, signbit(x) != 0); }
double ceil(double x) { return integral(x, TRUNCATE, !signbit(x)); }
double round(double x) { return integral(x, AWAY, 0); }
double rint(double x) { return integral(x, EVEN, 0); }
double nearbyint(double x) { return rint(x); }
double roundeven(double x) { return rint(x); }
float truncf(float x) { return integral_float(x, TRUNCATE, 0); }
float floorf(float x) { return integral_float(x, TRUNCATE, signbit(x) != 0); }
float ceilf(float x) { return integral_float(x, TRUNCATE, !signbit(x)); }
float roundf(float x) { return integral_float(x, AWAY, 0); }
float rintf(float x) { return integral_float(x, EVEN, 0); }
float nearbyintf(float x) { return rintf(x); }
float roundevenf(float x) { return rintf(x); }

long lrint(double x) { return rint(x); }
long long llrint(double x) { return rint(x); }
long lround(double x) { return round(x); }
long long llround(double x) { return round(x); }
long lrintf(float x) { return rintf(x); }
long long llrintf(float x) { return rintf(x); }
long lroundf(float x) { return roundf(x); }
long long llroundf(float x) { return roundf(x); }

double modf(double x, double *whole)
{
	*whole = trunc(x);
	return copysign(isinf(x) ? 0 : x - *whole, x);
}

float modff(float x, float *whole)
{
	*whole = truncf(x);
	return copysignf(isinf(x) ? 0 : x - *whole, x);
}

double frexp(double x, int *exponent)
{
	union double_bits u = {x};
	int biased = u.bits >> 52 & 0x7ff;
	*exponent = 0;
	if (biased == 0x7ff || !(u.bits << 1)) return x;
	if (!biased) {
		/* Below the smallest normal number: with the first bit where it belongs. */
		int shift = __builtin_clzll(u.bits << 1) - 10;
		uint64_t sign = u.bits & (uint64_t)1 << 63;
		u.bits = sign | (u.bits << shift & (((uint64_t)1 << 52) - 1));
		biased = 1 - shift;
	}
	*exponent = biased - 0x3fe;
	u.bits &= ~((uint64_t)0x7ff << 52);
	u.bits |= (uint64_t)0x3fe << 52;
	return u.value;
}

float frexpf(float x, int *exponent)
{
	return frexp(x, exponent);
}
