/* Array.prototype: arrays, text and iterators made of an array. */

#include "list.h"

NATIVE(js_array_slice)
{
    struct list list;
    double start, end;
    struct object *result;
    if (!js_list_of(this, &list) || !js_place(JS_ARGUMENT(0), list.length, 0, &start)
        || !js_place(JS_ARGUMENT(1), list.length, list.length, &end)
        || !(result = js_list_like(&list)))
        return JS_EXCEPTION;
    for (uint32_t i = (uint32_t)start; i < end; i++) {
        value content;
        if (!js_list_find(&list, i, &content))
            js_array_set_length(result, i + 1 - (uint32_t)start);
        else if (content == JS_EXCEPTION || !js_list_append(result, content))
            return JS_EXCEPTION;
    }
    return js_from_object(result);
}

NATIVE(js_array_concat)
{
    struct list list;
    struct object *result;
    if (!js_list_of(this, &list) || !(result = js_list_like(&list)))
        return JS_EXCEPTION;
    for (uint32_t k = 0; k <= argc; k++) {
        value part = k == 0 ? list.object : argv[k - 1];
        if (!js_is_array(part)) {
            if (!js_list_append(result, part))
                return JS_EXCEPTION;
            continue;
        }
        uint32_t start = result->length;
        js_list_of(part, &list);
        for (uint32_t i = 0; i < list.length; i++) {
            value content;
            if (!js_list_find(&list, i, &content))
                js_array_set_length(result, start + i + 1);
            else if (content == JS_EXCEPTION || !js_list_append(result, content))
                return JS_EXCEPTION;
        }
    }
    return js_from_object(result);
}

/* The arrays that are being joined: one within itself is empty. */
struct joined {
    struct joined *outer;
    value object;
};
static struct joined *joined;

static bool add_elements(struct builder *b, const struct list *list,
                         const struct string *separator)
{
    for (uint32_t i = 0; i < list->length; i++) {
        if (i > 0)
            js_builder_string(b, separator);
        value content = js_list_get(list, i);
        if (content != JS_EXCEPTION && js_is_nullish(content))
            continue;
        value text = content == JS_EXCEPTION ? content : js_to_string(content);
        if (text == JS_EXCEPTION)
            return false;
        js_builder_string(b, js_string(text));
    }
    return true;
}

NATIVE(js_array_join)
{
    struct list list;
    struct builder b;
    value separator = js_string_of_unit(',');
    if (!js_list_of(this, &list))
        return JS_EXCEPTION;
    if (JS_ARGUMENT(0) != JS_UNDEFINED)
        separator = js_to_string(argv[0]);
    if (separator == JS_EXCEPTION)
        return separator;
    for (const struct joined *outer = joined; outer; outer = outer->outer)
        if (outer->object == list.object)
            return js_string_empty();
    struct joined inner = {joined, list.object};
    joined = &inner;
    js_builder_start(&b);
    bool done = add_elements(&b, &list, js_string(separator));
    joined = inner.outer;
    return done ? js_builder_end(&b) : JS_EXCEPTION;
}

NATIVE(js_array_to_string)
{
    value object = js_to_object(this);
    value join = object == JS_EXCEPTION ? object : js_get_text(object, "join");
    if (join == JS_EXCEPTION)
        return join;
    if (js_is_callable(join))
        return js_call(join, object, 0, NULL);
    return js_array_join(JS_UNDEFINED, JS_UNDEFINED, object, 0, NULL);
}

NATIVE(js_array_keys)
{
    value object = js_to_object(this);
    return object == JS_EXCEPTION ? object
                                  : js_from_object(js_new_iterator(object, ITERATE_KEYS));
}

NATIVE(js_array_values)
{
    value object = js_to_object(this);
    return object == JS_EXCEPTION ? object
                                  : js_from_object(js_new_iterator(object, ITERATE_VALUES));
}

NATIVE(js_array_entries)
{
    value object = js_to_object(this);
    return object == JS_EXCEPTION ? object
                                  : js_from_object(js_new_iterator(object, ITERATE_ENTRIES));
}
