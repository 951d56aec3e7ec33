/* Number.prototype. */

#include "native.h"

#include "decimal.h"
#include "numbers.h"

#include <math.h>

/* this as a number; false: thrown. */
static bool this_number(value this, const char *method, double *number)
{
    if (js_is_kind(this, KIND_WRAPPER))
        this = ((struct wrapper *)js_object(this))->primitive;
    if (!js_is_number(this)) {
        js_throw_type_error("Number.prototype.%s requires that 'this' be a Number", method);
        return false;
    }
    *number = js_number(this);
    return true;
}

static value text_value(const char *text, uint32_t length)
{
    return js_from_string(js_string_copy_narrow((const uint8_t *)text, length));
}

NATIVE(js_number_value_of)
{
    double number;
    return this_number(this, "valueOf", &number) ? js_from_number(number) : JS_EXCEPTION;
}

NATIVE(js_number_to_string_method)
{
    char text[LONG_NUMBER_TEXT * 2];
    double number, radix = 10;
    if (!this_number(this, "toString", &number)
        || (JS_ARGUMENT(0) != JS_UNDEFINED && !js_to_integer(argv[0], &radix)))
        return JS_EXCEPTION;
    if (radix < 2 || radix > 36)
        return js_throw_range_error("toString() radix argument must be between 2 and 36");
    if (radix == 10 || !isfinite(number))
        return js_number_to_string(js_from_number(number));
    return text_value(text, number_to_radix(number, (uint32_t)radix, text));
}

typedef uint32_t counted(double number, int count, char *text);

/* toFixed, toPrecision and toExponential of the count that is the argument. */
static value count_digits(value this, value argument, const char *method, int least,
                          int missing, counted *convert)
{
    char text[LONG_NUMBER_TEXT];
    double number, count = 0;
    if (!this_number(this, method, &number) || !js_to_integer(argument, &count))
        return JS_EXCEPTION;
    if (!isfinite(number))
        return js_number_to_string(js_from_number(number));
    if (count < least || count > 100)
        return js_throw_range_error(least ? "%s() argument must be between 1 and 100"
                                    : missing < 0 ? "%s() argument must be between 0 and 100"
                                                  : "%s() digits argument must be between 0 and 100",
                                    method);
    return text_value(text, convert(number, argument == JS_UNDEFINED ? missing : (int)count, text));
}

NATIVE(js_number_to_fixed)
{
    /* The count is checked even if the number is not finite. */
    double count, number;
    if (!this_number(this, "toFixed", &number) || !js_to_integer(JS_ARGUMENT(0), &count))
        return JS_EXCEPTION;
    if (count < 0 || count > 100)
        return js_throw_range_error("toFixed() digits argument must be between 0 and 100");
    return count_digits(this, js_from_number(count), "toFixed", 0, 0, number_to_fixed);
}

NATIVE(js_number_to_precision)
{
    if (JS_ARGUMENT(0) == JS_UNDEFINED)
        return js_number_to_string_method(function, new_target, this, 0, NULL);
    return count_digits(this, argv[0], "toPrecision", 1, 1, number_to_precision);
}

NATIVE(js_number_to_exponential)
{
    return count_digits(this, JS_ARGUMENT(0), "toExponential", 0, -1, number_to_exponential);
}
