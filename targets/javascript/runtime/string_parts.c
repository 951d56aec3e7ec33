/* String.prototype: characters, places and parts. */

#include "native.h"

/* An argument as a place within 0 … length, without counting from the end. */
static bool clamped(value argument, double length, double otherwise, uint32_t *place)
{
    double d = otherwise;
    if (argument != JS_UNDEFINED && !js_to_integer(argument, &d))
        return false;
    *place = d < 0 ? 0 : d > length ? (uint32_t)length : (uint32_t)d;
    return true;
}

/* The unit at a place; -1 if there is none, -2 if it threw. */
static int32_t unit_at(value this, uint32_t argc, const value *argv, const char *method,
                       bool from_end)
{
    struct string *s = js_this_string(this, method);
    double place;
    if (!s || !js_to_integer(JS_ARGUMENT(0), &place))
        return -2;
    if (from_end && place < 0)
        place += s->length;
    return place >= 0 && place < s->length ? (int32_t)js_string_at(s, (uint32_t)place) : -1;
}

NATIVE(js_string_char_at)
{
    int32_t unit = unit_at(this, argc, argv, "charAt", false);
    return unit == -2 ? JS_EXCEPTION
        : unit < 0    ? js_string_empty()
                      : js_string_of_unit((uint32_t)unit);
}

NATIVE(js_string_char_code_at)
{
    int32_t unit = unit_at(this, argc, argv, "charCodeAt", false);
    return unit == -2 ? JS_EXCEPTION : unit < 0 ? JS_NAN : js_from_int(unit);
}

NATIVE(js_string_at_place)
{
    int32_t unit = unit_at(this, argc, argv, "at", true);
    return unit == -2 ? JS_EXCEPTION
        : unit < 0    ? JS_UNDEFINED
                      : js_string_of_unit((uint32_t)unit);
}

NATIVE(js_string_code_point_at)
{
    struct string *s = js_this_string(this, "codePointAt");
    double place;
    if (!s || !js_to_integer(JS_ARGUMENT(0), &place))
        return JS_EXCEPTION;
    if (place < 0 || place >= s->length)
        return JS_UNDEFINED;
    uint32_t i = (uint32_t)place, unit = js_string_at(s, i);
    uint32_t next = i + 1 < s->length ? js_string_at(s, i + 1) : 0;
    if (unit >> 10 == 0xd800 >> 10 && next >> 10 == 0xdc00 >> 10)
        unit = 0x10000 + ((unit & 0x3ff) << 10) + (next & 0x3ff);
    return js_from_int((int32_t)unit);
}

NATIVE(js_string_slice_method)
{
    struct string *s = js_this_string(this, "slice");
    double start, end;
    if (!s || !js_place(JS_ARGUMENT(0), s->length, 0, &start)
        || !js_place(JS_ARGUMENT(1), s->length, s->length, &end))
        return JS_EXCEPTION;
    if (start >= end)
        return js_string_empty();
    return js_from_string(js_string_slice(s, (uint32_t)start, (uint32_t)end));
}

NATIVE(js_string_substring)
{
    struct string *s = js_this_string(this, "substring");
    uint32_t start, end;
    if (!s || !clamped(JS_ARGUMENT(0), s->length, 0, &start)
        || !clamped(JS_ARGUMENT(1), s->length, s->length, &end))
        return JS_EXCEPTION;
    return js_from_string(start < end ? js_string_slice(s, start, end)
                                      : js_string_slice(s, end, start));
}

NATIVE(js_string_substr)
{
    struct string *s = js_this_string(this, "substr");
    double start, length;
    if (!s || !js_place(JS_ARGUMENT(0), s->length, 0, &start))
        return JS_EXCEPTION;
    length = s->length - start;
    double most = length;
    if (JS_ARGUMENT(1) != JS_UNDEFINED && !js_to_integer(argv[1], &length))
        return JS_EXCEPTION;
    length = length > most ? most : length;
    if (length <= 0)
        return js_string_empty();
    return js_from_string(js_string_slice(s, (uint32_t)start, (uint32_t)(start + length)));
}

