/* Calling and constructing. */
#include "calls.h"
#include "allocate.h"
#include "errors.h"
#include "names.h"
#include "objects.h"

enum { PADDED = 16 };

uint32_t js_depth;

bool js_is_callable(value v) { return js_is_function(v); }

bool js_is_constructor(value v)
{
    return js_is_function(v) && js_object(v)->flags & OBJECT_CONSTRUCTOR;
}

/* The rest of the arguments that the function declares is undefined. */
static value call_padded(struct function *function, value new_target, value this,
                         uint32_t argc, value *argv)
{
    uint32_t parameters = function->method->parameters;
    value few[PADDED], *padded = few;
    if (parameters > PADDED)
        padded = js_allocate(parameters * sizeof *padded);
    for (uint32_t k = 0; k < argc; k++)
        padded[k] = argv[k];
    for (uint32_t k = argc; k < parameters; k++)
        padded[k] = JS_UNDEFINED;
    return function->code(js_from_object(function), new_target, this, argc, padded);
}

static value enter(struct function *function, value new_target, value this, uint32_t argc,
                   value *argv)
{
    if (js_depth == JS_DEEPEST)
        return js_throw_range_error("Maximum call stack size exceeded");
    js_depth++;
    const struct method *method = function->method;
    value result = method && argc < method->parameters
        ? call_padded(function, new_target, this, argc, argv)
        : function->code(js_from_object(function), new_target, this, argc, argv);
    js_depth--;
    return result;
}

value js_call(value callee, value this, uint32_t argc, value *argv)
{
    if (!js_is_function(callee))
        return js_throw_unnamed(UNNAMED_CALL, callee);
    struct function *function = js_pointer(callee);
    const struct method *method = function->method;
    if (method && !(method->flags & METHOD_STRICT) && !js_is_object(this)
        && (method->flags & METHOD_KIND) != METHOD_ARROW)
        this = js_is_nullish(this) ? js_from_object(js_holder(HOLDER_globalThis))
                                   : js_to_object(this);
    return enter(function, JS_UNDEFINED, this, argc, argv);
}

value js_construct(value callee, uint32_t argc, value *argv, value new_target)
{
    if (!js_is_constructor(callee))
        return js_throw_unnamed(UNNAMED_CONSTRUCTION, callee);
    struct function *function = js_pointer(callee);
    if (!function->method)
        return enter(function, new_target, JS_UNDEFINED, argc, argv);
    if ((function->method->flags & METHOD_KIND) == METHOD_DERIVED)
        return enter(function, new_target, JS_HOLE, argc, argv);
    struct object *prototype;
    if (!js_prototype_for(new_target, HOLDER_Object_prototype, &prototype))
        return JS_EXCEPTION;
    value this = js_from_object(js_new_object_with(prototype));
    value result = enter(function, new_target, this, argc, argv);
    return js_is_object(result) || result == JS_EXCEPTION ? result : this;
}
