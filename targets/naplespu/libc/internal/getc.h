/* musl's stdio/getc.h without locks. */
#include "stdio_impl.h"

#define do_getc(f) getc_unlocked(f)
