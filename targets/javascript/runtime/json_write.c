/* JSON.stringify. */

#include "native.h"

#include "numbers.h"

#include <math.h>

struct open_object {
    struct open_object *outer;
    const struct object *object;
};

struct writer {
    struct builder text;
    value replacer;           /* a function, or undefined */
    struct object *allowed;   /* the keys of objects that are written; NULL: all */
    struct string *gap;       /* what a level is indented by; may be empty */
    uint32_t level;
    struct open_object *open; /* that are being written: one within itself is an error */
};

static void write_hex(struct builder *b, uint32_t unit)
{
    js_builder_text(b, "\\u");
    for (uint32_t shift = 16; shift > 0;) {
        shift -= 4;
        js_builder_unit(b, (uint8_t)"0123456789abcdef"[unit >> shift & 15]);
    }
}

static void write_string(struct builder *b, const struct string *s)
{
    static const char LETTERS[] = "btn\0fr"; /* from 8 on */
    js_builder_unit(b, '"');
    for (uint32_t i = 0; i < s->length; i++) {
        uint32_t unit = js_string_at(s, i);
        if (unit == '"' || unit == '\\') {
            js_builder_unit(b, '\\');
            js_builder_unit(b, unit);
        } else if (unit >= 8 && unit <= 13 && unit != 11) {
            js_builder_unit(b, '\\');
            js_builder_unit(b, (uint8_t)LETTERS[unit - 8]);
        } else if (unit < 32) {
            write_hex(b, unit);
        } else if (unit >> 11 == 0xd800 >> 11) {
            uint32_t next = i + 1 < s->length ? js_string_at(s, i + 1) : 0;
            bool pair = unit < 0xdc00 && next >> 10 == 0xdc00 >> 10;
            if (pair) {
                js_builder_unit(b, unit);
                js_builder_unit(b, next);
                i++;
            } else {
                write_hex(b, unit);
            }
        } else {
            js_builder_unit(b, unit);
        }
    }
    js_builder_unit(b, '"');
}

static void write_line(struct writer *w)
{
    if (w->gap->length == 0)
        return;
    js_builder_unit(&w->text, '\n');
    for (uint32_t i = 0; i < w->level; i++)
        js_builder_string(&w->text, w->gap);
}

/* What is written for a property: after toJSON and the replacer. EXCEPTION if it threw. */
static value replaced(const struct writer *w, value holder, value key, value content)
{
    if (js_is_object(content)) {
        value method = js_get_text(content, "toJSON");
        if (method == JS_EXCEPTION)
            return method;
        if (js_is_callable(method)) {
            value name = js_key_to_string(key);
            content = js_call(method, content, 1, &name);
        }
    }
    if (content != JS_EXCEPTION && w->replacer != JS_UNDEFINED) {
        value arguments[] = {js_key_to_string(key), content};
        content = js_call(w->replacer, holder, 2, arguments);
    }
    if (js_is_kind(content, KIND_WRAPPER)) {
        value primitive = ((struct wrapper *)js_object(content))->primitive;
        content = js_is_number(primitive) ? js_to_number(content)
            : js_is_string(primitive)     ? js_to_string(content)
                                          : primitive;
    }
    return content;
}

static bool is_written(value v)
{
    return v != JS_UNDEFINED && !js_is_callable(v);
}

static bool write_value(struct writer *w, value v);

/* Begin a property or an element. */
static void separate(struct writer *w, bool *first)
{
    if (!*first)
        js_builder_unit(&w->text, ',');
    *first = false;
    write_line(w);
}

static bool write_elements(struct writer *w, value array, bool *first)
{
    double length;
    if (!js_length_of(array, &length))
        return false;
    for (uint32_t i = 0; i < length; i++) {
        value content = js_get_index(array, i);
        if (content != JS_EXCEPTION)
            content = replaced(w, array, js_key_of_index(i), content);
        if (content == JS_EXCEPTION)
            return false;
        separate(w, first);
        if (!write_value(w, is_written(content) ? content : JS_NULL))
            return false;
    }
    return true;
}

