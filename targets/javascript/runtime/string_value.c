/* String.prototype.toString and valueOf. */

#include "native.h"

NATIVE(js_string_value_of)
{
    if (js_is_string(this))
        return this;
    if (js_is_kind(this, KIND_WRAPPER)) {
        value primitive = ((struct wrapper *)js_object(this))->primitive;
        if (js_is_string(primitive))
            return primitive;
    }
    return js_throw_type_error("String.prototype.valueOf requires that 'this' be a String");
}
