/* Math: powers of e, and logarithms. */

#include "fdlibm.h"
#include "native.h"

NATIVE(js_math_exp)
{
    return js_apply_number(JS_ARGUMENT(0), fdlibm_exp);
}

NATIVE(js_math_expm1)
{
    return js_apply_number(JS_ARGUMENT(0), fdlibm_expm1);
}

NATIVE(js_math_log)
{
    return js_apply_number(JS_ARGUMENT(0), fdlibm_log);
}

NATIVE(js_math_log1p)
{
    return js_apply_number(JS_ARGUMENT(0), fdlibm_log1p);
}

NATIVE(js_math_log2)
{
    return js_apply_number(JS_ARGUMENT(0), fdlibm_log2);
}

NATIVE(js_math_log10)
{
    return js_apply_number(JS_ARGUMENT(0), fdlibm_log10);
}
