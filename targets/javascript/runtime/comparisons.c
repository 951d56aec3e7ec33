/* Comparisons, and what a value is. */
#include "bytecodes.h"
#include "errors.h"
#include "names.h"
#include "objects.h"
#include "operators.h"

/* Strings by their units, everything else by numbers; false for NaN. */
enum order { LESS = 1, EQUAL = 2, GREATER = 4 };

static value compare_any(value a, value b, uint32_t accepted)
{
    a = js_to_primitive(a, HINT_NUMBER);
    if (a == JS_EXCEPTION)
        return a;
    b = js_to_primitive(b, HINT_NUMBER);
    if (b == JS_EXCEPTION)
        return b;
    if (js_is_string(a) && js_is_string(b)) {
        int order = js_string_compare(js_string(a), js_string(b));
        return js_from_bool(accepted & (order < 0 ? LESS : order ? GREATER : EQUAL));
    }
    js_to_numbers(&a, &b); /* of primitive values: nothing is thrown */
    double x = js_number(a), y = js_number(b);
    return js_from_bool((accepted & LESS && x < y) || (accepted & EQUAL && x == y)
                        || (accepted & GREATER && x > y));
}

#define COMPARISON(name, operator, accepted)                       \
    value js_##name(value a, value b)                              \
    {                                                              \
        if (js_both_int(a, b))                                     \
            return js_from_bool(js_to_int(a) operator js_to_int(b)); \
        if (js_both_numbers(a, b))                                 \
            return js_from_bool(js_number(a) operator js_number(b)); \
        return compare_any(a, b, accepted);                        \
    }

COMPARISON(less, <, LESS)
COMPARISON(lesseq, <=, LESS | EQUAL)
COMPARISON(greater, >, GREATER)
COMPARISON(greatereq, >=, GREATER | EQUAL)

value js_stricteq(value a, value b) { return js_from_bool(js_strict_equals(a, b)); }

value js_strictnoteq(value a, value b) { return js_from_bool(!js_strict_equals(a, b)); }

value js_eq(value a, value b)
{
    bool thrown, equal = js_loose_equals(a, b, &thrown);
    return thrown ? JS_EXCEPTION : js_from_bool(equal);
}

value js_noteq(value a, value b)
{
    bool thrown, equal = js_loose_equals(a, b, &thrown);
    return thrown ? JS_EXCEPTION : js_from_bool(!equal);
}

value js_istrue(value v) { return js_from_bool(js_to_boolean(v)); }

value js_isfalse(value v) { return js_from_bool(!js_to_boolean(v)); }

value js_typeof(value v) { return js_typeof_name(v); }

value js_tostring(value v) { return js_to_string(v); }

value js_topropertykey(value v)
{
    value key = js_to_key(v);
    return key == JS_EXCEPTION || js_is_string(key) ? key : js_key_to_string(key);
}

value js_isin(value name, value of)
{
    if (!js_is_object(of))
        return js_throw_type_error("Cannot use 'in' operator to search for '%v' in %v",
                                   js_is_object(name) ? js_describe(name) : js_to_string(name),
                                   js_is_object(of) ? js_describe(of) : js_to_string(of));
    value key = js_to_key(name);
    if (key == JS_EXCEPTION)
        return key;
    return js_from_bool(js_has(js_object(of), key));
}

value js_instanceof(value v, value constructor)
{
    if (!js_is_object(constructor))
        return js_throw_type_error("Right-hand side of 'instanceof' is not an object");
    if (!js_is_callable(constructor))
        return js_throw_type_error("Right-hand side of 'instanceof' is not callable");
    if (!js_is_object(v))
        return JS_FALSE;
    value prototype = js_get(constructor, js_name(NAME_prototype));
    if (prototype == JS_EXCEPTION)
        return prototype;
    if (!js_is_object(prototype))
        return js_throw_type_error(
            "Function has non-object prototype '%v' in instanceof check",
            js_describe(prototype));
    for (const struct object *at = js_object(v)->prototype; at; at = at->prototype)
        if (at == js_object(prototype))
            return JS_TRUE;
    return JS_FALSE;
}
