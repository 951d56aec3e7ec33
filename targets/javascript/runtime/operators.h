/* What the operators' fast paths leave: any values, with conversions. */
#ifndef JS_OPERATORS_H
#define JS_OPERATORS_H

#include "values.h"

static inline bool js_both_int(value a, value b) { return js_is_int(a) && js_is_int(b); }

static inline bool js_both_numbers(value a, value b)
{
    return js_is_number(a) && js_is_number(b);
}

/* Both to numbers, the first one first; false: thrown. */
bool js_to_numbers(value *a, value *b);

#endif
