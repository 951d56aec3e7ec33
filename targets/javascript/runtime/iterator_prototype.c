/* The method next of built-in iterators. */
#include "builtins.h"
#include "errors.h"
#include "names.h"
#include "objects.h"

value js_iterator_next_method(value function, value new_target, value this, uint32_t argc,
                              value *argv)
{
    (void)function, (void)new_target, (void)argc, (void)argv;
    if (!js_is_kind(this, KIND_BUILTIN_ITERATOR))
        return js_throw_type_error(
            "Method Array Iterator.prototype.next called on incompatible receiver %v",
            js_is_object(this) ? js_describe(this) : js_to_string(this));
    value next = js_iterator_next(js_pointer(this));
    if (next == JS_EXCEPTION)
        return next;
    struct object *result = js_new_object();
    js_put(result, js_name(NAME_value), next == JS_HOLE ? JS_UNDEFINED : next);
    js_put(result, js_name(NAME_done), js_from_bool(next == JS_HOLE));
    return js_from_object(result);
}
