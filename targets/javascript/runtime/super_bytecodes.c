/* super: properties of the home object's prototype, and the base class's constructor. */
#include "arguments.h"
#include "bytecodes.h"
#include "errors.h"
#include "objects.h"

#include <stdarg.h>

static struct object *super_of(value function)
{
    value home = ((const struct function *)js_pointer(function))->home;
    return js_is_object(home) ? js_object(home)->prototype : NULL;
}

value js_ldsuperbyvalue(value function, value this, value name)
{
    value key = js_to_key(name);
    if (key == JS_EXCEPTION)
        return key;
    for (struct object *at = super_of(function); at; at = at->prototype) {
        struct property property;
        if (!js_own(at, key, &property))
            continue;
        if (!(property.attributes & ACCESSOR))
            return property.content;
        value getter = ((struct accessor *)js_pointer(property.content))->getter;
        return getter == JS_UNDEFINED ? JS_UNDEFINED : js_call(getter, this, 0, NULL);
    }
    return JS_UNDEFINED;
}

value js_stsuperbyvalue(value function, value this, value name, value content)
{
    value key = js_to_key(name);
    if (key == JS_EXCEPTION)
        return key;
    for (struct object *at = super_of(function); at; at = at->prototype) {
        struct property property;
        if (!js_own(at, key, &property))
            continue;
        if (!(property.attributes & ACCESSOR))
            break;
        value setter = ((struct accessor *)js_pointer(property.content))->setter;
        return setter == JS_UNDEFINED ? JS_UNDEFINED : js_call(setter, this, 1, &content);
    }
    return js_set(this, key, content);
}

static value construct_super(value function, value new_target, uint32_t argc, value *argv)
{
    struct object *base = js_object(function)->prototype;
    value constructor = base ? js_from_object(base) : JS_NULL;
    if (!js_is_constructor(constructor))
        return js_throw_type_error(
            "Super constructor %v of anonymous class is not a constructor",
            base && js_is_function(constructor) ? js_describe(constructor)
                                                : js_to_string(JS_NULL));
    return js_construct(constructor, argc, argv, new_target);
}

value js_supercallthisrange(uint64_t count, ...)
{
    va_list list;
    va_start(list, count);
    value function = va_arg(list, value), new_target = va_arg(list, value);
    uint32_t argc = (uint32_t)count - 2;
    JS_TAKE_ARGUMENTS(argv, argc, list);
    va_end(list);
    value result = construct_super(function, new_target, argc, argv);
    js_drop_arguments(argv, argc);
    return result;
}

value js_supercallspread(value function, value new_target, value arguments)
{
    return construct_super(function, new_target, js_object(arguments)->length,
                           js_object(arguments)->elements);
}
