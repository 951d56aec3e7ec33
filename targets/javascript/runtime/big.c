#include "big.h"

#include <string.h>

static const uint32_t POWERS_OF_5[] = {
    1,     5,      25,      125,     625,      3125,      15625,
    78125, 390625, 1953125, 9765625, 48828125, 244140625, 1220703125,
};
enum { HIGHEST_POWER_OF_5 = 13 };

void big_set(big *number, uint64_t value) {
    number->limb[0] = (uint32_t)value;
    number->limb[1] = (uint32_t)(value >> 32);
    number->used = number->limb[1] != 0 ? 2 : number->limb[0] != 0;
}

uint64_t big_low(const big *number) {
    uint64_t low = number->used > 0 ? number->limb[0] : 0;
    return number->used > 1 ? low | (uint64_t)number->limb[1] << 32 : low;
}

uint32_t big_bits(const big *number) {
    if (number->used == 0) {
        return 0;
    }
    return 32 * number->used - (uint32_t)__builtin_clz(number->limb[number->used - 1]);
}

void big_multiply_add(big *number, uint32_t factor, uint32_t addend) {
    uint64_t carry = addend;
    for (uint32_t i = 0; i < number->used; i++) {
        carry += (uint64_t)number->limb[i] * factor;
        number->limb[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry != 0) {
        number->limb[number->used++] = (uint32_t)carry;
    }
}

uint32_t big_divide(big *number, uint32_t divisor) {
    uint64_t rest = 0;
    for (uint32_t i = number->used; i-- > 0;) {
        rest = rest << 32 | number->limb[i];
        number->limb[i] = (uint32_t)(rest / divisor);
        rest %= divisor;
    }
    if (number->used > 0 && number->limb[number->used - 1] == 0) {
        number->used--;
    }
    return (uint32_t)rest;
}

void big_shift_left(big *number, uint32_t amount) {
    uint32_t limbs = amount / 32;
    if (number->used == 0) {
        return;
    }
    big_multiply_add(number, (uint32_t)1 << amount % 32, 0);
    memmove(number->limb + limbs, number->limb, number->used * sizeof(uint32_t));
    memset(number->limb, 0, limbs * sizeof(uint32_t));
    number->used += limbs;
}

bool big_shift_right(big *number, uint32_t amount) {
    uint32_t limbs = amount / 32, bits = amount % 32;
    bool lost = false;
    for (uint32_t i = 0; i < limbs && i < number->used; i++) {
        lost |= number->limb[i] != 0;
    }
    if (limbs >= number->used) {
        number->used = 0;
        return lost;
    }
    number->used -= limbs;
    memmove(number->limb, number->limb + limbs, number->used * sizeof(uint32_t));
    if (bits != 0) {
        lost |= number->limb[0] << (32 - bits) != 0;
        for (uint32_t i = 0; i + 1 < number->used; i++) {
            number->limb[i] = number->limb[i] >> bits | number->limb[i + 1] << (32 - bits);
        }
        number->limb[number->used - 1] >>= bits;
        number->used -= number->limb[number->used - 1] == 0;
    }
    return lost;
}

bool big_scale(big *number, int binary, int decimal) {
    bool inexact = false;
    binary += decimal;
    if (binary > 0) {
        big_shift_left(number, (uint32_t)binary);
    }
    for (int rest = decimal; rest > 0; rest -= HIGHEST_POWER_OF_5) {
        int power = rest < HIGHEST_POWER_OF_5 ? rest : HIGHEST_POWER_OF_5;
        big_multiply_add(number, POWERS_OF_5[power], 0);
    }
    for (int rest = -decimal; rest > 0; rest -= HIGHEST_POWER_OF_5) {
        int power = rest < HIGHEST_POWER_OF_5 ? rest : HIGHEST_POWER_OF_5;
        inexact |= big_divide(number, POWERS_OF_5[power]) != 0;
    }
    if (binary < 0) {
        inexact |= big_shift_right(number, (uint32_t)-binary);
    }
    return inexact;
}

uint32_t big_digits(big *number, char *digits) {
    uint32_t parts[BIG_LIMBS * 32 / 29 + 1], count = 0, length = 0;
    do {
        parts[count++] = big_divide(number, 1000000000);
    } while (number->used > 0);
    while (count-- > 0) {
        uint32_t width = 9, part = parts[count];
        if (length == 0) {
            for (width = 1; width < 9 && part >= 10; width++) {
                part /= 10;
            }
            part = parts[count];
        }
        for (uint32_t i = width; i-- > 0; part /= 10) {
            digits[length + i] = (char)('0' + part % 10);
        }
        length += width;
    }
    return length;
}

double big_to_double(big *number, int exponent, bool sticky) {
    int bits = (int)big_bits(number);
    int top = bits - 1 + exponent; /* the exponent of the highest bit */
    int precision = top >= -1022 ? 53 : 53 + 1022 + top;
    uint64_t pattern;
    if (bits == 0 || precision < 0) {
        pattern = 0;
    } else if (top > 1023) {
        pattern = (uint64_t)2047 << 52;
    } else {
        int surplus = bits - precision;
        if (surplus > 0) {
            sticky |= big_shift_right(number, (uint32_t)surplus - 1);
            pattern = big_low(number);
            bool up = (pattern & 1) != 0 && (sticky || (pattern & 2) != 0);
            pattern = (pattern >> 1) + up;
        } else {
            pattern = big_low(number) << -surplus;
        }
        /* The leading one, and a carry out of rounding, add to the exponent. */
        if (precision == 53) {
            pattern += (uint64_t)(top + 1022) << 52;
        }
    }
    double result;
    memcpy(&result, &pattern, sizeof result);
    return result;
}
