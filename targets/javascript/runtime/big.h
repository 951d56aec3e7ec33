/* Natural numbers of up to 3072 bits: what exact decimal conversion needs. */
#ifndef JS_BIG_H
#define JS_BIG_H

#include <stdbool.h>
#include <stdint.h>

/* 772 digits decide how any decimal rounds to a double; they take 81 limbs. */
enum { BIG_LIMBS = 96, BIG_DIGITS = 772 };

typedef struct {
    uint32_t used; /* the highest limb is not 0 */
    uint32_t limb[BIG_LIMBS];
} big;

void big_set(big *number, uint64_t value);
/* The lowest 64 bits. */
uint64_t big_low(const big *number);
uint32_t big_bits(const big *number);
/* number * factor + addend */
void big_multiply_add(big *number, uint32_t factor, uint32_t addend);
/* number / divisor; gives the remainder. */
uint32_t big_divide(big *number, uint32_t divisor);
void big_shift_left(big *number, uint32_t amount);
/* number >> amount; were any ones shifted out? */
bool big_shift_right(big *number, uint32_t amount);
/* floor(number * 2^binary * 10^decimal); was there a fraction? */
bool big_scale(big *number, int binary, int decimal);
/* The digits of the number, without a terminator; gives how many. Destroys the number. */
uint32_t big_digits(big *number, char *digits);
/* The double nearest to number * 2^exponent, ties to even; sticky: the number is a
   little greater than its bits say. Destroys the number. */
double big_to_double(big *number, int exponent, bool sticky);

#endif
