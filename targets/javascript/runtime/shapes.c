/* Shapes: one tree, a table of its edges, and a cache of look-ups. */
#include "shapes.h"
#include "allocate.h"

struct shape js_root_shape, js_slow_shape;

enum { CACHE = 256, FIRST_CAPACITY = 128 };

/* The edges: shapes by parent, key and attributes, in an open hash table. */
static struct shape *first_edges[FIRST_CAPACITY];
static struct shape **edges = first_edges;
static uint32_t capacity = FIRST_CAPACITY, count;

static uint32_t hash_of(const struct shape *shape, value key)
{
    uint32_t hash = (uint32_t)(uintptr_t)shape * 31 ^ (uint32_t)key;
    hash *= 0x9E3779B1u;
    return hash ^ hash >> 15;
}

int32_t js_shape_find(struct shape *shape, value key, uint32_t *attributes)
{
    static struct cached {
        struct shape *shape;
        value key;
        int32_t slot;
        uint32_t attributes;
    } cache[CACHE];
    struct cached *cached = &cache[hash_of(shape, key) & (CACHE - 1)];
    if (cached->shape != shape || cached->key != key) {
        const struct shape *at = shape;
        while (at->count && at->key != key)
            at = at->parent;
        *cached = (struct cached){shape, key, (int32_t)at->count - 1, at->attributes};
    }
    *attributes = cached->attributes;
    return cached->slot;
}

static struct shape **edge_to(struct shape *parent, value key, uint32_t attributes)
{
    uint32_t place = hash_of(parent, key) & (capacity - 1);
    while (edges[place]
           && !(edges[place]->parent == parent && edges[place]->key == key
                && edges[place]->attributes == attributes))
        place = (place + 1) & (capacity - 1);
    return &edges[place];
}

static void grow(void)
{
    struct shape **old = edges;
    uint32_t old_capacity = capacity;
    capacity *= 2;
    edges = js_allocate(capacity * sizeof *edges);
    memset(edges, 0, capacity * sizeof *edges);
    for (uint32_t k = 0; k < old_capacity; k++)
        if (old[k])
            *edge_to(old[k]->parent, old[k]->key, old[k]->attributes) = old[k];
}

struct shape *js_shape_add(struct shape *parent, value key, uint32_t attributes)
{
    struct shape **edge = edge_to(parent, key, attributes);
    if (*edge)
        return *edge;
    struct shape *shape = js_allocate(sizeof *shape);
    *shape = (struct shape){parent, key, attributes, parent->count + 1};
    *edge = shape;
    if (++count > capacity / 2)
        grow();
    return shape;
}
