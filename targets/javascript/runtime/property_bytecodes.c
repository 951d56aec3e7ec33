/* Bytecodes that read and write properties. */
#include "bytecodes.h"
#include "errors.h"
#include "missing.h"
#include "names.h"
#include "shapes.h"

/* The strings in instructions are interned; few are array indices. */
static value key_of_name(value name)
{
    return js_string(name)->flags & STRING_INDEX ? js_key_of_string(js_string(name)) : name;
}

static bool is_strict(value function)
{
    return ((struct function *)js_pointer(function))->method->flags & METHOD_STRICT;
}

value js_ldobjbyname(value name, value of)
{
    value key = key_of_name(name);
    if (js_is_object(of)) {
        const struct object *o = js_object(of);
        if (o->kind == KIND_ARRAY && key == js_name(NAME_length))
            return js_from_uint(o->length);
        if (!o->table && !js_is_int(key)) {
            uint32_t attributes;
            int32_t slot = js_shape_find(o->shape, key, &attributes);
            if (slot >= 0 && !(attributes & ACCESSOR))
                return o->slots[slot];
        }
    }
    return js_get(of, key);
}

value js_stobjbyname(value name, value of, value content, value function)
{
    value key = key_of_name(name);
    if (js_is_object(of) && !js_object(of)->table && !js_is_int(key)) {
        const struct object *o = js_object(of);
        uint32_t attributes;
        int32_t slot = js_shape_find(o->shape, key, &attributes);
        if (slot >= 0 && attributes & WRITABLE) {
            o->slots[slot] = content;
            return JS_UNDEFINED;
        }
    }
    return js_set_as(of, key, content, is_strict(function));
}

value js_ldobjbyvalue(value of, value name)
{
    if (js_is_int(name) && js_is_object(of)) {
        const struct object *o = js_object(of);
        uint32_t index = (uint32_t)name;
        if (index < o->element_count && o->elements[index] != JS_HOLE)
            return o->elements[index];
        if (o->kind == KIND_TYPED_ARRAY && index < ((const struct typed_array *)o)->length)
            return js_typed_get((const struct typed_array *)o, index);
    }
    if (js_is_nullish(of))
        return js_throw_no_properties(of, "read", name);
    value key = js_to_key(name);
    if (key == JS_EXCEPTION)
        return key;
    value content = js_get(of, key);
    if (content == JS_UNDEFINED)
        js_check_missing(of, key);
    return content;
}

/* A computed name that is new: the object may be used as a map. */
static void expect_map(value of, value key)
{
    if (js_is_int(key) || !js_is_kind(of, KIND_OBJECT))
        return;
    struct object *o = js_object(of);
    uint32_t attributes;
    if (!o->table && o->shape->count >= FAST_COMPUTED_LIMIT && !js_find(o, key, &attributes))
        js_make_slow(o);
}

value js_stobjbyvalue(value of, value name, value content, value function)
{
    if (js_is_int(name) && js_is_object(of)) {
        struct object *o = js_object(of);
        uint32_t index = (uint32_t)name;
        if (index < o->element_count && o->elements[index] != JS_HOLE) {
            o->elements[index] = content;
            return JS_UNDEFINED;
        }
        if (index == o->length && js_is_fast_array(of)) {
            js_array_push(o, content);
            return JS_UNDEFINED;
        }
        if (o->kind == KIND_TYPED_ARRAY && js_is_number(content)
            && index < ((struct typed_array *)o)->length) {
            js_typed_set((struct typed_array *)o, index, content);
            return JS_UNDEFINED;
        }
    }
    if (js_is_nullish(of))
        return js_throw_no_properties(of, "set", name);
    value key = js_to_key(name);
    if (key == JS_EXCEPTION)
        return key;
    expect_map(of, key);
    return js_set_as(of, key, content, is_strict(function));
}

value js_ldobjbyindex(int64_t index, value of)
{
    return js_ldobjbyvalue(of, js_from_int((int32_t)index));
}

value js_stobjbyindex(value of, int64_t index, value content, value function)
{
    return js_stobjbyvalue(of, js_from_int((int32_t)index), content, function);
}

/* What literals and classes define; false where a class redefines what is fixed. */
static value define(value of, value name, value content, uint32_t attributes)
{
    value key = js_to_key(name);
    if (key == JS_EXCEPTION)
        return key;
    if (js_define(js_object(of), key, content, attributes))
        return JS_UNDEFINED;
    return js_throw_type_error("Cannot redefine property: %v", js_key_to_string(key));
}

value js_stownbyname(value name, value of, value content)
{
    js_define(js_object(of), key_of_name(name), content, ATTRIBUTES_PLAIN);
    return JS_UNDEFINED;
}

value js_stownbyvalue(value of, value name, value content)
{
    return define(of, name, content, ATTRIBUTES_PLAIN);
}

value js_stownbyindex(value of, int64_t index, value content)
{
    js_define(js_object(of), js_from_int((int32_t)index), content, ATTRIBUTES_PLAIN);
    return JS_UNDEFINED;
}

value js_definefieldbyvalue(value of, value name, value content)
{
    return define(of, name, content, ATTRIBUTES_PLAIN);
}

value js_stmethodbyvalue(value of, value name, value method)
{
    return define(of, name, method, ATTRIBUTES_HIDDEN);
}

/* One half of an accessor; the other half stays as it is. */
static value define_half(value of, value name, value getter, value setter, bool enumerable)
{
    value key = js_to_key(name);
    if (key == JS_EXCEPTION)
        return key;
    js_define_half(js_object(of), key, getter, setter, enumerable ? ENUMERABLE : 0);
    return JS_UNDEFINED;
}

value js_definegetterbyvalue(value of, value name, int64_t enumerable, value getter)
{
    return define_half(of, name, getter, JS_UNDEFINED, enumerable);
}

value js_definesetterbyvalue(value of, value name, int64_t enumerable, value setter)
{
    return define_half(of, name, JS_UNDEFINED, setter, enumerable);
}

value js_delobjprop(value of, value name, value function)
{
    value key = js_to_key(name);
    return key == JS_EXCEPTION ? key : js_delete_as(of, key, is_strict(function));
}

value js_setobjectwithproto(value of, value prototype)
{
    if (prototype == JS_NULL)
        js_object(of)->prototype = NULL;
    else if (js_is_object(prototype))
        js_object(of)->prototype = js_object(prototype);
    return JS_UNDEFINED;
}
