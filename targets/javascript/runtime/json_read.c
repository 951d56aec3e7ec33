/* JSON.parse. */

#include "native.h"

#include "decimal.h"
#include "numbers.h"

struct reader {
    const struct string *text;
    const char *characters; /* for numbers */
    uint32_t at;
};

enum { END = 0x10000 }; /* no unit */

static uint32_t unit(const struct reader *r)
{
    return r->at < r->text->length ? js_string_at(r->text, r->at) : END;
}

static void skip_spaces(struct reader *r)
{
    while (unit(r) == ' ' || unit(r) == '\t' || unit(r) == '\n' || unit(r) == '\r')
        r->at++;
}

static value throw_at(const struct reader *r, const char *message)
{
    return js_throw_syntax_error("%s in JSON at position %d", message, (int)r->at);
}

/* What other values are as strings: V8 names them. */
static bool is_special(const struct string *text)
{
    return js_string_equals_text(text, "NaN") || js_string_equals_text(text, "Infinity")
        || js_string_equals_text(text, "undefined")
        || js_string_equals_text(text, "[object Object]");
}

static value throw_unexpected(const struct reader *r)
{
    enum { AROUND = 10 }; /* V8 shows as much of the text around the place */
    uint32_t length = r->text->length, start = 0, end = length, found = unit(r);
    if (found == '"')
        return throw_at(r, "Unexpected string");
    if (found == '-' || (found >= '0' && found <= '9'))
        return throw_at(r, "Unexpected number");
    if (is_special(r->text))
        return js_throw_syntax_error("\"%v\" is not valid JSON", js_from_string(r->text));
    if (found == END)
        return js_throw_syntax_error("Unexpected end of JSON input");
    if (length > 2 * AROUND) {
        start = r->at >= AROUND ? r->at - AROUND : 0;
        end = r->at + AROUND < length ? r->at + AROUND : length;
    }
    return js_throw_syntax_error("Unexpected token '%v', %s\"%v\"%s is not valid JSON",
                                 js_string_of_unit(found), start > 0 ? "..." : "",
                                 js_from_string(js_string_slice(r->text, start, end)),
                                 end < length ? "..." : "");
}

static value read_string(struct reader *r)
{
    static const char LETTERS[] = "\"\\/bfnrt", MEANINGS[] = "\"\\/\b\f\n\r\t";
    struct builder b;
    uint32_t start = ++r->at;
    while (unit(r) != '"' && unit(r) != '\\' && unit(r) >= ' ' && unit(r) != END)
        r->at++;
    struct string *plain = js_string_slice(r->text, start, r->at);
    if (unit(r) == '"') {
        r->at++;
        return js_from_string(plain);
    }
    js_builder_start(&b);
    js_builder_string(&b, plain);
    for (; unit(r) != '"'; r->at++) {
        if (unit(r) == END)
            return throw_at(r, "Unterminated string");
        if (unit(r) < ' ')
            return throw_at(r, "Bad control character in string literal");
        if (unit(r) != '\\') {
            js_builder_unit(&b, unit(r));
            continue;
        }
        r->at++;
        uint32_t letter = unit(r);
        const char *known = letter < 128 ? strchr(LETTERS, (int)letter) : NULL;
        if (letter == 'u') {
            uint32_t code = 0;
            for (int i = 0; i < 4; i++) {
                r->at++;
                uint32_t c = unit(r), low = c | 0x20;
                if (c >= '0' && c <= '9')
                    code = code * 16 + c - '0';
                else if (low >= 'a' && low <= 'f')
                    code = code * 16 + low - 'a' + 10;
                else
                    return throw_at(r, "Bad Unicode escape");
            }
            js_builder_unit(&b, code);
        } else if (known && letter != 0) {
            js_builder_unit(&b, (uint8_t)MEANINGS[known - LETTERS]);
        } else {
            return letter == END ? throw_at(r, "Unterminated string")
                                 : throw_at(r, "Bad escaped character");
        }
    }
    r->at++;
    return js_builder_end(&b);
}

static bool is_digit(const struct reader *r)
{
    return unit(r) >= '0' && unit(r) <= '9';
}

static bool skip_digits(struct reader *r)
{
    bool any = is_digit(r);
    while (is_digit(r))
        r->at++;
    return any;
}

