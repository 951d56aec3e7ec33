/* Math: hyperbolic functions. */

#include "native.h"

#include <math.h>

NATIVE(js_math_sinh)
{
    return js_apply_number(JS_ARGUMENT(0), sinh);
}

NATIVE(js_math_cosh)
{
    return js_apply_number(JS_ARGUMENT(0), cosh);
}

NATIVE(js_math_tanh)
{
    return js_apply_number(JS_ARGUMENT(0), tanh);
}

NATIVE(js_math_asinh)
{
    return js_apply_number(JS_ARGUMENT(0), asinh);
}

NATIVE(js_math_acosh)
{
    return js_apply_number(JS_ARGUMENT(0), acosh);
}

NATIVE(js_math_atanh)
{
    return js_apply_number(JS_ARGUMENT(0), atanh);
}
