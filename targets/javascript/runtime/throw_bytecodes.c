/* Bytecodes that check and throw. */
#include "bytecodes.h"
#include "errors.h"
#include "strings.h"

value js_throw_undefinedifholewithname(value name, value v)
{
    if (v != JS_HOLE)
        return JS_UNDEFINED;
    return js_throw_reference_error("Cannot access '%v' before initialization", name);
}

value js_throw_constassignment(value name)
{
    (void)name; /* V8's message does not have it */
    return js_throw_type_error("Assignment to constant variable.");
}

value js_throw_ifnotobject(value v)
{
    if (js_is_object(v))
        return JS_UNDEFINED;
    return js_throw_type_error("Iterator result %v is not an object", js_describe(v));
}

value js_throw_ifsupernotcorrectcall(int64_t was_called, value this)
{
    if (was_called && this != JS_HOLE)
        return js_throw_reference_error("Super constructor may only be called once");
    if (!was_called && this == JS_HOLE)
        return js_throw_reference_error(
            "Must call super constructor in derived class before accessing 'this' or "
            "returning from derived constructor");
    return JS_UNDEFINED;
}

value js_throw_patternnoncoercible(value v)
{
    if (!js_is_nullish(v))
        return JS_UNDEFINED;
    return js_throw_unnamed(UNNAMED_PATTERN, v);
}

value js_throw_ifnotconstructorcall(value name, value new_target)
{
    if (new_target != JS_UNDEFINED)
        return JS_UNDEFINED;
    if (!js_string(name)->length)
        return js_throw_type_error("Class constructors cannot be invoked without 'new'");
    return js_throw_type_error("Class constructor %v cannot be invoked without 'new'", name);
}
