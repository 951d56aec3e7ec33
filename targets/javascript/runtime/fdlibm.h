/* Elementary functions with the results of V8, which has them from Sun's fdlibm. */
#ifndef JS_FDLIBM_H
#define JS_FDLIBM_H

#include <stdint.h>
#include <string.h>

double fdlibm_sin(double x);
double fdlibm_cos(double x);
double fdlibm_tan(double x);
double fdlibm_asin(double x);
double fdlibm_acos(double x);
double fdlibm_atan(double x);
double fdlibm_atan2(double y, double x);
double fdlibm_exp(double x);
double fdlibm_expm1(double x);
double fdlibm_log(double x);
double fdlibm_log1p(double x);
double fdlibm_log2(double x);
double fdlibm_log10(double x);
double fdlibm_cbrt(double x);
double fdlibm_sinh(double x);
double fdlibm_cosh(double x);
double fdlibm_tanh(double x);
double fdlibm_asinh(double x);
double fdlibm_acosh(double x);
double fdlibm_atanh(double x);

/*
 * x less n * pi / 2, as a sum of two, for the n that makes it smallest; gives n modulo 4.
 * x is finite and |x| > pi / 4.
 */
uint32_t fdlibm_reduce(double x, double *high, double *low);

/* The upper half of a double's bits: sign, exponent and 20 bits; and without the sign. */
static inline uint32_t high_word(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return (uint32_t)(bits >> 32);
}

static inline uint32_t low_word(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return (uint32_t)bits;
}

static inline uint32_t magnitude_word(double x)
{
    return high_word(x) & 0x7fffffff;
}

static inline double from_words(uint32_t high, uint32_t low)
{
    uint64_t bits = (uint64_t)high << 32 | low;
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* x with the lower half of its bits 0. */
static inline double truncated(double x)
{
    return from_words(high_word(x), 0);
}

/* 2^k, of a normal double. */
static inline double power_of_2(int k)
{
    return from_words((uint32_t)(1023 + k) << 20, 0);
}

#endif
