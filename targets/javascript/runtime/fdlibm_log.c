/* Logarithms; inverse hyperbolic functions. */
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
static const double LG1 = 6.666666666666735130e-01;
static const double LG2 = 3.999999999940941908e-01;
static const double LG3 = 2.857142874366239149e-01;
static const double LG4 = 2.222219843214978396e-01;
static const double LG5 = 1.818357216161805012e-01;
static const double LG6 = 1.531383769920937332e-01;
static const double LG7 = 1.479819860511658591e-01;

/* What no logarithm is computed of: 0, negative numbers, infinity and NaN. */
static bool is_special(double x, double *result)
{
    *result = x == 0 ? -INFINITY : x < 0 ? NAN : x;
    return !(x > 0 && x <= 1.7976931348623157e308);
}

/* x = 2^k * f with f between sqrt(2) / 2 and sqrt(2). */
static int split(double x, double *f)
{
    int k = 0;
    if (high_word(x) < 0x00100000) {
        k = -54;
        x *= 18014398509481984.0;
    }
    uint32_t word = high_word(x), fraction = word & 0x000fffff;
    uint32_t up = (fraction + 0x95f64) & 0x100000;
    *f = from_words(fraction | (up ^ 0x3ff00000), low_word(x));
    return k + (int)(word >> 20) - 1023 + (int)(up >> 20);
}

double fdlibm_log(double x)
{
    double f;
    if (is_special(x, &f))
        return f;
    int k = split(x, &f);
    int32_t fraction = (int32_t)(high_word(x) & 0x000fffff);
    if (high_word(x) < 0x00100000)
        fraction = (int32_t)(high_word(x * 18014398509481984.0) & 0x000fffff);
    f -= 1;
    if ((0x000fffff & (2 + fraction)) < 3) { /* |f| < 2^-20 */
        if (f == 0)
            return k * LN2_HIGH + k * LN2_LOW;
        double r = f * f * (0.5 - 0.33333333333333333 * f);
        return k == 0 ? f - r : k * LN2_HIGH - ((r - k * LN2_LOW) - f);
    }
    double s = f / (2.0 + f), z = s * s, w = z * z;
    double r = z * (LG1 + w * (LG3 + w * (LG5 + w * LG7))) + w * (LG2 + w * (LG4 + w * LG6));
    /* fdlibm computes t2 + t1, which is the same sum. */
    if (((fraction - 0x6147a) | (0x6b851 - fraction)) > 0) {
        double half = 0.5 * f * f;
        return k == 0 ? f - (half - s * (half + r))
                      : k * LN2_HIGH - ((half - (s * (half + r) + k * LN2_LOW)) - f);
    }
    return k == 0 ? f - s * (f - r) : k * LN2_HIGH - ((s * (f - r) - k * LN2_LOW) - f);
}

double fdlibm_log1p(double x)
{
    uint32_t word = high_word(x), magnitude = word & 0x7fffffff;
    double f = x, c = 0;
    uint32_t upper = 1;
    int k = 1;
    if (x != x || x == INFINITY)
        return x;
    if (x <= -1)
        return x == -1 ? -INFINITY : NAN;
    if ((int32_t)word < 0x3fda827a) { /* x < sqrt(2) - 1 */
        if (magnitude < 0x3e200000)
            return magnitude < 0x3c900000 ? x : x - x * x * 0.5;
        if ((int32_t)word > 0 || word <= 0xbfd2bec4)
            k = 0;
    }
    if (k != 0) {
        double u = word < 0x43400000 || (int32_t)word < 0 ? 1 + x : x;
        upper = high_word(u);
        k = (int)(upper >> 20) - 1023;
        if (u != x || word < 0x43400000)
            c = (k > 0 ? 1 - (u - x) : x - (u - 1)) / u;
        upper &= 0x000fffff;
        if (upper < 0x6a09e) {
            u = from_words(upper | 0x3ff00000, low_word(u));
        } else {
            k++;
            u = from_words(upper | 0x3fe00000, low_word(u));
            upper = (0x00100000 - upper) >> 2;
        }
        f = u - 1;
    }
    double half = 0.5 * f * f;
    if (upper == 0) { /* |f| < 2^-20 */
        if (f == 0)
            return k == 0 ? 0 : k * LN2_HIGH + (c + k * LN2_LOW);
        double r = half * (1 - 0.66666666666666666 * f);
        return k == 0 ? f - r : k * LN2_HIGH - ((r - (k * LN2_LOW + c)) - f);
    }
    double s = f / (2.0 + f), z = s * s;
    double r = z * (LG1 + z * (LG2 + z * (LG3 + z * (LG4 + z * (LG5 + z * (LG6 + z * LG7))))));
    return k == 0 ? f - (half - s * (half + r))
                  : k * LN2_HIGH - ((half - (s * (half + r) + (k * LN2_LOW + c))) - f);
}

