/* Math: trigonometric functions. */

#include "native.h"

#include <math.h>

NATIVE(js_math_sin)
{
    return js_apply_number(JS_ARGUMENT(0), sin);
}

NATIVE(js_math_cos)
{
    return js_apply_number(JS_ARGUMENT(0), cos);
}

NATIVE(js_math_tan)
{
    return js_apply_number(JS_ARGUMENT(0), tan);
}

NATIVE(js_math_asin)
{
    return js_apply_number(JS_ARGUMENT(0), asin);
}

NATIVE(js_math_acos)
{
    return js_apply_number(JS_ARGUMENT(0), acos);
}

NATIVE(js_math_atan)
{
    return js_apply_number(JS_ARGUMENT(0), atan);
}

NATIVE(js_math_atan2)
{
    double y, x;
    if (!js_to_number_double(JS_ARGUMENT(0), &y) || !js_to_number_double(JS_ARGUMENT(1), &x))
        return JS_EXCEPTION;
    return js_from_number(atan2(y, x));
}
