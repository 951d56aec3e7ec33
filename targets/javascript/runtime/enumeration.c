/* for-in: the names of enumerable properties, of prototypes too. */
#include "allocate.h"
#include "bytecodes.h"
#include "objects.h"

struct enumeration {
    uint8_t kind;
    uint32_t position;
    struct object *subject;
    struct object *names; /* an array of strings */
};

static bool is_shadowed(struct object *first, const struct object *last, value key)
{
    for (; first != last; first = first->prototype)
        if (js_has_own(first, key))
            return true;
    return false;
}

static struct object *names_of(struct object *o)
{
    struct object *names = js_own_keys(o, KEYS_ENUMERABLE);
    for (struct object *at = o->prototype; at; at = at->prototype) {
        const struct object *further = js_own_keys(at, KEYS_ENUMERABLE);
        for (uint32_t k = 0; k < further->length; k++) {
            value name = further->elements[k];
            if (!is_shadowed(o, at, js_key_of_string(js_string(name))))
                js_array_push(names, name);
        }
    }
    return names;
}

value js_getpropiterator(value of)
{
    struct enumeration *enumeration = js_allocate(sizeof *enumeration);
    *enumeration = (struct enumeration){.kind = KIND_ITERATOR};
    if (!js_is_nullish(of)) {
        enumeration->subject = js_object(js_to_object(of));
        enumeration->names = names_of(enumeration->subject);
    }
    return js_from_pointer(enumeration);
}

value js_getnextpropname(value iterator)
{
    struct enumeration *enumeration = js_pointer(iterator);
    if (!enumeration->subject)
        return JS_UNDEFINED;
    while (enumeration->position < enumeration->names->length) {
        value name = enumeration->names->elements[enumeration->position++];
        if (js_has(enumeration->subject, js_key_of_string(js_string(name))))
            return name; /* it was not deleted meanwhile */
    }
    return JS_UNDEFINED;
}