static value read_number(struct reader *r)
{
    uint32_t start = r->at;
    r->at += unit(r) == '-';
    if (!is_digit(r))
        return throw_at(r, "No number after minus sign");
    if (unit(r) == '0') {
        r->at++;
        if (is_digit(r))
            return throw_unexpected(r);
    } else {
        skip_digits(r);
    }
    if (unit(r) == '.') {
        r->at++;
        if (!skip_digits(r))
            return throw_at(r, "Unterminated fractional number");
    }
    if ((unit(r) | 0x20) == 'e') {
        r->at++;
        r->at += unit(r) == '+' || unit(r) == '-';
        if (!skip_digits(r))
            return throw_at(r, "Exponent part is missing a number");
    }
    return js_from_number(number_from_text(r->characters + start, r->at - start));
}

static value read_word(struct reader *r)
{
    static const char *const WORDS[] = {"null", "false", "true"};
    static const value VALUES[] = {JS_NULL, JS_FALSE, JS_TRUE};
    for (uint32_t i = 0; i < 3; i++) {
        if (unit(r) != (uint8_t)WORDS[i][0])
            continue;
        for (const char *c = WORDS[i]; *c; c++, r->at++)
            if (unit(r) != (uint8_t)*c)
                return throw_unexpected(r);
        return VALUES[i];
    }
    return throw_unexpected(r);
}

static value read_value(struct reader *r);

static value read_array(struct reader *r)
{
    struct object *array = js_new_array(0, 0);
    r->at++;
    skip_spaces(r);
    if (unit(r) == ']') {
        r->at++;
        return js_from_object(array);
    }
    for (;;) {
        value content = read_value(r);
        if (content == JS_EXCEPTION)
            return content;
        js_array_push(array, content);
        skip_spaces(r);
        if (unit(r) == ']') {
            r->at++;
            return js_from_object(array);
        }
        if (unit(r) != ',')
            return throw_at(r, "Expected ',' or ']' after array element");
        r->at++;
    }
}

static value read_object(struct reader *r)
{
    struct object *object = js_new_object();
    r->at++;
    skip_spaces(r);
    if (unit(r) == '}') {
        r->at++;
        return js_from_object(object);
    }
    for (bool first = true;; first = false) {
        skip_spaces(r);
        if (unit(r) != '"')
            return throw_at(r, first ? "Expected property name or '}'"
                                     : "Expected double-quoted property name");
        value name = read_string(r);
        if (name == JS_EXCEPTION)
            return name;
        skip_spaces(r);
        if (unit(r) != ':')
            return throw_at(r, "Expected ':' after property name");
        r->at++;
        value content = read_value(r);
        if (content == JS_EXCEPTION)
            return content;
        js_put(object, js_key_of_string(js_string(name)), content);
        skip_spaces(r);
        if (unit(r) == '}') {
            r->at++;
            return js_from_object(object);
        }
        if (unit(r) != ',')
            return throw_at(r, "Expected ',' or '}' after property value");
        r->at++;
    }
}

static value read_value(struct reader *r)
{
    skip_spaces(r);
    switch (unit(r)) {
    case '{':
        return read_object(r);
    case '[':
        return read_array(r);
    case '"':
        return read_string(r);
    default:
        return unit(r) == '-' || is_digit(r) ? read_number(r) : read_word(r);
    }
}

/* Call the reviver for all properties, inner ones first, and for the value itself. */
static value revive(value reviver, value holder, value key)
{
    value content = js_get(holder, key);
    if (content == JS_EXCEPTION)
        return content;
    if (js_is_object(content)) {
        struct object *keys = js_own_keys(js_object(content), KEYS_ENUMERABLE);
        for (uint32_t i = 0; i < keys->length; i++) {
            value inner = js_key_of_string(js_string(keys->elements[i]));
            value revived = revive(reviver, content, inner);
            if (revived == JS_EXCEPTION)
                return revived;
            if (revived == JS_UNDEFINED)
                js_delete_own(js_object(content), inner);
            else
                js_put(js_object(content), inner, revived);
        }
    }
    value arguments[] = {js_key_to_string(key), content};
    return js_call(reviver, holder, 2, arguments);
}

NATIVE(js_json_parse)
{
    value text = js_to_string(JS_ARGUMENT(0));
    if (text == JS_EXCEPTION)
        return text;
    struct reader r = {js_string(text), js_number_characters(js_string(text)), 0};
    value content = read_value(&r);
    if (content == JS_EXCEPTION)
        return content;
    skip_spaces(&r);
    if (unit(&r) != END)
        return js_throw_syntax_error("Unexpected non-whitespace character after JSON at "
                                     "position %d", (int)r.at);
    if (!js_is_callable(JS_ARGUMENT(1)))
        return content;
    struct object *holder = js_new_object();
    value key = js_key_of_string(js_string(js_string_empty()));
    js_put(holder, key, content);
    return revive(argv[1], js_from_object(holder), key);
}
