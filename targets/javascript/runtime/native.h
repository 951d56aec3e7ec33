/* What built-in functions are written with. */
#ifndef JS_NATIVE_H
#define JS_NATIVE_H

#include "errors.h"
#include "objects.h"

#define NATIVE_UNUSED __attribute__((unused))

/* The head of a built-in function: its parameters are those of the type code. */
#define NATIVE(name)                                                                         \
    value name(NATIVE_UNUSED value function, NATIVE_UNUSED value new_target,                 \
               NATIVE_UNUSED value this, NATIVE_UNUSED uint32_t argc,                        \
               NATIVE_UNUSED value *argv)

/* this of a method of strings as a string; NULL: thrown. */
struct string *js_this_string(value this, const char *method);

/*
 * An argument that is a place in something of a length: from the end if it is negative,
 * within 0 … length. `otherwise` is what undefined stands for. false: thrown.
 */
bool js_place(value argument, double length, double otherwise, double *place);

/* A TypeError unless it is a function; false: thrown. */
bool js_check_callable(value v);

/*
 * An array of what a built-in function iterates over; NULL: thrown. Objects without
 * iteration are NULL without an exception if `optional`.
 */
struct object *js_iterated(value v, bool optional);

/* A function of numbers, of an argument. */
value js_apply_number(value argument, double (*function)(double));

/* TypeError: METHOD called on incompatible receiver … */
value js_throw_incompatible(const char *method, value receiver);

#endif
