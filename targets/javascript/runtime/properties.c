/* Own properties: finding, adding, defining, deleting, restricting. */
#include "allocate.h"
#include "names.h"
#include "shapes.h"

enum { FIRST_SLOTS = 4, SPARSE = 1024, LARGEST_PLANNED = 1 << 24 };

value *js_find(struct object *o, value key, uint32_t *attributes)
{
    if (o->table) {
        struct entry *entry = js_table_find(o->table, key);
        if (!entry)
            return NULL;
        *attributes = entry->mark;
        return &entry->content;
    }
    if (js_is_int(key)) {
        uint32_t index = (uint32_t)key;
        if (index >= o->element_count || o->elements[index] == JS_HOLE)
            return NULL;
        *attributes = ATTRIBUTES_PLAIN;
        return &o->elements[index];
    }
    int32_t slot = js_shape_find(o->shape, key, attributes);
    return slot < 0 ? NULL : &o->slots[slot];
}

void js_make_slow(struct object *o)
{
    if (o->table)
        return;
    struct table *table = js_new_table();
    for (uint32_t k = 0; k < o->element_count; k++)
        if (o->elements[k] != JS_HOLE)
            js_table_put(table, js_from_int((int32_t)k), o->elements[k])->mark =
                ATTRIBUTES_PLAIN;
    const struct shape *shapes[FAST_LIMIT + 1];
    uint32_t count = o->shape->count;
    for (const struct shape *at = o->shape; at->count; at = at->parent)
        shapes[at->count - 1] = at;
    for (uint32_t k = 0; k < count; k++)
        js_table_put(table, shapes[k]->key, o->slots[k])->mark = shapes[k]->attributes;
    o->table = table;
    o->shape = &js_slow_shape;
    o->slots = o->elements = NULL;
    o->element_count = o->element_capacity = 0;
}

void js_reserve_elements(struct object *o, uint32_t capacity)
{
    if (capacity <= o->element_capacity)
        return;
    o->elements = js_reallocate(o->elements, o->element_capacity * sizeof(value),
                                capacity * sizeof(value));
    o->element_capacity = capacity;
}

/* Is the index near enough to the others, or in an array that was made that long? */
static bool is_dense(const struct object *o, uint32_t index)
{
    return index < o->element_capacity || index <= 2 * o->element_count + SPARSE
        || (o->kind == KIND_ARRAY && index < o->length && o->length <= LARGEST_PLANNED);
}

static void add_element(struct object *o, uint32_t index, value content)
{
    if (index >= o->element_capacity) {
        uint32_t capacity = index + 1 + index / 2;
        if (o->kind == KIND_ARRAY && o->length > capacity && o->length <= LARGEST_PLANNED)
            capacity = o->length;
        js_reserve_elements(o, capacity < FIRST_SLOTS ? FIRST_SLOTS : capacity);
    }
    while (o->element_count <= index)
        o->elements[o->element_count++] = JS_HOLE;
    o->elements[index] = content;
}

static void add_slot(struct object *o, value key, value content, uint32_t attributes)
{
    uint32_t slot = o->shape->count;
    if (slot == o->capacity) {
        uint32_t capacity = slot ? 2 * slot : FIRST_SLOTS;
        o->slots = js_reallocate(o->slots, slot * sizeof(value), capacity * sizeof(value));
        o->capacity = (uint16_t)capacity;
    }
    o->slots[slot] = content;
    o->shape = js_shape_add(o->shape, key, attributes);
}

bool js_add(struct object *o, value key, value content, uint32_t attributes)
{
    bool is_element = js_is_int(key);
    uint32_t index = (uint32_t)key;
    if (is_element && o->kind == KIND_ARRAY && index >= o->length) {
        if (o->flags & OBJECT_LENGTH_FIXED)
            return false;
        if (!o->table && attributes == ATTRIBUTES_PLAIN && is_dense(o, index))
            add_element(o, index, content);
        else {
            js_make_slow(o);
            js_table_put(o->table, key, content)->mark = attributes;
        }
        o->length = index + 1;
        return true;
    }
    if (!o->table
        && (is_element ? attributes != ATTRIBUTES_PLAIN || !is_dense(o, index)
                       : o->shape->count == FAST_LIMIT))
        js_make_slow(o);
    if (o->table)
        js_table_put(o->table, key, content)->mark = attributes;
    else if (is_element)
        add_element(o, index, content);
    else
        add_slot(o, key, content, attributes);
    return true;
}

bool js_own(struct object *o, value key, struct property *property)
{
    if (o->flags & OBJECT_LAZY)
        js_make_lazy(o, key);
    value *found = js_find(o, key, &property->attributes);
    if (found) {
        property->content = *found;
        return true;
    }
    return o->kind != KIND_OBJECT && js_find_computed(o, key, property);
}

bool js_has_own(struct object *o, value key)
{
    struct property property;
    return js_own(o, key, &property);
}

