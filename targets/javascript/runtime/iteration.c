/* for-of over arrays, strings, Map, Set and typed arrays. */
#include "bytecodes.h"
#include "errors.h"
#include "names.h"
#include "objects.h"

struct iterator *js_new_iterator(value subject, enum iteration what)
{
    struct iterator *iterator =
        js_allocate_object(KIND_BUILTIN_ITERATOR, sizeof *iterator,
                           js_holder(HOLDER_ArrayIterator_prototype));
    iterator->subject = subject;
    iterator->what = what;
    return iterator;
}

static value pair(value first, value second)
{
    value both[] = {first, second};
    return js_from_object(js_new_array_of(2, both));
}

static value choose(enum iteration what, value key, value content)
{
    return what == ITERATE_VALUES ? content : what == ITERATE_KEYS ? key : pair(key, content);
}

static value next_character(struct iterator *iterator)
{
    const struct string *s = js_string(iterator->subject);
    uint32_t start = iterator->position;
    if (start >= s->length)
        return JS_HOLE;
    uint32_t end = start + 1;
    if ((js_string_at(s, start) & 0xFC00) == 0xD800 && end < s->length
        && (js_string_at(s, end) & 0xFC00) == 0xDC00)
        end++;
    iterator->position = end;
    return js_from_string(js_string_slice(s, start, end));
}

static value next_element(struct iterator *iterator)
{
    value subject = iterator->subject;
    struct object *o = js_object(subject);
    double length = o->length;
    if (o->kind == KIND_TYPED_ARRAY)
        length = ((const struct typed_array *)o)->length;
    else if (o->kind != KIND_ARRAY && !js_length_of(subject, &length))
        return JS_EXCEPTION;
    uint32_t index = iterator->position;
    if (index >= length)
        return JS_HOLE;
    iterator->position++;
    if (iterator->what == ITERATE_KEYS)
        return js_from_uint(index);
    value content = index < o->element_count && o->elements[index] != JS_HOLE
        ? o->elements[index]
        : js_get_index(subject, index);
    if (content == JS_EXCEPTION)
        return content;
    return choose(iterator->what, js_from_uint(index), content);
}

static value next_entry(struct iterator *iterator)
{
    const struct collection *collection = js_pointer(iterator->subject);
    const struct entry *entry = js_table_next(collection->entries, &iterator->position);
    if (!entry)
        return JS_HOLE;
    bool is_set = collection->object.kind == KIND_SET;
    return choose(iterator->what, entry->key, is_set ? entry->key : entry->content);
}

value js_iterator_next(struct iterator *iterator)
{
    value next = JS_HOLE;
    if (iterator->subject == JS_UNDEFINED)
        return next;
    switch (js_kind(iterator->subject)) {
    case KIND_STRING:
        next = next_character(iterator);
        break;
    case KIND_MAP:
    case KIND_SET:
        next = next_entry(iterator);
        break;
    default:
        next = next_element(iterator);
    }
    if (next == JS_HOLE)
        iterator->subject = JS_UNDEFINED; /* what comes later is not met */
    return next;
}

value js_getiterator(value v)
{
    enum kind kind = js_is_heap(v) ? js_kind(v) : KIND_ENVIRONMENT;
    if (kind == KIND_WRAPPER && js_is_string(((struct wrapper *)js_pointer(v))->primitive)) {
        v = ((struct wrapper *)js_pointer(v))->primitive;
        kind = KIND_STRING;
    }
    switch (kind) {
    case KIND_BUILTIN_ITERATOR:
        return v;
    case KIND_STRING:
    case KIND_ARRAY:
    case KIND_ARGUMENTS:
    case KIND_TYPED_ARRAY:
    case KIND_SET:
        return js_from_object(js_new_iterator(v, ITERATE_VALUES));
    case KIND_MAP:
        return js_from_object(js_new_iterator(v, ITERATE_ENTRIES));
    default:
        return js_throw_unnamed(UNNAMED_ITERATION, v);
    }
}

value js_getnextvalue(value iterator) { return js_iterator_next(js_pointer(iterator)); }

/* Built-in iterators have nothing to tidy up, and can be gone on with. */
value js_closeiterator(value iterator)
{
    (void)iterator;
    return JS_UNDEFINED;
}

bool js_append_all(struct object *array, value v)
{
    value iterator = js_getiterator(v);
    if (iterator == JS_EXCEPTION)
        return false;
    for (;;) {
        value next = js_getnextvalue(iterator);
        if (next == JS_EXCEPTION)
            return false;
        if (next == JS_HOLE)
            return true;
        js_array_push(array, next);
    }
}
