/* Without threads: streams need no locks. */
#include_next "libc.h"

#undef libc
#define libc ((struct __libc){0})
