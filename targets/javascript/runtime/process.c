/* process.exit. */
#include "builtins.h"
#include "calls.h"
#include "objects.h"

value js_process_exit(value function, value new_target, value this, uint32_t argc, value *argv)
{
    (void)function, (void)new_target, (void)this;
    int32_t status;
    if (JS_ARGUMENT(0) == JS_UNDEFINED)
        js_exit(js_exit_code());
    if (!js_to_int32(argv[0], &status))
        return JS_EXCEPTION;
    js_exit(status & 0xFF);
}
