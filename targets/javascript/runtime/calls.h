/* Functions and how they are called. */
#ifndef JS_CALLS_H
#define JS_CALLS_H

#include "values.h"

/*
 * Every function. new_target is undefined unless it is constructed. argv has at least as
 * many entries as a compiled function declares parameters; for a built-in one just argc.
 * A function that threw returns EXCEPTION.
 */
typedef value code(value function, value new_target, value this, uint32_t argc, value *argv);

enum method_kind {
    METHOD_FUNCTION, METHOD_ARROW, METHOD_METHOD, METHOD_BASE, METHOD_DERIVED,
};
#define METHOD_KIND 15
#define METHOD_STRICT 16

/* What compiled functions are known by. */
struct method {
    code *code;
    uint32_t parameters;
    uint32_t flags;
    uint32_t name; /* index in js_strings */
    uint32_t start, end; /* of its text in the program's; empty where there is none */
};

/*
 * Calls within calls, which compiled code counts, too, where it calls compiled functions
 * itself; there may be about as many as Node has room for.
 */
extern uint32_t js_depth;
enum { JS_DEEPEST = 9000 };

extern value *js_strings; /* the program's string constants, interned */

extern struct string js_source; /* the program's text */
extern const uint32_t *js_expressions; /* the size, and texts as js_start has them */
value js_function_text(value function); /* what String(function) gives */

value js_call(value function, value this, uint32_t argc, value *argv);
value js_construct(value function, uint32_t argc, value *argv, value new_target);
bool js_is_callable(value v);
bool js_is_constructor(value v);

/* An argument of a built-in function, undefined if it is not there. */
#define JS_ARGUMENT(k) ((k) < argc ? argv[k] : JS_UNDEFINED)

/*
 * The program. Texts are a header (the length, and whether there are 16 bits a unit) with
 * the units after it: `text` those of the string constants, `source` the program's;
 * `expressions` their size in bytes and those that messages name.
 */
int js_start(const uint32_t *text, value *strings, uint32_t count, void (*install)(void),
             const struct method *script, const uint32_t *source,
             const uint32_t *expressions);
int js_exit_code(void); /* process.exitCode, if the program has set it; else 0 */
_Noreturn void js_exit(int status); /* process.exit: flushes */

#endif
