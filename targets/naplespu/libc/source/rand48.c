/* The generators of 48 bits. */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdlib.h>

static uint64_t state = 0x1234abcd330e;

static uint64_t next(void)
{
	state = (state * 0x5deece66d + 11) & 0xffffffffffff;
	return state;
}

void srand48(long seed)
{
	state = (uint64_t)(uint32_t)seed << 16 | 0x330e;
}

double drand48(void)
{
	return next() * 0x1p-48;
}

long lrand48(void)
{
	return next() >> 17;
}

long mrand48(void)
{
	return (int32_t)(next() >> 16);
}
