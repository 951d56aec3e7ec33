/* The end of a program. Functions to be called and streams to be flushed are there if
   something else of the program needs atexit or streams. */
#include <circ.h>
#include <stdlib.h>

static void nothing(void)
{
}

void __funcs_on_exit(void) __attribute__((__weak__, __alias__("nothing")));
void __stdio_exit(void) __attribute__((__weak__, __alias__("nothing")));

_Noreturn void exit(int status)
{
	__funcs_on_exit();
	__stdio_exit();
	circ_exit(status);
}
