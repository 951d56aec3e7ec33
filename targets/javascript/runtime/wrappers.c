#include "wrappers.h"

value js_wrap(value new_target, enum holder holder, value primitive)
{
    struct object *prototype;
    if (new_target == JS_UNDEFINED || primitive == JS_EXCEPTION)
        return primitive;
    if (!js_prototype_for(new_target, holder, &prototype))
        return JS_EXCEPTION;
    value object = js_to_object(primitive);
    js_object(object)->prototype = prototype;
    return object;
}
