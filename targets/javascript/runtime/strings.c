/* Strings: making, comparing, slicing. */
#include "strings.h"
#include "allocate.h"

static struct string empty = {.kind = KIND_STRING, .narrow = (const uint8_t *)""};

static struct string *new_string(uint8_t flags, uint32_t length)
{
    struct string *s = js_allocate(sizeof *s);
    *s = (struct string){.kind = KIND_STRING, .flags = flags, .length = length};
    return s;
}

struct string *js_string_of_narrow(const uint8_t *characters, uint32_t length)
{
    struct string *s = new_string(0, length);
    s->narrow = characters;
    return s;
}

struct string *js_string_of_wide(const uint16_t *characters, uint32_t length)
{
    struct string *s = new_string(STRING_WIDE, length);
    s->wide = characters;
    return s;
}

struct string *js_string_copy_narrow(const uint8_t *characters, uint32_t length)
{
    uint8_t *copy = js_allocate(length);
    memcpy(copy, characters, length);
    return js_string_of_narrow(copy, length);
}

struct string *js_string_copy_wide(const uint16_t *characters, uint32_t length)
{
    uint16_t *copy = js_allocate(length * sizeof *copy);
    memcpy(copy, characters, length * sizeof *copy);
    return js_string_of_wide(copy, length);
}

value js_string_of_text(const char *text)
{
    return js_from_string(
        js_string_copy_narrow((const uint8_t *)text, (uint32_t)strlen(text)));
}

value js_string_empty(void) { return js_from_string(&empty); }

value js_string_of_unit(uint32_t unit)
{
    static struct string *units[256];
    if (unit > 0xFF) {
        uint16_t wide = (uint16_t)unit;
        return js_from_string(js_string_copy_wide(&wide, 1));
    }
    if (!units[unit]) {
        uint8_t narrow = (uint8_t)unit;
        units[unit] = js_string_copy_narrow(&narrow, 1);
    }
    return js_from_string(units[unit]);
}

struct string *js_string_slice(const struct string *s, uint32_t start, uint32_t end)
{
    if (end <= start)
        return &empty;
    if (end - start == 1)
        return js_string(js_string_of_unit(js_string_at(s, start)));
    if (end - start == s->length)
        return (struct string *)s;
    return js_string_is_wide(s) ? js_string_of_wide(s->wide + start, end - start)
                                : js_string_of_narrow(s->narrow + start, end - start);
}

bool js_string_equals(const struct string *a, const struct string *b)
{
    if (a == b)
        return true;
    if (a->length != b->length)
        return false;
    if (a->interned && b->interned)
        return a->interned == b->interned;
    if (!js_string_is_wide(a) && !js_string_is_wide(b))
        return memcmp(a->narrow, b->narrow, a->length) == 0;
    return js_string_compare(a, b) == 0;
}

int js_string_compare(const struct string *a, const struct string *b)
{
    uint32_t shorter = a->length < b->length ? a->length : b->length;
    for (uint32_t k = 0; k < shorter; k++) {
        uint32_t x = js_string_at(a, k), y = js_string_at(b, k);
        if (x != y)
            return x < y ? -1 : 1;
    }
    return (a->length > b->length) - (a->length < b->length);
}

bool js_string_equals_text(const struct string *s, const char *text)
{
    uint32_t k = 0;
    while (k < s->length && text[k] && js_string_at(s, k) == (uint8_t)text[k])
        k++;
    return k == s->length && !text[k];
}

int32_t js_string_find(const struct string *s, const struct string *pattern, uint32_t start)
{
    if (pattern->length > s->length)
        return -1;
    uint32_t last = s->length - pattern->length;
    if (pattern->length == 0)
        return start <= last ? (int32_t)start : -1;
    uint32_t first = js_string_at(pattern, 0);
    for (uint32_t k = start; k <= last; k++) {
        if (js_string_at(s, k) != first)
            continue;
        uint32_t i = 1;
        while (i < pattern->length && js_string_at(s, k + i) == js_string_at(pattern, i))
            i++;
        if (i == pattern->length)
            return (int32_t)k;
    }
    return -1;
}
