/*
 * Objects: properties by name in shape and slots, elements by index, or all in a table.
 *
 * An object is *fast* while table is NULL: its named properties are in slots, at the places
 * that its shape tells, and its elements (all writable, enumerable and configurable) are
 * dense, with holes. Many properties, deletions, attributes of elements and indices far
 * outside make it *slow*: then table has everything, and slots and elements are unused.
 */
#ifndef JS_OBJECTS_H
#define JS_OBJECTS_H

#include "builtins.h"
#include "calls.h"
#include "strings.h"
#include "table.h"
#include "values.h"

enum attributes {
    WRITABLE = 1,
    ENUMERABLE = 2,
    CONFIGURABLE = 4,
    ACCESSOR = 8, /* the value is a struct accessor */
};
#define ATTRIBUTES_PLAIN (WRITABLE | ENUMERABLE | CONFIGURABLE)
#define ATTRIBUTES_HIDDEN (WRITABLE | CONFIGURABLE) /* what built-ins and methods have */

enum object_flags {
    OBJECT_NOT_EXTENSIBLE = 1,
    OBJECT_LAZY = 2,         /* a function whose length, name and prototype are not made */
    OBJECT_CONSTRUCTOR = 4,  /* a function that new can call */
    OBJECT_LENGTH_FIXED = 8, /* an array whose length is not writable */
};

/* The properties of objects that had the same ones added in the same order. */
struct shape {
    struct shape *parent;
    value key;           /* what this one adds to its parent's: an interned string */
    uint32_t attributes; /* of that */
    uint32_t count;      /* of properties, so the added one has slot count - 1 */
};

struct object {
    uint8_t kind;
    uint8_t flags;
    uint16_t capacity; /* of slots */
    struct shape *shape;
    struct object *prototype; /* or NULL */
    value *slots;
    value *elements; /* holes where there is none */
    uint32_t element_count;    /* how many of them are in use; the others are holes */
    uint32_t element_capacity;
    uint32_t length; /* of an array */
    struct table *table; /* of a slow object; else NULL */
};

struct accessor {
    uint8_t kind;
    value getter; /* or undefined */
    value setter;
};

struct environment {
    uint8_t kind;
    uint32_t count;
    value parent; /* an environment or undefined */
    value slots[];
};

/* A function, compiled or built in. */
struct function {
    struct object object;
    code *code;
    const struct method *method; /* NULL if it is built in */
    value environment; /* of a compiled one; free for the use of a built-in one */
    value home; /* the object whose prototype is super; of a built-in one: its prototype */
    value name;        /* a string, of a built-in one */
    uint32_t length;   /* of its declared parameters, its property length */
};

struct wrapper {
    struct object object;
    value primitive;
};

/* A Map or a Set (whose table has no values). */
struct collection {
    struct object object;
    struct table *entries;
};

struct array_buffer {
    struct object object;
    uint32_t size;
    uint8_t *bytes;
};

enum element_type {
    ELEMENT_INT8, ELEMENT_UINT8, ELEMENT_UINT8_CLAMPED, ELEMENT_INT16, ELEMENT_UINT16,
    ELEMENT_INT32, ELEMENT_UINT32, ELEMENT_FLOAT32, ELEMENT_FLOAT64,
};

struct typed_array {
    struct object object;
    struct array_buffer *buffer;
    uint8_t *bytes; /* of its first element */
    uint32_t length;
    enum element_type type;
};

/* What [].entries(), map.keys() and so on give: an object with a method next. */
enum iteration { ITERATE_KEYS, ITERATE_VALUES, ITERATE_ENTRIES };
struct iterator {
    struct object object;
    value subject; /* a string, array, typed array, Map or Set; undefined at the end */
    enum iteration what;
    uint32_t position; /* an index, or a place in a table */
};

static inline struct object *js_object(value v) { return js_pointer(v); }

static inline value js_from_object(const void *object) { return js_from_pointer(object); }

/*
 * A property key: an int that is an array index (below 2^31 - 1), or an interned string
 * that is none. The functions below take keys, so make them by one of these.
 */
