/* Arguments that come as C's variable ones, as an array. */
#ifndef JS_ARGUMENTS_H
#define JS_ARGUMENTS_H

#include "values.h"

#include <stdarg.h>

enum { JS_FEW_ARGUMENTS = 8 };

/* Many are on the heap until they are dropped. */
value *js_take_arguments(value *few, uint32_t count, va_list *list);
void js_drop_arguments(value *argv, uint32_t count);

#define JS_TAKE_ARGUMENTS(argv, count, list)   \
    value argv##_few[JS_FEW_ARGUMENTS];        \
    value *argv = js_take_arguments(argv##_few, count, &list)

#endif
