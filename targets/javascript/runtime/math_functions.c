/* Math: what needs no more than arithmetic. */

#include "native.h"

#include <math.h>

NATIVE(js_math_abs)
{
    return js_apply_number(JS_ARGUMENT(0), fabs);
}

NATIVE(js_math_floor)
{
    return js_is_int(JS_ARGUMENT(0)) ? argv[0] : js_apply_number(JS_ARGUMENT(0), floor);
}

NATIVE(js_math_ceil)
{
    return js_is_int(JS_ARGUMENT(0)) ? argv[0] : js_apply_number(JS_ARGUMENT(0), ceil);
}

NATIVE(js_math_trunc)
{
    return js_is_int(JS_ARGUMENT(0)) ? argv[0] : js_apply_number(JS_ARGUMENT(0), trunc);
}

/* Halves up; -0 stays, and what is rounded to it from below. */
static double rounded(double number)
{
    double above = ceil(number);
    return above - 0.5 > number ? above - 1 : above;
}

NATIVE(js_math_round)
{
    return js_is_int(JS_ARGUMENT(0)) ? argv[0] : js_apply_number(JS_ARGUMENT(0), rounded);
}

NATIVE(js_math_sqrt)
{
    return js_apply_number(JS_ARGUMENT(0), sqrt);
}

static double sign(double number)
{
    return number > 0 ? 1 : number < 0 ? -1 : number;
}

NATIVE(js_math_sign)
{
    return js_apply_number(JS_ARGUMENT(0), sign);
}

static double single(double number)
{
    return (float)number;
}

NATIVE(js_math_fround)
{
    return js_apply_number(JS_ARGUMENT(0), single);
}

NATIVE(js_math_imul)
{
    int32_t a, b;
    if (!js_to_int32(JS_ARGUMENT(0), &a) || !js_to_int32(JS_ARGUMENT(1), &b))
        return JS_EXCEPTION;
    return js_from_int((int32_t)((uint32_t)a * (uint32_t)b));
}

NATIVE(js_math_clz32)
{
    int32_t number;
    if (!js_to_int32(JS_ARGUMENT(0), &number))
        return JS_EXCEPTION;
    return js_from_int(number == 0 ? 32 : __builtin_clz((uint32_t)number));
}

/* The greatest of the arguments, times the sign. */
static value greatest(uint32_t argc, const value *argv, double factor)
{
    double best = -INFINITY;
    bool none = false;
    for (uint32_t i = 0; i < argc; i++) {
        double number;
        if (!js_to_number_double(argv[i], &number))
            return JS_EXCEPTION;
        number *= factor;
        none |= isnan(number);
        if (number > best || (number == best && !signbit(number)))
            best = number;
    }
    return none ? JS_NAN : js_from_number(best * factor);
}

NATIVE(js_math_max)
{
    return greatest(argc, argv, 1);
}

NATIVE(js_math_min)
{
    return greatest(argc, argv, -1);
}

/* Scaled by the greatest, and summed up with what rounding lost, as V8 does it. */
NATIVE(js_math_hypot)
{
    double most = 0, sum = 0, lost = 0;
    bool infinite = false, none = false;
    for (uint32_t i = 0; i < argc; i++) {
        double number;
        if (!js_to_number_double(argv[i], &number))
            return JS_EXCEPTION;
        argv[i] = js_from_double(fabs(number));
        infinite |= isinf(number);
        none |= isnan(number);
        most = fabs(number) > most ? fabs(number) : most;
    }
    if (infinite || none || most == 0)
        return infinite ? js_from_double(INFINITY) : none ? JS_NAN : js_from_int(0);
    for (uint32_t i = 0; i < argc; i++) {
        double part = js_to_double(argv[i]) / most;
        double summand = part * part - lost, next = sum + summand;
        lost = (next - sum) - summand;
        sum = next;
    }
    return js_from_number(sqrt(sum) * most);
}

/* Marsaglia's xorshift; its seed makes runs repeatable. */
NATIVE(js_math_random)
{
    static uint64_t state = 0x9e3779b97f4a7c15;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return js_from_number((double)(state >> 11) / 9007199254740992);
}
