/*
 * Objects as console.log shows them. What is shown, in which order and how it is named
 * follows lib/internal/util/inspect.js of Node.js 20.
 */

#include "inspect.h"

#include "allocate.h"
#include "errors.h"
#include "objects.h"

#include <stdlib.h>

struct seen {
    struct seen *outer;
    struct object *object;
};

struct inspector {
    int depth;
    bool hidden;
    uint32_t indentation;
    int current_depth; /* of the object that was entered last */
    struct seen *seen; /* the objects that are being shown */
    struct object **circular; /* those that were met within themselves */
    uint32_t circular_count;
};

static struct string *format_value(struct inspector *in, value v, int depth);

static struct string *empty(void) { return js_string(js_string_empty()); }

/* A property as it is read; what throws is undefined. */
static value quiet_get(value of, const char *name)
{
    value content = js_get_text(of, name);
    if (content != JS_EXCEPTION)
        return content;
    js_exception = JS_HOLE;
    return JS_UNDEFINED;
}

static value own_value(struct object *o, const char *name)
{
    struct property property;
    return js_own(o, js_key_of_text(name), &property) && !(property.attributes & ACCESSOR)
        ? property.content
        : JS_UNDEFINED;
}

static bool has_prototype(const struct object *o, value prototype)
{
    while (o && js_from_object(o) != prototype)
        o = o->prototype;
    return o != NULL;
}

static const char *const TYPED_NAMES[] = {
    "Int8Array", "Uint8Array", "Uint8ClampedArray", "Int16Array", "Uint16Array",
    "Int32Array", "Uint32Array", "Float32Array", "Float64Array",
};

static const enum holder TYPED_HOLDERS[] = {
    HOLDER_Int8Array_prototype,    HOLDER_Uint8Array_prototype,
    HOLDER_Uint8ClampedArray_prototype, HOLDER_Int16Array_prototype,
    HOLDER_Uint16Array_prototype,  HOLDER_Int32Array_prototype,
    HOLDER_Uint32Array_prototype,  HOLDER_Float32Array_prototype,
    HOLDER_Float64Array_prototype,
};

/* What a value of the kind is called that was made by the built-in constructor. */
static const char *kind_name(const struct object *o, enum holder *holder)
{
    value primitive;
    switch (o->kind) {
    case KIND_ARRAY:
        *holder = HOLDER_Array_prototype;
        return "Array";
    case KIND_FUNCTION:
        *holder = HOLDER_Function_prototype;
        return "Function";
    case KIND_ERROR:
        *holder = HOLDER_Error_prototype;
        return "Error";
    case KIND_MAP:
        *holder = HOLDER_Map_prototype;
        return "Map";
    case KIND_SET:
        *holder = HOLDER_Set_prototype;
        return "Set";
    case KIND_ARRAY_BUFFER:
        *holder = HOLDER_ArrayBuffer_prototype;
        return "ArrayBuffer";
    case KIND_TYPED_ARRAY:
        *holder = TYPED_HOLDERS[((const struct typed_array *)o)->type];
        return TYPED_NAMES[((const struct typed_array *)o)->type];
    case KIND_WRAPPER:
        primitive = ((const struct wrapper *)o)->primitive;
        *holder = js_is_string(primitive) ? HOLDER_String_prototype
            : js_is_number(primitive)     ? HOLDER_Number_prototype
                                          : HOLDER_Boolean_prototype;
        return js_is_string(primitive) ? "String"
            : js_is_number(primitive)  ? "Number"
                                       : "Boolean";
    default:
        *holder = HOLDER_Object_prototype;
        return "Object";
    }
}

