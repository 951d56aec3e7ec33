/* Multiplication and division of complex numbers, which the compiler calls. Infinities
   are kept as C's Annex G wants where the plain formula gives NaN. */
#include <complex.h>
#include <math.h>

/* A part of an infinite number becomes 1 or 0 with its sign. */
#define BOXED(x) copysign(isinf(x) ? 1 : 0, x)
#define NO_NAN(x) (isnan(x) ? copysign(0, x) : (x))

double complex __muldc3(double a, double b, double c, double d)
{
	double real = a * c - b * d, imaginary = a * d + b * c;
	if (isnan(real) && isnan(imaginary)) {
		int again = 0;
		if (isinf(a) || isinf(b)) {
			a = BOXED(a), b = BOXED(b), c = NO_NAN(c), d = NO_NAN(d);
			again = 1;
		}
		if (isinf(c) || isinf(d)) {
			c = BOXED(c), d = BOXED(d), a = NO_NAN(a), b = NO_NAN(b);
			again = 1;
		}
		if (!again && (isinf(a * c) || isinf(b * d) || isinf(a * d) || isinf(b * c))) {
			a = NO_NAN(a), b = NO_NAN(b), c = NO_NAN(c), d = NO_NAN(d);
			again = 1;
		}
		if (again) {
			real = INFINITY * (a * c - b * d);
			imaginary = INFINITY * (a * d + b * c);
		}
	}
	return CMPLX(real, imaginary);
}

double complex __divdc3(double a, double b, double c, double d)
{
	int exponent = 0;
	double largest = fmax(fabs(c), fabs(d));
	if (largest && isfinite(largest)) {
		/* The divisor's square must not overflow. */
		exponent = ilogb(largest);
		c = scalbn(c, -exponent);
		d = scalbn(d, -exponent);
	}
	double square = c * c + d * d;
	double real = scalbn((a * c + b * d) / square, -exponent);
	double imaginary = scalbn((b * c - a * d) / square, -exponent);
	if (isnan(real) && isnan(imaginary)) {
		if (square == 0 && (!isnan(a) || !isnan(b))) {
			real = copysign(INFINITY, c) * a;
			imaginary = copysign(INFINITY, c) * b;
		} else if ((isinf(a) || isinf(b)) && isfinite(c) && isfinite(d)) {
			a = BOXED(a), b = BOXED(b);
			real = INFINITY * (a * c + b * d);
			imaginary = INFINITY * (b * c - a * d);
		} else if (isinf(largest) && isfinite(a) && isfinite(b)) {
			c = BOXED(c), d = BOXED(d);
			real = 0 * (a * c + b * d);
			imaginary = 0 * (b * c - a * d);
		}
	}
	return CMPLX(real, imaginary);
}

float complex __mulsc3(float a, float b, float c, float d)
{
	return __muldc3(a, b, c, d);
}

float complex __divsc3(float a, float b, float c, float d)
{
	return __divdc3(a, b, c, d);
}

double __powidf2(double x, int n)
{
	double result = 1;
	for (unsigned left = n < 0 ? -(unsigned)n : n; left; left /= 2, x *= x)
		if (left % 2) result *= x;
	return n < 0 ? 1 / result : result;
}

float __powisf2(float x, int n)
{
	float result = 1;
	for (unsigned left = n < 0 ? -(unsigned)n : n; left; left /= 2, x *= x)
		if (left % 2) result *= x;
	return n < 0 ? 1 / result : result;
}
