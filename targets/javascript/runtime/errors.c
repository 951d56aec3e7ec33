/* Exceptions, and the messages of the engine's own. */
#include "errors.h"
#include "calls.h"
#include "names.h"
#include "numbers.h"
#include "objects.h"

#include <stdarg.h>
#include <stdlib.h>

value js_exception = JS_HOLE, js_unnamed_error = JS_HOLE;

value js_throw_value(value v)
{
    js_exception = v;
    return JS_EXCEPTION;
}

value js_get_exception(void)
{
    value v = js_exception;
    js_exception = JS_HOLE;
    js_unnamed_error = JS_HOLE;
    return v;
}

/* Only what describes a value is converted: strings, as they are made by the callers. */
static value throw_formatted(enum holder prototype, const char *format, va_list arguments)
{
    struct builder b;
    js_builder_start(&b);
    for (; *format; format++) {
        if (*format != '%') {
            js_builder_unit(&b, (uint8_t)*format);
            continue;
        }
        switch (*++format) {
        case 's':
            js_builder_text(&b, va_arg(arguments, const char *));
            break;
        case 'v':
            js_builder_string(&b, js_string(va_arg(arguments, value)));
            break;
        case 'd':
            js_builder_string(
                &b, js_string(js_number_to_string(js_from_int(va_arg(arguments, int)))));
            break;
        default:
            js_builder_unit(&b, '%');
        }
    }
    return js_throw_value(js_from_object(js_new_error(prototype, js_builder_end(&b))));
}

#define THROW(prototype)                                                   \
    va_list arguments;                                                     \
    va_start(arguments, format);                                           \
    value result = throw_formatted(prototype, format, arguments);          \
    va_end(arguments);                                                     \
    return result

value js_throw_type_error(const char *format, ...) { THROW(HOLDER_TypeError_prototype); }

value js_throw_range_error(const char *format, ...) { THROW(HOLDER_RangeError_prototype); }

value js_throw_reference_error(const char *format, ...)
{
    THROW(HOLDER_ReferenceError_prototype);
}

value js_throw_syntax_error(const char *format, ...) { THROW(HOLDER_SyntaxError_prototype); }

static value describe_object(struct object *o)
{
    if (o->kind == KIND_ARRAY)
        return js_key_of_text("[object Array]");
    struct builder b;
    js_builder_start(&b);
    js_builder_text(&b, "#<");
    struct property constructor = {JS_UNDEFINED, 0}, name = {JS_UNDEFINED, 0};
    for (struct object *at = o; at; at = at->prototype)
        if (js_own(at, js_name(NAME_constructor), &constructor))
            break;
    if (js_is_function(constructor.content))
        js_own(js_object(constructor.content), js_name(NAME_name), &name);
    if (js_is_string(name.content) && js_string(name.content)->length)
        js_builder_string(&b, js_string(name.content));
    else
        js_builder_text(&b, "Object");
    js_builder_text(&b, ">");
    return js_builder_end(&b);
}

value js_describe(value v)
{
    if (!js_is_object(v))
        return js_to_string(v);
    return js_is_function(v) ? js_function_text(v) : describe_object(js_object(v));
}

_Noreturn void js_abort(const char *message)
{
    js_flush();
    js_write_text(2, message);
    js_write_text(2, "\n");
    js_flush();
    exit(134);
}
