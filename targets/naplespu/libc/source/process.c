/* Errors, the end of a program, and what unistd.h has. */
#define _GNU_SOURCE
#include <circ.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

_Noreturn void _Exit(int status)
{
	circ_exit(status);
}

_Noreturn void _exit(int status)
{
	circ_exit(status);
}

static int result(int value)
{
	if (value >= 0) return value;
	errno = -value;
	return -1;
}

ssize_t read(int descriptor, void *bytes, size_t count)
{
	return result(circ_read(descriptor, bytes, count));
}

ssize_t write(int descriptor, const void *bytes, size_t count)
{
	return result(circ_write(descriptor, bytes, count));
}

void *sbrk(intptr_t change)
{
	char *end = circ_brk(0);
	if (change && circ_brk(end + change) != end + change) {
		errno = ENOMEM;
		return (void *)-1;
	}
	return end;
}

int isatty(int descriptor)
{
	errno = ENOTTY;
	return 0;
}
