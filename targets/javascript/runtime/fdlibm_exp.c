/* Powers of e; hyperbolic functions. */
/*
 * Copyright (C) 1993 by Sun Microsystems, Inc. All rights reserved.
 * Permission to use, copy, modify, and distribute this software is freely granted,
 * provided that this notice is preserved.
 */

#include "fdlibm.h"

#include <math.h>
#include <stdbool.h>

static const double LN2_HIGH = 6.93147180369123816490e-01;
static const double LN2_LOW = 1.90821492927058770002e-10;
static const double INVERSE_LN2 = 1.44269504088896338700e+00;
static const double OVERFLOWS = 7.09782712893383973096e+02;

double fdlibm_exp(double x)
{
    uint32_t word = magnitude_word(x);
    double high = 0, low = 0;
    int k = 0;
    if (x != x)
        return x;
    if (x > OVERFLOWS)
        return INFINITY;
    if (x < -7.45133219101941108420e+02)
        return 0;
    if (word > 0x3fd62e42) {
        if (word < 0x3ff0a2b2) {
            if (x == 1)
                return 2.7182818284590452; /* the formula below is off by one */
            k = x < 0 ? -1 : 1;
            high = x - k * LN2_HIGH;
            low = k * LN2_LOW;
        } else {
            k = (int)(INVERSE_LN2 * x + (x < 0 ? -0.5 : 0.5));
            high = x - k * LN2_HIGH;
            low = k * LN2_LOW;
        }
        x = high - low;
    } else if (word < 0x3e300000) {
        return 1 + x;
    }
    double t = x * x;
    double c = x
        - t
            * (1.66666666666666019037e-01
               + t * (-2.77777777770155933842e-03
                      + t * (6.61375632143793436117e-05
                             + t * (-1.65339022054652515390e-06
                                    + t * 4.13813679705723846039e-08))));
    if (k == 0)
        return 1 - ((x * c) / (c - 2.0) - x);
    double y = 1 - ((low - (x * c) / (2.0 - c)) - high);
    if (k == 1024)
        return y * 2 * power_of_2(1023);
    return k >= -1021 ? y * power_of_2(k) : y * power_of_2(k + 1000) * power_of_2(-1000);
}

double fdlibm_expm1(double x)
{
    uint32_t word = magnitude_word(x);
    double c = 0;
    int k = 0;
    if (x != x)
        return x;
    if (word >= 0x4043687a && (x < 0 || x > OVERFLOWS))
        return x < 0 ? -1 : INFINITY;
    if (word > 0x3fd62e42) {
        if (word < 0x3ff0a2b2)
            k = x < 0 ? -1 : 1;
        else
            k = (int)(INVERSE_LN2 * x + (x < 0 ? -0.5 : 0.5));
        double high = x - k * LN2_HIGH, low = k * LN2_LOW;
        x = high - low;
        c = (high - x) - low;
    } else if (word < 0x3c900000) {
        return x;
    }
    double half = 0.5 * x, square = x * half;
    double r = 1
        + square
            * (-3.33333333333331316428e-02
               + square * (1.58730158725481460165e-03
                           + square * (-7.93650757867487942473e-05
                                       + square * (4.00821782732936239552e-06
                                                   + square * -2.01099218183624371326e-07))));
    double t = 3.0 - r * half, e = square * ((r - t) / (6.0 - x * t)), y;
    if (k == 0)
        return x - (x * e - square);
    e = x * (e - c) - c;
    e -= square;
    if (k == -1)
        return 0.5 * (x - e) - 0.5;
    if (k == 1)
        return x < -0.25 ? -2.0 * (e - (x + 0.5)) : 1 + 2.0 * (x - e);
    if (k <= -2 || k > 56) {
        y = 1 - (e - x);
        y = k == 1024 ? y * 2 * power_of_2(1023) : y * power_of_2(k);
        return y - 1;
    }
    if (k < 20)
        return ((1 - power_of_2(-k)) - (e - x)) * power_of_2(k);
    y = x - (e + power_of_2(-k));
    return (y + 1) * power_of_2(k);
}

double fdlibm_sinh(double x)
{
    double a = fabs(x), h = x < 0 ? -0.5 : 0.5;
    if (!isfinite(x))
        return x;
    if (a < 22) {
        if (a < 3.725290298461914e-9)
            return x;
        double t = fdlibm_expm1(a);
        return a < 1 ? h * (2 * t - t * t / (t + 1)) : h * (t + t / (t + 1));
    }
    if (a < 709.7822265625)
        return h * fdlibm_exp(a);
    if (a > 710.4758600739439)
        return x * INFINITY;
    double w = fdlibm_exp(0.5 * a);
    return h * w * w;
}

double fdlibm_cosh(double x)
{
    double a = fabs(x);
    if (a < 22) {
        if (a < 0.34657359027997264) {
            double t = fdlibm_expm1(a), w = 1 + t;
            return a < 2.7755575615628914e-17 ? w : 1 + (t * t) / (w + w);
        }
        double t = fdlibm_exp(a);
        return 0.5 * t + 0.5 / t;
    }
    if (a < 709.7822265625)
        return 0.5 * fdlibm_exp(a);
    if (a <= 710.4758600739439) {
        double w = fdlibm_exp(0.5 * a);
        return 0.5 * w * w;
    }
    return a > 0 ? INFINITY : x;
}

double fdlibm_tanh(double x)
{
    double a = fabs(x), z;
    if (x != x)
        return x;
    if (a < 3.725290298461914e-9)
        return x;
    if (a >= 22) {
        z = 1;
    } else if (a >= 1) {
        z = 1 - 2 / (fdlibm_expm1(2 * a) + 2);
    } else {
        double t = fdlibm_expm1(-2 * a);
        z = -t / (t + 2);
    }
    return x < 0 ? -z : z;
}
