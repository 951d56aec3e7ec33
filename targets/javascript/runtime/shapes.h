/* Where objects keep their properties: the inside of objects.h. */
#ifndef JS_SHAPES_H
#define JS_SHAPES_H

#include "objects.h"

/*
 * A fast object has at most so many named properties. What computed keys add makes an
 * object slow earlier: it is likely to be used as a map.
 */
enum { FAST_LIMIT = 64, FAST_COMPUTED_LIMIT = 12 };

extern struct shape js_root_shape; /* of objects without properties */
extern struct shape js_slow_shape; /* of slow objects */

/* The slot of a property, or -1. */
int32_t js_shape_find(struct shape *shape, value key, uint32_t *attributes);
struct shape *js_shape_add(struct shape *parent, value key, uint32_t attributes);

/* Where an object itself has the property in memory; NULL if it is not there. */
value *js_find(struct object *o, value key, uint32_t *attributes);

/* Add a property that the object, which is extensible, does not have; false: fixed length. */
bool js_add(struct object *o, value key, value content, uint32_t attributes);

/* All properties to a table. */
void js_make_slow(struct object *o);

/* Properties that are made, or computed, when they are asked for. */
void js_make_lazy(struct object *o, value key); /* if the key is one of them */
void js_make_all_lazy(struct object *o);
bool js_find_computed(struct object *o, value key, struct property *property);

/* A private property's key, which no string is equal to. */
static inline value js_private_key(value name) { return name | 1; }

static inline bool js_is_private_key(value key) { return !js_is_int(key) && (key & 1); }

/* Define a getter or a setter (the other is undefined), and keep the other half. */
void js_define_half(struct object *o, value key, value getter, value setter,
                    uint32_t enumerable);

/* As js_set, but what cannot be set is ignored unless the code is strict. */
value js_set_as(value of, value key, value content, bool strict);
/*
 * A TypeError: undefined and null have no properties. The verb is read or set, the name any
 * value, which is not converted as V8 does not convert it.
 */
value js_throw_no_properties(value of, const char *verb, value name);
/* TRUE or FALSE; if strict, a TypeError instead of FALSE. */
value js_delete_as(value of, value key, bool strict);

#endif
