/* The table of interned strings: an open hash table that grows. */
#include "allocate.h"
#include "strings.h"

enum { FIRST_CAPACITY = 256 };

static struct string *first_table[FIRST_CAPACITY];
static struct string **table = first_table;
static uint32_t capacity = FIRST_CAPACITY, count;

static uint32_t mix(uint32_t hash, uint32_t word)
{
    hash = (hash ^ word) * 0x9E3779B1u;
    return hash ^ hash >> 15;
}

/* Four characters at a time; the same for Latin-1 and UTF-16. */
uint32_t js_string_hash(struct string *s)
{
    if (s->hash)
        return s->hash;
    uint32_t hash = s->length, k = 0;
    if (!js_string_is_wide(s))
        for (const uint8_t *at = s->narrow; k + 4 <= s->length; k += 4, at += 4)
            hash = mix(hash, at[0] | at[1] << 8 | at[2] << 16 | (uint32_t)at[3] << 24);
    while (k < s->length) {
        uint32_t word = 0;
        for (uint32_t shift = 0; shift < 32 && k < s->length; shift += 8)
            word ^= js_string_at(s, k++) << shift;
        hash = mix(hash, word);
    }
    return s->hash = hash ? hash : 1;
}

/* Where the string is, or the free place where it belongs. */
static struct string **place_of(struct string *s)
{
    uint32_t place = js_string_hash(s) & (capacity - 1);
    while (table[place]
           && !(table[place]->hash == s->hash && js_string_equals(table[place], s)))
        place = (place + 1) & (capacity - 1);
    return &table[place];
}

static void grow(void)
{
    struct string **old = table;
    uint32_t old_capacity = capacity;
    capacity *= 2;
    table = js_allocate(capacity * sizeof *table);
    memset(table, 0, capacity * sizeof *table);
    for (uint32_t k = 0; k < old_capacity; k++)
        if (old[k])
            *place_of(old[k]) = old[k];
}

/* An array index as it is written in decimal: what is a key by its number. */
static bool is_index(const struct string *s)
{
    uint32_t length = s->length;
    if (length == 0 || length > 10 || (js_string_at(s, 0) == '0' && length > 1))
        return false;
    uint64_t number = 0;
    for (uint32_t k = 0; k < length; k++) {
        uint32_t digit = js_string_at(s, k) - '0';
        if (digit > 9)
            return false;
        number = number * 10 + digit;
    }
    return number < INT32_MAX;
}

struct string *js_intern(struct string *s)
{
    if (s->interned)
        return s->interned;
    struct string **place = place_of(s);
    if (!*place) {
        s->interned = s;
        if (is_index(s))
            s->flags |= STRING_INDEX;
        *place = s;
        if (++count > capacity / 2)
            grow();
        return s;
    }
    return s->interned = *place;
}

struct string *js_intern_text(const char *text)
{
    uint32_t length = (uint32_t)strlen(text);
    struct string key = {.kind = KIND_STRING, .length = length};
    key.narrow = (const uint8_t *)text;
    struct string *found = *place_of(&key);
    return found ? found : js_intern(js_string_of_narrow(key.narrow, length));
}
