/* The constructors of errors. */
#include "builtins.h"
#include "errors.h"
#include "names.h"
#include "objects.h"

/* With the message and options {cause: …} of the arguments. */
static value construct_error(value function, value new_target, enum holder holder,
                             uint32_t argc, value *argv)
{
    struct object *prototype;
    value made_for = new_target == JS_UNDEFINED ? function : new_target;
    if (!js_prototype_for(made_for, holder, &prototype))
        return JS_EXCEPTION;
    value message = JS_ARGUMENT(0);
    if (message != JS_UNDEFINED) {
        message = js_to_string(message);
        if (message == JS_EXCEPTION)
            return message;
    }
    struct object *error = js_new_error(holder, message);
    error->prototype = prototype;
    value options = JS_ARGUMENT(1);
    if (js_is_object(options) && js_has(js_object(options), js_name(NAME_cause))) {
        value cause = js_get(options, js_name(NAME_cause));
        if (cause == JS_EXCEPTION)
            return cause;
        js_define(error, js_name(NAME_cause), cause, ATTRIBUTES_HIDDEN);
    }
    return js_from_object(error);
}

#define ERROR_CONSTRUCTOR(symbol, holder)                                             \
    value symbol(value function, value new_target, value this, uint32_t argc,         \
                 value *argv)                                                         \
    {                                                                                 \
        (void)this;                                                                   \
        return construct_error(function, new_target, holder, argc, argv);             \
    }

ERROR_CONSTRUCTOR(js_error_constructor, HOLDER_Error_prototype)
ERROR_CONSTRUCTOR(js_type_error_constructor, HOLDER_TypeError_prototype)
ERROR_CONSTRUCTOR(js_range_error_constructor, HOLDER_RangeError_prototype)
ERROR_CONSTRUCTOR(js_reference_error_constructor, HOLDER_ReferenceError_prototype)
ERROR_CONSTRUCTOR(js_syntax_error_constructor, HOLDER_SyntaxError_prototype)
ERROR_CONSTRUCTOR(js_eval_error_constructor, HOLDER_EvalError_prototype)
ERROR_CONSTRUCTOR(js_uri_error_constructor, HOLDER_URIError_prototype)