/* this and the argument as strings; false: thrown. */
static bool two_strings(value this, value argument, const char *method, struct string **s,
                        struct string **other)
{
    *s = js_this_string(this, method);
    value text = *s ? js_to_string(argument) : JS_EXCEPTION;
    *other = text == JS_EXCEPTION ? NULL : js_string(text);
    return *other != NULL;
}

NATIVE(js_string_index_of)
{
    struct string *s, *pattern;
    uint32_t start;
    if (!two_strings(this, JS_ARGUMENT(0), "indexOf", &s, &pattern)
        || !clamped(JS_ARGUMENT(1), s->length, 0, &start))
        return JS_EXCEPTION;
    return js_from_int(js_string_find(s, pattern, start));
}

NATIVE(js_string_includes)
{
    struct string *s, *pattern;
    uint32_t start;
    if (!two_strings(this, JS_ARGUMENT(0), "includes", &s, &pattern)
        || !clamped(JS_ARGUMENT(1), s->length, 0, &start))
        return JS_EXCEPTION;
    return js_from_bool(js_string_find(s, pattern, start) >= 0);
}

/* Are the characters from the place on those of the pattern? */
static bool is_at(const struct string *s, const struct string *pattern, uint32_t place)
{
    if (pattern->length > s->length - place)
        return false;
    for (uint32_t i = 0; i < pattern->length; i++)
        if (js_string_at(s, place + i) != js_string_at(pattern, i))
            return false;
    return true;
}

NATIVE(js_string_last_index_of)
{
    struct string *s, *pattern;
    if (!two_strings(this, JS_ARGUMENT(0), "lastIndexOf", &s, &pattern))
        return JS_EXCEPTION;
    value number = js_to_number(JS_ARGUMENT(1));
    if (number == JS_EXCEPTION)
        return JS_EXCEPTION;
    uint32_t start = s->length;
    /* NaN stands for the end. */
    if (number != JS_NAN && !clamped(number, s->length, 0, &start))
        return JS_EXCEPTION;
    for (int32_t i = (int32_t)start; i >= 0; i--)
        if (is_at(s, pattern, (uint32_t)i))
            return js_from_int(i);
    return js_from_int(-1);
}

NATIVE(js_string_starts_with)
{
    struct string *s, *pattern;
    uint32_t start;
    if (!two_strings(this, JS_ARGUMENT(0), "startsWith", &s, &pattern)
        || !clamped(JS_ARGUMENT(1), s->length, 0, &start))
        return JS_EXCEPTION;
    return js_from_bool(is_at(s, pattern, start));
}

NATIVE(js_string_ends_with)
{
    struct string *s, *pattern;
    uint32_t end;
    if (!two_strings(this, JS_ARGUMENT(0), "endsWith", &s, &pattern)
        || !clamped(JS_ARGUMENT(1), s->length, s->length, &end))
        return JS_EXCEPTION;
    return js_from_bool(pattern->length <= end && is_at(s, pattern, end - pattern->length));
}

/* Strings by the order of their units: ASCII letters as in a dictionary, small first. */
NATIVE(js_string_locale_compare)
{
    struct string *a, *b;
    if (!two_strings(this, JS_ARGUMENT(0), "localeCompare", &a, &b))
        return JS_EXCEPTION;
    int letters = 0;
    for (uint32_t i = 0; i < a->length && i < b->length; i++) {
        uint32_t x = js_string_at(a, i), y = js_string_at(b, i);
        uint32_t low_x = x >= 'A' && x <= 'Z' ? x | 0x20 : x;
        uint32_t low_y = y >= 'A' && y <= 'Z' ? y | 0x20 : y;
        if (low_x != low_y) {
            /* Punctuation, then digits, then letters. */
            uint32_t rank_x = low_x >= 'a' ? 2 : x >= '0' && x <= '9';
            uint32_t rank_y = low_y >= 'a' ? 2 : y >= '0' && y <= '9';
            bool less = rank_x != rank_y ? rank_x < rank_y : low_x < low_y;
            return js_from_int(less ? -1 : 1);
        }
        if (letters == 0 && x != y)
            letters = x > y ? -1 : 1;
    }
    if (a->length != b->length)
        return js_from_int(a->length < b->length ? -1 : 1);
    return js_from_int(letters);
}
