/* Arrays: their length, and appending. */
#include "errors.h"
#include "names.h"
#include "shapes.h"

void js_array_push(struct object *array, value content)
{
    uint32_t length = array->length;
    if (length == array->element_count && length < array->element_capacity) {
        array->elements[length] = content;
        array->element_count = array->length = length + 1;
        return;
    }
    js_add(array, js_key_of_index(length), content, ATTRIBUTES_PLAIN);
}

/* Elements at the length and above go, unless one is not configurable. */
static bool cut_slow(struct object *array, uint32_t length)
{
    bool all = true;
    for (uint32_t k = 0; k < array->table->used; k++) {
        const struct entry *entry = &array->table->entries[k];
        if (!js_is_int(entry->key) || (uint32_t)entry->key < length)
            continue;
        if (entry->mark & CONFIGURABLE)
            js_table_remove(array->table, entry->key);
        else
            all = false;
    }
    return all;
}

bool js_array_set_length(struct object *array, uint32_t length)
{
    if (length == array->length)
        return true;
    if (array->flags & OBJECT_LENGTH_FIXED)
        return false;
    if (array->table && !cut_slow(array, length))
        return false;
    if (length < array->element_count)
        array->element_count = length;
    array->length = length;
    return true;
}

bool js_length_of(value v, double *length)
{
    if (js_is_array(v)) {
        *length = js_object(v)->length;
        return true;
    }
    value property = js_get(v, js_name(NAME_length));
    if (property == JS_EXCEPTION || !js_to_integer(property, length))
        return false;
    if (!(*length > 0))
        *length = 0;
    if (*length > 9007199254740991.0)
        *length = 9007199254740991.0;
    return true;
}
