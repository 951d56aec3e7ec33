#include "names.h"
#include "strings.h"

static const char *const texts[NAMES] = {
    [NAME_length] = "length",
    [NAME_name] = "name",
    [NAME_prototype] = "prototype",
    [NAME_constructor] = "constructor",
    [NAME_message] = "message",
    [NAME_stack] = "stack",
    [NAME_cause] = "cause",
    [NAME_toString] = "toString",
    [NAME_valueOf] = "valueOf",
    [NAME_value] = "value",
    [NAME_done] = "done",
    [NAME_exitCode] = "exitCode",
    [NAME_undefined] = "undefined",
    [NAME_null] = "null",
    [NAME_true] = "true",
    [NAME_false] = "false",
    [NAME_number] = "number",
    [NAME_boolean] = "boolean",
    [NAME_string] = "string",
    [NAME_object] = "object",
    [NAME_function] = "function",
};

static value names[NAMES];

value js_name(enum name name)
{
    if (!names[name])
        names[name] = js_from_string(js_intern_text(texts[name]));
    return names[name];
}
