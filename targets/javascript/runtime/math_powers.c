/* Math.pow and Math.cbrt. */

#include "fdlibm.h"
#include "native.h"
#include "numbers.h"

NATIVE(js_math_pow)
{
    double base, exponent;
    if (!js_to_number_double(JS_ARGUMENT(0), &base)
        || !js_to_number_double(JS_ARGUMENT(1), &exponent))
        return JS_EXCEPTION;
    return js_from_number(js_power(base, exponent));
}

NATIVE(js_math_cbrt)
{
    return js_apply_number(JS_ARGUMENT(0), fdlibm_cbrt);
}
