/* The operators on 32-bit integers. */
#include "bytecodes.h"
#include "operators.h"

#define BITWISE(name, expression)                          \
    value js_##name(value a, value b)                      \
    {                                                      \
        int32_t x, y;                                      \
        if (js_both_int(a, b)) {                           \
            x = js_to_int(a);                              \
            y = js_to_int(b);                              \
        } else if (!js_to_int32(a, &x) || !js_to_int32(b, &y)) { \
            return JS_EXCEPTION;                           \
        }                                                  \
        return expression;                                 \
    }

BITWISE(and2, js_from_int(x & y))
BITWISE(or2, js_from_int(x | y))
BITWISE(xor2, js_from_int(x ^ y))
BITWISE(shl2, js_from_int((int32_t)((uint32_t)x << (y & 31))))
BITWISE(ashr2, js_from_int(x >> (y & 31)))
BITWISE(shr2, js_from_uint((uint32_t)x >> (y & 31)))

value js_not(value v)
{
    int32_t x;
    return js_to_int32(v, &x) ? js_from_int(~x) : JS_EXCEPTION;
}
