/* Built-ins that are not there because the program does not name them. */
#ifndef JS_MISSING_H
#define JS_MISSING_H

#include "values.h"

/* A property whose key was computed was not found: ends the program if it was left out. */
void js_check_missing(value of, value key);

#endif
