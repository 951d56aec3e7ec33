/* Time is what has been executed: one operation takes a microsecond, and the program
   starts at the beginning of 1970. */
#define _GNU_SOURCE
#include <circ.h>
#include "../include/sys/time.h"
#include <time.h>

clock_t clock(void)
{
	return circ_clock();
}

time_t time(time_t *result)
{
	time_t now = circ_clock() / CLOCKS_PER_SEC;
	if (result) *result = now;
	return now;
}

int gettimeofday(struct timeval *restrict result, void *restrict zone)
{
	unsigned long long now = circ_clock();
	result->tv_sec = now / CLOCKS_PER_SEC;
	result->tv_usec = now % CLOCKS_PER_SEC;
	return 0;
}

int clock_gettime(clockid_t clock, struct timespec *result)
{
	unsigned long long now = circ_clock();
	result->tv_sec = now / CLOCKS_PER_SEC;
	result->tv_nsec = now % CLOCKS_PER_SEC * 1000;
	return 0;
}

int timespec_get(struct timespec *result, int base)
{
	return base == TIME_UTC && !clock_gettime(CLOCK_REALTIME, result) ? base : 0;
}
