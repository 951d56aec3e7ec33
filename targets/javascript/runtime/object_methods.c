/* Object: what lists, copies and compares properties. */

#include "native.h"

/* The own enumerable properties of an argument; calls getters. */
enum part { PART_KEYS, PART_VALUES, PART_ENTRIES };

static value list_properties(value of, enum part part)
{
    value object = js_to_object(of);
    if (object == JS_EXCEPTION)
        return object;
    struct object *keys = js_own_keys(js_object(object), KEYS_ENUMERABLE);
    if (part == PART_KEYS)
        return js_from_object(keys);
    struct object *result = js_new_array(0, keys->length);
    for (uint32_t i = 0; i < keys->length; i++) {
        value name = keys->elements[i];
        value content = js_get(object, js_key_of_string(js_string(name)));
        if (content == JS_EXCEPTION)
            return content;
        value entry[] = {name, content};
        js_array_push(result, part == PART_VALUES
                                  ? content
                                  : js_from_object(js_new_array_of(2, entry)));
    }
    return js_from_object(result);
}

NATIVE(js_object_keys)
{
    return list_properties(JS_ARGUMENT(0), PART_KEYS);
}

NATIVE(js_object_values)
{
    return list_properties(JS_ARGUMENT(0), PART_VALUES);
}

NATIVE(js_object_entries)
{
    return list_properties(JS_ARGUMENT(0), PART_ENTRIES);
}

NATIVE(js_object_get_own_property_names)
{
    value object = js_to_object(JS_ARGUMENT(0));
    return object == JS_EXCEPTION
        ? object
        : js_from_object(js_own_keys(js_object(object), KEYS_ALL));
}

NATIVE(js_object_assign)
{
    value target = js_to_object(JS_ARGUMENT(0));
    for (uint32_t k = 1; target != JS_EXCEPTION && k < argc; k++) {
        if (js_is_nullish(argv[k]))
            continue;
        value source = js_to_object(argv[k]);
        struct object *keys = js_own_keys(js_object(source), KEYS_ENUMERABLE);
        for (uint32_t i = 0; i < keys->length; i++) {
            value key = js_key_of_string(js_string(keys->elements[i]));
            value content = js_get(source, key);
            if (content == JS_EXCEPTION || js_set(target, key, content) == JS_EXCEPTION)
                return JS_EXCEPTION;
        }
    }
    return target;
}

NATIVE(js_object_from_entries)
{
    struct object *result = js_new_object(), *entries = js_iterated(JS_ARGUMENT(0), false);
    if (!entries)
        return JS_EXCEPTION;
    for (uint32_t i = 0; i < entries->length; i++) {
        value entry = entries->elements[i];
        if (!js_is_object(entry))
            return js_throw_type_error("Iterator value %v is not an entry object",
                                       js_describe(entry));
        value name = js_get_index(entry, 0), content = js_get_index(entry, 1);
        value key = name == JS_EXCEPTION ? name : js_to_key(name);
        if (key == JS_EXCEPTION || content == JS_EXCEPTION)
            return JS_EXCEPTION;
        js_put(result, key, content);
    }
    return js_from_object(result);
}

NATIVE(js_object_is)
{
    return js_from_bool(js_same_value(JS_ARGUMENT(0), JS_ARGUMENT(1)));
}

NATIVE(js_object_has_own)
{
    value object = js_to_object(JS_ARGUMENT(0));
    value key = object == JS_EXCEPTION ? object : js_to_key(JS_ARGUMENT(1));
    return key == JS_EXCEPTION ? key : js_from_bool(js_has_own(js_object(object), key));
}
