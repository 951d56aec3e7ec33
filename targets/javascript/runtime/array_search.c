/* Array.prototype: what looks for elements. */

#include "list.h"

NATIVE(js_array_index_of)
{
    struct list list;
    double start;
    if (!js_list_of(this, &list) || !js_place(JS_ARGUMENT(1), list.length, 0, &start))
        return JS_EXCEPTION;
    for (uint32_t i = (uint32_t)start; i < list.length; i++) {
        value content;
        if (!js_list_find(&list, i, &content))
            continue;
        if (content == JS_EXCEPTION)
            return content;
        if (js_strict_equals(content, JS_ARGUMENT(0)))
            return js_from_uint(i);
    }
    return js_from_int(-1);
}

NATIVE(js_array_last_index_of)
{
    struct list list;
    double start;
    if (!js_list_of(this, &list))
        return JS_EXCEPTION;
    start = list.length - 1.0;
    if (argc > 1 && !js_to_integer(argv[1], &start))
        return JS_EXCEPTION;
    if (start < 0)
        start += argc > 1 ? list.length : 0;
    start = start < list.length ? start : list.length - 1.0;
    for (; start >= 0; start--) {
        value content;
        if (!js_list_find(&list, (uint32_t)start, &content))
            continue;
        if (content == JS_EXCEPTION)
            return content;
        if (js_strict_equals(content, JS_ARGUMENT(0)))
            return js_from_uint((uint32_t)start);
    }
    return js_from_int(-1);
}

NATIVE(js_array_includes)
{
    struct list list;
    double start;
    if (!js_list_of(this, &list) || !js_place(JS_ARGUMENT(1), list.length, 0, &start))
        return JS_EXCEPTION;
    for (uint32_t i = (uint32_t)start; i < list.length; i++) {
        value content = js_list_get(&list, i);
        if (content == JS_EXCEPTION)
            return content;
        if (js_same_value_zero(content, JS_ARGUMENT(0)))
            return JS_TRUE;
    }
    return JS_FALSE;
}

NATIVE(js_array_at)
{
    struct list list;
    double place;
    if (!js_list_of(this, &list) || !js_to_integer(JS_ARGUMENT(0), &place))
        return JS_EXCEPTION;
    place += place < 0 ? list.length : 0;
    return place >= 0 && place < list.length ? js_list_get(&list, (uint32_t)place)
                                             : JS_UNDEFINED;
}

/* The element for which the function is true and its index, which is -1 without one. */
static value find(value this, uint32_t argc, const value *argv, bool last, value *index)
{
    struct list list;
    if (!js_list_and_function(this, argc, argv, &list))
        return JS_EXCEPTION;
    for (uint32_t k = 0; k < list.length; k++) {
        uint32_t i = last ? list.length - 1 - k : k;
        value content = js_list_get(&list, i);
        if (content == JS_EXCEPTION)
            return content;
        value found = js_list_call(&list, argc, argv, content, i);
        if (found == JS_EXCEPTION)
            return found;
        if (js_to_boolean(found)) {
            *index = js_from_uint(i);
            return content;
        }
    }
    *index = js_from_int(-1);
    return JS_UNDEFINED;
}

NATIVE(js_array_find)
{
    value index;
    return find(this, argc, argv, false, &index);
}

NATIVE(js_array_find_index)
{
    value index;
    return find(this, argc, argv, false, &index) == JS_EXCEPTION ? JS_EXCEPTION : index;
}

NATIVE(js_array_find_last)
{
    value index;
    return find(this, argc, argv, true, &index);
}

NATIVE(js_array_find_last_index)
{
    value index;
    return find(this, argc, argv, true, &index) == JS_EXCEPTION ? JS_EXCEPTION : index;
}

/* Is the function as wanted for any element? */
static value any(value this, uint32_t argc, const value *argv, bool wanted)
{
    struct list list;
    if (!js_list_and_function(this, argc, argv, &list))
        return JS_EXCEPTION;
    for (uint32_t i = 0; i < list.length; i++) {
        value content;
        if (!js_list_find(&list, i, &content))
            continue;
        if (content != JS_EXCEPTION)
            content = js_list_call(&list, argc, argv, content, i);
        if (content == JS_EXCEPTION)
            return content;
        if (js_to_boolean(content) == wanted)
            return JS_TRUE;
    }
    return JS_FALSE;
}

NATIVE(js_array_some)
{
    return any(this, argc, argv, true);
}

NATIVE(js_array_every)
{
    value failed = any(this, argc, argv, false);
    return failed == JS_EXCEPTION ? failed : js_from_bool(failed == JS_FALSE);
}
