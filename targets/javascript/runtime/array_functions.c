/* Array.prototype: what calls a function for each element. */

#include "list.h"

NATIVE(js_array_for_each)
{
    struct list list;
    if (!js_list_and_function(this, argc, argv, &list))
        return JS_EXCEPTION;
    for (uint32_t i = 0; i < list.length; i++) {
        value content;
        if (!js_list_find(&list, i, &content))
            continue;
        if (content == JS_EXCEPTION
            || js_list_call(&list, argc, argv, content, i) == JS_EXCEPTION)
            return JS_EXCEPTION;
    }
    return JS_UNDEFINED;
}

NATIVE(js_array_map)
{
    struct list list;
    struct object *result;
    if (!js_list_and_function(this, argc, argv, &list) || !(result = js_list_like(&list)))
        return JS_EXCEPTION;
    value array = js_from_object(result);
    for (uint32_t i = 0; i < list.length; i++) {
        value content;
        if (!js_list_find(&list, i, &content))
            continue;
        if (content != JS_EXCEPTION)
            content = js_list_call(&list, argc, argv, content, i);
        if (content == JS_EXCEPTION)
            return content;
        if (i == result->length && js_is_fast_array(array))
            js_array_push(result, content);
        else if (js_set_index(array, i, content) == JS_EXCEPTION)
            return JS_EXCEPTION;
    }
    if (js_is_array(array))
        js_array_set_length(result, list.length); /* holes at the end */
    return array;
}

NATIVE(js_array_filter)
{
    struct list list;
    struct object *result;
    if (!js_list_and_function(this, argc, argv, &list) || !(result = js_list_like(&list)))
        return JS_EXCEPTION;
    for (uint32_t i = 0; i < list.length; i++) {
        value content;
        if (!js_list_find(&list, i, &content))
            continue;
        if (content == JS_EXCEPTION)
            return content;
        value wanted = js_list_call(&list, argc, argv, content, i);
        if (wanted == JS_EXCEPTION
            || (js_to_boolean(wanted) && !js_list_append(result, content)))
            return JS_EXCEPTION;
    }
    return js_from_object(result);
}

static value reduce(value this, uint32_t argc, const value *argv, bool right)
{
    struct list list;
    if (!js_list_and_function(this, argc, argv, &list))
        return JS_EXCEPTION;
    value sum = argc > 1 ? argv[1] : JS_HOLE;
    for (uint32_t k = 0; k < list.length; k++) {
        uint32_t i = right ? list.length - 1 - k : k;
        value content;
        if (!js_list_find(&list, i, &content))
            continue;
        if (content == JS_EXCEPTION)
            return content;
        if (sum == JS_HOLE) {
            sum = content;
            continue;
        }
        value arguments[] = {sum, content, js_from_uint(i), list.object};
        sum = js_call(argv[0], JS_UNDEFINED, 4, arguments);
        if (sum == JS_EXCEPTION)
            return sum;
    }
    if (sum == JS_HOLE)
        return js_throw_type_error("Reduce of empty array with no initial value");
    return sum;
}

NATIVE(js_array_reduce)
{
    return reduce(this, argc, argv, false);
}

NATIVE(js_array_reduce_right)
{
    return reduce(this, argc, argv, true);
}

/* Append the elements, and those of arrays among them, down to the depth. */
static bool flatten(struct object *result, const struct list *list, double depth)
{
    for (uint32_t i = 0; i < list->length; i++) {
        value content;
        if (!js_list_find(list, i, &content))
            continue;
        if (content == JS_EXCEPTION)
            return false;
        struct list inner;
        if (depth >= 1 && js_is_array(content)) {
            if (!js_list_of(content, &inner) || !flatten(result, &inner, depth - 1))
                return false;
        } else if (!js_list_append(result, content)) {
            return false;
        }
    }
    return true;
}

NATIVE(js_array_flat)
{
    struct list list;
    double depth = 1;
    struct object *result;
    if (!js_list_of(this, &list)
        || (JS_ARGUMENT(0) != JS_UNDEFINED && !js_to_integer(argv[0], &depth))
        || !(result = js_list_like(&list)) || !flatten(result, &list, depth))
        return JS_EXCEPTION;
    return js_from_object(result);
}

NATIVE(js_array_flat_map)
{
    struct list list;
    struct object *result;
    if (!js_list_and_function(this, argc, argv, &list) || !(result = js_list_like(&list)))
        return JS_EXCEPTION;
    for (uint32_t i = 0; i < list.length; i++) {
        value content;
        if (!js_list_find(&list, i, &content))
            continue;
        if (content != JS_EXCEPTION)
            content = js_list_call(&list, argc, argv, content, i);
        if (content == JS_EXCEPTION)
            return content;
        struct list inner;
        if (js_is_array(content)) {
            if (!js_list_of(content, &inner) || !flatten(result, &inner, 0))
                return JS_EXCEPTION;
        } else if (!js_list_append(result, content)) {
            return JS_EXCEPTION;
        }
    }
    return js_from_object(result);
}
