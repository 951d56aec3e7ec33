/* Number, its functions and the global ones on numbers. */

#include "decimal.h"
#include "numbers.h"
#include "wrappers.h"

#include <math.h>

NATIVE(js_number_constructor)
{
    return js_wrap(new_target, HOLDER_Number_prototype,
                   argc == 0 ? js_from_int(0) : js_to_number(argv[0]));
}

/* The argument as characters for the functions that read numbers; NULL: thrown. */
static const char *characters(value argument, uint32_t *length)
{
    value text = js_to_string(argument);
    if (text == JS_EXCEPTION)
        return NULL;
    *length = js_string(text)->length;
    return js_number_characters(js_string(text));
}

NATIVE(js_parse_float)
{
    uint32_t length;
    const char *text = characters(JS_ARGUMENT(0), &length);
    return text ? js_from_number(number_from_prefix(text, length)) : JS_EXCEPTION;
}

NATIVE(js_parse_int)
{
    uint32_t length;
    int32_t radix;
    /* -0.5 is "-0.5", which gives -0, too. */
    if (js_is_int(JS_ARGUMENT(0)) && argc == 1)
        return argv[0];
    const char *text = characters(JS_ARGUMENT(0), &length);
    if (!text || !js_to_int32(JS_ARGUMENT(1), &radix))
        return JS_EXCEPTION;
    return js_from_number(integer_from_prefix(text, length, radix));
}

NATIVE(js_is_nan)
{
    double number;
    return js_to_number_double(JS_ARGUMENT(0), &number) ? js_from_bool(isnan(number))
                                                        : JS_EXCEPTION;
}

NATIVE(js_is_finite)
{
    double number;
    return js_to_number_double(JS_ARGUMENT(0), &number) ? js_from_bool(isfinite(number))
                                                        : JS_EXCEPTION;
}

NATIVE(js_number_is_nan)
{
    value v = JS_ARGUMENT(0);
    return js_from_bool(js_is_number(v) && isnan(js_number(v)));
}

NATIVE(js_number_is_finite)
{
    value v = JS_ARGUMENT(0);
    return js_from_bool(js_is_number(v) && isfinite(js_number(v)));
}

static bool is_integer(value v)
{
    if (!js_is_number(v) || js_is_int(v))
        return js_is_number(v);
    double number = js_to_double(v);
    return isfinite(number) && floor(number) == number;
}

NATIVE(js_number_is_integer)
{
    return js_from_bool(is_integer(JS_ARGUMENT(0)));
}

NATIVE(js_number_is_safe_integer)
{
    value v = JS_ARGUMENT(0);
    return js_from_bool(is_integer(v) && fabs(js_number(v)) <= 9007199254740991);
}
