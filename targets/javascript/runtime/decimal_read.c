/* Text as numbers, rounded correctly. */

#include "big.h"
#include "decimal.h"

static bool is_space(char c) {
    return c == ' ' || (c >= '\t' && c <= '\r') || c == (char)0xa0;
}

static const char *skip_spaces(const char *at, const char *end) {
    while (at < end && is_space(*at)) {
        at++;
    }
    return at;
}

/* What the character is as a digit; 36 if it is none in any radix. */
static uint32_t digit_of(char c) {
    return c >= '0' && c <= '9'   ? (uint32_t)(c - '0')
           : c >= 'a' && c <= 'z' ? (uint32_t)(c - 'a' + 10)
           : c >= 'A' && c <= 'Z' ? (uint32_t)(c - 'A' + 10)
                                  : 36;
}

/* The double nearest to digits * 10^exponent. */
static double decimal_value(const char *digits, uint32_t count, int exponent) {
    static const double POWERS[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                    1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                    1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    if (count <= 15 && exponent >= -22 && exponent <= 22) {
        /* Both are exact doubles, so that one operation rounds once. */
        uint64_t value = 0;
        for (uint32_t i = 0; i < count; i++) {
            value = value * 10 + digit_of(digits[i]);
        }
        double exact = (double)value;
        return exponent < 0 ? exact / POWERS[-exponent] : exact * POWERS[exponent];
    }
    int magnitude = (int)count + exponent;
    if (magnitude > 310) {
        return __builtin_inf();
    }
    if (magnitude < -330) {
        return 0;
    }
    big number;
    big_set(&number, digit_of(digits[0]));
    for (uint32_t i = 1; i < count; i++) {
        big_multiply_add(&number, 10, digit_of(digits[i]));
    }
    int binary = 0;
    if (exponent < 0) {
        /* Enough bits for the quotient by 5^-exponent to have more than 64. */
        int bits = 66 - exponent * 7 / 3 - (int)big_bits(&number);
        binary = (bits > 0 ? bits : 0) - exponent;
    }
    bool inexact = big_scale(&number, binary, exponent);
    return big_to_double(&number, -binary, inexact);
}

/* A decimal literal without a sign; `at` is set behind it, or left if there is none. */
static double read_decimal(const char **at, const char *end) {
    char digits[BIG_DIGITS + 1];
    uint32_t count = 0;
    int exponent = 0;
    bool any = false, point = false;
    const char *next = *at;
    for (; next < end; next++) {
        if (*next == '.' && !point) {
            point = true;
            continue;
        }
        if (digit_of(*next) > 9) {
            break;
        }
        any = true;
        exponent -= point;
        if (count == BIG_DIGITS) {
            /* Nothing but whether there are further digits matters. */
            if (*next != '0') {
                digits[BIG_DIGITS - 1] |= 1;
            }
            exponent++;
        } else if (count > 0 || *next != '0') {
            digits[count++] = *next;
        }
    }
    if (!any) {
        return __builtin_nan("");
    }
    *at = next;
    if (next < end && (*next == 'e' || *next == 'E')) {
        next++;
        bool negative = next < end && *next == '-';
        if (next < end && (*next == '-' || *next == '+')) {
            next++;
        }
        int power = 0;
        for (; next < end && digit_of(*next) < 10; next++) {
            power = power < 100000000 ? power * 10 + (int)digit_of(*next) : power;
            *at = next + 1;
        }
        exponent += negative ? -power : power;
    }
    while (count > 0 && digits[count - 1] == '0') {
        count--;
        exponent++;
    }
    return count == 0 ? 0 : decimal_value(digits, count, exponent);
}

/* A decimal literal with a sign, or Infinity. */
static double read_signed(const char **at, const char *end) {
    static const char INFINITY_TEXT[] = "Infinity";
    bool negative = *at < end && **at == '-';
    const char *next = *at + (*at < end && (**at == '-' || **at == '+'));
    uint32_t same = 0;
    while (same < 8 && next + same < end && next[same] == INFINITY_TEXT[same]) {
        same++;
    }
    double value = __builtin_inf();
    if (same == 8) {
        next += 8;
    } else {
        value = read_decimal(&next, end);
    }
    *at = next;
    return negative ? -value : value;
}

/* Digits of a radix that is a power of two, rounded correctly. */
static double read_binary(const char **at, const char *end, uint32_t radix) {
    uint64_t value = 0;
    int exponent = 0, bits = __builtin_ctz(radix);
    bool sticky = false;
    uint32_t digit;
    for (; *at < end && (digit = digit_of(**at)) < radix; ++*at) {
        if (value >> (64 - bits) == 0) {
            value = value << bits | digit;
        } else {
            sticky |= digit != 0;
            exponent += exponent < 2000 ? bits : 0;
        }
    }
    big number;
    big_set(&number, value);
    return big_to_double(&number, exponent, sticky);
}

double number_from_text(const char *text, uint32_t length) {
    const char *at = text, *end = text + length;
    at = skip_spaces(at, end);
    while (end > at && is_space(end[-1])) {
        end--;
    }
    if (at == end) {
        return 0;
    }
    double value;
    uint32_t radix = 0;
    if (end - at > 2 && *at == '0') {
        char letter = (char)(at[1] | 0x20);
        radix = letter == 'x' ? 16 : letter == 'o' ? 8 : letter == 'b' ? 2 : 0;
    }
    if (radix != 0) {
        at += 2;
        value = read_binary(&at, end, radix);
    } else {
        value = read_signed(&at, end);
    }
    return at == end ? value : __builtin_nan("");
}

double number_from_prefix(const char *text, uint32_t length) {
    const char *end = text + length, *at = skip_spaces(text, end);
    return read_signed(&at, end);
}

/* Digits of any other radix. Parts are added up in doubles, as V8 does it, whose results
   beyond 2^53 differ from the nearest. */
static double read_parts(const char **at, const char *end, uint32_t radix) {
    double value = 0;
    uint32_t digit = 0;
    while (*at < end && digit_of(**at) < radix) {
        uint32_t part = 0, factor = 1;
        while (factor * radix <= UINT32_MAX / 36 && *at < end &&
               (digit = digit_of(**at)) < radix) {
            part = part * radix + digit;
            factor *= radix;
            ++*at;
        }
        value = value * factor + part;
    }
    return value;
}

double integer_from_prefix(const char *text, uint32_t length, int32_t radix) {
    const char *end = text + length, *at = skip_spaces(text, end);
    bool negative = at < end && *at == '-';
    if (at < end && (*at == '-' || *at == '+')) {
        at++;
    }
    if ((radix == 0 || radix == 16) && end - at >= 2 && at[0] == '0' &&
        (at[1] | 0x20) == 'x') {
        at += 2;
        radix = 16;
    }
    if (radix == 0) {
        radix = 10;
    }
    if (radix < 2 || radix > 36 || at == end || digit_of(*at) >= (uint32_t)radix) {
        return __builtin_nan("");
    }
    double value;
    if (radix == 10) {
        const char *stop = at;
        while (stop < end && digit_of(*stop) < 10) {
            stop++;
        }
        value = read_decimal(&at, stop);
    } else if ((radix & (radix - 1)) == 0) {
        value = read_binary(&at, end, (uint32_t)radix);
    } else {
        value = read_parts(&at, end, (uint32_t)radix);
    }
    return negative ? -value : value;
}
