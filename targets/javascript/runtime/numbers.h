/* Numbers and their text. */
#ifndef JS_NUMBERS_H
#define JS_NUMBERS_H

#include "values.h"

struct string;

value js_number_to_string(value number); /* as String(number): a string */
value js_string_to_number(value string); /* as Number(string): a number */
double js_power(double base, double exponent); /* as ** and Math.pow */

/* White space and line ends of the language. */
bool js_is_space(uint32_t unit);

/* The characters for the functions that read numbers: white space that is not Latin-1 as
   blanks, anything else as what no number has. */
const char *js_number_characters(const struct string *s);

#endif
