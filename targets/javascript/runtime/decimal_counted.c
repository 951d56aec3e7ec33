/* Numbers as text with a given number of digits, or of another radix. */

#include <math.h>
#include <string.h>

#include "big.h"
#include "decimal.h"

/* number * 10^decimal, rounded to an integer, halves up: its digits; gives how many. */
static int rounded_digits(double number, int decimal, char *digits) {
    big value;
    int exponent;
    big_set(&value, double_parts(number, &exponent));
    big_scale(&value, exponent + 1, decimal);
    if (value.used == 0) {
        *digits = '0';
        return 1;
    }
    /* + 1 for the half; the carry may run through all limbs. */
    for (uint32_t i = 0; ++value.limb[i] == 0; i++) {
        if (i + 1 == value.used) {
            value.limb[value.used++] = 0;
        }
    }
    big_shift_right(&value, 1);
    return (int)big_digits(&value, digits);
}

/* As many digits of a positive number; `point` is the place of the decimal point. */
static void counted_digits(double number, int count, char *digits, int *point) {
    int exponent;
    uint64_t mantissa = double_parts(number, &exponent);
    *point = decimal_exponent(mantissa, exponent) + 1;
    /* One digit too many if that was one too low, or if rounding carried. */
    while (rounded_digits(number, count - *point, digits) > count) {
        ++*point;
    }
}

uint32_t number_to_fixed(double number, int count, char *text) {
    char digits[128];
    if (number < 0) {
        *text = '-';
        return 1 + number_to_fixed(-number, count, text + 1);
    }
    if (number >= 1e21) {
        return number_to_text(number, text);
    }
    int length = rounded_digits(number, count, digits);
    return decimal_to_text(digits, length, length - count, text);
}

uint32_t number_to_exponential(double number, int count, char *text) {
    char digits[128];
    int point = 1;
    if (number < 0) {
        *text = '-';
        return 1 + number_to_exponential(-number, count, text + 1);
    }
    if (number == 0) {
        memset(digits, '0', sizeof digits);
        count = count < 0 ? 0 : count;
    } else if (count < 0) {
        count = shortest_digits(number, digits, &point) - 1;
    } else {
        counted_digits(number, count + 1, digits, &point);
    }
    return exponential_to_text(digits, count + 1, point, text);
}

uint32_t number_to_precision(double number, int count, char *text) {
    char digits[128];
    int point = 1;
    if (number < 0) {
        *text = '-';
        return 1 + number_to_precision(-number, count, text + 1);
    }
    if (number == 0) {
        memset(digits, '0', sizeof digits);
    } else {
        counted_digits(number, count, digits, &point);
    }
    return point > -6 && point <= count ? decimal_to_text(digits, count, point, text)
                                        : exponential_to_text(digits, count, point, text);
}

/* Half of the distance to the next double above a number that is not negative. */
static double half_distance(double number) {
    int exponent;
    double_parts(number, &exponent);
    return exponent > -1074 ? ldexp(0.5, exponent) : 4.94065645841246544e-324;
}

/* V8's algorithm, operation by operation: the language leaves the digits open. */
uint32_t number_to_radix(double number, uint32_t radix, char *text) {
    static const char DIGITS[] = "0123456789abcdefghijklmnopqrstuvwxyz";
    char fraction_text[LONG_NUMBER_TEXT];
    uint32_t count = 0, length = 0;
    if (number < 0) {
        *text = '-';
        return 1 + number_to_radix(-number, radix, text + 1);
    }
    double integer = floor(number), fraction = number - integer;
    double delta = half_distance(number);
    while (fraction >= delta) {
        fraction *= radix;
        delta *= radix;
        uint32_t digit = (uint32_t)fraction;
        fraction_text[count++] = (char)digit;
        fraction -= digit;
        if ((fraction > 0.5 || (fraction == 0.5 && digit % 2 != 0)) &&
            fraction + delta > 1) {
            /* Rounded up: the carry goes through the digits so far. */
            while (count > 0 && (uint32_t)fraction_text[count - 1] + 1 == radix) {
                count--;
            }
            if (count == 0) {
                integer += 1;
            } else {
                fraction_text[count - 1]++;
            }
            break;
        }
    }
    /* The digits of the integer from the last; those beyond its precision are zeros. */
    char reversed[LONG_NUMBER_TEXT];
    for (; integer / radix >= 9007199254740992; integer /= radix) {
        reversed[length++] = '0';
    }
    do {
        double rest = fmod(integer, radix);
        reversed[length++] = DIGITS[(uint32_t)rest];
        integer = (integer - rest) / radix;
    } while (integer > 0);
    uint32_t end = 0;
    while (length > 0) {
        text[end++] = reversed[--length];
    }
    if (count > 0) {
        text[end++] = '.';
    }
    for (uint32_t i = 0; i < count; i++) {
        text[end++] = DIGITS[(uint32_t)fraction_text[i]];
    }
    return end;
}
