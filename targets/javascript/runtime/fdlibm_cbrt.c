/* Cube roots. */
/*
 * Copyright (C) 1993 by Sun Microsystems, Inc. All rights reserved.
 * Permission to use, copy, modify, and distribute this software is freely granted,
 * provided that this notice is preserved.
 */

#include "fdlibm.h"

#include <math.h>

double fdlibm_cbrt(double x)
{
    uint32_t word = magnitude_word(x), sign = high_word(x) & 0x80000000;
    if (!isfinite(x) || x == 0)
        return x;
    /* To 5 bits: a third of the exponent. */
    if (word < 0x00100000)
        word = magnitude_word(x * 18014398509481984.0) / 3 + 696219795;
    else
        word = word / 3 + 715094163;
    double t = from_words(sign | word, 0);
    /* To 23 bits. */
    double r = (t * t) * (t / x);
    t = t
        * ((1.87595182427177009643 + r * (-1.88497979543377169875 + r * 1.621429720105354466140))
           + ((r * r) * r) * (-0.758397934778766047437 + r * 0.145996192886612446982));
    uint64_t bits;
    memcpy(&bits, &t, sizeof bits);
    bits = (bits + 0x80000000) & 0xffffffffc0000000;
    memcpy(&t, &bits, sizeof t);
    /* Newton's iteration. */
    double s = t * t;
    r = x / s;
    r = (r - t) / ((t + t) + r);
    return t + t * r;
}
