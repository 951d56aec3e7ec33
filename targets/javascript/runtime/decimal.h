/* Numbers as text and text as numbers, exactly as JavaScript has it. */
#ifndef JS_DECIMAL_H
#define JS_DECIMAL_H

#include <stdbool.h>
#include <stdint.h>

/* Room for the text of any number by `number_to_text`. */
enum { NUMBER_TEXT = 32 };
/* Room for the text of any number by the functions with counts and radixes. */
enum { LONG_NUMBER_TEXT = 1200 };

/* Number::toString(10): the shortest text that reads as the number; gives the length.
   No terminator is written. */
uint32_t number_to_text(double number, char *text);
uint32_t integer_to_text(int32_t number, char *text);

/* The number that Latin-1 characters are, all of them (StringToNumber): NaN if they are
   none. White space at the ends is skipped; no characters are 0. */
double number_from_text(const char *text, uint32_t length);
/* parseFloat: the number that the characters begin with. */
double number_from_prefix(const char *text, uint32_t length);
/* parseInt; radix as ToInt32 gives it: 0 if it is undefined. */
double integer_from_prefix(const char *text, uint32_t length, int32_t radix);

/* Number.prototype.toFixed, toExponential, toPrecision and toString with a radix, of what
   they have a digit count for and of radix 2 to 36; the number is finite.
   toExponential: a count of -1 is as many digits as necessary. */
uint32_t number_to_fixed(double number, int count, char *text);
uint32_t number_to_exponential(double number, int count, char *text);
uint32_t number_to_precision(double number, int count, char *text);
uint32_t number_to_radix(double number, uint32_t radix, char *text);

/* A positive finite number is mantissa * 2^exponent. */
uint64_t double_parts(double number, int *exponent);
/* The greatest power of ten that is not above the number, or one less. */
int decimal_exponent(uint64_t mantissa, int exponent);
/* Digits as text: the decimal point is behind as many of them as `point` says, which may
   be beyond either end. */
uint32_t decimal_to_text(const char *digits, int count, int point, char *text);
uint32_t exponential_to_text(const char *digits, int count, int point, char *text);
/* The shortest digits that read as a positive finite number: at most 17; gives how many. */
int shortest_digits(double number, char *digits, int *point);

#endif
