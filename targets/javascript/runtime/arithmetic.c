/* The arithmetic operators. Integers stay integers where they can. */
#include "bytecodes.h"
#include "errors.h"
#include "numbers.h"
#include "objects.h"
#include "operators.h"

#include <math.h>

bool js_to_numbers(value *a, value *b)
{
    *a = js_to_number(*a);
    if (*a == JS_EXCEPTION)
        return false;
    *b = js_to_number(*b);
    return *b != JS_EXCEPTION;
}

static value from_int64(int64_t i)
{
    return i == (int32_t)i ? js_from_int((int32_t)i) : js_from_double((double)i);
}

static value add_any(value a, value b)
{
    a = js_to_primitive(a, HINT_DEFAULT);
    if (a == JS_EXCEPTION)
        return a;
    b = js_to_primitive(b, HINT_DEFAULT);
    if (b == JS_EXCEPTION)
        return b;
    if (!js_is_string(a) && !js_is_string(b)) {
        js_to_numbers(&a, &b); /* of primitive values: nothing is thrown */
        return js_add2(a, b);
    }
    a = js_to_string(a);
    b = js_to_string(b);
    if ((uint64_t)js_string(a)->length + js_string(b)->length > JS_LONGEST_STRING)
        return js_throw_range_error("Invalid string length");
    return js_from_string(js_string_concatenate(js_string(a), js_string(b)));
}

value js_add2(value a, value b)
{
    if (js_both_int(a, b))
        return from_int64((int64_t)js_to_int(a) + js_to_int(b));
    if (js_both_numbers(a, b))
        return js_from_double(js_number(a) + js_number(b));
    return add_any(a, b);
}

value js_sub2(value a, value b)
{
    if (js_both_int(a, b))
        return from_int64((int64_t)js_to_int(a) - js_to_int(b));
    if (js_both_numbers(a, b))
        return js_from_double(js_number(a) - js_number(b));
    return js_to_numbers(&a, &b) ? js_sub2(a, b) : JS_EXCEPTION;
}

value js_mul2(value a, value b)
{
    if (js_both_int(a, b)) {
        int64_t product = (int64_t)js_to_int(a) * js_to_int(b);
        if (product)
            return from_int64(product);
        return (js_to_int(a) | js_to_int(b)) < 0 ? js_from_double(-0.0) : js_from_int(0);
    }
    if (js_both_numbers(a, b))
        return js_from_double(js_number(a) * js_number(b));
    return js_to_numbers(&a, &b) ? js_mul2(a, b) : JS_EXCEPTION;
}

value js_div2(value a, value b)
{
    if (js_both_int(a, b) && js_to_int(b) > 0 && js_to_int(a) > 0) {
        uint32_t x = (uint32_t)a, y = (uint32_t)b;
        if (x % y == 0)
            return js_from_int((int32_t)(x / y));
    }
    if (js_both_numbers(a, b))
        return js_from_double(js_number(a) / js_number(b));
    return js_to_numbers(&a, &b) ? js_div2(a, b) : JS_EXCEPTION;
}

value js_mod2(value a, value b)
{
    if (js_both_int(a, b) && js_to_int(a) >= 0 && js_to_int(b) > 0)
        return js_from_int((int32_t)((uint32_t)a % (uint32_t)b));
    if (js_both_numbers(a, b))
        return js_from_number(fmod(js_number(a), js_number(b)));
    return js_to_numbers(&a, &b) ? js_mod2(a, b) : JS_EXCEPTION;
}

value js_exp(value a, value b)
{
    if (js_both_numbers(a, b))
        return js_from_number(js_power(js_number(a), js_number(b)));
    return js_to_numbers(&a, &b) ? js_exp(a, b) : JS_EXCEPTION;
}

value js_inc(value v) { return js_sub2(v, js_from_int(-1)); }

value js_dec(value v) { return js_sub2(v, js_from_int(1)); }

value js_neg(value v)
{
    if (js_is_int(v) && js_to_int(v) != 0)
        return from_int64(-(int64_t)js_to_int(v));
    double x;
    return js_to_number_double(v, &x) ? js_from_double(-x) : JS_EXCEPTION;
}

value js_tonumber(value v) { return js_to_number(v); }

value js_tonumeric(value v) { return js_to_number(v); }
