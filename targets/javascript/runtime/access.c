/* Properties as the language reads and writes them: with prototypes and accessors. */
#include "calls.h"
#include "errors.h"
#include "names.h"
#include "numbers.h"
#include "shapes.h"

/* Where a value that is no object finds its properties. */
static struct object *prototype_of_primitive(value v)
{
    if (js_is_number(v))
        return js_holder(HOLDER_Number_prototype);
    return js_holder(js_is_boolean(v) ? HOLDER_Boolean_prototype : HOLDER_String_prototype);
}

value js_throw_no_properties(value of, const char *verb, value name)
{
    const char *what = of == JS_NULL ? "null" : "undefined";
    if (js_is_object(name) && js_kind(name) != KIND_OBJECT)
        return js_throw_type_error("Cannot %s properties of %s", verb, what);
    return js_throw_type_error("Cannot %s properties of %s (%s '%v')", verb, what,
                               *verb == 's' ? "setting" : "reading",
                               js_is_object(name) ? js_describe(name) : js_to_string(name));
}

static value call_getter(value accessor, value this)
{
    value getter = ((struct accessor *)js_pointer(accessor))->getter;
    return getter == JS_UNDEFINED ? JS_UNDEFINED : js_call(getter, this, 0, NULL);
}

static value get_from(struct object *o, value key, value this)
{
    for (; o; o = o->prototype) {
        uint32_t attributes;
        value *found = js_find(o, key, &attributes);
        if (found)
            return attributes & ACCESSOR ? call_getter(*found, this) : *found;
        struct property property;
        if (o->kind != KIND_OBJECT && js_own(o, key, &property))
            return property.attributes & ACCESSOR ? call_getter(property.content, this)
                                                  : property.content;
    }
    return JS_UNDEFINED;
}

value js_get(value of, value key)
{
    if (js_is_object(of))
        return get_from(js_object(of), key, of);
    if (js_is_nullish(of))
        return js_throw_no_properties(of, "read", key);
    if (js_is_string(of)) {
        const struct string *s = js_string(of);
        if (js_is_int(key)) {
            if ((uint32_t)key < s->length)
                return js_string_of_unit(js_string_at(s, (uint32_t)key));
        } else if (key == js_name(NAME_length)) {
            return js_from_uint(s->length);
        }
    }
    return get_from(prototype_of_primitive(of), key, of);
}

value js_get_text(value of, const char *name) { return js_get(of, js_key_of_text(name)); }

value js_get_index(value of, uint32_t index) { return js_get(of, js_key_of_index(index)); }

/* Set nothing: an exception if the code is strict. */
static value refuse(bool strict, const char *format, value key, value of)
{
    if (!strict)
        return JS_UNDEFINED;
    return js_throw_type_error(format, js_key_to_string(key), js_describe(of));
}

#define READ_ONLY "Cannot assign to read only property '%v' of object '%v'"
#define ONLY_GETTER "Cannot set property %v of %v which has only a getter"

static value call_setter(value accessor, value this, value key, value content, bool strict)
{
    value setter = ((struct accessor *)js_pointer(accessor))->setter;
    if (setter == JS_UNDEFINED)
        return refuse(strict, ONLY_GETTER, key, this);
    return js_call(setter, this, 1, &content);
}

static value set_array_length(struct object *array, value content, bool strict)
{
    double length;
    if (!js_to_number_double(content, &length))
        return JS_EXCEPTION;
    if (!(length >= 0 && length <= UINT32_MAX) || length != (double)(uint32_t)length)
        return js_throw_range_error("Invalid array length");
    if (!js_array_set_length(array, (uint32_t)length))
        return refuse(strict, READ_ONLY, js_name(NAME_length), js_from_object(array));
    return JS_UNDEFINED;
}

/* The text of a number that is no index, such as -1 and 1.5: typed arrays have none. */
static bool is_numeric(value key)
{
    uint32_t first = js_string(key)->length ? js_string_at(js_string(key), 0) : 0;
    if (first - '0' > 9 && first != '-' && first != 'I' && first != 'N')
        return false;
    value text = js_number_to_string(js_string_to_number(key));
    return js_string_equals(js_string(text), js_string(key))
        || js_string_equals_text(js_string(key), "-0");
}

