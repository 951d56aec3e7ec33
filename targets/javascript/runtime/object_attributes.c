/* Object: prototypes, and what may be changed. */

#include "native.h"

static value prototype_value(const struct object *o)
{
    return o->prototype ? js_from_object(o->prototype) : JS_NULL;
}

NATIVE(js_object_get_prototype_of)
{
    value object = js_to_object(JS_ARGUMENT(0));
    return object == JS_EXCEPTION ? object : prototype_value(js_object(object));
}

static bool check_prototype(value prototype)
{
    if (prototype == JS_NULL || js_is_object(prototype))
        return true;
    js_throw_type_error("Object prototype may only be an Object or null: %v",
                        js_describe(prototype));
    return false;
}

NATIVE(js_object_set_prototype_of)
{
    value object = JS_ARGUMENT(0), prototype = JS_ARGUMENT(1);
    if (js_is_nullish(object))
        return js_throw_type_error("Object.setPrototypeOf called on null or undefined");
    if (!check_prototype(prototype))
        return JS_EXCEPTION;
    if (js_is_object(object)
        && !js_set_prototype(js_object(object),
                             prototype == JS_NULL ? NULL : js_object(prototype)))
        return js_throw_type_error(js_object(object)->flags & OBJECT_NOT_EXTENSIBLE
                                       ? "%v is not extensible"
                                       : "Cyclic __proto__ value",
                                   js_describe(object));
    return object;
}

/* Define what a descriptor says; what it leaves out stays as it was, or is false. */
static bool define_property(struct object *o, value name, value descriptor)
{
    static const char *const FIELDS[] = {"enumerable", "configurable", "writable", "value",
                                         "get", "set"};
    enum { HAS_ENUMERABLE, HAS_CONFIGURABLE, HAS_WRITABLE, HAS_VALUE, HAS_GET, HAS_SET, COUNT };
    value fields[COUNT];
    value key = js_to_key(name);
    if (key == JS_EXCEPTION)
        return false;
    if (!js_is_object(descriptor)) {
        js_throw_type_error("Property description must be an object: %v",
                            js_describe(descriptor));
        return false;
    }
    for (uint32_t i = 0; i < COUNT; i++) {
        fields[i] = JS_HOLE;
        if (js_has(js_object(descriptor), js_key_of_text(FIELDS[i])))
            fields[i] = js_get_text(descriptor, FIELDS[i]);
        if (fields[i] == JS_EXCEPTION)
            return false;
    }
    for (uint32_t i = HAS_GET; i <= HAS_SET; i++) {
        if (fields[i] != JS_HOLE && fields[i] != JS_UNDEFINED && !js_is_callable(fields[i])) {
            js_throw_type_error(i == HAS_GET ? "Getter must be a function: %v"
                                             : "Setter must be a function: %v",
                                js_describe(fields[i]));
            return false;
        }
    }
    bool accessor = fields[HAS_GET] != JS_HOLE || fields[HAS_SET] != JS_HOLE;
    bool data = fields[HAS_VALUE] != JS_HOLE || fields[HAS_WRITABLE] != JS_HOLE;
    if (accessor && data) {
        js_throw_type_error("Invalid property descriptor. Cannot both specify accessors and a "
                            "value or writable attribute, %v",
                            js_describe(descriptor));
        return false;
    }
    struct property old = {JS_UNDEFINED, 0};
    bool there = js_own(o, key, &old);
    uint32_t attributes = old.attributes & (ENUMERABLE | CONFIGURABLE);
    bool was_accessor = there && old.attributes & ACCESSOR;
    if (!accessor && !was_accessor)
        attributes |= old.attributes & WRITABLE;
    for (uint32_t i = HAS_ENUMERABLE; i <= HAS_WRITABLE; i++) {
        static const uint32_t BITS[] = {ENUMERABLE, CONFIGURABLE, WRITABLE};
        if (fields[i] != JS_HOLE)
            attributes = js_to_boolean(fields[i]) ? attributes | BITS[i] : attributes & ~BITS[i];
    }
    bool done;
    if (accessor || (was_accessor && !data)) {
        const struct accessor *before = was_accessor ? js_pointer(old.content) : NULL;
        value getter = fields[HAS_GET], setter = fields[HAS_SET];
        if (getter == JS_HOLE)
            getter = before ? before->getter : JS_UNDEFINED;
        if (setter == JS_HOLE)
            setter = before ? before->setter : JS_UNDEFINED;
        done = js_define_accessor(o, key, getter, setter, attributes);
    } else {
        value content = fields[HAS_VALUE];
        if (content == JS_HOLE)
            content = was_accessor ? JS_UNDEFINED : old.content;
        done = js_define(o, key, content, attributes);
    }
    if (!done)
        js_throw_type_error(there ? "Cannot redefine property: %v"
                                  : "Cannot define property %v, object is not extensible",
                            js_key_to_string(key));
    return done;
}

