/* Array, Array.isArray, Array.of and Array.from. */

#include "list.h"

NATIVE(js_array_constructor)
{
    struct object *prototype, *array;
    if (new_target == JS_UNDEFINED)
        new_target = function;
    if (!js_prototype_for(new_target, HOLDER_Array_prototype, &prototype))
        return JS_EXCEPTION;
    if (argc == 1 && js_is_number(argv[0])) {
        double length = js_number(argv[0]);
        if (!(length >= 0 && length <= UINT32_MAX) || length != (uint32_t)length)
            return js_throw_range_error("Invalid array length");
        array = js_new_array((uint32_t)length, 0);
    } else {
        array = js_new_array_of(argc, argv);
    }
    array->prototype = prototype;
    return js_from_object(array);
}

NATIVE(js_array_is_array)
{
    return js_from_bool(js_is_array(JS_ARGUMENT(0)));
}

/* An empty one of the constructor that the method is called on; NULL: thrown. */
static struct object *make(value constructor)
{
    if (constructor == js_from_object(js_holder(HOLDER_Array))
        || !js_is_constructor(constructor))
        return js_new_array(0, 0);
    value array = js_construct(constructor, 0, NULL, constructor);
    return array == JS_EXCEPTION ? NULL : js_object(array);
}

NATIVE(js_array_of)
{
    struct object *result = make(this);
    for (uint32_t i = 0; result && i < argc; i++)
        if (!js_list_append(result, argv[i]))
            return JS_EXCEPTION;
    return result ? js_from_object(result) : JS_EXCEPTION;
}

NATIVE(js_array_from)
{
    value source = JS_ARGUMENT(0), map = JS_ARGUMENT(1);
    if (map != JS_UNDEFINED && !js_check_callable(map))
        return JS_EXCEPTION;
    /* Anything else has a length, or is empty. */
    struct object *elements = js_iterated(source, !js_is_nullish(source));
    if (!elements && js_exception != JS_HOLE)
        return JS_EXCEPTION;
    if (elements)
        source = js_from_object(elements);
    struct object *result = make(this);
    struct list list;
    if (!result)
        return JS_EXCEPTION;
    if (!js_list_of(source, &list))
        return JS_EXCEPTION;
    for (uint32_t i = 0; i < list.length; i++) {
        value content = js_list_get(&list, i);
        if (content != JS_EXCEPTION && map != JS_UNDEFINED) {
            value arguments[] = {content, js_from_uint(i)};
            content = js_call(map, JS_ARGUMENT(2), 2, arguments);
        }
        if (content == JS_EXCEPTION || !js_list_append(result, content))
            return JS_EXCEPTION;
    }
    return js_from_object(result);
}
