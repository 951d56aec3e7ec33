/* Numbers as strings and strings as numbers. */

#include "numbers.h"

#include "allocate.h"
#include "decimal.h"
#include "strings.h"

value js_number_to_string(value number)
{
    char text[NUMBER_TEXT];
    uint32_t length;
    if (js_is_int(number) && (uint32_t)js_to_int(number) < 10)
        return js_string_of_unit('0' + (uint32_t)js_to_int(number));
    if (js_is_int(number))
        length = integer_to_text(js_to_int(number), text);
    else
        length = number_to_text(js_to_double(number), text);
    return js_from_string(js_string_copy_narrow((const uint8_t *)text, length));
}

bool js_is_space(uint32_t unit)
{
    return (unit >= 9 && unit <= 13) || unit == ' ' || unit == 0xa0 || unit == 0x1680
        || (unit >= 0x2000 && unit <= 0x200a) || unit == 0x2028 || unit == 0x2029
        || unit == 0x202f || unit == 0x205f || unit == 0x3000 || unit == 0xfeff;
}

const char *js_number_characters(const struct string *s)
{
    if (!js_string_is_wide(s))
        return (const char *)s->narrow;
    char *text = js_allocate(s->length);
    for (uint32_t i = 0; i < s->length; i++) {
        uint32_t unit = s->wide[i];
        text[i] = js_is_space(unit) ? ' ' : unit < 256 ? (char)unit : '?';
    }
    return text;
}

value js_string_to_number(value string)
{
    const struct string *s = js_string(string);
    return js_from_number(number_from_text(js_number_characters(s), s->length));
}
