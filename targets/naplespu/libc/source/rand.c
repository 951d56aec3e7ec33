/* rand: a linear congruential generator of 64 bits, of which the upper ones are used. */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdlib.h>

static uint64_t state;

void srand(unsigned seed)
{
	state = seed - 1;
}

int rand(void)
{
	state = 6364136223846793005 * state + 1;
	return state >> 33;
}

int rand_r(unsigned *seed)
{
	*seed = *seed * 1103515245 + 12345;
	unsigned mixed = *seed ^ *seed >> 15;
	return mixed * 2654435769u >> 1;
}
