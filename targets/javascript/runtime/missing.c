/* Built-ins that a program left out, since it does not name them, and then computes. */
#include "missing.h"
#include "errors.h"
#include "objects.h"

static bool has_holder(const struct object *o, enum holder holder)
{
    const struct object *wanted = js_holder(holder);
    while (o && o != wanted)
        o = o->prototype;
    return o;
}

void js_check_missing(value of, value key)
{
    if (js_is_int(key) || js_string(key)->flags & (STRING_CONSTANT | STRING_CHECKED))
        return;
    value object = js_to_object(of);
    bool is_listed = false;
    for (const char *at = js_builtin_names; *at; at += strlen(at) + 1) {
        enum holder holder = (enum holder)((uint8_t)*at++ - 1);
        if (!js_string_equals_text(js_string(key), at))
            continue;
        is_listed = true;
        if (has_holder(js_object(object), holder) && !js_has(js_object(object), key)) {
            js_write_text(2, "The program computes the name of a built-in: ");
            js_write_text(2, at);
            js_abort("; write it somewhere, so that it becomes part of the program");
        }
    }
    if (!is_listed)
        js_string(key)->flags |= STRING_CHECKED;
}