static bool define_properties(struct object *o, value descriptors)
{
    value object = js_to_object(descriptors);
    if (object == JS_EXCEPTION)
        return false;
    struct object *keys = js_own_keys(js_object(object), KEYS_ENUMERABLE);
    for (uint32_t i = 0; i < keys->length; i++) {
        value descriptor = js_get(object, js_key_of_string(js_string(keys->elements[i])));
        if (descriptor == JS_EXCEPTION || !define_property(o, keys->elements[i], descriptor))
            return false;
    }
    return true;
}

NATIVE(js_object_create)
{
    value prototype = JS_ARGUMENT(0);
    if (!check_prototype(prototype))
        return JS_EXCEPTION;
    struct object *o =
        js_new_object_with(prototype == JS_NULL ? NULL : js_object(prototype));
    if (JS_ARGUMENT(1) != JS_UNDEFINED && !define_properties(o, argv[1]))
        return JS_EXCEPTION;
    return js_from_object(o);
}

NATIVE(js_object_define_property)
{
    if (!js_is_object(JS_ARGUMENT(0)))
        return js_throw_type_error("Object.defineProperty called on non-object");
    return define_property(js_object(argv[0]), JS_ARGUMENT(1), JS_ARGUMENT(2)) ? argv[0]
                                                                              : JS_EXCEPTION;
}

NATIVE(js_object_define_properties)
{
    if (!js_is_object(JS_ARGUMENT(0)))
        return js_throw_type_error("Object.defineProperties called on non-object");
    return define_properties(js_object(argv[0]), JS_ARGUMENT(1)) ? argv[0] : JS_EXCEPTION;
}

NATIVE(js_object_get_own_property_descriptor)
{
    value object = js_to_object(JS_ARGUMENT(0));
    value key = object == JS_EXCEPTION ? object : js_to_key(JS_ARGUMENT(1));
    struct property property;
    if (key == JS_EXCEPTION)
        return key;
    if (!js_own(js_object(object), key, &property))
        return JS_UNDEFINED;
    struct object *descriptor = js_new_object();
    if (property.attributes & ACCESSOR) {
        const struct accessor *accessor = js_pointer(property.content);
        js_put(descriptor, js_key_of_text("get"), accessor->getter);
        js_put(descriptor, js_key_of_text("set"), accessor->setter);
    } else {
        js_put(descriptor, js_key_of_text("value"), property.content);
        js_put(descriptor, js_key_of_text("writable"),
               js_from_bool(property.attributes & WRITABLE));
    }
    js_put(descriptor, js_key_of_text("enumerable"),
           js_from_bool(property.attributes & ENUMERABLE));
    js_put(descriptor, js_key_of_text("configurable"),
           js_from_bool(property.attributes & CONFIGURABLE));
    return js_from_object(descriptor);
}

/* Object.freeze, seal, preventExtensions: attributes that properties keep. */
static value restrict_argument(value v, uint32_t mask)
{
    if (js_is_object(v))
        js_restrict(js_object(v), mask);
    return v;
}

static value is_restricted(value v, uint32_t mask)
{
    return js_from_bool(!js_is_object(v) || js_is_restricted(js_object(v), mask));
}

NATIVE(js_object_freeze)
{
    return restrict_argument(JS_ARGUMENT(0), ENUMERABLE | ACCESSOR);
}

NATIVE(js_object_seal)
{
    return restrict_argument(JS_ARGUMENT(0), ENUMERABLE | ACCESSOR | WRITABLE);
}

NATIVE(js_object_prevent_extensions)
{
    return restrict_argument(JS_ARGUMENT(0), ATTRIBUTES_PLAIN | ACCESSOR);
}

NATIVE(js_object_is_frozen)
{
    return is_restricted(JS_ARGUMENT(0), ENUMERABLE | ACCESSOR);
}

NATIVE(js_object_is_sealed)
{
    return is_restricted(JS_ARGUMENT(0), ENUMERABLE | ACCESSOR | WRITABLE);
}

NATIVE(js_object_is_extensible)
{
    return js_from_bool(js_is_object(JS_ARGUMENT(0))
                        && !(js_object(argv[0])->flags & OBJECT_NOT_EXTENSIBLE));
}
