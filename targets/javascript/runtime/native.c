#include "native.h"

struct string *js_this_string(value this, const char *method)
{
    if (js_is_string(this))
        return js_string(this);
    if (js_is_nullish(this)) {
        js_throw_type_error("String.prototype.%s called on null or undefined", method);
        return NULL;
    }
    value text = js_to_string(this);
    return text == JS_EXCEPTION ? NULL : js_string(text);
}

bool js_place(value argument, double length, double otherwise, double *place)
{
    *place = otherwise;
    if (argument == JS_UNDEFINED)
        return true;
    if (!js_to_integer(argument, place))
        return false;
    if (*place < 0)
        *place = *place + length < 0 ? 0 : *place + length;
    else if (*place > length)
        *place = length;
    return true;
}

bool js_check_callable(value v)
{
    if (js_is_callable(v))
        return true;
    js_throw_type_error("%v is not a function", js_describe(v));
    return false;
}

value js_throw_incompatible(const char *method, value receiver)
{
    return js_throw_type_error("Method %s called on incompatible receiver %v", method,
                               js_describe(receiver));
}
