/* Global variables: properties of the global object. */
#include "bytecodes.h"
#include "errors.h"
#include "shapes.h"

value js_ldglobal(void) { return js_from_object(js_holder(HOLDER_globalThis)); }

value js_ldglobalvar(value name)
{
    value key = js_key_of_string(js_string(name));
    return js_get(js_ldglobal(), key);
}

value js_tryldglobalbyname(value name)
{
    value key = js_key_of_string(js_string(name));
    if (!js_has(js_holder(HOLDER_globalThis), key))
        return js_throw_reference_error("%v is not defined", name);
    return js_get(js_ldglobal(), key);
}

/* Of strict code; sloppy code sets a property of the global object. */
value js_trystglobalbyname(value name, value content)
{
    value key = js_key_of_string(js_string(name));
    if (!js_has(js_holder(HOLDER_globalThis), key))
        return js_throw_reference_error("%v is not defined", name);
    return js_set_as(js_ldglobal(), key, content, false);
}
