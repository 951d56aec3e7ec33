/* The prototype of typed arrays, where it is not as that of arrays; ArrayBuffer's. */

#include "typed.h"

#include "list.h"

/* The typed array that a method is called on; NULL: thrown. */
static struct typed_array *this_array(value this)
{
    if (js_is_kind(this, KIND_TYPED_ARRAY))
        return (struct typed_array *)js_object(this);
    js_throw_type_error("this is not a typed array.");
    return NULL;
}

NATIVE(js_typed_length)
{
    struct typed_array *array = this_array(this);
    return array ? js_from_uint(array->length) : JS_EXCEPTION;
}

NATIVE(js_typed_byte_length)
{
    struct typed_array *array = this_array(this);
    return array ? js_from_uint(array->length * js_element_size(array)) : JS_EXCEPTION;
}

NATIVE(js_typed_byte_offset)
{
    struct typed_array *array = this_array(this);
    return array ? js_from_uint((uint32_t)(array->bytes - array->buffer->bytes))
                 : JS_EXCEPTION;
}

NATIVE(js_typed_buffer)
{
    struct typed_array *array = this_array(this);
    return array ? js_from_object(array->buffer) : JS_EXCEPTION;
}

NATIVE(js_typed_subarray)
{
    struct typed_array *array = this_array(this);
    double start, end;
    if (!array || !js_place(JS_ARGUMENT(0), array->length, 0, &start)
        || !js_place(JS_ARGUMENT(1), array->length, array->length, &end))
        return JS_EXCEPTION;
    uint32_t offset = (uint32_t)(array->bytes - array->buffer->bytes)
        + (uint32_t)start * js_element_size(array);
    return js_from_object(js_new_typed_array(array->type, array->object.prototype,
                                             end > start ? (uint32_t)(end - start) : 0,
                                             array->buffer, offset));
}

NATIVE(js_typed_slice)
{
    struct typed_array *array = this_array(this);
    double start, end;
    if (!array || !js_place(JS_ARGUMENT(0), array->length, 0, &start)
        || !js_place(JS_ARGUMENT(1), array->length, array->length, &end))
        return JS_EXCEPTION;
    uint32_t length = end > start ? (uint32_t)(end - start) : 0, size = js_element_size(array);
    struct typed_array *result =
        js_new_typed_array(array->type, array->object.prototype, length, NULL, 0);
    memcpy(result->bytes, array->bytes + (uint32_t)start * size, (size_t)length * size);
    return js_from_object(result);
}

NATIVE(js_typed_set_method)
{
    struct typed_array *array = this_array(this);
    value source = JS_ARGUMENT(0);
    double offset;
    struct list list;
    if (!array || !js_to_integer(JS_ARGUMENT(1), &offset) || !js_list_of(source, &list))
        return JS_EXCEPTION;
    if (offset < 0 || offset + list.length > array->length)
        return js_throw_range_error("offset is out of bounds");
    if (js_is_kind(source, KIND_TYPED_ARRAY)) {
        /* The two may be in one buffer: a copy. */
        const struct typed_array *other = (struct typed_array *)js_object(source);
        struct typed_array *copy = js_new_typed_array(other->type, NULL, other->length, NULL, 0);
        memcpy(copy->bytes, other->bytes, (size_t)other->length * js_element_size(other));
        list.object = js_from_object(copy);
    }
    for (uint32_t i = 0; i < list.length; i++)
        if (!js_typed_store(array, (uint32_t)offset + i, js_list_get(&list, i)))
            return JS_EXCEPTION;
    return JS_UNDEFINED;
}

NATIVE(js_typed_fill)
{
    struct typed_array *array = this_array(this);
    value content = array ? js_to_number(JS_ARGUMENT(0)) : JS_EXCEPTION;
    double start, end;
    if (content == JS_EXCEPTION || !js_place(JS_ARGUMENT(1), array->length, 0, &start)
        || !js_place(JS_ARGUMENT(2), array->length, array->length, &end))
        return JS_EXCEPTION;
    for (uint32_t i = (uint32_t)start; i < end; i++)
        js_typed_set(array, i, content);
    return this;
}

NATIVE(js_typed_map)
{
    struct typed_array *array = this_array(this);
    struct list list;
    if (!array || !js_list_and_function(this, argc, argv, &list))
        return JS_EXCEPTION;
    struct typed_array *result =
        js_new_typed_array(array->type, array->object.prototype, array->length, NULL, 0);
    for (uint32_t i = 0; i < list.length; i++) {
        value content = js_list_call(&list, argc, argv, js_typed_get(array, i), i);
        if (!js_typed_store(result, i, content))
            return JS_EXCEPTION;
    }
    return js_from_object(result);
}

NATIVE(js_typed_filter)
{
    struct typed_array *array = this_array(this);
    struct list list;
    if (!array || !js_list_and_function(this, argc, argv, &list))
        return JS_EXCEPTION;
    struct object *found = js_new_array(0, 0);
    for (uint32_t i = 0; i < list.length; i++) {
        value content = js_typed_get(array, i);
        value wanted = js_list_call(&list, argc, argv, content, i);
        if (wanted == JS_EXCEPTION)
            return wanted;
        if (js_to_boolean(wanted))
            js_array_push(found, content);
    }
    return js_from_object(
        js_typed_of_list(array->type, array->object.prototype, js_from_object(found)));
}

/* Integers and floating-point numbers by value: -0 before 0, NaN at the end. */
static value compare(value function, value new_target, value this, uint32_t argc, value *argv)
{
    (void)function, (void)new_target, (void)this, (void)argc;
    double a = js_number(argv[0]), b = js_number(argv[1]);
    int order = a < b ? -1 : a > b;
    if (a == 0 && b == 0)
        order = (argv[1] == js_from_double(-0.0)) - (argv[0] == js_from_double(-0.0));
    if (a != a || b != b)
        order = (a != a) - (b != b);
    return js_from_int(order);
}

code js_array_sort;

NATIVE(js_typed_sort)
{
    if (!this_array(this))
        return JS_EXCEPTION;
    value order = JS_ARGUMENT(0);
    if (order == JS_UNDEFINED)
        order = js_from_object(js_new_native(compare, js_string_empty(), 2));
    return js_array_sort(JS_UNDEFINED, JS_UNDEFINED, this, 1, &order);
}

NATIVE(js_array_buffer_byte_length)
{
    if (!js_is_kind(this, KIND_ARRAY_BUFFER))
        return js_throw_incompatible("ArrayBuffer.prototype.byteLength", this);
    return js_from_uint(((struct array_buffer *)js_object(this))->size);
}

NATIVE(js_array_buffer_slice)
{
    double start, end;
    if (!js_is_kind(this, KIND_ARRAY_BUFFER))
        return js_throw_incompatible("ArrayBuffer.prototype.slice", this);
    const struct array_buffer *buffer = (struct array_buffer *)js_object(this);
    if (!js_place(JS_ARGUMENT(0), buffer->size, 0, &start)
        || !js_place(JS_ARGUMENT(1), buffer->size, buffer->size, &end))
        return JS_EXCEPTION;
    uint32_t size = end > start ? (uint32_t)(end - start) : 0;
    const struct typed_array *bytes = js_new_typed_array(ELEMENT_UINT8, NULL, size, NULL, 0);
    memcpy(bytes->bytes, buffer->bytes + (uint32_t)start, size);
    return js_from_object(bytes->buffer);
}
