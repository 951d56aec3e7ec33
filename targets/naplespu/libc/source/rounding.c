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

/* `x` as an integral number; `up` (of the magnitude) where something was cut off. */
static double integral(double x, enum rounding rounding, int up)
{
	union double_bits u = {x};
	int exponent = (u.bits >> 52 & 0x7ff) - 0x3ff;
	uint64_t sign = u.bits & (uint64_t)1 << 63, magnitude = u.bits ^ sign;
	if (exponent >= 52) return exponent == 0x400 ? x + x : x;
	if (exponent < 0) {
		uint64_t half = (uint64_t)0x3fe << 52;
		if (rounding == AWAY) up = magnitude >= half;
		if (rounding == EVEN) up = magnitude > half;
		u.bits = sign | (up && magnitude ? (uint64_t)0x3ff << 52 : 0);
		return u.value;
	}
	uint64_t unit = (uint64_t)1 << (52 - exponent), cut = u.bits & (unit - 1);
	/* For 1.x that is a bit of the exponent, which is odd as 1 is. */
	int is_odd = !!(u.bits & unit);
	if (rounding == AWAY) up = cut >= unit / 2;
	if (rounding == EVEN) up = cut > unit / 2 || (cut == unit / 2 && is_odd);
	u.bits -= cut;
	if (up && cut) u.bits += unit;
	return u.value;
}

static float integral_float(float x, enum rounding rounding, int up)
{
	union float_bits u = {x};
	int exponent = (u.bits >> 23 & 0xff) - 0x7f;
	uint32_t sign = u.bits & 0x80000000, magnitude = u.bits ^ sign;
	if (exponent >= 23) return exponent == 0x80 ? x + x : x;
	if (exponent < 0) {
		uint32_t half = 0x3f000000;
		if (rounding == AWAY) up = magnitude >= half;
		if (rounding == EVEN) up = magnitude > half;
		u.bits = sign | (up && magnitude ? 0x3f800000 : 0);
		return u.value;
	}
	uint32_t unit = (uint32_t)1 << (23 - exponent), cut = u.bits & (unit - 1);
	int is_odd = !!(u.bits & unit);
	if (rounding == AWAY) up = cut >= unit / 2;
	if (rounding == EVEN) up = cut > unit / 2 || (cut == unit / 2 && is_odd);
	u.bits -= cut;
	if (up && cut) u.bits += unit;
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
