/* Exceptions: the thrown value is in js_exception while EXCEPTION is on its way. */
#ifndef JS_ERRORS_H
#define JS_ERRORS_H

#include "values.h"

extern value js_exception;

value js_throw_value(value v); /* EXCEPTION, as all of these */
value js_get_exception(void); /* what was thrown; afterwards nothing is */

/* The format knows %s (const char *), %v (a string value), %d (int) and %%. */
value js_throw_type_error(const char *format, ...);
value js_throw_range_error(const char *format, ...);
value js_throw_reference_error(const char *format, ...);
value js_throw_syntax_error(const char *format, ...);

/* What cannot be called, constructed, iterated over, or taken apart by a pattern. */
enum unnamed { UNNAMED_CALL, UNNAMED_CONSTRUCTION, UNNAMED_ITERATION, UNNAMED_PATTERN };

/* A TypeError that describes the value, until nameexception names the expression. */
value js_throw_unnamed(enum unnamed what, value v);
extern value js_unnamed_error; /* the one that is on its way out of its instruction */
value js_throw_not_iterable(value v);

/* A value as V8's messages name it: undefined, #<Object>, a function's text. */
value js_describe(value v);

/* What cannot go on: a message on stderr, status 134. */
_Noreturn void js_abort(const char *message);

#endif
