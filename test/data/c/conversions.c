// Conversions between all integer types, float and double; rounding, truncation, the edges of the
// ranges.
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>

static volatile double doubles[] = {
    0,        -0.0,       0.5,           -0.5,         0.999999999, 1,       1.5,
    -1.5,     2.5,        127.9,         200,          -128,        32767.5, 65535.25,
    16777217, 2147483647, -2147483648.0, 4294967295.0, 1e15,        -1e15,   9007199254740993.0,
    9.2e18,   -9.2e18,    1e-300,        DBL_MIN,      3.4e38,      1e-40};
enum { COUNT = sizeof doubles / sizeof doubles[0] };

static volatile int64_t integers[] = {0,
                                      1,
                                      -1,
                                      127,
                                      -128,
                                      255,
                                      32768,
                                      65535,
                                      16777215,
                                      16777217,
                                      -16777219,
                                      INT32_MAX,
                                      INT32_MIN,
                                      4294967295,
                                      4294967297,
                                      9007199254740991,
                                      9007199254740993,
                                      9007199254740995,
                                      -9007199254740993,
                                      0x7FFFFFFFFFFFFC00,
                                      INT64_MAX,
                                      INT64_MIN,
                                      0x123456789ABCDEF};

int main(void) {
    for (int i = 0; i < COUNT; i++) {
        double d = doubles[i];
        float f = (float)d;
        printf("%.17g: float %.9g", d, (double)f);
        if (fabs(d) < 128) printf(" i8 %d", (int8_t)d);
        if (d > -1 && d < 256) printf(" u8 %d", (uint8_t)d);
        if (fabs(d) < 32768) printf(" i16 %d", (int16_t)d);
        if (d > -1 && d < 65536) printf(" u16 %d", (uint16_t)d);
        if (d > -2147483649.0 && d < 2147483648.0) printf(" i32 %d", (int)d);
        if (d > -1 && d < 4294967296.0) printf(" u32 %u", (unsigned)d);
        if (fabs(d) < 9.2233720368547758e18) printf(" i64 %lld", (long long)d);
        if (d > -1 && d < 1.8e19) printf(" u64 %llu", (unsigned long long)d);
        if (fabsf(f) < 2147483520.0f) printf(" f-i32 %d", (int)f);
        if (f > -1 && f < 4294967040.0f) printf(" f-u32 %u", (unsigned)f);
        if (fabsf(f) < 9.2e18f) printf(" f-i64 %lld", (long long)f);
        putchar('\n');
    }
    for (unsigned i = 0; i < sizeof integers / sizeof integers[0]; i++) {
        int64_t x = integers[i];
        printf("%lld: %d %d %d %d %d %u %.17g %.9g %.17g %.9g %.9g %.17g\n", (long long)x,
               (int8_t)x, (uint8_t)x, (int16_t)x, (uint16_t)x, (int)x, (unsigned)x, (double)x,
               (double)(float)x, (double)(uint64_t)x, (double)(float)(uint64_t)x,
               (double)(float)(int32_t)x, (double)(uint32_t)x);
    }
    printf("%.17g %.17g %.17g\n", floor(-1.5), ceil(-1.5), trunc(-1.5));
    printf("%.17g %.17g %.17g %.17g\n", round(-2.5), rint(2.5), rint(3.5), nearbyint(-0.4));
    printf("%ld %lld %ld\n", lround(2.5), llround(-3.5e10), lrint(-7.5));
    float quarter = 0.1f;
    double tenth = 0.1;
    printf("%d %d %d\n", quarter == 0.1, quarter == 0.1f, tenth * 3 == 0.3);
    printf("%.17g %.9g\n", (double)(quarter + 0.2), (double)(quarter + 0.2f));
    float sum = 0;
    for (int i = 0; i < 100; i++) sum += 0.1f;
    printf("%.9g\n", (double)sum);
    int n = 0;
    for (float f = 16777210; f < 16777216; f += 1) n++;
    printf("%d\n", n);
    uint8_t u = 200;
    u *= 1.25;
    int16_t h = 100;
    h /= 0.75f;
    long long l = 1LL << 40;
    l *= 1.5;
    printf("%d %d %lld\n", u, h, l);
    return 0;
}
