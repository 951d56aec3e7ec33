/* Set and WeakSet, which holds its values as long as Set does. */

#include "collection.h"

static bool add_item(struct table *table, value item)
{
    js_collection_put(table, item, JS_UNDEFINED);
    return true;
}

NATIVE(js_set_constructor)
{
    return js_make_collection(new_target, "Set", HOLDER_Set_prototype, KIND_SET,
                              JS_ARGUMENT(0), add_item);
}

NATIVE(js_weak_set_constructor)
{
    return js_make_collection(new_target, "WeakSet", HOLDER_WeakSet_prototype, KIND_SET,
                              JS_ARGUMENT(0), add_item);
}

NATIVE(js_set_add)
{
    struct table *table = js_this_table(this, KIND_SET, "Set.prototype.add");
    if (!table)
        return JS_EXCEPTION;
    add_item(table, JS_ARGUMENT(0));
    return this;
}

NATIVE(js_set_has)
{
    struct table *table = js_this_table(this, KIND_SET, "Set.prototype.has");
    return table ? js_from_bool(js_table_find(table, js_table_key(JS_ARGUMENT(0))))
                 : JS_EXCEPTION;
}

NATIVE(js_set_delete)
{
    struct table *table = js_this_table(this, KIND_SET, "Set.prototype.delete");
    return table ? js_from_bool(js_table_remove(table, js_table_key(JS_ARGUMENT(0))))
                 : JS_EXCEPTION;
}

NATIVE(js_set_clear)
{
    struct table *table = js_this_table(this, KIND_SET, "Set.prototype.clear");
    if (!table)
        return JS_EXCEPTION;
    js_table_clear(table);
    return JS_UNDEFINED;
}

NATIVE(js_set_size)
{
    struct table *table = js_this_table(this, KIND_SET, "get Set.prototype.size");
    return table ? js_from_uint(table->count) : JS_EXCEPTION;
}

NATIVE(js_set_for_each)
{
    struct table *table = js_this_table(this, KIND_SET, "Set.prototype.forEach");
    return table ? js_collection_for_each(this, table, argc, argv, true) : JS_EXCEPTION;
}

static value iterate(value this, const char *method, enum iteration what)
{
    return js_this_table(this, KIND_SET, method)
        ? js_from_object(js_new_iterator(this, what))
        : JS_EXCEPTION;
}

NATIVE(js_set_values)
{
    return iterate(this, "Set.prototype.values", ITERATE_VALUES);
}

NATIVE(js_set_entries)
{
    return iterate(this, "Set.prototype.entries", ITERATE_ENTRIES);
}
