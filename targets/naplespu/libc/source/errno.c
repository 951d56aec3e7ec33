#include <errno.h>

int *___errno_location(void) __attribute__((__alias__("__errno_location")));

static int last_error;

int *__errno_location(void)
{
	return &last_error;
}