/* May a property that is not configurable become this one? */
static bool may_become(const value *old, uint32_t before, value content, uint32_t after)
{
    if (after & (CONFIGURABLE & ~before) || (before ^ after) & (ENUMERABLE | ACCESSOR))
        return false;
    return before & WRITABLE || (after == before && js_same_value(*old, content));
}

static bool redefine_computed(struct object *o, value key, value content,
                              uint32_t attributes)
{
    if (o->kind == KIND_TYPED_ARRAY) {
        if (js_is_number(content))
            js_typed_set((struct typed_array *)o, (uint32_t)key, content);
        return true;
    }
    if (o->kind == KIND_ARRAY) { /* its length */
        if (attributes & ~WRITABLE || !js_is_number(content))
            return false;
        if (!js_array_set_length(o, (uint32_t)js_number(content)))
            return false;
        if (!(attributes & WRITABLE))
            o->flags |= OBJECT_LENGTH_FIXED;
        return true;
    }
    return o->kind == KIND_ERROR && js_add(o, key, content, attributes);
}

bool js_define(struct object *o, value key, value content, uint32_t attributes)
{
    if (o->flags & OBJECT_LAZY)
        js_make_all_lazy(o);
    uint32_t before;
    value *found = js_find(o, key, &before);
    if (!found) {
        struct property computed;
        if (o->kind != KIND_OBJECT && js_find_computed(o, key, &computed))
            return redefine_computed(o, key, content, attributes);
        return !(o->flags & OBJECT_NOT_EXTENSIBLE) && js_add(o, key, content, attributes);
    }
    if (!(before & CONFIGURABLE) && !may_become(found, before, content, attributes))
        return false;
    if (before == attributes) {
        *found = content;
    } else {
        js_make_slow(o);
        js_table_put(o->table, key, content)->mark = attributes;
    }
    return true;
}

bool js_define_accessor(struct object *o, value key, value getter, value setter,
                        uint32_t attributes)
{
    struct accessor *accessor = js_allocate(sizeof *accessor);
    *accessor = (struct accessor){KIND_ACCESSOR, getter, setter};
    return js_define(o, key, js_from_pointer(accessor),
                     (attributes & ~(uint32_t)WRITABLE) | ACCESSOR);
}

void js_define_half(struct object *o, value key, value getter, value setter,
                    uint32_t enumerable)
{
    struct property before;
    if (js_own(o, key, &before) && before.attributes & ACCESSOR) {
        const struct accessor *accessor = js_pointer(before.content);
        if (getter == JS_UNDEFINED)
            getter = accessor->getter;
        if (setter == JS_UNDEFINED)
            setter = accessor->setter;
    }
    js_define_accessor(o, key, getter, setter, enumerable | CONFIGURABLE);
}

bool js_delete_own(struct object *o, value key)
{
    if (o->flags & OBJECT_LAZY)
        js_make_all_lazy(o);
    uint32_t attributes;
    value *found = js_find(o, key, &attributes);
    if (!found) {
        struct property computed;
        return o->kind == KIND_OBJECT || o->kind == KIND_ERROR
            || !js_find_computed(o, key, &computed);
    }
    if (!(attributes & CONFIGURABLE))
        return false;
    if (!o->table && js_is_int(key)) {
        *found = JS_HOLE;
        return true;
    }
    js_make_slow(o);
    js_table_remove(o->table, key);
    return true;
}

void js_restrict(struct object *o, uint32_t mask)
{
    js_make_all_lazy(o);
    o->flags |= OBJECT_NOT_EXTENSIBLE;
    if ((mask & ATTRIBUTES_PLAIN) == ATTRIBUTES_PLAIN)
        return;
    js_make_slow(o);
    for (uint32_t k = 0; k < o->table->used; k++)
        if (!js_is_private_key(o->table->entries[k].key))
            o->table->entries[k].mark &= mask | ACCESSOR;
    if (!(mask & WRITABLE))
        o->flags |= OBJECT_LENGTH_FIXED;
}

bool js_is_restricted(struct object *o, uint32_t mask)
{
    js_make_all_lazy(o);
    if (!(o->flags & OBJECT_NOT_EXTENSIBLE))
        return false;
    if ((mask & ATTRIBUTES_PLAIN) == ATTRIBUTES_PLAIN)
        return true;
    if (o->kind == KIND_ARRAY && !(mask & WRITABLE) && !(o->flags & OBJECT_LENGTH_FIXED))
        return false;
    js_make_slow(o);
    for (uint32_t k = 0; k < o->table->used; k++) {
        const struct entry *entry = &o->table->entries[k];
        if (entry->key != JS_HOLE && !js_is_private_key(entry->key)
            && entry->mark & ~(mask | ACCESSOR))
            return false;
    }
    return true;
}

bool js_set_prototype(struct object *o, struct object *prototype)
{
    if (o->prototype == prototype)
        return true;
    if (o->flags & OBJECT_NOT_EXTENSIBLE)
        return false;
    for (const struct object *at = prototype; at; at = at->prototype)
        if (at == o)
            return false;
    o->prototype = prototype;
    return true;
}
