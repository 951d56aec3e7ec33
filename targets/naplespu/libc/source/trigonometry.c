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

static float sine_float(double x, unsigned quadrant)
{
	float value = quadrant & 1 ? __cosdf(x) : __sindf(x);
	return quadrant & 2 ? -value : value;
}

float sinf(float x)
{
	double rest;
	if (fabsf(x) < 0x1p-12f) return x;
	if (!isfinite(x)) return x - x;
	unsigned quadrant = __rem_pio2f(x, &rest);
	return sine_float(rest, quadrant);
}

float cosf(float x)
{
	double rest;
	if (!isfinite(x)) return x - x;
	unsigned quadrant = __rem_pio2f(x, &rest);
	return sine_float(rest, quadrant + 1);
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