/* The name of the constructor; NULL if there is no prototype that has one. */
static struct string *constructor_name(struct object *o)
{
    enum holder holder;
    const char *kind = kind_name(o, &holder);
    for (struct object *at = o; at; at = at->prototype) {
        /* Constructors that the program does not name are not installed. */
        if (at == js_holder(holder))
            return js_text(kind);
        if (at == js_holder(HOLDER_Object_prototype))
            return js_text("Object");
        value constructor = own_value(at, "constructor");
        if (js_is_function(constructor)) {
            value name = own_value(js_object(constructor), "name");
            value prototype = own_value(js_object(constructor), "prototype");
            if (js_is_string(name) && js_string(name)->length > 0
                && has_prototype(o->prototype, prototype))
                return js_string(name);
        } else if (o->kind == KIND_ERROR && at != o) {
            value name = own_value(at, "name");
            if (js_is_string(name))
                return js_string(name);
        }
    }
    return NULL;
}

/* The constructor, what it derives from (tag) and the size, with a blank at the end. */
static struct string *prefix(struct string *constructor, const char *tag, int32_t size)
{
    struct string *count = size < 0 ? empty() : js_text("(%d)", size);
    if (!constructor)
        return js_text("[%s%v: null prototype] ", *tag ? tag : "Object", count);
    if (*tag && !js_string_equals_text(constructor, tag))
        return js_text("%v%v [%s] ", constructor, count, tag);
    return js_text("%v%v ", constructor, count);
}

static bool is_identifier(const struct string *s)
{
    for (uint32_t i = 0; i < s->length; i++) {
        uint32_t unit = js_string_at(s, i), letter = unit | 0x20;
        if (!((letter >= 'a' && letter <= 'z') || unit == '_'
              || (i > 0 && unit >= '0' && unit <= '9')))
            return false;
    }
    return s->length > 0;
}

static struct string *format_content(struct inspector *in, const struct property *property,
                                     int depth)
{
    if (property->attributes & ACCESSOR) {
        const struct accessor *accessor = js_pointer(property->content);
        return js_text(accessor->getter == JS_UNDEFINED ? "[Setter]"
                       : accessor->setter == JS_UNDEFINED ? "[Getter]"
                                                          : "[Getter/Setter]");
    }
    in->indentation += 2;
    struct string *text = format_value(in, property->content, depth);
    in->indentation -= 2;
    return text;
}

static struct string *format_property(struct inspector *in, struct object *o,
                                      const struct string *name, int depth)
{
    struct property property;
    if (!js_own(o, js_key_of_string((struct string *)name), &property))
        return empty();
    struct string *text = format_content(in, &property, depth);
    if (!(property.attributes & ENUMERABLE))
        return js_text("[%v]: %v", name, text);
    if (js_string_equals_text(name, "__proto__"))
        return js_text("['__proto__']: %v", text);
    return js_text("%v: %v", is_identifier(name) ? name : js_quoted(name), text);
}

static void add_more(struct parts *parts, uint32_t count)
{
    if (count > 0)
        js_add_part(parts, js_text("... %d more item%s", (int32_t)count,
                                   count > 1 ? "s" : ""));
}

static void format_array(struct inspector *in, struct object *o, int depth,
                         struct parts *parts)
{
    uint32_t holes = 0, i = 0;
    for (; i < o->length && parts->count < INSPECT_ITEMS; i++) {
        struct property property;
        bool there = js_own(o, js_key_of_index(i), &property);
        holes += !there;
        if (there || i + 1 == o->length) {
            if (holes > 0)
                js_add_part(parts, js_text("<%d empty item%s>", (int32_t)holes,
                                           holes > 1 ? "s" : ""));
            holes = 0;
            if (there && parts->count == INSPECT_ITEMS)
                break;
            if (there)
                js_add_part(parts, format_content(in, &property, depth));
        }
    }
    add_more(parts, o->length - i);
}

static void format_typed_array(const struct typed_array *array, struct parts *parts)
{
    uint32_t count = array->length < INSPECT_ITEMS ? array->length : INSPECT_ITEMS;
    for (uint32_t i = 0; i < count; i++)
        js_add_part(parts, js_inspect_number(js_typed_get(array, i)));
    add_more(parts, array->length - count);
}