value js_to_key(value v); /* ToPropertyKey; may throw */
value js_key_of_string(struct string *s);
value js_key_of_text(const char *text); /* not an index; stays where it is */
value js_key_of_index(uint32_t index);
value js_key_to_string(value key);

/* Making objects. holder: a number of builtins.h. */
struct object *js_holder(enum holder holder);
struct object *js_new_object(void); /* {} */
struct object *js_new_object_with(struct object *prototype);
/* Of a size of its own, which begins with a struct object: the rest is zeros. */
void *js_allocate_object(enum kind kind, size_t size, struct object *prototype);
struct object *js_new_array(uint32_t length, uint32_t capacity); /* of holes */
struct object *js_new_array_of(uint32_t count, const value *values);
struct function *js_new_native(code *code, value name, uint32_t length);
struct object *js_new_error(enum holder prototype, value message);
struct iterator *js_new_iterator(value subject, enum iteration what);
/* The prototype of what a constructor makes: that of new_target, else the holder's. */
bool js_prototype_for(value new_target, enum holder holder, struct object **prototype);

/* Properties of any value, as the operators . and [] do. May throw. */
value js_get(value of, value key);
value js_get_text(value of, const char *name);
value js_get_index(value of, uint32_t index);
/* EXCEPTION if it threw, as it does where it cannot be set. */
value js_set(value of, value key, value content);
value js_set_index(value of, uint32_t index, value content);
bool js_has(struct object *o, value key); /* in: with prototypes */

/* Own properties. These call nothing and never throw. */
struct property {
    value content;
    uint32_t attributes;
};
bool js_own(struct object *o, value key, struct property *property);
bool js_has_own(struct object *o, value key);
/*
 * Define or redefine, whatever was there; false if the object is not extensible or the
 * property not configurable and different. For accessors content is a struct accessor.
 */
bool js_define(struct object *o, value key, value content, uint32_t attributes);
bool js_define_accessor(struct object *o, value key, value getter, value setter,
                        uint32_t attributes);
static inline bool js_put(struct object *o, value key, value content)
{
    return js_define(o, key, content, ATTRIBUTES_PLAIN);
}
bool js_delete_own(struct object *o, value key); /* false: it is not configurable */
/* Object.preventExtensions, seal and freeze (mask: attributes that all properties keep). */
void js_restrict(struct object *o, uint32_t mask);
bool js_is_restricted(struct object *o, uint32_t mask);
bool js_set_prototype(struct object *o, struct object *prototype);

/* An array of keys as strings: indices, then names as they were added. */
enum keys { KEYS_ENUMERABLE, KEYS_ALL };
struct object *js_own_keys(struct object *o, enum keys which);

/* Arrays. Fast ones have all their elements in elements. */
static inline bool js_is_array(value v) { return js_is_kind(v, KIND_ARRAY); }
/* Is it an array whose elements can be read and written directly (not restricted)? */
static inline bool js_is_fast_array(value v)
{
    return js_is_array(v) && !js_object(v)->table
        && !(js_object(v)->flags & (OBJECT_NOT_EXTENSIBLE | OBJECT_LENGTH_FIXED));
}
void js_array_push(struct object *array, value content); /* of a fast array */
bool js_array_set_length(struct object *array, uint32_t length); /* false: fixed */
/* Room for as many elements: element_capacity is at least that afterwards. */
void js_reserve_elements(struct object *o, uint32_t capacity);
/* The property length as an integer of 0 … 2^53 - 1; false: thrown. */
bool js_length_of(value v, double *length);

/* Elements of typed arrays, index below the length; contents are numbers. */
value js_typed_get(const struct typed_array *array, uint32_t index);
void js_typed_set(struct typed_array *array, uint32_t index, value number);

/*
 * The next value of what for-of iterates over; a hole at the end; EXCEPTION. For an
 * iterator of Map or Set entries, an array of two.
 */
value js_iterator_next(struct iterator *iterator);
/* Append all that v iterates over; false: thrown. */
bool js_append_all(struct object *array, value v);

#endif
