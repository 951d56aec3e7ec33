// The functions of math.h: exact ones with all digits, the others with as many as every good
// library agrees on.
#include <math.h>
#include <stdio.h>

static const double points[] = {0.1, 0.5, 1, 1.5, 2, 3.25, 10};
enum { COUNT = sizeof points / sizeof points[0] };

int main(void) {
    for (int i = 0; i < COUNT; i++) {
        double x = points[i];
        int e;
        double f = frexp(x, &e), whole, part = modf(-x, &whole);
        printf("%.17g %.17g %.17g %.17g %d %.17g %.17g\n", x, sqrt(x), ldexp(x, -3), f, e, part,
               whole);
        printf("%.17g %.17g %.12g %.12g %d\n", fmod(10, x), remainder(10, x),
               hypot(3 * x, 4 * x) / x, cbrt(x * x * x) / x, ilogb(x));
        printf("%.12g %.12g %.12g %.12g %.12g\n", exp(x), log(x), pow(x, 1.75), exp2(x), log2(x));
        printf("%.12g %.12g %.12g %.12g %.12g\n", sin(x), cos(x), tan(x), atan(x), atan2(-x, 2));
        printf("%.12g %.12g %.12g %.12g %.12g\n", sinh(x), cosh(x), tanh(x), log10(x),
               expm1(x / 100));
        printf("%.6g %.6g %.6g %.6g %.9g\n", (double)sinf((float)x), (double)expf((float)x),
               (double)logf((float)x), (double)powf((float)x, 0.3f), (double)sqrtf((float)x));
    }
    printf("%.12g %.12g %.12g %.12g\n", asin(0.3), acos(0.3), sin(1e5), cos(-1e5));
    printf("%g %g %g %g\n", pow(2, 10), pow(-2, 3), pow(0, 0), pow(4, -0.5));
    printf("%g %g %g %g\n", exp(1000), exp(-1000), log(0), pow(10, 400));
    printf("%d %d %d\n", !!isnan(sqrt(-1)), !!isnan(log(-1)), !!isnan(acos(2)));
    printf("%.17g %.17g %.17g\n", nextafter(1, 2), nextafter(0, 1), fdim(3, 1));
    printf("%.17g %.17g %.17g\n", fma(1e16, 1 + 0x1p-52, -1e16), scalbn(1.5, 100),
           copysign(3, -0.0));
    printf("%.17g %.17g %.17g %.17g\n", fmax(1, -2), fmin(1, -2), floor(-0.5), ceil(0.2));
    printf("%.12g %.12g\n", tgamma(5.5), erf(0.5));
    // a root by Newton, a sum by Simpson, pi by Gauss and Legendre
    double x = 1;
    for (int i = 0; i < 7; i++) x -= (x * x * x - 5) / (3 * x * x);
    printf("%.14g\n", x);
    double sum = 0;
    for (int i = 0; i <= 20; i++)
        sum += (i == 0 || i == 20 ? 1 : i % 2 ? 4 : 2) / (1 + i / 20.0 * (i / 20.0));
    printf("%.12g\n", sum / 60 * 4);
    double a = 1, b = 1 / sqrt(2), t = 0.25, p = 1;
    for (int i = 0; i < 3; i++) {
        double n = (a + b) / 2;
        b = sqrt(a * b);
        t -= p * (a - n) * (a - n);
        a = n;
        p *= 2;
    }
    printf("%.14g\n", (a + b) * (a + b) / (4 * t));
    return 0;
}