static void format_entries(struct inspector *in, const struct table *table, bool contents,
                           int depth, struct parts *parts)
{
    uint32_t place = 0, shown = 0;
    in->indentation += 2;
    for (struct entry *e; shown < INSPECT_ITEMS && (e = js_table_next(table, &place)) != NULL;
         shown++) {
        struct string *key = format_value(in, e->key, depth);
        js_add_part(parts, contents ? js_text("%v => %v", key,
                                              format_value(in, e->content, depth))
                                    : key);
    }
    in->indentation -= 2;
    add_more(parts, table->count - shown);
}

static void format_bytes(const struct array_buffer *buffer, struct parts *parts)
{
    static const char FIGURES[] = "0123456789abcdef";
    struct builder b;
    js_builder_start(&b);
    js_builder_text(&b, "[Uint8Contents]: <");
    for (uint32_t i = 0; i < buffer->size && i < INSPECT_ITEMS; i++) {
        if (i > 0)
            js_builder_unit(&b, ' ');
        js_builder_unit(&b, (uint8_t)FIGURES[buffer->bytes[i] >> 4]);
        js_builder_unit(&b, (uint8_t)FIGURES[buffer->bytes[i] & 15]);
    }
    if (buffer->size > INSPECT_ITEMS) {
        int32_t rest = (int32_t)buffer->size - INSPECT_ITEMS;
        js_builder_string(&b, js_text(" ... %d more byte%s", rest, rest > 1 ? "s" : ""));
    }
    js_builder_unit(&b, '>');
    js_add_part(parts, js_string(js_builder_end(&b)));
    js_add_part(parts, js_text("byteLength: %d", (int32_t)buffer->size));
}

static struct string *function_base(struct object *o, struct string *constructor)
{
    value name = own_value(o, "name");
    bool named = js_is_string(name) && js_string(name)->length > 0;
    const struct method *method = ((struct function *)o)->method;
    if (method && (method->flags & METHOD_KIND) >= METHOD_BASE) {
        struct string *text = named ? js_string(name) : js_text("(anonymous)");
        value base = o->prototype ? own_value(o->prototype, "name") : JS_UNDEFINED;
        if (js_is_string(base) && js_string(base)->length > 0)
            return js_text("[class %v extends %v]", text, js_string(base));
        return js_text(constructor ? "[class %v]" : "[class %v extends [null prototype]]", text);
    }
    return js_text(named ? "[Function%s: %v]" : "[Function%s (anonymous)%v]",
                   constructor ? "" : " (null prototype)",
                   named ? js_string(name) : empty());
}

static int32_t find(const struct string *s, const struct string *pattern)
{
    return js_string_find(s, pattern, 0);
}

/* The stack, or what is instead of it, with the class's name; drops keys that it has. */
static struct string *error_base(struct inspector *in, struct object *o,
                                 struct string *constructor, struct parts *keys)
{
    value error = js_from_object(o), name = quiet_get(error, "name");
    value stack = quiet_get(error, "stack");
    if (!js_is_string(stack)) {
        stack = js_error_to_string(JS_UNDEFINED, JS_UNDEFINED, error, 0, NULL);
        if (stack == JS_EXCEPTION) {
            js_exception = JS_HOLE;
            stack = js_string_empty();
        }
    }
    struct string *text = js_string(stack);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < keys->count; i++) {
        struct string *key = keys->items[i];
        bool known = js_string_equals_text(key, "name")
            || js_string_equals_text(key, "message") || js_string_equals_text(key, "stack");
        value content = known ? js_get(error, js_key_of_string(key)) : JS_UNDEFINED;
        if (in->hidden || !js_is_string(content) || find(text, js_string(content)) < 0)
            keys->items[kept++] = key;
    }
    keys->count = kept;
    if (js_has_own(o, js_key_of_text("cause"))) {
        bool listed = false;
        for (uint32_t i = 0; i < kept; i++)
            listed |= js_string_equals_text(keys->items[i], "cause");
        if (!listed)
            js_add_part(keys, js_text("cause"));
    }
    /* An error of a class whose name it does not show. */
    struct string *shown = js_is_string(name) ? js_string(name) : js_text("Error");
    uint32_t length = shown->length;
    bool is_error = length >= 5
        && js_string_equals_text(js_string_slice(shown, length - 5, length), "Error");
    if (constructor && is_error && find(text, shown) == 0
        && !js_string_equals(shown, constructor)) {
        struct string *rest = js_string_slice(text, length, text->length);
        text = find(constructor, shown) >= 0 ? js_text("%v%v", constructor, rest)
                                             : js_text("%v [%v]%v", constructor, shown, rest);
    }
    if (find(text, js_text("\n    at")) < 0)
        text = js_text("[%v]", text);
    if (in->indentation == 0)
        return text;
    struct builder b;
    js_builder_start(&b);
    for (uint32_t i = 0; i < text->length; i++) {
        js_builder_unit(&b, js_string_at(text, i));
        for (uint32_t k = 0; js_string_at(text, i) == '\n' && k < in->indentation; k++)
            js_builder_unit(&b, ' ');
    }
    return js_string(js_builder_end(&b));
}

