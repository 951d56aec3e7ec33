/* console: the arguments as text on standard output or standard error. */

#include "inspect.h"

#include "decimal.h"
#include "errors.h"
#include "numbers.h"
#include "native.h"

static uint32_t group_indentation;

/* Is String(o) what a built-in toString gives, so that %s shows more of it? */
static bool has_builtin_text(struct object *o)
{
    struct property property;
    value key = js_key_of_text("toString");
    while (o && !js_own(o, key, &property))
        o = o->prototype;
    return !o || (js_is_function(property.content)
                  && !((struct function *)js_object(property.content))->method);
}

static value number_text(value argument, char letter)
{
    value number = letter == 'd' ? js_to_number(argument) : js_to_string(argument);
    if (number == JS_EXCEPTION)
        return number;
    if (letter != 'd') {
        const struct string *s = js_string(number);
        const char *text = js_number_characters(s);
        number = js_from_number(letter == 'i' ? integer_from_prefix(text, s->length, 0)
                                              : number_from_prefix(text, s->length));
    }
    return js_from_string(js_inspect_number(number));
}

/* A string that replaces a format specifier; a hole if it is none; EXCEPTION. */
static value specified(char letter, value argument)
{
    switch (letter) {
    case 's':
        if (js_is_number(argument))
            return js_from_string(js_inspect_number(argument));
        if (js_is_object(argument) && !js_is_function(argument)
            && has_builtin_text(js_object(argument)))
            return js_from_string(js_inspect(argument, 0, false));
        return js_to_string(argument);
    case 'd':
    case 'i':
    case 'f':
        return number_text(argument, letter);
    case 'O':
        return js_from_string(js_inspect(argument, INSPECT_DEPTH, false));
    case 'o':
        return js_from_string(js_inspect(argument, 4, true));
    case 'j':
        js_abort("console: the format %j is not supported");
    case 'c':
        return js_string_empty();
    default:
        return JS_HOLE;
    }
}

/* The first argument with what replaces its format specifiers; how many were used. */
static bool add_formatted(struct builder *b, uint32_t argc, const value *argv, uint32_t *used)
{
    const struct string *format = js_string(argv[0]);
    uint32_t last = 0;
    *used = 1;
    for (uint32_t i = 0; argc > 1 && i + 1 < format->length; i++) {
        if (js_string_at(format, i) != '%')
            continue;
        uint32_t start = i, letter = js_string_at(format, ++i);
        if (letter == '%') {
            js_builder_string(b, js_string_slice(format, last, i));
            last = i + 1;
            continue;
        }
        value text = *used < argc ? specified((char)letter, argv[*used]) : JS_HOLE;
        if (text == JS_EXCEPTION)
            return false;
        if (text == JS_HOLE)
            continue;
        js_builder_string(b, js_string_slice(format, last, start));
        js_builder_string(b, js_string(text));
        last = i + 1;
        ++*used;
    }
    js_builder_string(b, js_string_slice(format, last, format->length));
    return true;
}

static value print(int file, uint32_t argc, const value *argv)
{
    struct builder b;
    uint32_t used = 0;
    js_builder_start(&b);
    if (argc > 0 && js_is_string(argv[0]) && !add_formatted(&b, argc, argv, &used))
        return JS_EXCEPTION;
    for (; used < argc; used++) {
        if (used > 0)
            js_builder_unit(&b, ' ');
        js_builder_string(&b, js_is_string(argv[used])
                                  ? js_string(argv[used])
                                  : js_inspect(argv[used], INSPECT_DEPTH, false));
    }
    js_builder_unit(&b, '\n');
    struct string *line = js_string(js_builder_end(&b));
    if (group_indentation > 0) {
        js_builder_start(&b);
        for (uint32_t i = 0; i < line->length; i++) {
            bool starts = i == 0 || js_string_at(line, i - 1) == '\n';
            for (uint32_t k = 0; starts && k < group_indentation; k++)
                js_builder_unit(&b, ' ');
            js_builder_unit(&b, js_string_at(line, i));
        }
        line = js_string(js_builder_end(&b));
    }
    js_write_string(file, line);
    return JS_UNDEFINED;
}

NATIVE(js_console_log)
{
    return print(1, argc, argv);
}

NATIVE(js_console_error)
{
    return print(2, argc, argv);
}

NATIVE(js_console_group)
{
    value result = argc > 0 ? print(1, argc, argv) : JS_UNDEFINED;
    group_indentation += 2;
    return result;
}

NATIVE(js_console_group_end)
{
    group_indentation -= group_indentation > 0 ? 2 : 0;
    return JS_UNDEFINED;
}
