/* Function.prototype.toString: the text of a function, as the program has it. */
#include "native.h"

#include "names.h"

struct string js_source;

value js_function_text(value v)
{
    struct function *function = js_pointer(v);
    const struct method *method = function->method;
    if (method && method->start < method->end)
        return js_from_string(js_string_slice(&js_source, method->start, method->end));
    struct property name = {JS_UNDEFINED, 0};
    bool is_bound = !method && js_is_object(function->environment);
    if (!is_bound)
        js_own(&function->object, js_name(NAME_name), &name);
    struct builder b;
    js_builder_start(&b);
    js_builder_text(&b, "function ");
    if (js_is_string(name.content))
        js_builder_string(&b, js_string(name.content));
    js_builder_text(&b, "() { [native code] }");
    return js_builder_end(&b);
}

NATIVE(js_function_to_string)
{
    if (js_is_function(this))
        return js_function_text(this);
    return js_throw_type_error("Function.prototype.toString requires that 'this' be a Function");
}
