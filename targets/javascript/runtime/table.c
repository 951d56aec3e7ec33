#include "table.h"
#include "allocate.h"
#include "objects.h"

enum { FIRST_CAPACITY = 8 };

static uint32_t bucket_of(const struct table *table, value key)
{
    uint32_t hash = ((uint32_t)key ^ js_upper(key) * 0x85EBCA6Bu) * 0x9E3779B1u;
    return (hash ^ hash >> 15) & (table->capacity - 1);
}

static void allocate_entries(struct table *table)
{
    table->entries = js_allocate(table->capacity * sizeof *table->entries);
    table->buckets = js_allocate(table->capacity * sizeof *table->buckets);
    memset(table->buckets, 0, table->capacity * sizeof *table->buckets);
}

struct table *js_new_table(void)
{
    struct table *table = js_allocate(sizeof *table);
    *table = (struct table){.capacity = FIRST_CAPACITY};
    allocate_entries(table);
    return table;
}

/* Strings by their characters, numbers by their values: the same bits. */
value js_table_key(value v)
{
    if (js_is_string(v))
        return js_from_string(js_intern(js_string(v)));
    if (js_is_double(v)) {
        double d = js_to_double(v);
        return d == 0 ? js_from_int(0) : js_from_number(d);
    }
    return v;
}

struct entry *js_table_find(const struct table *table, value key)
{
    uint32_t number = table->buckets[bucket_of(table, key)];
    while (number) {
        struct entry *entry = &table->entries[number - 1];
        if (entry->key == key)
            return entry;
        number = entry->next;
    }
    return NULL;
}

static void link_entry(struct table *table, uint32_t place)
{
    uint32_t *bucket = &table->buckets[bucket_of(table, table->entries[place].key)];
    table->entries[place].next = *bucket;
    *bucket = place + 1;
}

/* Room for one more: in place without the deleted entries, unless few of them are. */
static void make_room(struct table *table)
{
    struct entry *old = table->entries;
    uint32_t used = table->used;
    if (table->count > table->capacity / 2) {
        table->capacity *= 2;
        allocate_entries(table);
    } else {
        memset(table->buckets, 0, table->capacity * sizeof *table->buckets);
    }
    table->used = 0;
    for (uint32_t k = 0; k < used; k++) {
        if (old[k].key == JS_HOLE)
            continue;
        table->entries[table->used] = old[k];
        link_entry(table, table->used++);
    }
}

struct entry *js_table_put(struct table *table, value key, value content)
{
    struct entry *found = js_table_find(table, key);
    if (found) {
        found->content = content;
        return found;
    }
    if (table->used == table->capacity)
        make_room(table);
    struct entry *entry = &table->entries[table->used];
    *entry = (struct entry){.key = key, .content = content, .mark = table->numbered++};
    link_entry(table, table->used++);
    table->count++;
    return entry;
}

bool js_table_remove(struct table *table, value key)
{
    uint32_t *link = &table->buckets[bucket_of(table, key)];
    while (*link) {
        struct entry *entry = &table->entries[*link - 1];
        if (entry->key == key) {
            *link = entry->next;
            entry->key = JS_HOLE;
            table->count--;
            return true;
        }
        link = &entry->next;
    }
    return false;
}

void js_table_clear(struct table *table)
{
    table->count = table->used = 0;
    memset(table->buckets, 0, table->capacity * sizeof *table->buckets);
}

/* The first place whose mark is at least this one. */
static uint32_t place_of_mark(const struct table *table, uint32_t mark)
{
    if (mark < table->used && table->entries[mark].mark == mark)
        return mark;
    uint32_t low = 0, high = table->used;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (table->entries[middle].mark < mark)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

struct entry *js_table_next(const struct table *table, uint32_t *place)
{
    for (uint32_t k = place_of_mark(table, *place); k < table->used; k++) {
        if (table->entries[k].key != JS_HOLE) {
            *place = table->entries[k].mark + 1;
            return &table->entries[k];
        }
    }
    *place = table->numbered;
    return NULL;
}
