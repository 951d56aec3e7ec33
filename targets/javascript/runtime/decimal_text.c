/* Numbers as the shortest text. */

#include <string.h>

#include "big.h"
#include "decimal.h"

uint64_t double_parts(double number, int *exponent) {
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    uint64_t fraction = bits & (((uint64_t)1 << 52) - 1);
    int biased = (int)(bits >> 52 & 2047);
    *exponent = (biased != 0 ? biased : 1) - 1075;
    return biased != 0 ? fraction | (uint64_t)1 << 52 : fraction;
}

int decimal_exponent(uint64_t mantissa, int exponent) {
    int top = 63 - __builtin_clzll(mantissa) + exponent;
    return (top * 315653) >> 20; /* log10(2) * 2^20, rounded up */
}

/* The digits of a number below 10^18 without its trailing zeros; gives how many. */
static int integer_digits(uint64_t number, char *digits, int *length) {
    uint32_t parts[2] = {(uint32_t)(number / 1000000000), (uint32_t)(number % 1000000000)};
    char text[18];
    for (int i = 18; i-- > 0; parts[i / 9] /= 10) {
        text[i] = (char)('0' + parts[i / 9] % 10);
    }
    int start = 0, end = 18;
    while (text[start] == '0') {
        start++;
    }
    while (text[end - 1] == '0') {
        end--;
    }
    *length = 18 - start;
    memcpy(digits, text + start, (size_t)(end - start));
    return end - start;
}

/* floor(mantissa * 2^binary * 10^decimal); was there a fraction? */
static uint64_t scaled(uint64_t mantissa, int binary, int decimal, bool *inexact) {
    big number;
    big_set(&number, mantissa);
    *inexact = big_scale(&number, binary, decimal);
    return big_low(&number);
}

/*
 * All reals in an interval around the number read as it: half-way to its neighbours, with
 * its ends if the mantissa is even. Scaled by a power of ten, such that the number has at
 * least 17 digits before the point, the interval holds integers. Those that are multiples
 * of the highest power of ten have the fewest digits; the one nearest to the number is
 * taken, of two the even one.
 */
int shortest_digits(double number, char *digits, int *point) {
    int length, exponent;
    if (number < 9007199254740992 && number == (double)(int64_t)number) {
        int count = integer_digits((uint64_t)number, digits, &length);
        *point = length;
        return count;
    }
    uint64_t mantissa = double_parts(number, &exponent);
    int scale = 16 - decimal_exponent(mantissa, exponent);
    bool even = mantissa % 2 == 0;
    /* Below a power of two the neighbour is half as far away. */
    bool uneven = mantissa == (uint64_t)1 << 52 && exponent > -1074;
    bool inexact, above, below;
    uint64_t twice = scaled(mantissa, exponent + 1, scale, &inexact);
    uint64_t high = scaled(4 * mantissa + 2, exponent - 2, scale, &above);
    uint64_t low = scaled(4 * mantissa - 2 + uneven, exponent - 2, scale, &below);
    high -= !above && !even;
    low += below || !even;
    /* Dropped digits: first nine at once, if possible, so that the rest is cheap. */
    uint64_t power = 1;
    int dropped = 0;
    for (uint32_t step = 1000000000, places = 9;; step = 10, places = 1) {
        uint64_t next_high = high / step;
        uint64_t next_low = (low + step - 1) / step;
        if (next_low <= next_high) {
            high = next_high;
            low = next_low;
            power *= step;
            dropped += (int)places;
        } else if (places == 1) {
            break;
        }
    }
    uint64_t nearest = twice / (2 * power), rest = twice % (2 * power);
    if (rest > power || (rest == power && (inexact || nearest % 2 != 0))) {
        nearest++;
    }
    nearest = nearest < low ? low : nearest > high ? high : nearest;
    int count = integer_digits(nearest, digits, &length);
    *point = length + dropped - scale;
    return count;
}

uint32_t decimal_to_text(const char *digits, int count, int point, char *text) {
    char *end = text;
    /* There is at least one digit before the point. */
    for (int i = point < 1 ? point - 1 : 0; i < count || i < point; i++) {
        if (i == point) {
            *end++ = '.';
        }
        *end++ = i >= 0 && i < count ? digits[i] : '0';
    }
    return (uint32_t)(end - text);
}

uint32_t exponential_to_text(const char *digits, int count, int point, char *text) {
    uint32_t length = decimal_to_text(digits, count, 1, text);
    text[length++] = 'e';
    text[length++] = point > 0 ? '+' : '-';
    return length + integer_to_text(point > 0 ? point - 1 : 1 - point, text + length);
}

uint32_t integer_to_text(int32_t number, char *text) {
    char digits[10];
    uint32_t count = 0, length = 0;
    uint32_t rest = number < 0 ? 0 - (uint32_t)number : (uint32_t)number;
    do {
        digits[count++] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (number < 0) {
        text[length++] = '-';
    }
    while (count > 0) {
        text[length++] = digits[--count];
    }
    return length;
}

uint32_t number_to_text(double number, char *text) {
    char digits[18];
    int point;
    if (number != number) {
        memcpy(text, "NaN", 3);
        return 3;
    }
    if (number == 0) {
        *text = '0';
        return 1;
    }
    if (number < 0) {
        *text = '-';
        return 1 + number_to_text(-number, text + 1);
    }
    if (number > 1.7976931348623157e308) {
        memcpy(text, "Infinity", 8);
        return 8;
    }
    int count = shortest_digits(number, digits, &point);
    return point > -6 && point <= 21 ? decimal_to_text(digits, count, point, text)
                                     : exponential_to_text(digits, count, point, text);
}
