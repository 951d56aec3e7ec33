#include "numbers.h"

#include <math.h>

/* As C's, but NaN for an exponent NaN, and for 1 or -1 to the power of an infinity. */
double js_power(double base, double exponent)
{
    if (isnan(exponent) || ((base == 1 || base == -1) && isinf(exponent)))
        return NAN;
    return pow(base, exponent);
}
