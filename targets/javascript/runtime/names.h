/* The property keys that the core itself uses, interned when they are first needed. */
#ifndef JS_NAMES_H
#define JS_NAMES_H

#include "values.h"

enum name {
    NAME_length,
    NAME_name,
    NAME_prototype,
    NAME_constructor,
    NAME_message,
    NAME_stack,
    NAME_cause,
    NAME_toString,
    NAME_valueOf,
    NAME_callee,
    NAME_next,
    NAME_exitCode,
    NAMES,
};

value js_name(enum name name);

#endif
