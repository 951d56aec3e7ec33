// switch: dense, sparse, ranges, 64 bits, negative, fall through, nested, on characters and
// booleans.
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

static int dense(int x) {
    switch (x) {
    case 0: return 10;
    case 1: return 21;
    case 2: return 7;
    case 3: return 99;
    case 4: return -4;
    case 5: return 0;
    case 6: return 60;
    case 7: return 5;
    case 8: return 8;
    case 10: return 1000;
    }
    return -1;
}

static const char *sparse(int x) {
    switch (x) {
    case INT_MIN: return "least";
    case -1000000: return "minus a million";
    case -1: return "minus one";
    case 0: return "zero";
    case 17: return "seventeen";
    case 65536: return "64k";
    case 123456789: return "digits";
    case INT_MAX: return "most";
    default: return "?";
    }
}

static int ranges(unsigned char c) {
    switch (c) {
    case 'a' ... 'z': return 1;
    case 'A' ... 'Z': return 2;
    case '0' ... '9': return 3;
    case '_': return 4;
    case 0 ... 31:
    case 127 ... 159: return 5;
    default: return 0;
    }
}

static int wide(long long x) {
    switch (x) {
    case 1LL << 32: return 1;
    case (1LL << 32) + 1: return 2;
    case 1: return 3;
    case -1: return 4;
    case LLONG_MIN: return 5;
    case LLONG_MAX: return 6;
    case 0xFFFFFFFFLL: return 7;
    case -0x100000000LL: return 8;
    case 0x7FFFFFFF00000000LL ... 0x7FFFFFFF0000FFFFLL: return 9;
    }
    return 0;
}

static unsigned through(unsigned x) {
    unsigned r = 1;
    switch (x & 7) {
    case 5: r += 50; // fall through
    case 4: r *= 3;  // fall through
    case 3: r += 7; break;
    default: r = 1000; // fall through
    case 1: r ^= 0x55; break;
    case 7:
        if (x > 20) break;
        r <<= 4;
    }
    return r;
}

static int duffs(int n) {
    static const signed char from[] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5,
                                       8, 9, 7, 9, 3, 2, 3, 8, 4, 6};
    const signed char *p = from;
    int sum = 0, rounds = (n + 3) / 4;
    if (n == 0) return 0;
    switch (n % 4) {
    case 0: do { sum = sum * 2 + *p++; // fall through
        case 3: sum = sum * 2 + *p++;  // fall through
        case 2: sum = sum * 2 + *p++;  // fall through
        case 1: sum = sum * 2 + *p++;
        } while (--rounds > 0);
    }
    return sum;
}

static int nested(int a, int b) {
    switch (a) {
    case 0:
        switch (b) {
        case 0: return 1;
        case 1: break;
        default: return 3;
        }
        return 2;
    case 1:
        for (int i = 0;; i++) {
            switch (b + i) {
            case 3: continue;
            case 5: return 100 + i;
            }
            if (i > 9) break;
        }
        return 4;
    }
    return 5;
}

static int one_case(int8_t x) {
    switch (x) {
    case -128: return 1;
    }
    switch ((_Bool)x) {
    case 0: return 2;
    case 1: return 3;
    }
    return 4;
}

static double values(int x) {
    double r;
    switch (x % 5) {
    case 0: r = 0.5; break;
    case 1: r = -1e10; break;
    case 2: r = 3; break;
    case 3: r = x; break;
    default: r = 1.0 / 3;
    }
    return r;
}

int main(void) {
    for (int i = -2; i < 13; i++) printf("%d ", dense(i));
    putchar('\n');
    static const int keys[] = {INT_MIN, INT_MIN + 1, -1000000, -1,        0,
                               1,       17,          65536,    123456789, INT_MAX};
    for (unsigned i = 0; i < sizeof keys / sizeof keys[0]; i++) printf("%s, ", sparse(keys[i]));
    putchar('\n');
    int counts[6] = {0};
    for (int c = 0; c < 256; c++) counts[ranges((unsigned char)c)]++;
    for (int i = 0; i < 6; i++) printf("%d ", counts[i]);
    putchar('\n');
    static const long long longs[] = {0,
                                      1,
                                      -1,
                                      1LL << 32,
                                      (1LL << 32) + 1,
                                      LLONG_MIN,
                                      LLONG_MAX,
                                      0xFFFFFFFFLL,
                                      -0x100000000LL,
                                      0x7FFFFFFF00000000LL,
                                      0x7FFFFFFF0000FFFFLL,
                                      0x7FFFFFFF00010000LL,
                                      0x7FFFFFFEFFFFFFFFLL};
    for (unsigned i = 0; i < sizeof longs / sizeof longs[0]; i++) printf("%d ", wide(longs[i]));
    putchar('\n');
    for (unsigned i = 0; i < 24; i++) printf("%u ", through(i));
    putchar('\n');
    for (int n = 0; n <= 21; n += 3) printf("%d ", duffs(n));
    printf("%d\n", duffs(2));
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 7; b++) printf("%d ", nested(a, b));
    putchar('\n');
    printf("%d %d %d\n", one_case(-128), one_case(0), one_case(5));
    double sum = 0;
    for (int i = 0; i < 10; i++) sum = sum / 2 + values(i);
    printf("%.17g\n", sum);
    return 0;
}
