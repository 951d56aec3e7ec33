/*
 * Powers as V8 computes them: FDLIBM's e_pow.c but for one division.
 *
 * Copyright (C) 1993-2004 by Sun Microsystems, Inc. All rights reserved.
 * Permission to use, copy, modify, and distribute this software is freely granted,
 * provided that this notice is preserved.
 *
 * x ** y = 2 ** (y * log2(x)), where log2(x) is the sum of two doubles.
 */
#include "numbers.h"

#include <math.h>

static const double bp[] = {1.0, 1.5}, dp_h[] = {0.0, 5.84962487220764160156e-01},
                    dp_l[] = {0.0, 1.35003920212974897128e-08};
static const double L1 = 5.99999999999994648725e-01, L2 = 4.28571428578550184252e-01,
                    L3 = 3.33333329818377432918e-01, L4 = 2.72728123808534006489e-01,
                    L5 = 2.30660745775561754067e-01, L6 = 2.06975017800338417784e-01;
static const double P1 = 1.66666666666666019037e-01, P2 = -2.77777777770155933842e-03,
                    P3 = 6.61375632143793436117e-05, P4 = -1.65339022054652515390e-06,
                    P5 = 4.13813679705723846039e-08;
static const double lg2 = 6.93147180559945286227e-01, lg2_h = 6.93147182464599609375e-01,
                    lg2_l = -1.90465429995776804525e-09;
static const double ovt = 8.0085662595372944372e-0017; /* -(1024-log2(ovfl+.5ulp)) */
static const double cp = 9.61796693925975554329e-01, cp_h = 9.61796700954437255859e-01,
                    cp_l = -7.02846165095275826516e-09; /* 2/(3 ln 2) */
static const double ivln2 = 1.44269504088896338700e+00, ivln2_h = 1.44269502162933349609e+00,
                    ivln2_l = 1.92596299112661746887e-08;

static uint64_t bits_of(double d)
{
    uint64_t bits;
    memcpy(&bits, &d, sizeof bits);
    return bits;
}

static int32_t high_of(double d) { return (int32_t)(bits_of(d) >> 32); }

static double with_high(double d, int32_t high)
{
    uint64_t bits = (bits_of(d) & 0xFFFFFFFF) | (uint64_t)(uint32_t)high << 32;
    memcpy(&d, &bits, sizeof d);
    return d;
}

static double without_low(double d)
{
    uint64_t bits = bits_of(d) & ~(uint64_t)0xFFFFFFFF;
    memcpy(&d, &bits, sizeof d);
    return d;
}

enum parity { FRACTION, ODD, EVEN };

static enum parity parity_of(double y)
{
    y = fabs(y);
    if (y >= 9007199254740992.0)
        return EVEN;
    if (y != floor(y))
        return FRACTION;
    return fmod(y, 2) == 1 ? ODD : EVEN;
}

/* log2 of ax as *t1 + the result; y is so large that ax is nearly 1. */
static double log_near_one(double ax, double *t1)
{
    double t = ax - 1; /* has 20 trailing zeros */
    double w = (t * t) * (0.5 - t * (0.3333333333333333333333 - t * 0.25));
    double u = ivln2_h * t, v = t * ivln2_l - w * ivln2;
    *t1 = without_low(u + v);
    return v - (*t1 - u);
}

/* log2 of ax as *t1 + the result. */
static double log_of(double ax, double *t1)
{
    int32_t n = 0, k, ix = high_of(ax);
    if (ix < 0x00100000) { /* subnormal */
        ax *= 9007199254740992.0;
        n -= 53;
        ix = high_of(ax);
    }
    n += (ix >> 20) - 0x3ff;
    int32_t j = ix & 0x000fffff;
    ix = j | 0x3ff00000;
    if (j <= 0x3988E) {
        k = 0; /* |x| < sqrt(3/2) */
    } else if (j < 0xBB67A) {
        k = 1; /* |x| < sqrt(3) */
    } else {
        k = 0;
        n += 1;
        ix -= 0x00100000;
    }
    ax = with_high(ax, ix);

    /* ss = s_h + s_l = (x-1)/(x+1) or (x-1.5)/(x+1.5) */
    double u = ax - bp[k], v = 1 / (ax + bp[k]), ss = u * v;
    double s_h = without_low(ss);
    double t_h = with_high(0.0, ((ix >> 1) | 0x20000000) + 0x00080000 + (k << 18));
    double t_l = ax - (t_h - bp[k]);
    double s_l = v * ((u - s_h * t_h) - s_h * t_l);
    double s2 = ss * ss;
    double r = s2 * s2 * (L1 + s2 * (L2 + s2 * (L3 + s2 * (L4 + s2 * (L5 + s2 * L6)))));
    r += s_l * (s_h + ss);
    s2 = s_h * s_h;
    t_h = without_low(3.0 + s2 + r);
    t_l = r - ((t_h - 3.0) - s2);
    u = s_h * t_h;
    v = s_l * t_h + t_l * ss;
    double p_h = without_low(u + v);
    double p_l = v - (p_h - u);
    double z_h = cp_h * p_h;
    double z_l = cp_l * p_h + p_l * cp + dp_l[k];
    double t = n;
    *t1 = without_low(((z_h + z_l) + dp_h[k]) + t);
    return z_l - (((*t1 - t) - dp_h[k]) - z_h);
}

