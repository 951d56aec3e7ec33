#include "list.h"

bool js_list_of(value this, struct list *list)
{
    double length;
    list->object = js_is_object(this) ? this : js_to_object(this);
    if (list->object == JS_EXCEPTION || !js_length_of(list->object, &length))
        return false;
    list->length = length < UINT32_MAX ? (uint32_t)length : UINT32_MAX;
    return true;
}

value js_list_get(const struct list *list, uint32_t i)
{
    const struct object *o = js_object(list->object);
    if (o->kind == KIND_ARRAY && !o->table && i < o->element_count
        && o->elements[i] != JS_HOLE)
        return o->elements[i];
    return js_get_index(list->object, i);
}

bool js_list_find(const struct list *list, uint32_t i, value *content)
{
    struct object *o = js_object(list->object);
    if (o->kind == KIND_ARRAY && !o->table && i < o->element_count
        && o->elements[i] != JS_HOLE) {
        *content = o->elements[i];
        return true;
    }
    if (!js_has(o, js_key_of_index(i)))
        return false;
    *content = js_get_index(list->object, i);
    return true;
}

bool js_list_and_function(value this, uint32_t argc, const value *argv, struct list *list)
{
    return js_list_of(this, list) && js_check_callable(JS_ARGUMENT(0));
}

value js_list_call(const struct list *list, uint32_t argc, const value *argv, value content,
                   uint32_t i)
{
    value arguments[] = {content, js_from_uint(i), list->object};
    return js_call(argv[0], JS_ARGUMENT(1), 3, arguments);
}

struct object *js_list_like(const struct list *list)
{
    struct object *o = js_object(list->object);
    if (o->kind != KIND_ARRAY || o->prototype == js_holder(HOLDER_Array_prototype))
        return js_new_array(0, 0);
    value constructor = js_get_text(list->object, "constructor");
    if (constructor == JS_EXCEPTION)
        return NULL;
    if (!js_is_constructor(constructor))
        return js_new_array(0, 0);
    value zero = js_from_int(0);
    value array = js_construct(constructor, 1, &zero, constructor);
    return array == JS_EXCEPTION ? NULL : js_object(array);
}

bool js_list_delete(const struct list *list, uint32_t i)
{
    value key = js_key_of_index(i);
    if (js_delete_own(js_object(list->object), key))
        return true;
    js_throw_type_error("Cannot delete property '%v' of %v", js_key_to_string(key),
                        js_describe(list->object));
    return false;
}

bool js_list_append(struct object *array, value content)
{
    value object = js_from_object(array);
    double length;
    if (js_is_fast_array(object)) {
        js_array_push(array, content);
        return true;
    }
    return js_length_of(object, &length)
        && js_set_index(object, (uint32_t)length, content) != JS_EXCEPTION;
}
