/* The start and the end of a program. */
#include "calls.h"
#include "allocate.h"
#include "errors.h"
#include "names.h"
#include "objects.h"

#include <stdlib.h>

value *js_strings;
const uint32_t *js_expressions;

#define WIDE_TEXT 0x80000000u /* in the header of a string constant */

const uint32_t *js_string_of_constant(const uint32_t *text, struct string *made)
{
    uint32_t length = *text & ~WIDE_TEXT;
    bool wide = *text++ & WIDE_TEXT;
    *made = (struct string){
        .kind = KIND_STRING,
        .flags = STRING_CONSTANT | (wide ? STRING_WIDE : 0),
        .length = length,
        .narrow = (const uint8_t *)text,
    };
    return text + (wide ? (length + 1) / 2 : (length + 3) / 4);
}

/* All constants, interned. */
static void make_strings(const uint32_t *text, value *strings, uint32_t count)
{
    struct string *made = js_allocate(count * sizeof *made);
    for (uint32_t k = 0; k < count; k++) {
        text = js_string_of_constant(text, &made[k]);
        struct string *interned = js_intern(&made[k]);
        interned->flags |= STRING_CONSTANT;
        strings[k] = js_from_string(interned);
    }
}

/* The property name or message of an error, if it is a string that is not empty. */
static void write_property(value error, enum name name, const char *before)
{
    value text = js_get(error, js_name(name));
    if (!js_is_string(text) || !js_string(text)->length)
        return;
    js_write_text(2, before);
    js_write_string(2, js_string(text));
}

static void report_uncaught(value thrown)
{
    js_write_text(2, "Uncaught ");
    if (js_is_kind(thrown, KIND_ERROR)) {
        write_property(thrown, NAME_name, "");
        write_property(thrown, NAME_message, ": ");
    } else {
        js_write_string(2, js_string(js_describe(thrown)));
    }
    js_write_text(2, "\n");
}

int js_exit_code(void)
{
    int32_t code;
    value property = js_get(js_from_object(js_holder(HOLDER_process)), js_name(NAME_exitCode));
    if (property == JS_UNDEFINED || !js_to_int32(property, &code))
        return 0;
    return code & 0xFF;
}

int js_start(const uint32_t *text, value *strings, uint32_t count, void (*install)(void),
             const struct method *script, const uint32_t *source,
             const uint32_t *expressions)
{
    js_strings = strings;
    js_string_of_constant(source, &js_source);
    js_expressions = expressions;
    make_strings(text, strings, count);
    install();
    struct function *function = js_new_native(script->code, js_string_empty(), 0);
    function->method = script;
    struct object *module = js_new_object(); /* what this is in a script */
    value result = js_call(js_from_object(function), js_from_object(module), 0, NULL);
    int status = 1;
    if (result != JS_EXCEPTION)
        status = js_exit_code();
    else
        report_uncaught(js_get_exception());
    js_flush();
    return status;
}

_Noreturn void js_exit(int status)
{
    js_flush();
    exit(status);
}
