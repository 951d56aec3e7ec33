/* String.prototype.toUpperCase and toLowerCase: Latin, Greek and Cyrillic letters. */

#include "native.h"

/* Letters whose other case is as far away; of `pairs` every second one, the next smaller. */
struct range {
    uint16_t first, last;
    int16_t distance; /* to the small letter; 0: pairs of a capital and its small letter */
};

static const struct range CAPITALS[] = {
    {'A', 'Z', 32},         {0xc0, 0xd6, 32},     {0xd8, 0xde, 32},   {0x100, 0x12f, 0},
    {0x132, 0x137, 0},      {0x139, 0x148, 0},    {0x14a, 0x177, 0},  {0x178, 0x178, -121},
    {0x179, 0x17e, 0},      {0x386, 0x386, 38},   {0x388, 0x38a, 37}, {0x38c, 0x38c, 64},
    {0x38e, 0x38f, 63},     {0x391, 0x3a1, 32},   {0x3a3, 0x3ab, 32}, {0x400, 0x40f, 80},
    {0x410, 0x42f, 32},     {0x460, 0x481, 0},    {0x48a, 0x4bf, 0},  {0x4c1, 0x4ce, 0},
    {0x4d0, 0x52f, 0},      {0x531, 0x556, 48},   {0x1e00, 0x1e95, 0}, {0x1ea0, 0x1eff, 0},
};

static uint32_t lower(uint32_t unit)
{
    if (unit < 128)
        return unit >= 'A' && unit <= 'Z' ? unit + 32 : unit;
    for (uint32_t i = 0; i < sizeof CAPITALS / sizeof *CAPITALS; i++) {
        const struct range *r = &CAPITALS[i];
        if (unit < r->first || unit > r->last)
            continue;
        if (r->distance != 0)
            return (uint32_t)((int32_t)unit + r->distance);
        return unit + ((unit - r->first) % 2 == 0);
    }
    return unit;
}

static uint32_t upper(uint32_t unit)
{
    if (unit < 128)
        return unit >= 'a' && unit <= 'z' ? unit - 32 : unit;
    for (uint32_t i = 0; i < sizeof CAPITALS / sizeof *CAPITALS; i++) {
        const struct range *r = &CAPITALS[i];
        uint32_t capital = (uint32_t)((int32_t)unit - r->distance);
        if (r->distance != 0 && capital >= r->first && capital <= r->last)
            return capital;
        if (r->distance == 0 && unit >= r->first && unit <= r->last)
            return unit - ((unit - r->first) % 2 != 0);
    }
    return unit == 0xb5 ? 0x39c : unit == 0x3c2 ? 0x3a3 : unit == 0x17f ? 'S' : unit;
}

static bool is_letter(uint32_t unit)
{
    return lower(unit) != unit || upper(unit) != unit;
}

/* A capital sigma is another small letter at the end of a word. */
static bool is_final(const struct string *s, uint32_t i)
{
    return i > 0 && is_letter(js_string_at(s, i - 1))
        && (i + 1 == s->length || !is_letter(js_string_at(s, i + 1)));
}

static value convert(value this, const char *method, bool up)
{
    struct string *s = js_this_string(this, method);
    struct builder b;
    if (!s)
        return JS_EXCEPTION;
    js_builder_start(&b);
    for (uint32_t i = 0; i < s->length; i++) {
        uint32_t unit = js_string_at(s, i);
        if (up && unit == 0xdf)
            js_builder_text(&b, "SS");
        else if (!up && unit == 0x3a3 && is_final(s, i))
            js_builder_unit(&b, 0x3c2);
        else
            js_builder_unit(&b, up ? upper(unit) : lower(unit));
    }
    return js_builder_end(&b);
}

NATIVE(js_string_to_upper_case)
{
    return convert(this, "toUpperCase", true);
}

NATIVE(js_string_to_lower_case)
{
    return convert(this, "toLowerCase", false);
}
