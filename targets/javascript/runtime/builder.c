/* Growing strings: concatenation, and strings that are built piece by piece. */
#include "allocate.h"
#include "errors.h"
#include "strings.h"

/* Characters of a buffer; the first `used` are those of the string that owns the end. */
struct string_buffer {
    uint32_t used;
    uint32_t capacity;
    union {
        uint8_t narrow[1];
        uint16_t wide[1];
    };
};

enum {
    HEADER = offsetof(struct string_buffer, narrow),

    SHORT = 48,          /* below, a concatenation is a plain copy */
};

static struct string_buffer *new_buffer(uint32_t capacity, bool wide)
{
    struct string_buffer *buffer = js_allocate(HEADER + ((size_t)capacity << wide));
    buffer->used = 0;
    buffer->capacity = capacity;
    return buffer;
}

static void copy_units(void *to, uint32_t at, const struct string *s, bool wide)
{
    if (!wide)
        memcpy((uint8_t *)to + at, s->narrow, s->length);
    else if (js_string_is_wide(s))
        memcpy((uint16_t *)to + at, s->wide, s->length * sizeof *s->wide);
    else
        for (uint32_t k = 0; k < s->length; k++)
            ((uint16_t *)to)[at + k] = s->narrow[k];
}

static struct string *string_in_buffer(struct string_buffer *buffer, bool wide)
{
    struct string *s = wide ? js_string_of_wide(buffer->wide, buffer->used)
                            : js_string_of_narrow(buffer->narrow, buffer->used);
    s->buffer = buffer;
    return s;
}

struct string *js_string_concatenate(struct string *a, struct string *b)
{
    if (a->length == 0)
        return b;
    if (b->length == 0)
        return a;
    uint32_t length = a->length + b->length;
    if (length > JS_LONGEST_STRING)
        js_abort("a string is too long");
    bool wide = js_string_is_wide(a) || js_string_is_wide(b);
    struct string_buffer *buffer = a->buffer;
    if (buffer && buffer->used == a->length && wide == js_string_is_wide(a)
        && length <= buffer->capacity) {
        copy_units(buffer->narrow, a->length, b, wide);
    } else {
        if (length < SHORT && !wide) {
            uint8_t *copy = js_allocate(length);
            memcpy(copy, a->narrow, a->length);
            memcpy(copy + a->length, b->narrow, b->length);
            return js_string_of_narrow(copy, length);
        }
        buffer = new_buffer(2 * length, wide);
        copy_units(buffer->narrow, 0, a, wide);
        copy_units(buffer->narrow, a->length, b, wide);
    }
    buffer->used = length;
    return string_in_buffer(buffer, wide);
}

void js_builder_start(struct builder *b)
{
    *b = (struct builder){.buffer = new_buffer(24, false)};
}

/* Room for as many further units, as wide as they are. */
static void reserve(struct builder *b, uint32_t further, bool wide)
{
    struct string_buffer *old = b->buffer;
    uint32_t needed = b->length + further;
    if (needed > JS_LONGEST_STRING)
        js_abort("a string is too long");
    if (needed <= old->capacity && (b->wide || !wide))
        return;
    struct string_buffer *buffer = new_buffer(2 * needed, b->wide || wide);
    struct string before = {.length = b->length, .flags = b->wide ? STRING_WIDE : 0};
    before.narrow = old->narrow;
    copy_units(buffer->narrow, 0, &before, b->wide || wide);
    b->buffer = buffer;
    b->wide = b->wide || wide;
}

void js_builder_unit(struct builder *b, uint32_t unit)
{
    reserve(b, 1, unit > 0xFF);
    if (b->wide)
        b->buffer->wide[b->length++] = (uint16_t)unit;
    else
        b->buffer->narrow[b->length++] = (uint8_t)unit;
}

void js_builder_string(struct builder *b, const struct string *s)
{
    reserve(b, s->length, js_string_is_wide(s));
    copy_units(b->buffer->narrow, b->length, s, b->wide);
    b->length += s->length;
}

void js_builder_text(struct builder *b, const char *text)
{
    struct string s = {.length = (uint32_t)strlen(text)};
    s.narrow = (const uint8_t *)text;
    js_builder_string(b, &s);
}

value js_builder_end(struct builder *b)
{
    if (b->length == 0)
        return js_string_empty();
    b->buffer->used = b->length;
    return js_from_string(string_in_buffer(b->buffer, b->wide));
}
