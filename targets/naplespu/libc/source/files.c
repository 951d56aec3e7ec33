/* There are no files. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>

FILE *fopen(const char *restrict name, const char *restrict mode)
{
	errno = ENOSYS;
	return 0;
}

FILE *fdopen(int descriptor, const char *mode)
{
	errno = ENOSYS;
	return 0;
}

FILE *freopen(const char *restrict name, const char *restrict mode, FILE *restrict f)
{
	errno = ENOSYS;
	return 0;
}

FILE *tmpfile(void)
{
	errno = ENOSYS;
	return 0;
}

char *tmpnam(char *name)
{
	return 0;
}

int remove(const char *name)
{
	errno = ENOSYS;
	return -1;
}

int rename(const char *from, const char *to)
{
	errno = ENOSYS;
	return -1;
}
