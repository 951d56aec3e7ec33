/* Boolean. */

#include "wrappers.h"

NATIVE(js_boolean_constructor)
{
    return js_wrap(new_target, HOLDER_Boolean_prototype,
                   js_from_bool(js_to_boolean(JS_ARGUMENT(0))));
}

NATIVE(js_boolean_value_of)
{
    if (js_is_kind(this, KIND_WRAPPER))
        this = ((struct wrapper *)js_object(this))->primitive;
    return js_is_boolean(this)
        ? this
        : js_throw_type_error("Boolean.prototype.valueOf requires that 'this' be a Boolean");
}

NATIVE(js_boolean_to_string)
{
    value primitive = js_boolean_value_of(function, new_target, this, 0, NULL);
    return primitive == JS_EXCEPTION ? primitive : js_to_string(primitive);
}
