/* The only time zone is UTC. */
#define _GNU_SOURCE
#include <time.h>
#include <time_impl.h>

const char __utc[] = "UTC";
int daylight;
long timezone;
char *tzname[2] = {(char *)__utc, (char *)__utc};

void tzset(void)
{
}

void __secs_to_zone(long long seconds, int local, int *summer, long *offset,
                    long *other_offset, const char **name)
{
	*summer = 0;
	*offset = 0;
	if (other_offset) *other_offset = 0;
	*name = __utc;
}

const char *__tm_to_tzname(const struct tm *time)
{
	return __utc;
}
