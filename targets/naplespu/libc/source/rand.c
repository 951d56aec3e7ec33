/* rand: a linear congruential generator of 64 bits, of which the upper ones are used. */
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
