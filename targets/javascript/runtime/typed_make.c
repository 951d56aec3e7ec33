/* ArrayBuffer and the constructors of typed arrays. */

#include "typed.h"

#include "allocate.h"
#include "list.h"

static const uint8_t SIZES[] = {1, 1, 1, 2, 2, 4, 4, 4, 8};

uint32_t js_element_size(const struct typed_array *array)
{
    return SIZES[array->type];
}

static struct array_buffer *new_buffer(struct object *prototype, uint32_t size)
{
    struct array_buffer *buffer =
        js_allocate_object(KIND_ARRAY_BUFFER, sizeof *buffer, prototype);
    buffer->size = size;
    buffer->bytes = js_allocate(size);
    memset(buffer->bytes, 0, size);
    return buffer;
}

static const enum holder PROTOTYPES[] = {
    HOLDER_Int8Array_prototype,         HOLDER_Uint8Array_prototype,
    HOLDER_Uint8ClampedArray_prototype, HOLDER_Int16Array_prototype,
    HOLDER_Uint16Array_prototype,       HOLDER_Int32Array_prototype,
    HOLDER_Uint32Array_prototype,       HOLDER_Float32Array_prototype,
    HOLDER_Float64Array_prototype,
};

struct typed_array *js_new_typed_array(enum element_type type, struct object *prototype,
                                       uint32_t length, struct array_buffer *buffer,
                                       uint32_t offset)
{
    if (!prototype)
        prototype = js_holder(PROTOTYPES[type]);
    struct typed_array *array = js_allocate_object(KIND_TYPED_ARRAY, sizeof *array, prototype);
    if (!buffer)
        buffer = new_buffer(js_holder(HOLDER_ArrayBuffer_prototype), length * SIZES[type]);
    array->buffer = buffer;
    array->bytes = buffer->bytes + offset;
    array->length = length;
    array->type = type;
    return array;
}

enum { LONGEST = 0x3fffffff };

/* A length that is an argument; false: thrown. */
static bool length_argument(value v, uint32_t *length, const char *what)
{
    double d;
    if (!js_to_integer(v, &d))
        return false;
    *length = (uint32_t)d;
    if (d >= 0 && d <= LONGEST)
        return true;
    value text = js_to_string(v);
    if (text != JS_EXCEPTION)
        js_throw_range_error("Invalid %s: %v", what, text);
    return false;
}

NATIVE(js_array_buffer_constructor)
{
    struct object *prototype;
    uint32_t size;
    if (new_target == JS_UNDEFINED)
        return js_throw_type_error("Constructor ArrayBuffer requires 'new'");
    if (!length_argument(JS_ARGUMENT(0), &size, "array buffer length")
        || !js_prototype_for(new_target, HOLDER_ArrayBuffer_prototype, &prototype))
        return JS_EXCEPTION;
    return js_from_object(new_buffer(prototype, size));
}

bool js_typed_store(struct typed_array *array, uint32_t i, value content)
{
    if (content != JS_EXCEPTION && !js_is_number(content))
        content = js_to_number(content);
    if (content == JS_EXCEPTION)
        return false;
    if (i < array->length)
        js_typed_set(array, i, content);
    return true;
}

struct typed_array *js_typed_of_list(enum element_type type, struct object *prototype,
                                     value source)
{
    struct list list;
    if (!js_is_kind(source, KIND_TYPED_ARRAY) && !js_is_fast_array(source)) {
        struct object *elements = js_iterated(source, true);
        if (!elements && js_exception != JS_HOLE)
            return NULL;
        if (elements)
            source = js_from_object(elements);
    }
    if (!js_list_of(source, &list))
        return NULL;
    struct typed_array *array = js_new_typed_array(type, prototype, list.length, NULL, 0);
    for (uint32_t i = 0; i < list.length; i++)
        if (!js_typed_store(array, i, js_list_get(&list, i)))
            return NULL;
    return array;
}

/* Elements in a buffer, from an offset on. */
static value view(enum element_type type, const char *name, struct object *prototype,
                  uint32_t argc, const value *argv)
{
    struct array_buffer *buffer = (struct array_buffer *)js_object(argv[0]);
    uint32_t offset = 0, length, size = SIZES[type];
    if (JS_ARGUMENT(1) != JS_UNDEFINED && !length_argument(argv[1], &offset, "offset"))
        return JS_EXCEPTION;
    if (offset % size != 0)
        return js_throw_range_error("start offset of %s should be a multiple of %d", name,
                                    (int)size);
    if (offset > buffer->size)
        return js_throw_range_error("Start offset %d is outside the bounds of the buffer",
                                    (int)offset);
    if (JS_ARGUMENT(2) == JS_UNDEFINED) {
        if (buffer->size % size != 0)
            return js_throw_range_error("byte length of %s should be a multiple of %d", name,
                                        (int)size);
        length = (buffer->size - offset) / size;
    } else if (!length_argument(argv[2], &length, "typed array length")) {
        return JS_EXCEPTION;
    }
    if (length > (buffer->size - offset) / size)
        return js_throw_range_error("Invalid typed array length: %d", (int)length);
    return js_from_object(js_new_typed_array(type, prototype, length, buffer, offset));
}

static value construct(value new_target, enum element_type type, const char *name,
                       uint32_t argc, const value *argv)
{
    struct object *prototype;
    value source = JS_ARGUMENT(0);
    if (new_target == JS_UNDEFINED)
        return js_throw_type_error("Constructor %s requires 'new'", name);
    if (!js_prototype_for(new_target, PROTOTYPES[type], &prototype))
        return JS_EXCEPTION;
    if (js_is_kind(source, KIND_ARRAY_BUFFER))
        return view(type, name, prototype, argc, argv);
    if (js_is_object(source)) {
        struct typed_array *array = js_typed_of_list(type, prototype, source);
        return array ? js_from_object(array) : JS_EXCEPTION;
    }
    uint32_t length = 0;
    if (source != JS_UNDEFINED && !length_argument(source, &length, "typed array length"))
        return JS_EXCEPTION;
    return js_from_object(js_new_typed_array(type, prototype, length, NULL, 0));
}

#define CONSTRUCTOR(symbol, type, name)                                                      \
    NATIVE(symbol)                                                                           \
    {                                                                                        \
        return construct(new_target, type, name, argc, argv);                                \
    }

CONSTRUCTOR(js_int8_array_constructor, ELEMENT_INT8, "Int8Array")
CONSTRUCTOR(js_uint8_array_constructor, ELEMENT_UINT8, "Uint8Array")
CONSTRUCTOR(js_uint8_clamped_array_constructor, ELEMENT_UINT8_CLAMPED, "Uint8ClampedArray")
CONSTRUCTOR(js_int16_array_constructor, ELEMENT_INT16, "Int16Array")
CONSTRUCTOR(js_uint16_array_constructor, ELEMENT_UINT16, "Uint16Array")
CONSTRUCTOR(js_int32_array_constructor, ELEMENT_INT32, "Int32Array")
CONSTRUCTOR(js_uint32_array_constructor, ELEMENT_UINT32, "Uint32Array")
CONSTRUCTOR(js_float32_array_constructor, ELEMENT_FLOAT32, "Float32Array")
CONSTRUCTOR(js_float64_array_constructor, ELEMENT_FLOAT64, "Float64Array")
