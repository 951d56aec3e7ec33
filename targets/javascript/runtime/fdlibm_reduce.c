/* Arguments of trigonometric functions, less multiples of pi / 2. */
/*
 * Copyright (C) 1993 by Sun Microsystems, Inc. All rights reserved.
 * Permission to use, copy, modify, and distribute this software is freely granted,
 * provided that this notice is preserved.
 */

#include "fdlibm.h"

#include <math.h>

#include "decimal.h"

/* 2 / pi: bits behind the point. */
static const uint32_t TWO_OVER_PI[] = {
    0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599, 0x3c439041,
    0xfe5163ab, 0xdebbc561, 0xb7246e3a, 0x424dd2e0, 0x06492eea, 0x09d1921c,
    0xfe1deb1c, 0xb129a73e, 0xe88235f5, 0x2ebb4484, 0xe99c7026, 0xb45f7e41,
    0x3991d639, 0x835339f4, 0x9c845f8b, 0xbdf9283b, 0x1ff897ff, 0xde05980f,
    0xef2f118b, 0x5a0a6d1f, 0x6d367ecf, 0x27cb09b7, 0x4f463f66, 0x9e5fea2d,
    0x7527bac7, 0xebe5f17b, 0x3d0739f7, 0x8a5292ea, 0x6bfb5fb1, 0x1f8d5d08,
    0x56033046, 0xfc7b6bab, 0xf0cfbc20, 0x9af4361d,
};

/* Large arguments: the product with those bits of 2 / pi that matter. */
static uint32_t reduce_large(double x, double *high, double *low)
{
    enum { WORDS = 7 };
    int exponent;
    uint64_t mantissa = double_parts(x, &exponent);
    int first = exponent < 34 ? 0 : (exponent - 2) / 32; /* before: multiples of 4 */
    uint32_t product[WORDS + 3] = {0}, halves[] = {(uint32_t)mantissa,
                                                   (uint32_t)(mantissa >> 32)};
    for (int half = 0; half < 2; half++) {
        uint64_t carry = 0;
        for (int i = 0; i < WORDS; i++) {
            carry += (uint64_t)TWO_OVER_PI[first + WORDS - 1 - i] * halves[half]
                + product[i + half];
            product[i + half] = (uint32_t)carry;
            carry >>= 32;
        }
        product[WORDS + half] = (uint32_t)carry;
    }
    /* The point is above this bit: so many that the word above it is whole. */
    int point = 32 * (first + WORDS) - exponent, word = point / 32, bit = point % 32;
    for (int i = 0; bit > 0 && i < WORDS + 2; i++)
        product[i] = product[i] >> bit | product[i + 1] << (32 - bit);
    uint32_t n = product[word] & 3;
    bool negative = product[word - 1] >> 31 != 0; /* more than a half: up to the next */
    if (negative) {
        n++;
        for (int i = 0; i < word; i++)
            product[i] = ~product[i]; /* the one that is missing is too small to matter */
    }
    int top = word - 1;
    while (product[top] == 0)
        top--;
    uint64_t upper = (uint64_t)product[top] << 32 | product[top - 1];
    uint64_t lower = (uint64_t)product[top - 2] << 32 | product[top - 3];
    double scale = power_of_2(32 * (top - 1 - word));
    double a = (double)(upper >> 11) * 2048 * scale;
    double b = ((double)(upper & 2047) + (double)lower / 18446744073709551616.0) * scale;
    double pi_high = 1.5707963267948966, pi_low = 6.123233995736766e-17;
    double sum = a * pi_high;
    double rest = fma(a, pi_high, -sum) + a * pi_low + b * pi_high;
    *high = sum + rest;
    *low = (sum - *high) + rest;
    if (negative) {
        *high = -*high;
        *low = -*low;
    }
    return n;
}

uint32_t fdlibm_reduce(double x, double *high, double *low)
{
    /* pi / 2 in parts of 33 bits, each with what remains of pi / 2 behind it. */
    static const double PARTS[][2] = {
        {1.57079632673412561417e+00, 6.07710050650619224932e-11},
        {6.07710050630396597660e-11, 2.02226624879595063154e-21},
        {2.02226624871116645580e-21, 8.47842766036889956997e-32},
    };
    double t = fabs(x);
    uint32_t word = high_word(t), n;
    if (word >= 0x413921fb) {
        n = reduce_large(t, high, low);
    } else {
        n = (uint32_t)(t * 6.36619772367581382433e-01 + 0.5);
        double rest = t - n * PARTS[0][0], error = n * PARTS[0][1];
        *high = rest - error;
        /* Further parts if the difference has lost many bits. */
        bool close = n >= 32 || word == high_word(n * 1.5707963267948966);
        for (int k = 1; close && k < 3; k++) {
            int lost = (int)(word >> 20) - (int)(high_word(*high) >> 20 & 0x7ff);
            if (lost <= (k == 1 ? 16 : 49))
                break;
            double before = rest, part = n * PARTS[k][0];
            rest = before - part;
            error = n * PARTS[k][1] - ((before - rest) - part);
            *high = rest - error;
        }
        *low = (rest - *high) - error;
    }
    if (x > 0)
        return n & 3;
    *high = -*high;
    *low = -*low;
    return -n & 3;
}
