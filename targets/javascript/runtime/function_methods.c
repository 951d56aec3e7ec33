/* Function.prototype: call, apply and bind. */

#include "native.h"

#include "allocate.h"

NATIVE(js_function_call)
{
    if (!js_check_callable(this))
        return JS_EXCEPTION;
    return argc == 0 ? js_call(this, JS_UNDEFINED, 0, argv)
                     : js_call(this, argv[0], argc - 1, argv + 1);
}

NATIVE(js_function_apply)
{
    value arguments = JS_ARGUMENT(1);
    double length = 0;
    if (!js_check_callable(this))
        return JS_EXCEPTION;
    if (js_is_nullish(arguments))
        return js_call(this, JS_ARGUMENT(0), 0, argv);
    if (!js_is_object(arguments))
        return js_throw_type_error("CreateListFromArrayLike called on non-object");
    if (!js_length_of(arguments, &length))
        return JS_EXCEPTION;
    uint32_t count = (uint32_t)length;
    value *list = js_allocate((size_t)count * sizeof *list);
    for (uint32_t i = 0; i < count; i++)
        if ((list[i] = js_get_index(arguments, i)) == JS_EXCEPTION)
            return JS_EXCEPTION;
    return js_call(this, JS_ARGUMENT(0), count, list);
}

/* What a bound function has in its environment: an array of function, this, arguments. */
static value call_bound(value function, value new_target, value this, uint32_t argc,
                        value *argv)
{
    const struct object *bound =
        js_object(((struct function *)js_object(function))->environment);
    uint32_t own = bound->length - 2;
    value *list = js_allocate((size_t)(own + argc) * sizeof *list);
    (void)this;
    memcpy(list, bound->elements + 2, own * sizeof *list);
    if (argc > 0)
        memcpy(list + own, argv, argc * sizeof *list);
    if (new_target == JS_UNDEFINED)
        return js_call(bound->elements[0], bound->elements[1], own + argc, list);
    return js_construct(bound->elements[0], own + argc, list,
                        new_target == function ? bound->elements[0] : new_target);
}

NATIVE(js_function_bind)
{
    if (!js_is_callable(this))
        return js_throw_type_error("Bind must be called on a function");
    value name = js_get_text(this, "name"), length = js_get_text(this, "length");
    if (name == JS_EXCEPTION || length == JS_EXCEPTION)
        return JS_EXCEPTION;
    struct string *text = js_string(js_string_of_text("bound "));
    if (js_is_string(name))
        text = js_string_concatenate(text, js_string(name));
    int32_t left = js_is_int(length) ? js_to_int(length) - (argc > 0 ? (int32_t)argc - 1 : 0) : 0;
    struct function *bound = js_new_native(call_bound, js_from_string(js_intern(text)),
                                           left > 0 ? (uint32_t)left : 0);
    struct object *parts = js_new_array(0, argc + 2);
    js_array_push(parts, this);
    for (uint32_t i = 0; i < argc || i == 0; i++)
        js_array_push(parts, JS_ARGUMENT(i));
    bound->environment = js_from_object(parts);
    if (js_is_constructor(this))
        bound->object.flags |= OBJECT_CONSTRUCTOR;
    return js_from_object(bound);
}

NATIVE(js_function_constructor)
{
    js_abort("Function: programs in strings are not supported");
}
