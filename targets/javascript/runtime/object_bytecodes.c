/* Bytecodes that make and fill objects and arrays. */
#include "arguments.h"
#include "bytecodes.h"
#include "errors.h"
#include "objects.h"

value js_createemptyobject(void) { return js_from_object(js_new_object()); }

value js_createemptyarray(void) { return js_from_object(js_new_array(0, 0)); }

/* The own enumerable properties of a value, but those with the keys; false: thrown. */
static bool copy_properties(struct object *to, value from, uint32_t count,
                            const value *excluded)
{
    if (js_is_nullish(from))
        return true;
    from = js_to_object(from);
    struct object *keys = js_own_keys(js_object(from), KEYS_ENUMERABLE);
    for (uint32_t k = 0; k < keys->length; k++) {
        value key = js_key_of_string(js_string(keys->elements[k]));
        uint32_t i = 0;
        while (i < count && excluded[i] != key)
            i++;
        if (i < count)
            continue;
        value content = js_get(from, key);
        if (content == JS_EXCEPTION)
            return false;
        js_put(to, key, content);
    }
    return true;
}

value js_copydataproperties(value to, value from)
{
    return copy_properties(js_object(to), from, 0, NULL) ? JS_UNDEFINED : JS_EXCEPTION;
}

value js_createobjectwithexcludedkeys(uint64_t count, ...)
{
    va_list list;
    va_start(list, count);
    value from = va_arg(list, value);
    uint32_t excluded = (uint32_t)count - 1;
    JS_TAKE_ARGUMENTS(keys, excluded, list);
    va_end(list);
    for (uint32_t k = 0; k < excluded; k++)
        keys[k] = js_to_key(keys[k]); /* of keys already: nothing is thrown */
    struct object *o = js_new_object();
    bool done = copy_properties(o, from, excluded, keys);
    js_drop_arguments(keys, excluded);
    return done ? js_from_object(o) : JS_EXCEPTION;
}

value js_starrayspread(value array, value from)
{
    return js_append_all(js_object(array), from) ? JS_UNDEFINED : JS_EXCEPTION;
}

value js_starrayhole(value array)
{
    js_array_set_length(js_object(array), js_object(array)->length + 1);
    return JS_UNDEFINED;
}

value js_starraypush(value array, value content)
{
    js_array_push(js_object(array), content);
    return JS_UNDEFINED;
}
