/* The strings that the core itself uses, interned when they are first needed. */
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
    NAME_value,
    NAME_done,
    NAME_exitCode,
    NAME_undefined,
    NAME_null,
    NAME_true,
    NAME_false,
    NAME_number,
    NAME_boolean,
    NAME_string,
    NAME_object,
    NAME_function,
    NAMES,
};

value js_name(enum name name);

#endif
