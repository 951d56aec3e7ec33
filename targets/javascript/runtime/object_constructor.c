/* Object, and Object.prototype but for toString. */

#include "native.h"

NATIVE(js_object_constructor)
{
    struct object *prototype;
    if (new_target != JS_UNDEFINED && new_target != js_from_object(js_holder(HOLDER_Object)))
        return js_prototype_for(new_target, HOLDER_Object_prototype, &prototype)
            ? js_from_object(js_new_object_with(prototype))
            : JS_EXCEPTION;
    return js_is_nullish(JS_ARGUMENT(0)) ? js_from_object(js_new_object())
                                         : js_to_object(argv[0]);
}

NATIVE(js_object_to_locale_string)
{
    value method = js_get_text(this, "toString");
    if (method == JS_EXCEPTION || !js_check_callable(method))
        return JS_EXCEPTION;
    return js_call(method, this, 0, argv);
}

NATIVE(js_object_value_of)
{
    return js_to_object(this);
}

NATIVE(js_object_has_own_property)
{
    value key = js_to_key(JS_ARGUMENT(0));
    value object = key == JS_EXCEPTION ? key : js_to_object(this);
    return object == JS_EXCEPTION ? object : js_from_bool(js_has_own(js_object(object), key));
}

NATIVE(js_object_property_is_enumerable)
{
    struct property property;
    value key = js_to_key(JS_ARGUMENT(0));
    value object = key == JS_EXCEPTION ? key : js_to_object(this);
    if (object == JS_EXCEPTION)
        return object;
    return js_from_bool(js_own(js_object(object), key, &property)
                        && property.attributes & ENUMERABLE);
}

NATIVE(js_object_is_prototype_of)
{
    value object = js_to_object(this);
    if (!js_is_object(JS_ARGUMENT(0)) || object == JS_EXCEPTION)
        return object == JS_EXCEPTION ? object : JS_FALSE;
    const struct object *at = js_object(argv[0])->prototype;
    while (at && at != js_object(object))
        at = at->prototype;
    return js_from_bool(at);
}

NATIVE(js_object_get_proto)
{
    value object = js_to_object(this);
    if (object == JS_EXCEPTION)
        return object;
    struct object *prototype = js_object(object)->prototype;
    return prototype ? js_from_object(prototype) : JS_NULL;
}

NATIVE(js_object_set_proto)
{
    value prototype = JS_ARGUMENT(0);
    if (!js_is_object(this) || (prototype != JS_NULL && !js_is_object(prototype)))
        return JS_UNDEFINED;
    if (!js_set_prototype(js_object(this), prototype == JS_NULL ? NULL : js_object(prototype)))
        return js_throw_type_error("Cyclic __proto__ value");
    return JS_UNDEFINED;
}
