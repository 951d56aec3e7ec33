/* Sine, cosine and tangent, on musl's functions for small arguments. */
#define _GNU_SOURCE
#include <libm.h>

static int is_small(double x)
{
	return fabs(x) <= 0.78539816339744830962; /* pi / 4 */
}

static double sine(double high, double low, unsigned quadrant)
{
	double value = quadrant & 1 ? __cos(high, low) : __sin(high, low, 1);
	return quadrant & 2 ? -value : value;
}

/* An infinite argument, or none, gives NaN in each of them. */
double sin(double x)
{
	double rest[2];
	if (is_small(x)) return fabs(x) < 0x1p-26 ? x : __sin(x, 0, 0);
	if (!isfinite(x)) return x - x;
	unsigned quadrant = __rem_pio2(x, rest);
	return sine(rest[0], rest[1], quadrant);
}

double cos(double x)
{
	double rest[2];
	if (is_small(x)) return fabs(x) < 0x1p-27 ? 1 : __cos(x, 0);
	if (!isfinite(x)) return x - x;
	unsigned quadrant = __rem_pio2(x, rest);
	return sine(rest[0], rest[1], quadrant + 1);
}

void sincos(double x, double *sine_result, double *cosine_result)
{
	double rest[2] = {x};
	unsigned quadrant = 0;
	if (!isfinite(x)) {
		*sine_result = *cosine_result = x - x;
		return;
	}
	if (!is_small(x)) quadrant = __rem_pio2(x, rest);
	*cosine_result = sine(rest[0], rest[1], quadrant + 1);
	*sine_result = x == 0 ? x : sine(rest[0], rest[1], quadrant);
}

double tan(double x)
{
	double rest[2];
	if (is_small(x)) return fabs(x) < 0x1p-27 ? x : __tan(x, 0, 0);
	if (!isfinite(x)) return x - x;
	unsigned quadrant = __rem_pio2(x, rest);
	return __tan(rest[0], rest[1], quadrant & 1);
}

/* Double arithmetic is slow on the machine: floats up to this are reduced as floats. */
#define LARGEST 100

/* `x` less the multiple of pi / 2 nearest to it, which is given as well, as a sum of two
   floats. Products with the first two parts of pi / 2 are exact. */
static int reduced(float x, float *high, float *low)
{
	int n = x * 0.63661977f + (x < 0 ? -0.5f : 0.5f);
	float first = x - n * 0x1.921fp+0f, second = n * 0x1.6a88p-17f;
	float rest = first - second;
	float lost = first - rest - second - n * 0x1.0b4612p-34f;
	*high = rest + lost;
	*low = rest - *high + lost;
	return n;
}

static float sine_part(float x, float low)
{
	float z = x * x;
	float series = 1 / 120.0f + z * (-1 / 5040.0f + z * (1 / 362880.0f));
	return x + (x * z * (-1 / 6.0f + z * series) + low * (1 - z / 2));
}

static float cosine_part(float x, float low)
{
	float z = x * x, half = z / 2, start = 1 - half;
	float series = -1 / 720.0f + z * (1 / 40320.0f + z * (-1 / 3628800.0f));
	return start + (1 - start - half + (z * z * (1 / 24.0f + z * series) - x * low));
}

/* Sine of x and as many quarters of a circle as are given. */
static float sine_float(float x, unsigned quadrant)
{
	float value;
	if (fabsf(x) <= LARGEST) {
		float low;
		quadrant += reduced(x, &x, &low);
		value = quadrant & 1 ? cosine_part(x, low) : sine_part(x, low);
	} else {
		double rest;
		if (!isfinite(x)) return x - x;
		quadrant += __rem_pio2f(x, &rest);
		value = quadrant & 1 ? __cosdf(rest) : __sindf(rest);
	}
	return quadrant & 2 ? -value : value;
}

float sinf(float x)
{
	return fabsf(x) < 0x1p-12f ? x : sine_float(x, 0);
}

float cosf(float x)
{
	return sine_float(x, 1);
}

void sincosf(float x, float *sine_result, float *cosine_result)
{
	*sine_result = sinf(x);
	*cosine_result = cosf(x);
}

float tanf(float x)
{
	double rest;
	if (fabsf(x) < 0x1p-12f) return x;
	if (!isfinite(x)) return x - x;
	unsigned quadrant = __rem_pio2f(x, &rest);
	return __tandf(rest, quadrant & 1);
}
