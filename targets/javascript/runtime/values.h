/*
 * Values of JavaScript in 64 bits.
 *
 * The upper 16 bits tell the kind: all ones for a 32-bit integer, all zeros for a pointer
 * to a heap object or one of the special values below, anything else for a double, whose
 * bits are stored with 2^48 added. NaN is always 0x7ff8000000000000 before that.
 * A number that is a 32-bit integer may be either form; -0 is a double.
 */
#ifndef JS_VALUES_H
#define JS_VALUES_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef uint64_t value;

#define JS_UNDEFINED ((value)2)
#define JS_NULL ((value)3)
#define JS_HOLE ((value)5)
#define JS_FALSE ((value)6)
#define JS_TRUE ((value)7)
#define JS_EXCEPTION ((value)10)

#define JS_INT_TAG 0xFFFF0000u
#define JS_DOUBLE_OFFSET ((uint64_t)1 << 48)
#define JS_SPECIAL_LIMIT 16 /* special values are below, addresses are not */

/* Every heap object begins with its kind; objects of the language are at the end. */
enum kind {
    KIND_STRING,
    KIND_ACCESSOR,    /* a getter and a setter in the place of a property's value */
    KIND_ENVIRONMENT,
    KIND_ITERATOR,    /* of for-of and for-in, in registers only */
    KIND_OBJECT,      /* from here on: struct object */
    KIND_ARRAY,
    KIND_FUNCTION,
    KIND_ERROR,
    KIND_ARGUMENTS,
    KIND_WRAPPER,     /* an object around a primitive value: new Number(1) */
    KIND_MAP,
    KIND_SET,
    KIND_ARRAY_BUFFER,
    KIND_TYPED_ARRAY,
    KIND_BUILTIN_ITERATOR, /* what [].keys(), map.entries() and so on give */
};

static inline uint32_t js_upper(value v) { return (uint32_t)(v >> 32); }

static inline bool js_is_int(value v) { return js_upper(v) >= JS_INT_TAG; }

static inline bool js_is_number(value v) { return js_upper(v) >= 0x10000u; }

static inline bool js_is_double(value v)
{
    return js_is_number(v) && !js_is_int(v);
}

static inline bool js_is_boolean(value v) { return (v | 1) == JS_TRUE; }

static inline bool js_is_nullish(value v) { return (v | 1) == JS_NULL; }

static inline bool js_is_heap(value v)
{
    return !js_is_number(v) && v >= JS_SPECIAL_LIMIT;
}

static inline void *js_pointer(value v) { return (void *)(uintptr_t)v; }

static inline value js_from_pointer(const void *p) { return (value)(uintptr_t)p; }

static inline enum kind js_kind(value heap) { return *(const uint8_t *)js_pointer(heap); }

static inline bool js_is_kind(value v, enum kind kind)
{
    return js_is_heap(v) && js_kind(v) == kind;
}

static inline bool js_is_string(value v) { return js_is_kind(v, KIND_STRING); }

static inline bool js_is_object(value v) { return js_is_heap(v) && js_kind(v) >= KIND_OBJECT; }

static inline bool js_is_function(value v) { return js_is_kind(v, KIND_FUNCTION); }

static inline value js_from_bool(bool b) { return b ? JS_TRUE : JS_FALSE; }

static inline int32_t js_to_int(value v) { return (int32_t)(uint32_t)v; }

static inline value js_from_int(int32_t i)
{
    return (uint64_t)JS_INT_TAG << 32 | (uint32_t)i;
}

static inline double js_to_double(value v)
{
    double d;
    v -= JS_DOUBLE_OFFSET;
    memcpy(&d, &v, sizeof d);
    return d;
}

/* A double as it is: an integer is not looked for. */
static inline value js_from_double(double d)
{
    uint64_t bits;
    memcpy(&bits, &d, sizeof bits);
    if (bits << 1 > (uint64_t)0x7ff << 53)
        bits = (uint64_t)0x7ff8 << 48;
    return bits + JS_DOUBLE_OFFSET;
}

#define JS_NAN (((value)0x7ff8 << 48) + JS_DOUBLE_OFFSET)

/* Of a value that is a number. */
static inline double js_number(value v)
{
    return js_is_int(v) ? (double)js_to_int(v) : js_to_double(v);
}

static inline value js_from_uint(uint32_t u)
{
    return u <= INT32_MAX ? js_from_int((int32_t)u) : js_from_double((double)u);
}

/* A double as an integer where it is one (not -0). */
value js_from_number(double d);

/* Conversions: those of values that may be objects call functions and may throw. */
bool js_to_boolean(value v);
value js_to_number(value v);                 /* a number or EXCEPTION */
bool js_to_number_double(value v, double *d); /* false: thrown */
bool js_to_int32(value v, int32_t *i);        /* modulo 2^32; false: thrown */
int32_t js_double_to_int32(double d);
/* ToIntegerOrInfinity; false: thrown. */
bool js_to_integer(value v, double *d);
value js_to_string(value v);                 /* a string or EXCEPTION */
enum hint { HINT_DEFAULT, HINT_NUMBER, HINT_STRING };
value js_to_primitive(value v, enum hint hint);
value js_to_object(value v);                 /* wraps primitives; throws for undefined, null */

bool js_strict_equals(value a, value b);
bool js_loose_equals(value a, value b, bool *thrown);
bool js_same_value(value a, value b);        /* Object.is */
bool js_same_value_zero(value a, value b);   /* includes, Map, Set */
value js_typeof_name(value v);               /* the string of typeof */

#endif
