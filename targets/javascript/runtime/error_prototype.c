/* Error.prototype.toString, which every program has: "" + error. */
#include "builtins.h"
#include "errors.h"
#include "names.h"
#include "objects.h"

/* A property as a string, or the text where it is undefined. */
static value text_of(value error, enum name name, const char *otherwise)
{
    value text = js_get(error, js_name(name));
    if (text == JS_UNDEFINED)
        return js_string_of_text(otherwise);
    return text == JS_EXCEPTION ? text : js_to_string(text);
}

value js_error_to_string(value function, value new_target, value this, uint32_t argc,
                         value *argv)
{
    (void)function, (void)new_target, (void)argc, (void)argv;
    if (!js_is_object(this))
        return js_throw_type_error(
            "Error.prototype.toString requires that 'this' be a JSReceiver");
    value name = text_of(this, NAME_name, "Error");
    if (name == JS_EXCEPTION)
        return name;
    value message = text_of(this, NAME_message, "");
    if (message == JS_EXCEPTION || js_string(name)->length == 0)
        return message;
    if (js_string(message)->length == 0)
        return name;
    struct builder b;
    js_builder_start(&b);
    js_builder_string(&b, js_string(name));
    js_builder_text(&b, ": ");
    js_builder_string(&b, js_string(message));
    return js_builder_end(&b);
}