/* s * 2 ** (p_h + p_l), where z is the sum. */
static double power_of_two(double s, double p_h, double p_l)
{
    double z = p_l + p_h;
    int32_t j = high_of(z), i = j & 0x7fffffff;
    uint32_t low = (uint32_t)bits_of(z);
    if (j >= 0x40900000) { /* z >= 1024 */
        if ((j ^ 0x40900000) | (int32_t)low || p_l + ovt > z - p_h)
            return s * INFINITY;
    } else if (i >= 0x4090cc00) { /* z <= -1075 */
        if ((uint32_t)j ^ 0xc090cc00 || low || p_l <= z - p_h)
            return s * 0.0;
    }
    int32_t n = 0, k = (i >> 20) - 0x3ff;
    if (i > 0x3fe00000) { /* |z| > 0.5: n = [z + 0.5] */
        n = j + (0x00100000 >> (k + 1));
        k = ((n & 0x7fffffff) >> 20) - 0x3ff;
        double t = with_high(0.0, n & ~(0x000fffff >> k));
        n = ((n & 0x000fffff) | 0x00100000) >> (20 - k);
        if (j < 0)
            n = -n;
        p_h -= t;
    }
    double t = without_low(p_l + p_h);
    double u = t * lg2_h, v = (p_l - (t - p_h)) * lg2 + t * lg2_l;
    z = u + v;
    double w = v - (z - u);
    t = z * z;
    double t1 = z - t * (P1 + t * (P2 + t * (P3 + t * (P4 + t * P5))));
    double r = (z * t1) / ((t1 - 2.0) - (w + z * w)); /* V8, not FDLIBM, has it so */
    z = 1 - (r - z);
    j = high_of(z) + (int32_t)((uint32_t)n << 20);
    return s * (j >> 20 <= 0 ? scalbn(z, n) : with_high(z, j)); /* subnormal or not */
}

/* 0, infinities and 1 to a power: the others' exponent does not matter then. */
static double power_of_special(double x, double ax, double y, enum parity parity)
{
    double z = y < 0 ? 1 / ax : ax;
    if (signbit(x)) {
        if (ax == 1 && parity == FRACTION)
            return NAN;
        if (parity == ODD)
            z = -z;
    }
    return z;
}

double js_power(double x, double y)
{
    if (y == 0)
        return 1;
    if (isnan(x) || isnan(y))
        return NAN;
    double ax = fabs(x);
    if (isinf(y))
        return ax == 1 ? NAN : (ax > 1) == (y > 0) ? INFINITY : 0;
    if (y == 1)
        return x;
    if (y == -1)
        return 1 / x;
    if (y == 2)
        return x * x;
    if (y == 0.5 && x >= 0 && !isinf(x))
        return sqrt(x + 0.0);
    enum parity parity = parity_of(y);
    if (ax == 0 || ax == 1 || isinf(ax))
        return power_of_special(x, ax, y, parity);
    if (x < 0 && parity == FRACTION)
        return NAN;
    double s = x < 0 && parity == ODD ? -1.0 : 1.0;
    int32_t ix = high_of(ax), iy = high_of(y) & 0x7fffffff;
    double t1, t2;
    if (iy > 0x41e00000) { /* |y| > 2 ** 31 */
        if (iy > 0x43f00000 || ix < 0x3fefffff || ix > 0x3ff00000)
            return (ax > 1) == (y > 0) ? s * INFINITY : s * 0.0;
        t2 = log_near_one(ax, &t1);
    } else {
        t2 = log_of(ax, &t1);
    }
    double y1 = without_low(y);
    return power_of_two(s, y1 * t1, (y - y1) * t1 + y * t2);
}
