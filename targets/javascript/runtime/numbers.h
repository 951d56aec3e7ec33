/* Numbers and their text. */
#ifndef JS_NUMBERS_H
#define JS_NUMBERS_H

#include "values.h"

value js_number_to_string(value number); /* as String(number): a string */
value js_string_to_number(value string); /* as Number(string): a number */
double js_power(double base, double exponent); /* as ** and Math.pow */

#endif
