// Comparisons, minima, classification and arithmetic with NaN, infinities and signed zeros.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static volatile double doubles[] = {0.0, -0.0, 1, -1, INFINITY, -INFINITY, NAN, 5e-324, 1e308};
static volatile float floats[] = {0.0f, -0.0f, 1, -1, INFINITY, -INFINITY, NAN, 1e-45f, 1e38f};
enum { COUNT = sizeof doubles / sizeof doubles[0] };

static const char *name(double d) {
    static char text[2][32];
    static int which;
    which ^= 1;
    if (d != d) return "nan"; // whatever its sign
    snprintf(text[which], sizeof text[which], "%g", d);
    return text[which];
}

static int branches(double a, double b) {
    int r = 0;
    if (a < b) r |= 1;
    if (a <= b) r |= 2;
    if (a > b) r |= 4;
    if (a >= b) r |= 8;
    if (a == b) r |= 16;
    if (a != b) r |= 32;
    if (!(a < b)) r |= 64;
    if (!(a >= b)) r |= 128;
    if (a < b || a > b) r |= 256;
    if (isunordered(a, b)) r |= 512;
    return r;
}

static int values(float a, float b) {
    return (a < b) + 2 * (a <= b) + 4 * (a > b) + 8 * (a >= b) + 16 * (a == b) + 32 * (a != b) +
           64 * !!isgreaterequal(a, b) + 128 * !!islessgreater(a, b) + 256 * !!isunordered(a, b);
}

int main(void) {
    unsigned hash = 7;
    for (int i = 0; i < COUNT; i++) {
        for (int k = 0; k < COUNT; k++) {
            double a = doubles[i], b = doubles[k];
            printf("%d/%d ", branches(a, b), values(floats[i], floats[k]));
            hash = hash * 31 + (unsigned)((a ? 1 : 2) + (a && b ? 4 : 8) + (!a ? 16 : 32));
        }
        putchar('\n');
    }
    printf("%08x\n", hash);
    for (int i = 0; i < COUNT; i++) {
        double a = doubles[i];
        float f = floats[i];
        printf("%s: nan %d inf %d finite %d normal %d sign %d zero %d; float nan %d inf %d normal "
               "%d sign %d\n",
               name(a), !!isnan(a), !!isinf(a), !!isfinite(a), !!isnormal(a),
               a == a ? !!signbit(a) : 0, fpclassify(a) == FP_ZERO, !!isnan(f), !!isinf(f),
               !!isnormal(f), f == f ? !!signbit(f) : 0);
    }
    for (int i = 0; i < COUNT; i++) {
        for (int k = 0; k < COUNT; k++) {
            double a = doubles[i], b = doubles[k];
            if (i == 0 && k == 1) continue; // the sign of fmax(0, -0) is not determined
            if (i == 1 && k == 0) continue;
            double values[] = {a + b,
                               a - b,
                               a * b,
                               a / b,
                               fmin(a, b),
                               fmax(a, b),
                               copysign(a, b == b ? b : 1),
                               a > b ? a : b};
            for (int v = 0; v < 8; v++) {
                uint64_t bits = 42;
                if (values[v] == values[v]) memcpy(&bits, &values[v], 8);
                hash = hash * 33 + (unsigned)(bits >> 32) * 7 + (unsigned)bits;
            }
            float x = floats[i] * floats[k], y = floats[i] - floats[k];
            uint32_t fx = 1, fy = 2;
            if (x == x) memcpy(&fx, &x, 4);
            if (y == y) memcpy(&fy, &y, 4);
            hash = hash * 33 + fx * 3 + fy;
        }
        printf("%08x\n", hash);
    }
    printf("%s %s %s\n", name(sqrt(doubles[3])), name(doubles[4] - doubles[4]),
           name(fmod(1, doubles[0])));
    printf("%g %g %g %g\n", 1 / doubles[1], -doubles[0], fabs(doubles[1]), doubles[1] + doubles[0]);
    double sum = 0;
    int n = 0;
    while (!(sum > 10) && n < 50) {
        sum += n == 7 ? doubles[6] : 1;
        n++;
    }
    printf("%d %s\n", n, name(sum));
    printf("%g %g\n", 5e-324 / doubles[2] / 2, (double)(floats[7] / 2));
    return 0;
}
