/* Math: hyperbolic functions. */

#include "fdlibm.h"
#include "native.h"

NATIVE(js_math_sinh)
{
    return js_apply_number(JS_ARGUMENT(0), fdlibm_sinh);
}

NATIVE(js_math_cosh)
{
    return js_apply_number(JS_ARGUMENT(0), fdlibm_cosh);
}

NATIVE(js_math_tanh)
{
    return js_apply_number(JS_ARGUMENT(0), fdlibm_tanh);
}

NATIVE(js_math_asinh)
{
    return js_apply_number(JS_ARGUMENT(0), fdlibm_asinh);
}

NATIVE(js_math_acosh)
{
    return js_apply_number(JS_ARGUMENT(0), fdlibm_acosh);
}

NATIVE(js_math_atanh)
{
    return js_apply_number(JS_ARGUMENT(0), fdlibm_atanh);
}