/* Names of the properties that are shown besides elements. */
static void find_keys(struct inspector *in, struct object *o, struct parts *keys)
{
    bool lists = o->kind == KIND_ARRAY || o->kind == KIND_TYPED_ARRAY;
    if (lists && !in->hidden && !o->table && o->shape->count == 0)
        return; /* soon known, and common */
    struct object *names = js_own_keys(o, in->hidden ? KEYS_ALL : KEYS_ENUMERABLE);
    uint32_t skipped = 0;
    if (o->kind == KIND_WRAPPER && js_is_string(((struct wrapper *)o)->primitive))
        skipped = js_string(((struct wrapper *)o)->primitive)->length;
    for (uint32_t i = skipped; i < names->length; i++) {
        struct string *name = js_string(names->elements[i]);
        if (!lists || !js_is_int(js_key_of_string(name)))
            js_add_part(keys, name);
    }
}

/* The number that the object has as one that is met within itself; 0 if it has none. */
static uint32_t circular_number(const struct inspector *in, const struct object *o)
{
    for (uint32_t i = 0; i < in->circular_count; i++)
        if (in->circular[i] == o)
            return i + 1;
    return 0;
}

static struct string *format_circular(struct inspector *in, struct object *o)
{
    if (circular_number(in, o) == 0) {
        size_t size = in->circular_count * sizeof o;
        in->circular = js_reallocate(in->circular, size, size + sizeof o);
        in->circular[in->circular_count++] = o;
    }
    return js_text("[Circular *%d]", (int32_t)circular_number(in, o));
}

static bool all_numbers(struct object *o, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        struct property property;
        if (!js_own(o, js_key_of_index(i), &property) || !js_is_number(property.content))
            return false;
    }
    return true;
}

/* What is left of the iteration: a copy of the iterator goes through it. */
static void format_iterator(struct inspector *in, const struct iterator *iterator, int depth,
                            struct parts *parts)
{
    struct iterator rest = *iterator;
    in->indentation += 2;
    for (value v; (v = js_iterator_next(&rest)) != JS_HOLE;)
        js_add_part(parts, format_value(in, v, depth));
    in->indentation -= 2;
}

