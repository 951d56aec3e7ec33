/* Sine, cosine and tangent. */
/*
 * Copyright (C) 1993 by Sun Microsystems, Inc. All rights reserved.
 * Permission to use, copy, modify, and distribute this software is freely granted,
 * provided that this notice is preserved.
 */

#include "fdlibm.h"

#include <math.h>
#include <stdbool.h>

/* Of |x| <= pi / 4 and what is to be added to it. */
static double kernel_sin(double x, double y)
{
    double z = x * x, v = z * x;
    double r = 8.33333333332248946124e-03
        + z * (-1.98412698298579493134e-04
               + z * (2.75573137070700676789e-06
                      + z * (-2.50507602534068634195e-08 + z * 1.58969099521155010221e-10)));
    double s1 = -1.66666666666666324348e-01;
    if (y == 0)
        return x + v * (s1 + z * r);
    return x - ((z * (0.5 * y - v * r) - y) - v * s1);
}

static double kernel_cos(double x, double y)
{
    uint32_t word = magnitude_word(x);
    double z = x * x;
    double r = z
        * (4.16666666666666019037e-02
           + z * (-1.38888888888741095749e-03
                  + z * (2.48015872894767294178e-05
                         + z * (-2.75573143513906633035e-07
                                + z * (2.08757232129817482790e-09
                                       + z * -1.13596475577881948265e-11)))));
    if (word < 0x3fd33333)
        return 1 - (0.5 * z - (z * r - x * y));
    double quarter = word > 0x3fe90000 ? 0.28125 : from_words(word - 0x00200000, 0);
    return (1 - quarter) - ((0.5 * z - quarter) - (z * r - x * y));
}

/* The tangent, or -1 / tangent. */
static double kernel_tan(double x, double y, bool inverse)
{
    static const double T[] = {
        3.33333333333334091986e-01, 1.33333333333201242699e-01,  5.39682539762260521377e-02,
        2.18694882948595424599e-02, 8.86323982359930005737e-03,  3.59207910759131235356e-03,
        1.45620945432529025516e-03, 5.88041240820264096874e-04,  2.46463134818469906812e-04,
        7.81794442939557092300e-05, 7.14072491382608190305e-05,  -1.85586374855275456654e-05,
        2.59073051863633712884e-05,
    };
    bool large = magnitude_word(x) >= 0x3fe59428, negative = x < 0;
    if (large) {
        x = negative ? -x : x;
        y = negative ? -y : y;
        x = (7.85398163397448278999e-01 - x) + (3.06161699786838301793e-17 - y);
        y = 0;
    }
    double z = x * x, w = z * z;
    double r = T[1] + w * (T[3] + w * (T[5] + w * (T[7] + w * (T[9] + w * T[11]))));
    double v = z * (T[2] + w * (T[4] + w * (T[6] + w * (T[8] + w * (T[10] + w * T[12])))));
    double s = z * x;
    r = y + z * (s * (r + v) + y) + s * T[0];
    w = x + r;
    if (large) {
        s = inverse ? -1 : 1;
        v = s - 2.0 * (x + (r - w * w / (w + s)));
        return negative ? -v : v;
    }
    if (!inverse)
        return w;
    /* -1 / w would be off by up to two units. */
    double upper = truncated(w), a = -1.0 / w, a_upper = truncated(a);
    v = r - (upper - x);
    return a_upper + a * (1.0 + a_upper * upper + a_upper * v);
}

/* Is the argument within pi / 4? */
static bool is_small(double x)
{
    return magnitude_word(x) <= 0x3fe921fb;
}

/* The sine of an argument that is some quarters of a circle further. */
static double sine_of(double x, uint32_t quarters)
{
    double y = 0;
    if (!isfinite(x))
        return NAN;
    if (!is_small(x))
        quarters += fdlibm_reduce(x, &x, &y);
    double value = quarters & 1 ? kernel_cos(x, y) : kernel_sin(x, y);
    return quarters & 2 ? -value : value;
}

double fdlibm_sin(double x)
{
    return magnitude_word(x) < 0x3e400000 ? x : sine_of(x, 0);
}

double fdlibm_cos(double x)
{
    return magnitude_word(x) < 0x3e400000 ? 1 : sine_of(x, 1);
}

double fdlibm_tan(double x)
{
    double y = 0;
    if (!isfinite(x))
        return NAN;
    if (magnitude_word(x) < 0x3e300000)
        return x;
    if (is_small(x))
        return kernel_tan(x, 0, false);
    bool odd = fdlibm_reduce(x, &x, &y) & 1;
    return kernel_tan(x, y, odd);
}
