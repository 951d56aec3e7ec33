/* Objects around primitive values, and what their constructors have in common. */
#ifndef JS_WRAPPERS_H
#define JS_WRAPPERS_H

#include "native.h"

/* The primitive itself, or an object around it if it is constructed. */
value js_wrap(value new_target, enum holder holder, value primitive);

#endif