static struct string *format_object(struct inspector *in, struct object *o, int depth)
{
    struct string *constructor = constructor_name(o);
    enum holder holder;
    const char *kind = kind_name(o, &holder);
    bool plain = constructor && js_string_equals_text(constructor, kind);
    struct parts keys = {0}, parts = {0};
    struct layout layout = {.base = empty(), .close = "}", .indentation = in->indentation};
    const char *bracket = "{";
    struct string *start = empty();
    bool is_empty = true; /* but for keys */
    find_keys(in, o, &keys);
    switch (o->kind) {
    case KIND_ARRAY:
    case KIND_TYPED_ARRAY: {
        uint32_t length = o->kind == KIND_ARRAY ? o->length : ((struct typed_array *)o)->length;
        if (o->kind == KIND_TYPED_ARRAY || !plain)
            start = prefix(constructor, kind, (int32_t)length);
        is_empty = length == 0;
        layout.is_list = true;
        bracket = "[";
        layout.close = "]";
        break;
    }
    case KIND_MAP:
    case KIND_SET: {
        uint32_t count = ((struct collection *)o)->entries->count;
        start = prefix(constructor, kind, (int32_t)count);
        is_empty = count == 0;
        break;
    }
    case KIND_ARRAY_BUFFER:
        start = prefix(constructor, kind, -1);
        is_empty = false;
        break;
    case KIND_FUNCTION:
        layout.base = function_base(o, constructor);
        break;
    case KIND_ERROR:
        layout.base = error_base(in, o, constructor, &keys);
        break;
    case KIND_WRAPPER: {
        struct string *text = js_inspect_primitive(((struct wrapper *)o)->primitive, 0);
        layout.base = plain ? js_text("[%s: %v]", kind, text)
                            : js_text("[%s (%v): %v]", kind, constructor, text);
        break;
    }
    case KIND_BUILTIN_ITERATOR: {
        value subject = ((struct iterator *)o)->subject;
        bool entries = ((struct iterator *)o)->what == ITERATE_ENTRIES;
        if (js_is_kind(subject, KIND_MAP) || js_is_kind(subject, KIND_SET)) {
            start = js_text("[%s %s] ", js_is_kind(subject, KIND_MAP) ? "Map" : "Set",
                            entries ? "Entries" : "Iterator");
            is_empty = false;
        } else {
            start = js_text("Object [%s Iterator] ", js_is_string(subject) ? "String" : "Array");
        }
        break;
    }
    default:
        if (o->kind == KIND_ARGUMENTS)
            start = js_text("[Arguments] ");
        else if (!plain)
            start = prefix(constructor, "", -1);
    }
    layout.open = js_text("%v%s", start, bracket);
    if (is_empty && keys.count == 0)
        return layout.base->length ? layout.base : js_text("%v%s", layout.open, layout.close);
    if (depth > in->depth) {
        struct string *name = prefix(constructor, o->kind == KIND_OBJECT ? "" : kind, -1);
        name = js_string_slice(name, 0, name->length - 1);
        return js_text(constructor ? "[%v]" : "%v", name);
    }
    struct seen seen = {in->seen, o};
    in->seen = &seen;
    in->current_depth = ++depth;
    switch (o->kind) {
    case KIND_ARRAY:
        format_array(in, o, depth, &parts);
        break;
    case KIND_TYPED_ARRAY:
        format_typed_array((struct typed_array *)o, &parts);
        break;
    case KIND_MAP:
    case KIND_SET:
        format_entries(in, ((struct collection *)o)->entries, o->kind == KIND_MAP, depth, &parts);
        break;
    case KIND_ARRAY_BUFFER:
        format_bytes((struct array_buffer *)o, &parts);
        break;
    case KIND_BUILTIN_ITERATOR:
        format_iterator(in, (struct iterator *)o, depth, &parts);
        break;
    }
    for (uint32_t i = 0; i < keys.count; i++)
        js_add_part(&parts, format_property(in, o, keys.items[i], depth));
    in->seen = seen.outer;
    uint32_t number = circular_number(in, o);
    if (number > 0)
        layout.base = layout.base->length
            ? js_text("<ref *%d> %v", (int32_t)number, layout.base)
            : js_text("<ref *%d>", (int32_t)number);
    layout.has_rest = parts.count > INSPECT_ITEMS;
    layout.may_be_line = in->current_depth - depth < 3;
    layout.right = layout.is_list && parts.count > 6
        && (o->kind == KIND_TYPED_ARRAY || all_numbers(o, parts.count));
    return js_lay_out(&parts, &layout);
}

static struct string *format_value(struct inspector *in, value v, int depth)
{
    if (!js_is_object(v))
        return js_inspect_primitive(v, in->indentation);
    for (struct seen *seen = in->seen; seen; seen = seen->outer)
        if (seen->object == js_object(v))
            return format_circular(in, js_object(v));
    return format_object(in, js_object(v), depth);
}

struct string *js_inspect(value v, int depth, bool hidden)
{
    struct inspector in = {.depth = depth, .hidden = hidden};
    return format_value(&in, v, 0);
}
