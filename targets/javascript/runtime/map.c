/* Map and WeakMap, which holds its keys as long as Map does. */

#include "collection.h"

static bool add_entry(struct table *table, value entry)
{
    if (!js_is_object(entry)) {
        js_throw_type_error("Iterator value %v is not an entry object", js_describe(entry));
        return false;
    }
    value key = js_get_index(entry, 0);
    value content = key == JS_EXCEPTION ? key : js_get_index(entry, 1);
    if (content == JS_EXCEPTION)
        return false;
    js_collection_put(table, key, content);
    return true;
}

NATIVE(js_map_constructor)
{
    return js_make_collection(new_target, "Map", HOLDER_Map_prototype, KIND_MAP,
                              JS_ARGUMENT(0), add_entry);
}

NATIVE(js_weak_map_constructor)
{
    return js_make_collection(new_target, "WeakMap", HOLDER_WeakMap_prototype, KIND_MAP,
                              JS_ARGUMENT(0), add_entry);
}

NATIVE(js_map_get)
{
    struct table *table = js_this_table(this, KIND_MAP, "Map.prototype.get");
    if (!table)
        return JS_EXCEPTION;
    const struct entry *entry = js_table_find(table, js_table_key(JS_ARGUMENT(0)));
    return entry ? entry->content : JS_UNDEFINED;
}

NATIVE(js_map_set)
{
    struct table *table = js_this_table(this, KIND_MAP, "Map.prototype.set");
    if (!table)
        return JS_EXCEPTION;
    js_collection_put(table, JS_ARGUMENT(0), JS_ARGUMENT(1));
    return this;
}

NATIVE(js_map_has)
{
    struct table *table = js_this_table(this, KIND_MAP, "Map.prototype.has");
    return table ? js_from_bool(js_table_find(table, js_table_key(JS_ARGUMENT(0))))
                 : JS_EXCEPTION;
}

NATIVE(js_map_delete)
{
    struct table *table = js_this_table(this, KIND_MAP, "Map.prototype.delete");
    return table ? js_from_bool(js_table_remove(table, js_table_key(JS_ARGUMENT(0))))
                 : JS_EXCEPTION;
}

NATIVE(js_map_clear)
{
    struct table *table = js_this_table(this, KIND_MAP, "Map.prototype.clear");
    if (!table)
        return JS_EXCEPTION;
    js_table_clear(table);
    return JS_UNDEFINED;
}

NATIVE(js_map_size)
{
    struct table *table = js_this_table(this, KIND_MAP, "get Map.prototype.size");
    return table ? js_from_uint(table->count) : JS_EXCEPTION;
}

NATIVE(js_map_for_each)
{
    struct table *table = js_this_table(this, KIND_MAP, "Map.prototype.forEach");
    return table ? js_collection_for_each(this, table, argc, argv, false) : JS_EXCEPTION;
}

static value iterate(value this, const char *method, enum iteration what)
{
    return js_this_table(this, KIND_MAP, method)
        ? js_from_object(js_new_iterator(this, what))
        : JS_EXCEPTION;
}

NATIVE(js_map_keys)
{
    return iterate(this, "Map.prototype.keys", ITERATE_KEYS);
}

NATIVE(js_map_values)
{
    return iterate(this, "Map.prototype.values", ITERATE_VALUES);
}

NATIVE(js_map_entries)
{
    return iterate(this, "Map.prototype.entries", ITERATE_ENTRIES);
}
