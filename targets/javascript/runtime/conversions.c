/* Conversions of values: ToBoolean, ToNumber, ToString, ToPrimitive, ToObject. */
#include "calls.h"
#include "errors.h"
#include "names.h"
#include "numbers.h"
#include "objects.h"

value js_from_number(double d)
{
    if (d >= INT32_MIN && d <= INT32_MAX) {
        int32_t i = (int32_t)d;
        value v = js_from_double(i);
        if (v == js_from_double(d)) /* as bits: -0 is no integer */
            return js_from_int(i);
    }
    return js_from_double(d);
}

bool js_to_boolean(value v)
{
    if (js_is_int(v))
        return js_to_int(v) != 0;
    if (js_is_number(v)) {
        double d = js_to_double(v);
        return d == d && d != 0;
    }
    if (v < JS_SPECIAL_LIMIT)
        return v == JS_TRUE;
    return js_kind(v) != KIND_STRING || js_string(v)->length != 0;
}

static value to_number_of_primitive(value v)
{
    if (js_is_number(v))
        return v;
    if (js_is_string(v))
        return js_string_to_number(v);
    if (v == JS_UNDEFINED)
        return JS_NAN;
    return js_from_int(v == JS_TRUE);
}

value js_to_number(value v)
{
    if (js_is_number(v))
        return v;
    if (js_is_object(v)) {
        v = js_to_primitive(v, HINT_NUMBER);
        if (v == JS_EXCEPTION)
            return v;
    }
    return to_number_of_primitive(v);
}

bool js_to_number_double(value v, double *d)
{
    v = js_to_number(v);
    if (v == JS_EXCEPTION)
        return false;
    *d = js_number(v);
    return true;
}

/* From the bits: the low 32 of the integer part, negated if the sign is. */
int32_t js_double_to_int32(double d)
{
    if (d > -2147483649.0 && d < 2147483648.0)
        return (int32_t)d;
    uint64_t bits;
    memcpy(&bits, &d, sizeof bits);
    int32_t exponent = (int32_t)(bits >> 52 & 0x7FF) - 1075; /* of the lowest bit */
    if (exponent >= 32)
        return 0; /* and so for infinities and NaN */
    uint64_t mantissa = (bits & (((uint64_t)1 << 52) - 1)) | (uint64_t)1 << 52;
    uint32_t low = (uint32_t)(exponent < 0 ? mantissa >> -exponent : mantissa << exponent);
    return (int32_t)(bits >> 63 ? 0 - low : low);
}

bool js_to_int32(value v, int32_t *i)
{
    v = js_to_number(v);
    if (v == JS_EXCEPTION)
        return false;
    *i = js_is_int(v) ? js_to_int(v) : js_double_to_int32(js_to_double(v));
    return true;
}

bool js_to_integer(value v, double *d)
{
    v = js_to_number(v);
    if (v == JS_EXCEPTION)
        return false;
    if (js_is_int(v)) {
        *d = js_to_int(v);
        return true;
    }
    double number = js_to_double(v);
    if (number != number)
        number = 0;
    else if (number > -4503599627370496.0 && number < 4503599627370496.0)
        number = (double)(int64_t)number;
    *d = number;
    return true;
}

value js_to_string(value v)
{
    if (js_is_number(v))
        return js_number_to_string(v);
    if (js_is_object(v)) {
        v = js_to_primitive(v, HINT_STRING);
        return v == JS_EXCEPTION ? v : js_to_string(v);
    }
    switch (v) {
    case JS_UNDEFINED:
        return js_name(NAME_undefined);
    case JS_NULL:
        return js_name(NAME_null);
    case JS_TRUE:
        return js_name(NAME_true);
    case JS_FALSE:
        return js_name(NAME_false);
    default:
        return v;
    }
}

/*
 * Has a wrapper no conversion of its own? Then it is what it wraps, though the methods
 * toString and valueOf of the prototypes may be left out of the program.
 */
static bool is_plain_wrapper(struct object *o)
{
    return o->kind == KIND_WRAPPER && !js_has_own(o, js_name(NAME_toString))
        && !js_has_own(o, js_name(NAME_valueOf));
}

value js_to_primitive(value v, enum hint hint)
{
    if (!js_is_object(v))
        return v;
    if (is_plain_wrapper(js_object(v)))
        return ((struct wrapper *)js_pointer(v))->primitive;
    for (int k = 0; k < 2; k++) {
        bool to_string = (hint == HINT_STRING) == (k == 0);
        value method = js_get(v, js_name(to_string ? NAME_toString : NAME_valueOf));
        if (method == JS_EXCEPTION)
            return method;
        if (!js_is_function(method)) /* or left out: Object.prototype.valueOf gives v */
            continue;
        value result = js_call(method, v, 0, NULL);
        if (!js_is_object(result))
            return result; /* or EXCEPTION */
    }
    return js_throw_type_error("Cannot convert object to primitive value");
}

value js_to_object(value v)
{
    if (js_is_object(v))
        return v;
    if (js_is_nullish(v))
        return js_throw_type_error("Cannot convert undefined or null to object");
    enum holder holder = js_is_number(v) ? HOLDER_Number_prototype
        : js_is_boolean(v)               ? HOLDER_Boolean_prototype
                                         : HOLDER_String_prototype;
    struct wrapper *wrapper =
        js_allocate_object(KIND_WRAPPER, sizeof *wrapper, js_holder(holder));
    wrapper->primitive = v;
    return js_from_object(wrapper);
}

value js_typeof_name(value v)
{
    enum name name = NAME_object;
    if (js_is_number(v))
        name = NAME_number;
    else if (v == JS_UNDEFINED)
        name = NAME_undefined;
    else if (js_is_boolean(v))
        name = NAME_boolean;
    else if (js_is_string(v))
        name = NAME_string;
    else if (js_is_function(v))
        name = NAME_function;
    return js_name(name);
}
