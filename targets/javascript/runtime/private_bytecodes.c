/* Private properties of classes: own ones, whose keys no string is equal to. */
#include "bytecodes.h"
#include "errors.h"
#include "shapes.h"

/* Private names of several classes end with @ and a number, which is not shown. */
static value shown(value name)
{
    int32_t end = js_string_find(js_string(name), js_string(js_string_of_unit('@')), 0);
    return end < 0 ? name
                   : js_from_string(js_string_slice(js_string(name), 0, (uint32_t)end));
}

static value *find_private(value of, value name, uint32_t *attributes)
{
    return js_is_object(of) ? js_find(js_object(of), js_private_key(name), attributes) : NULL;
}

value js_ldprivateproperty(value name, value of)
{
    uint32_t attributes;
    const value *found = find_private(of, name, &attributes);
    if (!found)
        return js_throw_type_error(
            "Cannot read private member %v from an object whose class did not declare it",
            shown(name));
    if (!(attributes & ACCESSOR))
        return *found;
    value getter = ((struct accessor *)js_pointer(*found))->getter;
    if (getter == JS_UNDEFINED)
        return js_throw_type_error("'%v' was defined without a getter", shown(name));
    return js_call(getter, of, 0, NULL);
}

value js_stprivateproperty(value name, value of, value content)
{
    uint32_t attributes;
    value *found = find_private(of, name, &attributes);
    if (!found)
        return js_throw_type_error(
            "Cannot write private member %v to an object whose class did not declare it",
            shown(name));
    if (!(attributes & ACCESSOR)) {
        *found = content;
        return JS_UNDEFINED;
    }
    value setter = ((struct accessor *)js_pointer(*found))->setter;
    if (setter == JS_UNDEFINED)
        return js_throw_type_error("'%v' was defined without a setter", shown(name));
    return js_call(setter, of, 1, &content);
}

value js_defineprivateproperty(value name, value of, value content)
{
    uint32_t attributes;
    if (find_private(of, name, &attributes))
        return js_throw_type_error("Cannot initialize %v twice on the same object",
                                   shown(name));
    js_add(js_object(of), js_private_key(name), content, WRITABLE);
    return JS_UNDEFINED;
}

value js_defineprivategetter(value name, value of, value getter)
{
    js_define_half(js_object(of), js_private_key(name), getter, JS_UNDEFINED, 0);
    return JS_UNDEFINED;
}

value js_defineprivatesetter(value name, value of, value setter)
{
    js_define_half(js_object(of), js_private_key(name), JS_UNDEFINED, setter, 0);
    return JS_UNDEFINED;
}

value js_hasprivateproperty(value name, value of)
{
    if (!js_is_object(of))
        return js_throw_type_error("Cannot use 'in' operator to search for '%v' in %v",
                                   shown(name), js_to_string(of));
    uint32_t attributes;
    return js_from_bool(find_private(of, name, &attributes));
}
