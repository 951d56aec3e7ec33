/* Properties of special objects: made or computed when they are asked for. */
#include "names.h"
#include "shapes.h"

static bool has_prototype(const struct function *function)
{
    if (!function->method)
        return function->home != JS_UNDEFINED;
    uint32_t kind = function->method->flags & METHOD_KIND;
    return kind == METHOD_FUNCTION;
}

/* The properties length, name and prototype of a function, in V8's order. */
void js_make_all_lazy(struct object *o)
{
    if (!(o->flags & OBJECT_LAZY))
        return;
    o->flags &= (uint8_t)~OBJECT_LAZY;
    struct function *function = (struct function *)o;
    js_add(o, js_name(NAME_length), js_from_uint(function->length), CONFIGURABLE);
    js_add(o, js_name(NAME_name), function->name, CONFIGURABLE);
    if (!has_prototype(function))
        return;
    if (!function->method) {
        js_add(o, js_name(NAME_prototype), function->home, 0);
        return;
    }
    struct object *prototype = js_new_object();
    js_add(prototype, js_name(NAME_constructor), js_from_object(o), ATTRIBUTES_HIDDEN);
    js_add(o, js_name(NAME_prototype), js_from_object(prototype), WRITABLE);
}

void js_make_lazy(struct object *o, value key)
{
    if (key == js_name(NAME_prototype) || key == js_name(NAME_name)
        || key == js_name(NAME_length))
        js_make_all_lazy(o);
}

static bool string_property(const struct string *s, value key, struct property *property)
{
    if (key == js_name(NAME_length)) {
        *property = (struct property){js_from_uint(s->length), 0};
        return true;
    }
    if (!js_is_int(key) || (uint32_t)key >= s->length)
        return false;
    uint32_t unit = js_string_at(s, (uint32_t)key);
    *property = (struct property){js_string_of_unit(unit), ENUMERABLE};
    return true;
}

/* The property stack of errors: where is not known. */
static value stack_of(struct object *error)
{
    struct builder b;
    js_builder_start(&b);
    value name = js_get(js_from_object(error), js_name(NAME_name));
    value message = js_get(js_from_object(error), js_name(NAME_message));
    if (js_is_string(name))
        js_builder_string(&b, js_string(name));
    if (js_is_string(message) && js_string(message)->length) {
        js_builder_text(&b, ": ");
        js_builder_string(&b, js_string(message));
    }
    js_builder_text(&b, "\n    at <anonymous>");
    return js_builder_end(&b);
}

bool js_find_computed(struct object *o, value key, struct property *property)
{
    switch (o->kind) {
    case KIND_ARRAY:
        if (key != js_name(NAME_length))
            return false;
        property->content = js_from_uint(o->length);
        property->attributes = o->flags & OBJECT_LENGTH_FIXED ? 0 : WRITABLE;
        return true;
    case KIND_WRAPPER: {
        value primitive = ((struct wrapper *)o)->primitive;
        return js_is_string(primitive)
            && string_property(js_string(primitive), key, property);
    }
    case KIND_TYPED_ARRAY: {
        const struct typed_array *array = (struct typed_array *)o;
        if (!js_is_int(key) || (uint32_t)key >= array->length)
            return false;
        property->content = js_typed_get(array, (uint32_t)key);
        property->attributes = ATTRIBUTES_PLAIN;
        return true;
    }
    case KIND_ERROR:
        if (key != js_name(NAME_stack))
            return false;
        *property = (struct property){stack_of(o), ATTRIBUTES_HIDDEN};
        return true;
    default:
        return false;
    }
}