double fdlibm_log2(double x)
{
    const double high_factor = 1.44269504072144627571e+00;
    const double low_factor = 1.67517131648865118353e-10;
    double f;
    if (is_special(x, &f))
        return f;
    if (x == 1)
        return 0;
    int k = split(x, &f);
    f -= 1;
    double half = 0.5 * f * f, s = f / (2.0 + f), z = s * s, w = z * z;
    double r = s
        * (half
           + (w * (LG2 + w * (LG4 + w * LG6)) + z * (LG1 + w * (LG3 + w * (LG5 + w * LG7)))));
    double high = truncated(f - half), low = (f - high) - half + r;
    double value = high * high_factor;
    double rest = (low + high) * low_factor + low * high_factor;
    double sum = k + value;
    return rest + ((k - sum) + value) + sum;
}

double fdlibm_log10(double x)
{
    double f;
    if (is_special(x, &f))
        return f;
    int k = 0;
    if (high_word(x) < 0x00100000) {
        k = -54;
        x *= 18014398509481984.0;
    }
    if (x == 1)
        return 0;
    uint32_t word = high_word(x);
    k += (int)(word >> 20) - 1023;
    uint32_t below = k < 0;
    double y = k + (int)below;
    x = from_words((word & 0x000fffff) | ((0x3ff - below) << 20), low_word(x));
    double z = y * 3.69423907715893078616e-13 + 4.34294481903251816668e-01 * fdlibm_log(x);
    return z + y * 3.01029995663611771306e-01;
}

double fdlibm_asinh(double x)
{
    const double ln2 = 6.93147180559945286227e-01;
    double a = fabs(x), w;
    if (!isfinite(x) || a < 3.725290298461914e-9)
        return x;
    if (a >= 268435456) {
        w = fdlibm_log(a) + ln2;
    } else if (a >= 2) {
        w = fdlibm_log(2.0 * a + 1 / (sqrt(x * x + 1) + a));
    } else {
        double t = x * x;
        w = fdlibm_log1p(a + t / (1 + sqrt(1 + t)));
    }
    return x > 0 ? w : -w;
}

double fdlibm_acosh(double x)
{
    if (!(x >= 1))
        return NAN;
    if (x >= 268435456)
        return isinf(x) ? x : fdlibm_log(x) + 6.93147180559945286227e-01;
    if (x == 1)
        return 0;
    double t = x * x;
    if (x >= 2)
        return fdlibm_log(2.0 * x - 1 / (x + sqrt(t - 1)));
    t = x - 1;
    return fdlibm_log1p(t + sqrt(2.0 * t + t * t));
}

double fdlibm_atanh(double x)
{
    double a = fabs(x), t;
    if (!(a < 1))
        return a == 1 ? x / 0.0 : NAN;
    if (a < 3.725290298461914e-9)
        return x;
    if (a < 0.5) {
        t = a + a;
        t = 0.5 * fdlibm_log1p(t + t * a / (1 - a));
    } else {
        t = 0.5 * fdlibm_log1p((a + a) / (1 - a));
    }
    return x < 0 ? -t : t;
}
