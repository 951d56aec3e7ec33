/* Math: trigonometric functions. */

#include "fdlibm.h"
#include "native.h"

NATIVE(js_math_sin)
{
    return js_apply_number(JS_ARGUMENT(0), fdlibm_sin);
}

NATIVE(js_math_cos)
{
    return js_apply_number(JS_ARGUMENT(0), fdlibm_cos);
}

NATIVE(js_math_tan)
{
    return js_apply_number(JS_ARGUMENT(0), fdlibm_tan);
}

NATIVE(js_math_asin)
{
    return js_apply_number(JS_ARGUMENT(0), fdlibm_asin);
}

NATIVE(js_math_acos)
{
    return js_apply_number(JS_ARGUMENT(0), fdlibm_acos);
}

NATIVE(js_math_atan)
{
    return js_apply_number(JS_ARGUMENT(0), fdlibm_atan);
}

NATIVE(js_math_atan2)
{
    double y, x;
    if (!js_to_number_double(JS_ARGUMENT(0), &y) || !js_to_number_double(JS_ARGUMENT(1), &x))
        return JS_EXCEPTION;
    return js_from_number(fdlibm_atan2(y, x));
}
