#include "arguments.h"
#include "errors.h"

#include <stdlib.h>

value *js_take_arguments(value *few, uint32_t count, va_list *list)
{
    value *argv = few;
    if (count > JS_FEW_ARGUMENTS) {
        argv = malloc(count * sizeof *argv);
        if (!argv)
            js_abort("out of memory");
    }
    for (uint32_t k = 0; k < count; k++)
        argv[k] = va_arg(*list, value);
    return argv;
}

void js_drop_arguments(value *argv, uint32_t count)
{
    if (count > JS_FEW_ARGUMENTS)
        free(argv);
}
