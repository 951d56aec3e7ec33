/* musl's streams without locks and system calls: one thread runs a C program. */
#include_next "stdio_impl.h"

#undef FFINALLOCK
#undef FLOCK
#undef FUNLOCK
#define FFINALLOCK(f) ((void)0)
#define FLOCK(f) ((void)0)
#define FUNLOCK(f) ((void)0)
