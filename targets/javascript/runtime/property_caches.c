/* What compiled code remembers of a property that an instruction has met. */
#include "shapes.h"

enum { MOST_MISSES = 100 }; /* of an instruction that meets many shapes */

struct cache {
    struct shape *shape; /* NULL at first, which no object has */
    uint32_t distance;   /* of the slot from the first one, in bytes */
    uint32_t misses;
};

/*
 * Remember the shape of an object and the place of its own property, if it has it with all
 * of the attributes, and no getter. Shapes never change.
 */
void js_remember(value name, value of, uint32_t attributes, uint32_t address)
{
    struct cache *cache = js_pointer(address);
    if (!js_is_object(of) || js_object(of)->table || cache->misses == MOST_MISSES)
        return;
    cache->misses++;
    value key = js_key_of_string(js_string(name));
    if (js_is_int(key))
        return;
    uint32_t found;
    struct shape *shape = js_object(of)->shape;
    int32_t slot = js_shape_find(shape, key, &found);
    if (slot < 0 || found & ACCESSOR || (found & attributes) != attributes)
        return;
    cache->shape = shape;
    cache->distance = (uint32_t)slot * sizeof(value);
}
