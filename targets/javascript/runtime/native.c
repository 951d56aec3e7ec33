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

static bool is_iterable(value v)
{
    return js_is_string(v) || js_is_array(v) || js_is_kind(v, KIND_MAP)
        || js_is_kind(v, KIND_SET) || js_is_kind(v, KIND_TYPED_ARRAY)
        || js_is_kind(v, KIND_ARGUMENTS) || js_is_kind(v, KIND_BUILTIN_ITERATOR);
}

struct object *js_iterated(value v, bool optional)
{
    if (is_iterable(v)) {
        struct object *items = js_new_array(0, 0);
        return js_append_all(items, v) ? items : NULL;
    }
    if (!optional)
        js_throw_not_iterable(v);
    return NULL;
}

value js_throw_incompatible(const char *method, value receiver)
{
    return js_throw_type_error("Method %s called on incompatible receiver %v", method,
                               js_describe(receiver));
}

value js_apply_number(value argument, double (*function)(double))
{
    double number;
    return js_to_number_double(argument, &number) ? js_from_number(function(number))
                                                  : JS_EXCEPTION;
}
