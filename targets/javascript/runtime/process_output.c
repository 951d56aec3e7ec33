/* process.stdout.write and process.argv. */

#include "native.h"

NATIVE(js_process_write)
{
    value text = js_to_string(JS_ARGUMENT(0));
    if (text == JS_EXCEPTION)
        return text;
    js_write_string(1, js_string(text));
    return JS_TRUE;
}

/* The interpreter and the program, which has no arguments. */
NATIVE(js_process_argv)
{
    value names[] = {js_string_of_text("node"), js_string_of_text("program")};
    return js_from_object(js_new_array_of(2, names));
}
