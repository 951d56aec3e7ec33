/* musl's stdio/putc.h without locks. */
#include "stdio_impl.h"

#define do_putc(c, f) putc_unlocked(c, f)
