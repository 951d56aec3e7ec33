#ifndef _SETJMP_H
#define _SETJMP_H

#ifdef __cplusplus
extern "C" {
#endif

#include <features.h>

/* Room for the registers that a function has to preserve, but for vectors, which the
   compiler keeps where setjmp is called. */
typedef unsigned long jmp_buf[16];

int setjmp(jmp_buf) __attribute__((__returns_twice__));
_Noreturn void longjmp(jmp_buf, int);
#define setjmp setjmp

/* There are no signal masks. */
typedef jmp_buf sigjmp_buf;
#define _setjmp(buffer) setjmp(buffer)
#define _longjmp(buffer, value) longjmp(buffer, value)
#define sigsetjmp(buffer, save) ((void)(save), setjmp(buffer))
#define siglongjmp(buffer, value) longjmp(buffer, value)

#ifdef __cplusplus
}
#endif

#endif