static value set_typed(struct typed_array *array, uint32_t index, value content)
{
    content = js_to_number(content);
    if (content == JS_EXCEPTION)
        return content;
    if (index < array->length)
        js_typed_set(array, index, content);
    return JS_UNDEFINED;
}

/* A property that the prototypes may have a setter for, or forbid. */
static value set_new(struct object *o, value key, value content, bool strict)
{
    for (struct object *at = o->prototype; at; at = at->prototype) {
        struct property property;
        if (!js_own(at, key, &property))
            continue;
        if (property.attributes & ACCESSOR)
            return call_setter(property.content, js_from_object(o), key, content, strict);
        if (!(property.attributes & WRITABLE))
            return refuse(strict, READ_ONLY, key, js_from_object(o));
        break;
    }
    if (o->flags & OBJECT_NOT_EXTENSIBLE)
        return refuse(strict, "Cannot add property %v, object is not extensible", key,
                      js_from_object(o));
    if (!js_add(o, key, content, ATTRIBUTES_PLAIN))
        return refuse(strict, "Cannot add property %v, object is not extensible", key,
                      js_from_object(o));
    return JS_UNDEFINED;
}

static value set_on_primitive(value of, value key, value content, bool strict)
{
    if (js_is_nullish(of))
        return js_throw_no_properties(of, "set", key);
    for (struct object *at = prototype_of_primitive(of); at; at = at->prototype) {
        struct property property;
        if (js_own(at, key, &property) && property.attributes & ACCESSOR)
            return call_setter(property.content, of, key, content, strict);
    }
    if (!strict)
        return JS_UNDEFINED;
    value text = js_to_string(of);
    if (js_is_string(of)
        && (key == js_name(NAME_length)
            || (js_is_int(key) && (uint32_t)key < js_string(of)->length)))
        return js_throw_type_error("Cannot assign to read only property '%v' of string '%v'",
                                   js_key_to_string(key), text);
    return js_throw_type_error("Cannot create property '%v' on %v '%v'",
                               js_key_to_string(key), js_typeof_name(of), text);
}

value js_set_as(value of, value key, value content, bool strict)
{
    if (!js_is_object(of))
        return set_on_primitive(of, key, content, strict);
    struct object *o = js_object(of);
    if (o->flags & OBJECT_LAZY)
        js_make_all_lazy(o);
    uint32_t attributes;
    value *found = js_find(o, key, &attributes);
    if (found) {
        if (attributes & WRITABLE)
            *found = content;
        else if (attributes & ACCESSOR)
            return call_setter(*found, of, key, content, strict);
        else
            return refuse(strict, READ_ONLY, key, of);
        return JS_UNDEFINED;
    }
    if (o->kind == KIND_TYPED_ARRAY && (js_is_int(key) || is_numeric(key)))
        return set_typed((struct typed_array *)o, js_is_int(key) ? (uint32_t)key : UINT32_MAX,
                         content);
    struct property property;
    if (o->kind != KIND_OBJECT && js_find_computed(o, key, &property)) {
        if (o->kind == KIND_ARRAY)
            return set_array_length(o, content, strict);
        if (o->kind == KIND_WRAPPER)
            return refuse(strict, READ_ONLY, key, of);
        js_add(o, key, content, property.attributes); /* the stack of an error */
        return JS_UNDEFINED;
    }
    return set_new(o, key, content, strict);
}

value js_set(value of, value key, value content)
{
    return js_set_as(of, key, content, true);
}

value js_set_index(value of, uint32_t index, value content)
{
    return js_set_as(of, js_key_of_index(index), content, true);
}

value js_delete_as(value of, value key, bool strict)
{
    if (js_is_nullish(of))
        return js_throw_type_error("Cannot convert undefined or null to object");
    if (!js_is_object(of) || js_delete_own(js_object(of), key))
        return JS_TRUE;
    if (refuse(strict, "Cannot delete property '%v' of %v", key, of) == JS_EXCEPTION)
        return JS_EXCEPTION;
    return JS_FALSE;
}

bool js_has(struct object *o, value key)
{
    for (; o; o = o->prototype)
        if (js_has_own(o, key))
            return true;
    return false;
}