static bool write_properties(struct writer *w, value object, bool *first)
{
    struct object *keys =
        w->allowed ? w->allowed : js_own_keys(js_object(object), KEYS_ENUMERABLE);
    for (uint32_t i = 0; i < keys->length; i++) {
        struct string *name = js_string(keys->elements[i]);
        value key = js_key_of_string(name), content = js_get(object, key);
        if (content != JS_EXCEPTION)
            content = replaced(w, object, key, content);
        if (content == JS_EXCEPTION)
            return false;
        if (!is_written(content))
            continue;
        separate(w, first);
        write_string(&w->text, name);
        js_builder_text(&w->text, w->gap->length > 0 ? ": " : ":");
        if (!write_value(w, content))
            return false;
    }
    return true;
}

static bool write_object(struct writer *w, value v)
{
    struct open_object open = {w->open, js_object(v)};
    bool is_array = js_is_array(v), first = true;
    for (const struct open_object *at = w->open; at; at = at->outer) {
        if (at->object == open.object) {
            js_throw_type_error("Converting circular structure to JSON");
            return false;
        }
    }
    w->open = &open;
    w->level++;
    js_builder_unit(&w->text, is_array ? '[' : '{');
    if (!(is_array ? write_elements : write_properties)(w, v, &first))
        return false;
    w->level--;
    w->open = open.outer;
    if (!first)
        write_line(w);
    js_builder_unit(&w->text, is_array ? ']' : '}');
    return true;
}

static bool write_value(struct writer *w, value v)
{
    if (js_is_object(v))
        return write_object(w, v);
    if (js_is_string(v))
        write_string(&w->text, js_string(v));
    else if (js_is_number(v) && !isfinite(js_number(v)))
        js_builder_text(&w->text, "null");
    else
        js_builder_string(&w->text, js_string(js_to_string(v)));
    return true;
}

/* The keys that an array of the replacer names, each once; false: thrown. */
static bool find_allowed(struct writer *w, value list)
{
    double length;
    if (!js_length_of(list, &length))
        return false;
    w->allowed = js_new_array(0, 0);
    for (uint32_t i = 0; i < length; i++) {
        value name = js_get_index(list, i);
        if (js_is_kind(name, KIND_WRAPPER) || js_is_number(name))
            name = js_to_string(name);
        if (name == JS_EXCEPTION)
            return false;
        bool known = !js_is_string(name);
        for (uint32_t k = 0; !known && k < w->allowed->length; k++)
            known = js_strict_equals(w->allowed->elements[k], name);
        if (!known)
            js_array_push(w->allowed, name);
    }
    return true;
}

/* At most ten characters. */
static bool find_gap(struct writer *w, value space)
{
    enum { MOST = 10 };
    if (js_is_kind(space, KIND_WRAPPER)) {
        bool number = js_is_number(((struct wrapper *)js_object(space))->primitive);
        space = number ? js_to_number(space) : js_to_string(space);
        if (space == JS_EXCEPTION)
            return false;
    }
    w->gap = js_string(js_string_empty());
    if (js_is_number(space)) {
        double count = js_number(space) < MOST ? js_number(space) : MOST;
        struct builder b;
        js_builder_start(&b);
        for (; count >= 1; count--)
            js_builder_unit(&b, ' ');
        w->gap = js_string(js_builder_end(&b));
    } else if (js_is_string(space)) {
        uint32_t length = js_string(space)->length;
        w->gap = js_string_slice(js_string(space), 0, length < MOST ? length : MOST);
    }
    return true;
}

NATIVE(js_json_stringify)
{
    struct writer w = {.replacer = JS_UNDEFINED};
    value replacer = JS_ARGUMENT(1), content = JS_ARGUMENT(0);
    if (js_is_callable(replacer))
        w.replacer = replacer;
    else if (js_is_array(replacer) && !find_allowed(&w, replacer))
        return JS_EXCEPTION;
    if (!find_gap(&w, JS_ARGUMENT(2)))
        return JS_EXCEPTION;
    value key = js_key_of_string(js_string(js_string_empty())), holder = JS_UNDEFINED;
    if (w.replacer != JS_UNDEFINED) {
        struct object *o = js_new_object();
        js_put(o, key, content);
        holder = js_from_object(o);
    }
    content = replaced(&w, holder, key, content);
    if (content == JS_EXCEPTION || !is_written(content))
        return content == JS_EXCEPTION ? content : JS_UNDEFINED;
    js_builder_start(&w.text);
    return write_value(&w, content) ? js_builder_end(&w.text) : JS_EXCEPTION;
}
