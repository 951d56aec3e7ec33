/* Making objects. */
#include "allocate.h"
#include "errors.h"
#include "names.h"
#include "shapes.h"

enum { FIRST_SLOTS = 4 };

static void start_object(struct object *o, enum kind kind, struct object *prototype)
{
    *o = (struct object){.kind = kind, .shape = &js_root_shape, .prototype = prototype};
}

/* With its first slots behind it: one allocation. */
struct object *js_new_object_with(struct object *prototype)
{
    struct object *o = js_allocate(sizeof *o + FIRST_SLOTS * sizeof(value));
    start_object(o, KIND_OBJECT, prototype);
    o->slots = (value *)(o + 1);
    o->capacity = FIRST_SLOTS;
    return o;
}

struct object *js_new_object(void)
{
    return js_new_object_with(js_holder(HOLDER_Object_prototype));
}

void *js_allocate_object(enum kind kind, size_t size, struct object *prototype)
{
    struct object *o = js_allocate(size);
    memset(o, 0, size);
    start_object(o, kind, prototype);
    return o;
}

struct object *js_new_array(uint32_t length, uint32_t capacity)
{
    struct object *array = js_allocate(sizeof *array + capacity * sizeof(value));
    start_object(array, KIND_ARRAY, js_holder(HOLDER_Array_prototype));
    array->elements = (value *)(array + 1);
    array->element_capacity = capacity;
    array->length = length;
    return array;
}

struct object *js_new_array_of(uint32_t count, const value *values)
{
    struct object *array = js_new_array(count, count);
    if (count)
        memcpy(array->elements, values, count * sizeof *values);
    array->element_count = count;
    return array;
}

struct function *js_new_native(code *code, value name, uint32_t length)
{
    struct function *function = js_allocate(sizeof *function);
    start_object(&function->object, KIND_FUNCTION, js_holder(HOLDER_Function_prototype));
    function->object.flags = OBJECT_LAZY;
    function->code = code;
    function->method = NULL;
    function->environment = function->home = JS_UNDEFINED;
    function->name = name;
    function->length = length;
    return function;
}

struct object *js_new_error(enum holder prototype, value message)
{
    struct object *error = js_allocate_object(KIND_ERROR, sizeof *error, js_holder(prototype));
    if (message != JS_UNDEFINED)
        js_define(error, js_name(NAME_message), message, ATTRIBUTES_HIDDEN);
    return error;
}

bool js_prototype_for(value new_target, enum holder holder, struct object **prototype)
{
    if (js_is_object(new_target)) {
        value own = js_get(new_target, js_name(NAME_prototype));
        if (own == JS_EXCEPTION)
            return false;
        if (js_is_object(own)) {
            *prototype = js_object(own);
            return true;
        }
    }
    *prototype = js_holder(holder);
    return true;
}
