/* Primitive values as console.log shows them. */

#include "inspect.h"

#include "numbers.h"

static bool has(const struct string *s, uint32_t unit, uint32_t next)
{
    for (uint32_t i = 0; i < s->length; i++)
        if (js_string_at(s, i) == unit
            && (next == 0 || (i + 1 < s->length && js_string_at(s, i + 1) == next)))
            return true;
    return false;
}

static void add_hex(struct builder *b, uint32_t unit, uint32_t digits, const char *figures)
{
    while (digits-- > 0)
        js_builder_unit(b, (uint8_t)figures[unit >> 4 * digits & 15]);
}

struct string *js_quoted(const struct string *s)
{
    /* Quotes that the string does not have, if there are any. */
    uint32_t quote = !has(s, '\'', 0) ? '\''
        : !has(s, '"', 0)             ? '"'
        : !has(s, '`', 0) && !has(s, '$', '{') ? '`'
                                               : '\'';
    struct builder b;
    js_builder_start(&b);
    js_builder_unit(&b, quote);
    for (uint32_t i = 0; i < s->length; i++) {
        uint32_t unit = js_string_at(s, i);
        uint32_t next = i + 1 < s->length ? js_string_at(s, i + 1) : 0;
        static const char LETTERS[] = "btn\0fr"; /* from 8 on */
        if (unit >= 8 && unit <= 13 && unit != 11) {
            js_builder_unit(&b, '\\');
            js_builder_unit(&b, (uint8_t)LETTERS[unit - 8]);
        } else if (unit == '\\' || (unit == '\'' && quote == '\'')) {
            js_builder_unit(&b, '\\');
            js_builder_unit(&b, unit);
        } else if (unit < 32 || (unit > 126 && unit < 160)) {
            js_builder_text(&b, "\\x");
            add_hex(&b, unit, 2, "0123456789ABCDEF");
        } else if (unit >> 10 == 0xd800 >> 10 && next >> 10 == 0xdc00 >> 10) {
            js_builder_unit(&b, unit);
            js_builder_unit(&b, next);
            i++;
        } else if (unit >> 11 == 0xd800 >> 11) {
            js_builder_text(&b, "\\u");
            add_hex(&b, unit, 4, "0123456789abcdef");
        } else {
            js_builder_unit(&b, unit);
        }
    }
    js_builder_unit(&b, quote);
    return js_string(js_builder_end(&b));
}

struct string *js_inspect_number(value number)
{
    return number == js_from_double(-0.0) ? js_text("-0")
                                          : js_string(js_number_to_string(number));
}

/* A long string: each of its lines, if it does not fit. */
static struct string *inspect_string(const struct string *s, uint32_t indentation)
{
    enum { MOST = 10000, ALWAYS = 16 };
    struct string *trailer = js_string(js_string_empty());
    if (s->length > MOST) {
        int32_t rest = (int32_t)s->length - MOST;
        trailer = js_text("... %d more character%s", rest, rest > 1 ? "s" : "");
        s = js_string_slice(s, 0, MOST);
    }
    if (s->length <= ALWAYS || s->length + indentation + 4 <= INSPECT_WIDTH)
        return js_text("%v%v", js_quoted(s), trailer);
    struct builder b;
    js_builder_start(&b);
    for (uint32_t start = 0; start < s->length;) {
        uint32_t end = start;
        while (end < s->length && js_string_at(s, end) != '\n')
            end++;
        end += end < s->length;
        if (start > 0) {
            js_builder_text(&b, " +\n");
            for (uint32_t i = 0; i < indentation + 2; i++)
                js_builder_unit(&b, ' ');
        }
        js_builder_string(&b, js_quoted(js_string_slice(s, start, end)));
        start = end;
    }
    js_builder_string(&b, trailer);
    return js_string(js_builder_end(&b));
}

struct string *js_inspect_primitive(value v, uint32_t indentation)
{
    return js_is_string(v)  ? inspect_string(js_string(v), indentation)
        : js_is_number(v) ? js_inspect_number(v)
                            : js_string(js_to_string(v));
}
