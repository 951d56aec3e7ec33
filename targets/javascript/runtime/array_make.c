/* Array.isArray, Array.of and Array.from. */

#include "list.h"

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

/* Can for-of go over it? Anything else has a length, or is empty. */
static bool is_iterable(value v)
{
    return js_is_string(v) || js_is_array(v) || js_is_kind(v, KIND_MAP)
        || js_is_kind(v, KIND_SET) || js_is_kind(v, KIND_TYPED_ARRAY)
        || js_is_kind(v, KIND_ARGUMENTS) || js_is_kind(v, KIND_BUILTIN_ITERATOR);
}

NATIVE(js_array_from)
{
    value source = JS_ARGUMENT(0), map = JS_ARGUMENT(1);
    if (js_is_nullish(source))
        return js_throw_type_error("%v is not iterable", js_describe(source));
    if (map != JS_UNDEFINED && !js_check_callable(map))
        return JS_EXCEPTION;
    struct object *result = make(this);
    struct list list;
    if (!result)
        return JS_EXCEPTION;
    if (is_iterable(source)) {
        struct object *elements = js_new_array(0, 0);
        if (!js_append_all(elements, source))
            return JS_EXCEPTION;
        source = js_from_object(elements);
    }
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
