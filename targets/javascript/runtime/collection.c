#include "collection.h"

struct table *js_this_table(value this, enum kind kind, const char *method)
{
    if (js_is_kind(this, kind))
        return ((struct collection *)js_object(this))->entries;
    js_throw_incompatible(method, this);
    return NULL;
}

value js_make_collection(value new_target, const char *name, enum holder holder,
                         enum kind kind, value source,
                         bool (*add)(struct table *table, value item))
{
    struct object *prototype;
    if (new_target == JS_UNDEFINED)
        return js_throw_type_error("Constructor %s requires 'new'", name);
    if (!js_prototype_for(new_target, holder, &prototype))
        return JS_EXCEPTION;
    struct collection *made = js_allocate_object(kind, sizeof *made, prototype);
    made->entries = js_new_table();
    if (!js_is_nullish(source)) {
        struct object *items = js_iterated(source, false);
        if (!items)
            return JS_EXCEPTION;
        for (uint32_t i = 0; i < items->length; i++)
            if (!add(made->entries, items->elements[i]))
                return JS_EXCEPTION;
    }
    return js_from_object(made);
}

value js_collection_for_each(value this, struct table *table, uint32_t argc,
                             const value *argv, bool is_set)
{
    uint32_t place = 0;
    if (!js_check_callable(JS_ARGUMENT(0)))
        return JS_EXCEPTION;
    for (struct entry *e; (e = js_table_next(table, &place)) != NULL;) {
        value arguments[] = {is_set ? e->key : e->content, e->key, this};
        if (js_call(argv[0], JS_ARGUMENT(1), 3, arguments) == JS_EXCEPTION)
            return JS_EXCEPTION;
    }
    return JS_UNDEFINED;
}

void js_collection_put(struct table *table, value key, value content)
{
    js_table_put(table, js_table_key(key), content)->content = content;
}
