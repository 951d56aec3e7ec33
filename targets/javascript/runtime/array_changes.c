/* Array.prototype: what changes the array. */

#include "list.h"

static bool set_length(value object, double length)
{
    if (js_is_fast_array(object))
        return js_array_set_length(js_object(object), (uint32_t)length);
    return js_set(object, js_key_of_text("length"), js_from_number(length)) != JS_EXCEPTION;
}

/* Set an element, or delete it if there is none to be set. */
static bool put(const struct list *list, uint32_t i, bool there, value content)
{
    return there ? js_set_index(list->object, i, content) != JS_EXCEPTION
                 : js_list_delete(list, i);
}

/* Move an element, or the lack of one. */
static bool move(const struct list *list, uint32_t from, uint32_t to)
{
    value content = JS_HOLE;
    bool there = js_list_find(list, from, &content);
    return content != JS_EXCEPTION && put(list, to, there, content);
}

/* Move elements from one place on, up to the length, so that they begin at another. */
static bool shift(const struct list *list, uint32_t from, uint32_t to)
{
    uint32_t count = list->length - from;
    struct object *o = js_object(list->object);
    if (js_is_fast_array(list->object) && o->element_count == list->length
        && to + count <= o->element_capacity) {
        memmove(o->elements + to, o->elements + from, count * sizeof(value));
        return true;
    }
    for (uint32_t k = 0; k < count; k++) {
        uint32_t i = to < from ? k : count - 1 - k;
        if (!move(list, from + i, to + i))
            return false;
    }
    return true;
}

NATIVE(js_array_push_method)
{
    struct list list;
    if (js_is_fast_array(this)) {
        for (uint32_t i = 0; i < argc; i++)
            js_array_push(js_object(this), argv[i]);
        return js_from_uint(js_object(this)->length);
    }
    if (!js_list_of(this, &list))
        return JS_EXCEPTION;
    for (uint32_t i = 0; i < argc; i++)
        if (js_set_index(list.object, list.length + i, argv[i]) == JS_EXCEPTION)
            return JS_EXCEPTION;
    return set_length(list.object, (double)list.length + argc)
        ? js_from_uint(list.length + argc)
        : JS_EXCEPTION;
}

NATIVE(js_array_pop)
{
    struct list list;
    if (!js_list_of(this, &list))
        return JS_EXCEPTION;
    if (list.length == 0)
        return set_length(list.object, 0) ? JS_UNDEFINED : JS_EXCEPTION;
    value last = js_list_get(&list, list.length - 1);
    if (last == JS_EXCEPTION
        || (!js_is_fast_array(list.object)
            && !js_list_delete(&list, list.length - 1))
        || !set_length(list.object, list.length - 1.0))
        return JS_EXCEPTION;
    return last;
}

NATIVE(js_array_shift)
{
    struct list list;
    if (!js_list_of(this, &list))
        return JS_EXCEPTION;
    if (list.length == 0)
        return set_length(list.object, 0) ? JS_UNDEFINED : JS_EXCEPTION;
    value first = js_list_get(&list, 0);
    struct object *o = js_object(list.object);
    if (first != JS_EXCEPTION && js_is_fast_array(list.object)
        && o->element_count == list.length) {
        /* The room of the first is given up, so that a queue takes constant time. */
        o->elements++;
        o->element_count--;
        o->element_capacity--;
        o->length--;
        return first;
    }
    if (first == JS_EXCEPTION || !shift(&list, 1, 0)
        || !js_list_delete(&list, list.length - 1)
        || !set_length(list.object, list.length - 1.0))
        return JS_EXCEPTION;
    return first;
}

/*
 * Make room for `added` elements at a place where `removed` ones are: those behind move, and
 * the length changes.
 */
