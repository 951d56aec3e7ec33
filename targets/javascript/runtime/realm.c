/* The built-in objects: each is made when it is first asked for. */
#include "builtins.h"
#include "names.h"
#include "shapes.h"

static struct object *holders[HOLDERS];

/* The name of the errors with this prototype, or NULL. */
static const char *error_name(enum holder holder)
{
    switch (holder) {
    case HOLDER_Error_prototype:
        return "Error";
    case HOLDER_TypeError_prototype:
        return "TypeError";
    case HOLDER_RangeError_prototype:
        return "RangeError";
    case HOLDER_ReferenceError_prototype:
        return "ReferenceError";
    case HOLDER_SyntaxError_prototype:
        return "SyntaxError";
    case HOLDER_EvalError_prototype:
        return "EvalError";
    case HOLDER_URIError_prototype:
        return "URIError";
    default:
        return NULL;
    }
}

static bool is_typed_array_prototype(enum holder holder)
{
    switch (holder) {
    case HOLDER_Int8Array_prototype:
    case HOLDER_Uint8Array_prototype:
    case HOLDER_Uint8ClampedArray_prototype:
    case HOLDER_Int16Array_prototype:
    case HOLDER_Uint16Array_prototype:
    case HOLDER_Int32Array_prototype:
    case HOLDER_Uint32Array_prototype:
    case HOLDER_Float32Array_prototype:
    case HOLDER_Float64Array_prototype:
        return true;
    default:
        return false;
    }
}

static struct object *prototype_of(enum holder holder)
{
    if (holder == HOLDER_Object_prototype)
        return NULL;
    if (error_name(holder) && holder != HOLDER_Error_prototype)
        return js_holder(HOLDER_Error_prototype);
    if (is_typed_array_prototype(holder))
        return js_holder(HOLDER_TypedArray_prototype);
    return js_holder(HOLDER_Object_prototype);
}

struct object *js_holder(enum holder holder)
{
    if (holders[holder])
        return holders[holder];
    struct object *o = js_new_object_with(prototype_of(holder));
    js_make_slow(o); /* built-in objects are no reason for shapes */
    holders[holder] = o;
    const char *name = error_name(holder);
    if (name) {
        js_add(o, js_name(NAME_name), js_key_of_text(name), ATTRIBUTES_HIDDEN);
        js_add(o, js_name(NAME_message), js_string_empty(), ATTRIBUTES_HIDDEN);
    }
    return o;
}

static void install(uint64_t holder, value name, value content, uint32_t attributes)
{
    js_define(js_holder((enum holder)holder), js_key_of_string(js_string(name)), content,
              attributes);
}

void js_install_function(uint64_t holder, value name, code *code, uint64_t length)
{
    struct function *function = js_new_native(code, name, (uint32_t)length);
    install(holder, name, js_from_object(function), ATTRIBUTES_HIDDEN);
}

void js_install_getter(uint64_t holder, value name, code *code, uint64_t length)
{
    value getter = js_from_object(js_new_native(code, name, (uint32_t)length));
    js_define_half(js_holder((enum holder)holder), name, getter, JS_UNDEFINED, 0);
}

void js_install_setter(uint64_t holder, value name, code *code, uint64_t length)
{
    value setter = js_from_object(js_new_native(code, name, (uint32_t)length));
    js_define_half(js_holder((enum holder)holder), name, JS_UNDEFINED, setter, 0);
}

void js_install_constructor(uint64_t holder, value name, code *code, uint64_t length,
                            uint64_t self, uint64_t prototype)
{
    struct function *function = js_new_native(code, name, (uint32_t)length);
    function->object.flags |= OBJECT_CONSTRUCTOR;
    function->home = js_from_object(js_holder((enum holder)prototype));
    holders[self] = &function->object;
    value constructor = js_from_object(function);
    install(holder, name, constructor, ATTRIBUTES_HIDDEN);
    js_define(js_holder((enum holder)prototype), js_name(NAME_constructor), constructor,
              ATTRIBUTES_HIDDEN);
}

void js_install_value(uint64_t holder, value name, value content)
{
    install(holder, name, content, 0);
}

void js_install_object(uint64_t holder, value name, uint64_t object)
{
    install(holder, name, js_from_object(js_holder((enum holder)object)), ATTRIBUTES_HIDDEN);
}
