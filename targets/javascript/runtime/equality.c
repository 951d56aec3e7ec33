/* Whether values are equal, in each of the language's senses. */
#include "objects.h"

bool js_strict_equals(value a, value b)
{
    if (js_is_number(a) || js_is_number(b)) {
        if (js_is_int(a) && js_is_int(b))
            return a == b;
        return js_is_number(a) && js_is_number(b) && js_number(a) == js_number(b);
    }
    if (a == b)
        return true;
    return js_is_string(a) && js_is_string(b) && js_string_equals(js_string(a), js_string(b));
}

/* Both are primitive or both objects, and their types differ. */
static bool equals_as_numbers(value a, value b)
{
    if (js_is_object(a) || js_is_nullish(a) || js_is_nullish(b))
        return false;
    return js_strict_equals(js_to_number(a), js_to_number(b));
}

bool js_loose_equals(value a, value b, bool *thrown)
{
    *thrown = false;
    if (js_is_nullish(a) || js_is_nullish(b))
        return js_is_nullish(a) && js_is_nullish(b);
    if (js_is_object(a) != js_is_object(b)) {
        a = js_to_primitive(a, HINT_DEFAULT);
        b = js_to_primitive(b, HINT_DEFAULT);
        *thrown = a == JS_EXCEPTION || b == JS_EXCEPTION;
        if (*thrown)
            return false;
    }
    if (js_is_number(a) == js_is_number(b) && js_is_boolean(a) == js_is_boolean(b))
        return js_strict_equals(a, b);
    return equals_as_numbers(a, b);
}

bool js_same_value(value a, value b)
{
    if (js_is_number(a) && js_is_number(b))
        return js_from_double(js_number(a)) == js_from_double(js_number(b));
    return js_strict_equals(a, b);
}

bool js_same_value_zero(value a, value b)
{
    return js_same_value(a, b) || js_strict_equals(a, b);
}
