// long double: only values that every format from 53 bits up holds, so that its size does not
// matter.
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    char c;
    long double value;
} Holder;

static long double horner(const long double *coefficients, int n, long double x) {
    long double r = 0;
    while (n--) r = r * x + coefficients[n];
    return r;
}

static long double sum(int n, ...) {
    va_list list;
    long double total = 0;
    va_start(list, n);
    for (int i = 0; i < n; i++) {
        total += va_arg(list, long double);
        total += va_arg(list, int);
    }
    va_end(list);
    return total;
}

static Holder twice(Holder h) {
    h.value *= 2;
    return h;
}

int main(void) {
    static const long double coefficients[] = {1, -0.5L, 0.25L, 3};
    printf("%.10Lf %Lg\n", horner(coefficients, 4, 1.5L), horner(coefficients, 4, -2));
    printf("%Lg\n", sum(3, 1.5L, 2, -0.25L, 4, 1e10L, -6));
    Holder h = twice(twice((Holder){'h', 0.375L}));
    printf("%c %Lf\n", h.c, h.value);
    long double x = 1;
    int n = 0;
    while (x < 1e15L) {
        x *= 4;
        n++;
    }
    printf("%d %.0Lf %lld %d\n", n, x, (long long)x, x == (double)x);
    printf("%Lg %Lg %Lg %Lg\n", sqrtl(2.25L), fabsl(-3.5L), floorl(-2.5L), ldexpl(0.75L, 10));
    printf("%Lg %d\n", strtold("-12.125e1", NULL), 2.0L > 1.5);
    long double big = 9007199254740991;
    printf("%.0Lf %llu %g\n", big, (unsigned long long)big, (double)(float)big);
    int e;
    long double m = frexpl(96, &e);
    printf("%Lg %d %Lg\n", m, e, fmodl(17, 5));
    return 0;
}
