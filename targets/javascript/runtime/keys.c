/* Property keys, and which ones an object has. */
#include "allocate.h"
#include "errors.h"
#include "names.h"
#include "numbers.h"
#include "shapes.h"

#include <stdlib.h>

value js_key_of_index(uint32_t index)
{
    if (index < INT32_MAX)
        return js_from_int((int32_t)index);
    return js_from_string(js_intern(js_string(js_number_to_string(js_from_uint(index)))));
}

value js_key_of_string(struct string *s)
{
    struct string *interned = js_intern(s);
    if (!(interned->flags & STRING_INDEX))
        return js_from_string(interned);
    uint32_t index = 0;
    for (uint32_t k = 0; k < interned->length; k++)
        index = index * 10 + js_string_at(interned, k) - '0';
    return js_from_int((int32_t)index);
}

value js_key_of_text(const char *text) { return js_from_string(js_intern_text(text)); }

value js_to_key(value v)
{
    if (js_is_double(v)) {
        double d = js_to_double(v);
        if (d >= 0 && d < INT32_MAX && d == (double)(int32_t)d)
            return js_from_int((int32_t)d);
    } else if (js_is_int(v) && js_to_int(v) >= 0 && js_to_int(v) != INT32_MAX) {
        return v;
    }
    if (!js_is_string(v)) {
        v = js_to_primitive(v, HINT_STRING);
        if (v != JS_EXCEPTION)
            v = js_to_string(v);
        if (v == JS_EXCEPTION)
            return v;
    }
    return js_key_of_string(js_string(v));
}

value js_key_to_string(value key)
{
    return js_is_int(key) ? js_number_to_string(key) : key & ~(value)1;
}

static int compare_indices(const void *a, const void *b)
{
    int32_t x = js_to_int(*(const value *)a), y = js_to_int(*(const value *)b);
    return (x > y) - (x < y);
}

static void push_index(struct object *keys, uint32_t index)
{
    js_array_push(keys, js_number_to_string(js_from_uint(index)));
}

static bool is_listed(value key, uint32_t attributes, enum keys which)
{
    return !js_is_private_key(key) && (which == KEYS_ALL || attributes & ENUMERABLE);
}

/* The indices of a slow object, in ascending order. */
static void list_indices(const struct table *table, enum keys which, struct object *keys)
{
    uint32_t count = 0;
    value *indices = js_allocate(table->count * sizeof *indices);
    for (uint32_t k = 0; k < table->used; k++) {
        const struct entry *entry = &table->entries[k];
        if (js_is_int(entry->key) && is_listed(entry->key, entry->mark, which))
            indices[count++] = entry->key;
    }
    qsort(indices, count, sizeof *indices, compare_indices);
    for (uint32_t k = 0; k < count; k++)
        push_index(keys, (uint32_t)indices[k]);
}

static void list_elements(struct object *o, enum keys which, struct object *keys)
{
    uint32_t computed = 0;
    if (o->kind == KIND_TYPED_ARRAY)
        computed = ((struct typed_array *)o)->length;
    else if (o->kind == KIND_WRAPPER && js_is_string(((struct wrapper *)o)->primitive))
        computed = js_string(((struct wrapper *)o)->primitive)->length;
    for (uint32_t k = 0; k < computed; k++)
        push_index(keys, k);
    for (uint32_t k = 0; k < o->element_count; k++)
        if (o->elements[k] != JS_HOLE)
            push_index(keys, k);
    if (o->table)
        list_indices(o->table, which, keys);
}

static void list_names(struct object *o, enum keys which, struct object *keys)
{
    if (o->table) {
        for (uint32_t k = 0; k < o->table->used; k++) {
            const struct entry *entry = &o->table->entries[k];
            if (js_is_heap(entry->key) && is_listed(entry->key, entry->mark, which))
                js_array_push(keys, entry->key);
        }
        return;
    }
    const struct shape *shapes[FAST_LIMIT];
    for (const struct shape *at = o->shape; at->count; at = at->parent)
        shapes[at->count - 1] = at;
    for (uint32_t k = 0; k < o->shape->count; k++)
        if (is_listed(shapes[k]->key, shapes[k]->attributes, which))
            js_array_push(keys, shapes[k]->key);
}

struct object *js_own_keys(struct object *o, enum keys which)
{
    struct object *keys = js_new_array(0, o->element_count + o->shape->count);
    js_make_all_lazy(o);
    list_elements(o, which, keys);
    struct property property;
    if (which == KEYS_ALL && js_find_computed(o, js_name(NAME_length), &property))
        js_array_push(keys, js_name(NAME_length));
    if (which == KEYS_ALL && o->kind == KIND_ERROR) {
        uint32_t attributes;
        if (!js_find(o, js_name(NAME_stack), &attributes))
            js_array_push(keys, js_name(NAME_stack));
    }
    list_names(o, which, keys);
    return keys;
}