static bool resize(struct list *list, uint32_t place, uint32_t removed, uint32_t added)
{
    struct object *o = js_object(list->object);
    uint32_t length = list->length - removed + added;
    bool fast = js_is_fast_array(list->object) && o->element_count == list->length;
    if (fast && added > removed)
        js_reserve_elements(o, length);
    if (added != removed && !shift(list, place + removed, place + added))
        return false;
    if (fast && added > removed) {
        o->element_count = o->length = length;
        return true;
    }
    for (uint32_t i = length; !fast && i < list->length; i++)
        if (!js_list_delete(list, i))
            return false;
    return set_length(list->object, length);
}

NATIVE(js_array_unshift)
{
    struct list list;
    if (!js_list_of(this, &list) || (argc > 0 && !resize(&list, 0, 0, argc)))
        return JS_EXCEPTION;
    for (uint32_t i = 0; i < argc; i++)
        if (js_set_index(list.object, i, argv[i]) == JS_EXCEPTION)
            return JS_EXCEPTION;
    return js_from_uint(list.length + argc);
}

NATIVE(js_array_splice)
{
    struct list list;
    double start, removed = 0;
    struct object *result;
    if (!js_list_of(this, &list) || !js_place(JS_ARGUMENT(0), list.length, 0, &start))
        return JS_EXCEPTION;
    double most = list.length - start;
    if (argc == 1)
        removed = most;
    else if (argc > 1 && !js_to_integer(argv[1], &removed))
        return JS_EXCEPTION;
    removed = removed < 0 ? 0 : removed > most ? most : removed;
    uint32_t place = (uint32_t)start, count = (uint32_t)removed;
    if (!(result = js_list_like(&list)))
        return JS_EXCEPTION;
    for (uint32_t i = 0; i < count; i++) {
        value content;
        if (!js_list_find(&list, place + i, &content))
            js_array_set_length(result, i + 1);
        else if (content == JS_EXCEPTION || !js_list_append(result, content))
            return JS_EXCEPTION;
    }
    uint32_t added = argc > 2 ? argc - 2 : 0;
    if (!resize(&list, place, count, added))
        return JS_EXCEPTION;
    for (uint32_t i = 0; i < added; i++)
        if (js_set_index(list.object, place + i, argv[2 + i]) == JS_EXCEPTION)
            return JS_EXCEPTION;
    return js_from_object(result);
}

NATIVE(js_array_reverse)
{
    struct list list;
    if (!js_list_of(this, &list))
        return JS_EXCEPTION;
    for (uint32_t i = 0; i < list.length / 2; i++) {
        uint32_t k = list.length - 1 - i;
        value first = JS_HOLE, last = JS_HOLE;
        bool has_first = js_list_find(&list, i, &first);
        bool has_last = js_list_find(&list, k, &last);
        if (first == JS_EXCEPTION || last == JS_EXCEPTION || !put(&list, i, has_last, last)
            || !put(&list, k, has_first, first))
            return JS_EXCEPTION;
    }
    return list.object;
}

NATIVE(js_array_fill)
{
    struct list list;
    double start, end;
    if (!js_list_of(this, &list) || !js_place(JS_ARGUMENT(1), list.length, 0, &start)
        || !js_place(JS_ARGUMENT(2), list.length, list.length, &end))
        return JS_EXCEPTION;
    if (js_is_fast_array(list.object))
        js_reserve_elements(js_object(list.object), list.length);
    for (uint32_t i = (uint32_t)start; i < end; i++)
        if (js_set_index(list.object, i, JS_ARGUMENT(0)) == JS_EXCEPTION)
            return JS_EXCEPTION;
    return list.object;
}

NATIVE(js_array_copy_within)
{
    struct list list;
    double to, start, end;
    if (!js_list_of(this, &list) || !js_place(JS_ARGUMENT(0), list.length, 0, &to)
        || !js_place(JS_ARGUMENT(1), list.length, 0, &start)
        || !js_place(JS_ARGUMENT(2), list.length, list.length, &end))
        return JS_EXCEPTION;
    double count = end - start < list.length - to ? end - start : list.length - to;
    for (double k = 0; k < count; k++) {
        double i = start < to ? count - 1 - k : k;
        if (!move(&list, (uint32_t)(start + i), (uint32_t)(to + i)))
            return JS_EXCEPTION;
    }
    return list.object;
}
