/* Inverse trigonometric functions. */
/*
 * Copyright (C) 1993 by Sun Microsystems, Inc. All rights reserved.
 * Permission to use, copy, modify, and distribute this software is freely granted,
 * provided that this notice is preserved.
 */

#include "fdlibm.h"

#include <math.h>
#include <stdbool.h>

static const double PI_2_HIGH = 1.57079632679489655800e+00;
static const double PI_2_LOW = 6.12323399573676603587e-17;

static double rational(double z)
{
    double p = z
        * (1.66666666666666657415e-01
           + z * (-3.25565818622400915405e-01
                  + z * (2.01212532134862925881e-01
                         + z * (-4.00555345006794114027e-02
                                + z * (7.91534994289814532176e-04
                                       + z * 3.47933107596021167570e-05)))));
    double q = 1.0
        + z * (-2.40339491173441421878e+00
               + z * (2.02094576023350569471e+00
                      + z * (-6.88283971605453293030e-01 + z * 7.70381505559019352791e-02)));
    return p / q;
}

double fdlibm_asin(double x)
{
    uint32_t word = magnitude_word(x);
    if (!(fabs(x) < 1))
        return fabs(x) == 1 ? x * PI_2_HIGH : NAN;
    if (word < 0x3fe00000)
        return word < 0x3e400000 ? x : x + x * rational(x * x);
    double z = (1 - fabs(x)) * 0.5, s = sqrt(z), r = rational(z), result;
    if (word >= 0x3fef3333) {
        result = PI_2_HIGH - (2 * (s + s * r) - PI_2_LOW);
    } else {
        double f = truncated(s), c = (z - f * f) / (s + f);
        result = 0.5 * PI_2_HIGH
            - (2 * s * r - (PI_2_LOW - 2 * c) - (0.5 * PI_2_HIGH - 2 * f));
    }
    return x < 0 ? -result : result;
}

double fdlibm_acos(double x)
{
    uint32_t word = magnitude_word(x);
    if (!(fabs(x) < 1))
        return x == 1 ? 0 : x == -1 ? 2 * PI_2_HIGH : NAN;
    if (word < 0x3fe00000)
        return word <= 0x3c600000 ? PI_2_HIGH
                                  : PI_2_HIGH - (x - (PI_2_LOW - x * rational(x * x)));
    double z = (1 - fabs(x)) * 0.5, s = sqrt(z);
    if (x < 0)
        return 2 * (PI_2_HIGH - (s + (rational(z) * s - PI_2_LOW)));
    double f = truncated(s), c = (z - f * f) / (s + f);
    return 2 * (f + (rational(z) * s + c));
}

double fdlibm_atan(double x)
{
    /* The arc tangents of 0.5, 1, 1.5 and infinity. */
    static const double HIGH[] = {4.63647609000806093515e-01, 7.85398163397448278999e-01,
                                  9.82793723247329054082e-01, 1.57079632679489655800e+00};
    static const double LOW[] = {2.26987774529616870924e-17, 3.06161699786838301793e-17,
                                 1.39033110312309984516e-17, 6.12323399573676603587e-17};
    static const double T[] = {
        3.33333333333329318027e-01,  -1.99999999998764832476e-01, 1.42857142725034663711e-01,
        -1.11111104054623557880e-01, 9.09088713343650656196e-02,  -7.69187620504482999495e-02,
        6.66107313738753120669e-02,  -5.83357013379057348645e-02, 4.97687799461593236017e-02,
        -3.65315727442169155270e-02, 1.62858201153657823623e-02,
    };
    uint32_t word = magnitude_word(x);
    double sign = x < 0 ? -1 : 1, t = fabs(x);
    int near = -1;
    if (x != x)
        return x;
    if (word >= 0x44100000)
        return sign * HIGH[3];
    if (word < 0x3e400000)
        return x;
    if (word >= 0x3fdc0000) {
        near = word < 0x3fe60000 ? 0 : word < 0x3ff30000 ? 1 : word < 0x40038000 ? 2 : 3;
        t = near == 0 ? (2.0 * t - 1.0) / (2.0 + t)
            : near == 1 ? (t - 1.0) / (t + 1.0)
            : near == 2 ? (t - 1.5) / (1.0 + 1.5 * t)
                        : -1.0 / t;
    }
    double z = t * t, w = z * z;
    double s1 = z
        * (T[0] + w * (T[2] + w * (T[4] + w * (T[6] + w * (T[8] + w * T[10])))));
    double s2 = w * (T[1] + w * (T[3] + w * (T[5] + w * (T[7] + w * T[9]))));
    double result = near < 0 ? t - t * (s1 + s2)
                             : HIGH[near] - ((t * (s1 + s2) - LOW[near]) - t);
    return sign * result;
}

double fdlibm_atan2(double y, double x)
{
    const double pi = 3.1415926535897931160E+00, pi_low = 1.2246467991473531772E-16;
    if (x != x || y != y)
        return NAN;
    double result;
    int distance = (int)(magnitude_word(y) - magnitude_word(x)) >> 20;
    bool left = signbit(x);
    if (x == 1)
        return fdlibm_atan(y);
    if (y == 0) {
        result = left ? pi : 0;
    } else if (isinf(x)) {
        result = isinf(y) ? (left ? 3 * (pi / 4) : pi / 4) : left ? pi : 0;
    } else if (x == 0 || isinf(y)) {
        result = pi / 2;
    } else {
        if (distance > 60) {
            result = pi / 2 + 0.5 * pi_low;
            left = false;
        } else {
            result = left && distance < -60 ? 0 : fdlibm_atan(fabs(y / x));
        }
        if (left)
            return signbit(y) ? (result - pi_low) - pi : pi - (result - pi_low);
    }
    return signbit(y) ? -result : result;
}
