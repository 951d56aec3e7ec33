/* Math: powers and logarithms. */

#include "native.h"

#include "numbers.h"

#include <math.h>

NATIVE(js_math_exp)
{
    return js_apply_number(JS_ARGUMENT(0), exp);
}

NATIVE(js_math_expm1)
{
    return js_apply_number(JS_ARGUMENT(0), expm1);
}

NATIVE(js_math_log)
{
    return js_apply_number(JS_ARGUMENT(0), log);
}

NATIVE(js_math_log1p)
{
    return js_apply_number(JS_ARGUMENT(0), log1p);
}

NATIVE(js_math_log2)
{
    return js_apply_number(JS_ARGUMENT(0), log2);
}

NATIVE(js_math_log10)
{
    return js_apply_number(JS_ARGUMENT(0), log10);
}

NATIVE(js_math_cbrt)
{
    return js_apply_number(JS_ARGUMENT(0), cbrt);
}

NATIVE(js_math_pow)
{
    double base, exponent;
    if (!js_to_number_double(JS_ARGUMENT(0), &base)
        || !js_to_number_double(JS_ARGUMENT(1), &exponent))
        return JS_EXCEPTION;
    return js_from_number(js_power(base, exponent));
}
