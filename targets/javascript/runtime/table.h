/*
 * Hash tables that remember in which order keys came: properties, Map, Set.
 *
 * Keys are compared by their bits. So strings must be interned and numbers canonical:
 * js_table_key makes the key of any value (SameValueZero).
 */
#ifndef JS_TABLE_H
#define JS_TABLE_H

#include "values.h"

struct entry {
    value key; /* a hole if it was deleted */
    value content;
    uint32_t mark; /* a property's attributes; in Map and Set its number, which only grows */
    uint32_t next; /* in its bucket: its place in entries + 1, or 0 */
};

struct table {
    uint32_t count;    /* of entries that are not deleted */
    uint32_t used;     /* of entries, in order */
    uint32_t capacity; /* a power of two: of entries and of buckets */
    uint32_t numbered; /* the mark of the next entry */
    struct entry *entries;
    uint32_t *buckets;
};

struct table *js_new_table(void);
value js_table_key(value v);
struct entry *js_table_find(const struct table *table, value key); /* or NULL */
struct entry *js_table_put(struct table *table, value key, value content); /* found or added */
bool js_table_remove(struct table *table, value key);
void js_table_clear(struct table *table);

/*
 * The first entry whose mark is *place or more, and *place is moved behind it; NULL at the
 * end. Begin with 0. The table may change between calls: what is added is met, too.
 */
struct entry *js_table_next(const struct table *table, uint32_t *place);

#endif
