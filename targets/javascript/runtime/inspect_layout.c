/* How the parts of an object are put together: on a line, in columns or on lines. */

#include "inspect.h"

#include "allocate.h"
#include "decimal.h"

#include <math.h>
#include <stdarg.h>

void js_add_part(struct parts *parts, struct string *part)
{
    if (parts->count == parts->capacity) {
        uint32_t capacity = parts->capacity ? 2 * parts->capacity : 8;
        parts->items = js_reallocate(parts->items, parts->capacity * sizeof *parts->items,
                                     capacity * sizeof *parts->items);
        parts->capacity = capacity;
    }
    parts->items[parts->count++] = part;
}

struct string *js_text(const char *format, ...)
{
    struct builder b;
    va_list arguments;
    js_builder_start(&b);
    va_start(arguments, format);
    for (const char *at = format; *at; at++) {
        char digits[NUMBER_TEXT];
        if (*at != '%') {
            js_builder_unit(&b, (uint8_t)*at);
            continue;
        }
        switch (*++at) {
        case 's':
            js_builder_text(&b, va_arg(arguments, const char *));
            break;
        case 'v':
            js_builder_string(&b, va_arg(arguments, struct string *));
            break;
        case 'd':
            digits[integer_to_text(va_arg(arguments, int32_t), digits)] = 0;
            js_builder_text(&b, digits);
            break;
        default:
            js_builder_unit(&b, (uint8_t)*at);
        }
    }
    va_end(arguments);
    return js_string(js_builder_end(&b));
}

static void add_spaces(struct builder *b, uint32_t count)
{
    while (count-- > 0)
        js_builder_unit(b, ' ');
}

/* Columns on a terminal. */
static uint32_t width_of(const struct string *s)
{
    uint32_t width = 0;
    for (uint32_t i = 0; i < s->length; i++) {
        uint32_t unit = js_string_at(s, i);
        bool combining = (unit >= 0x300 && unit <= 0x36f) || (unit >= 0x200b && unit <= 0x200f)
            || (unit >= 0xfe00 && unit <= 0xfe0f);
        bool wide = (unit >= 0x1100 && unit <= 0x115f) || (unit >= 0x2e80 && unit <= 0xa4cf)
            || (unit >= 0xac00 && unit <= 0xd7a3) || (unit >= 0xf900 && unit <= 0xfaff)
            || (unit >= 0xfe30 && unit <= 0xfe6f) || (unit >= 0xff00 && unit <= 0xff60);
        width += combining ? 0 : wide ? 2 : 1; /* a pair of surrogates has 2, too */
    }
    return width;
}

/* More than six items in columns, if they are short and of similar lengths. */
static void group(struct parts *parts, const struct layout *layout)
{
    uint32_t total = 0, longest = 0, count = parts->count - layout->has_rest;
    uint32_t *widths = js_allocate(parts->count * sizeof *widths);
    for (uint32_t i = 0; i < count; i++) {
        widths[i] = width_of(parts->items[i]);
        total += widths[i] + 2;
        longest = widths[i] > longest ? widths[i] : longest;
    }
    uint32_t most = longest + 2;
    if (most * 3 + layout->indentation >= INSPECT_WIDTH || (total <= most * 5 && longest > 6))
        return;
    double bias = most - sqrt(most - (double)total / parts->count) - 3;
    bias = bias < 1 ? 1 : bias;
    uint32_t columns = (uint32_t)(sqrt(2.5 * bias * count) / bias + 0.5);
    uint32_t fitting = (INSPECT_WIDTH - layout->indentation) / most;
    columns = columns < fitting ? columns : fitting;
    columns = columns < 12 ? columns : 12;
    if (columns <= 1)
        return;
    struct parts lines = {0};
    for (uint32_t start = 0; start < count; start += columns) {
        struct builder b;
        js_builder_start(&b);
        for (uint32_t i = start; i < start + columns && i < count; i++) {
            bool last = i + 1 == start + columns || i + 1 == count;
            uint32_t column = 0;
            for (uint32_t j = i - start; j < count; j += columns)
                column = widths[j] > column ? widths[j] : column;
            if (layout->right)
                add_spaces(&b, column - widths[i]);
            js_builder_string(&b, parts->items[i]);
            if (last)
                continue;
            js_builder_text(&b, ", ");
            if (!layout->right)
                add_spaces(&b, column - widths[i]);
        }
        js_add_part(&lines, js_string(js_builder_end(&b)));
    }
    if (layout->has_rest)
        js_add_part(&lines, parts->items[count]);
    *parts = lines;
}

static bool has_line_end(const struct string *s)
{
    for (uint32_t i = 0; i < s->length; i++)
        if (js_string_at(s, i) == '\n')
            return true;
    return false;
}

static bool fits_line(const struct parts *parts, const struct layout *layout)
{
    uint32_t length = parts->count + layout->indentation + layout->open->length
        + layout->base->length + 10 + parts->count;
    for (uint32_t i = 0; i < parts->count; i++) {
        length += parts->items[i]->length;
        if (length > INSPECT_WIDTH || has_line_end(parts->items[i]))
            return false;
    }
    return length <= INSPECT_WIDTH && !has_line_end(layout->base);
}

struct string *js_lay_out(struct parts *parts, const struct layout *layout)
{
    uint32_t count = parts->count;
    struct builder b;
    if (layout->is_list && count > 6)
        group(parts, layout);
    bool one_line = layout->may_be_line && count == parts->count && fits_line(parts, layout);
    js_builder_start(&b);
    js_builder_string(&b, layout->base);
    if (layout->base->length > 0)
        js_builder_unit(&b, ' ');
    js_builder_string(&b, layout->open);
    for (uint32_t i = 0; i < parts->count; i++) {
        if (i > 0)
            js_builder_unit(&b, ',');
        js_builder_unit(&b, one_line ? ' ' : '\n');
        if (!one_line)
            add_spaces(&b, layout->indentation + 2);
        js_builder_string(&b, parts->items[i]);
    }
    js_builder_unit(&b, one_line ? ' ' : '\n');
    if (!one_line)
        add_spaces(&b, layout->indentation);
    js_builder_text(&b, layout->close);
    return js_string(js_builder_end(&b));
}
