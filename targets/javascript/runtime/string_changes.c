/* String.prototype: strings made of others. */

#include "native.h"
#include "numbers.h"

enum { LONGEST = 0x1fffffe8 }; /* of V8's strings */

static value throw_too_long(void)
{
    return js_throw_range_error("Invalid string length");
}

NATIVE(js_string_concat)
{
    struct string *s = js_this_string(this, "concat");
    for (uint32_t i = 0; s && i < argc; i++) {
        value text = js_to_string(argv[i]);
        s = text == JS_EXCEPTION ? NULL : js_string_concatenate(s, js_string(text));
    }
    return s ? js_from_string(s) : JS_EXCEPTION;
}

NATIVE(js_string_repeat)
{
    struct string *s = js_this_string(this, "repeat");
    double count;
    if (!s || !js_to_integer(JS_ARGUMENT(0), &count))
        return JS_EXCEPTION;
    if (count < 0 || count > 9e15) {
        value text = js_to_string(argv[0]);
        return text == JS_EXCEPTION ? text
                                    : js_throw_range_error("Invalid count value: %v", text);
    }
    if (count * s->length > LONGEST)
        return throw_too_long();
    struct builder b;
    js_builder_start(&b);
    for (uint32_t i = 0; s->length > 0 && i < (uint32_t)count; i++)
        js_builder_string(&b, s);
    return js_builder_end(&b);
}

static void add_padding(struct builder *b, const struct string *filler, uint32_t count)
{
    for (; count >= filler->length; count -= filler->length)
        js_builder_string(b, filler);
    js_builder_string(b, js_string_slice(filler, 0, count));
}

static value pad(value this, uint32_t argc, const value *argv, const char *method, bool start)
{
    struct string *s = js_this_string(this, method);
    double length;
    if (!s || !js_to_integer(JS_ARGUMENT(0), &length))
        return JS_EXCEPTION;
    if (length <= s->length)
        return js_from_string(s);
    value filler = js_string_of_unit(' ');
    if (JS_ARGUMENT(1) != JS_UNDEFINED)
        filler = js_to_string(argv[1]);
    if (filler == JS_EXCEPTION)
        return filler;
    if (js_string(filler)->length == 0)
        return js_from_string(s);
    if (length > LONGEST)
        return throw_too_long();
    struct builder b;
    js_builder_start(&b);
    if (!start)
        js_builder_string(&b, s);
    add_padding(&b, js_string(filler), (uint32_t)length - s->length);
    if (start)
        js_builder_string(&b, s);
    return js_builder_end(&b);
}

NATIVE(js_string_pad_start)
{
    return pad(this, argc, argv, "padStart", true);
}

NATIVE(js_string_pad_end)
{
    return pad(this, argc, argv, "padEnd", false);
}

static value trim(value this, const char *method, bool at_start, bool at_end)
{
    struct string *s = js_this_string(this, method);
    if (!s)
        return JS_EXCEPTION;
    uint32_t start = 0, end = s->length;
    while (at_start && start < end && js_is_space(js_string_at(s, start)))
        start++;
    while (at_end && end > start && js_is_space(js_string_at(s, end - 1)))
        end--;
    return js_from_string(js_string_slice(s, start, end));
}

NATIVE(js_string_trim)
{
    return trim(this, "trim", true, true);
}

NATIVE(js_string_trim_start)
{
    return trim(this, "trimStart", true, false);
}

NATIVE(js_string_trim_end)
{
    return trim(this, "trimEnd", false, true);
}

/* How the replacement uses a match: $$, $&, $` and $'. */
static void expand(struct builder *b, const struct string *s, uint32_t start, uint32_t end,
                   const struct string *replacement)
{
    for (uint32_t i = 0; i < replacement->length; i++) {
        uint32_t unit = js_string_at(replacement, i);
        uint32_t next = i + 1 < replacement->length ? js_string_at(replacement, i + 1) : 0;
        i++;
        if (unit == '$' && next == '$')
            js_builder_unit(b, '$');
        else if (unit == '$' && next == '&')
            js_builder_string(b, js_string_slice(s, start, end));
        else if (unit == '$' && next == '`')
            js_builder_string(b, js_string_slice(s, 0, start));
        else if (unit == '$' && next == '\'')
            js_builder_string(b, js_string_slice(s, end, s->length));
        else {
            js_builder_unit(b, unit);
            i--;
        }
    }
}

static value replace(value this, uint32_t argc, const value *argv, const char *method, bool all)
{
    struct string *s = js_this_string(this, method);
    value pattern = s ? js_to_string(JS_ARGUMENT(0)) : JS_EXCEPTION;
    if (pattern == JS_EXCEPTION)
        return pattern;
    value replacement = JS_ARGUMENT(1);
    bool calls = js_is_callable(replacement);
    if (!calls)
        replacement = js_to_string(replacement);
    if (replacement == JS_EXCEPTION)
        return replacement;
    uint32_t length = js_string(pattern)->length, done = 0;
    int32_t place = js_string_find(s, js_string(pattern), 0);
    if (place < 0)
        return js_from_string(s);
    struct builder b;
    js_builder_start(&b);
    while (place >= 0) {
        uint32_t start = (uint32_t)place, end = start + length;
        js_builder_string(&b, js_string_slice(s, done, start));
        if (calls) {
            value arguments[] = {pattern, js_from_int(place), js_from_string(s)};
            value text = js_call(replacement, JS_UNDEFINED, 3, arguments);
            text = text == JS_EXCEPTION ? text : js_to_string(text);
            if (text == JS_EXCEPTION)
                return text;
            js_builder_string(&b, js_string(text));
        } else {
            expand(&b, s, start, end, js_string(replacement));
        }
        done = end;
        /* An empty pattern is before each unit and at the end. */
        uint32_t next = length > 0 ? end : end + 1;
        place = all && next <= s->length ? js_string_find(s, js_string(pattern), next) : -1;
    }
    js_builder_string(&b, js_string_slice(s, done, s->length));
    return js_builder_end(&b);
}

NATIVE(js_string_replace)
{
    return replace(this, argc, argv, "replace", false);
}

NATIVE(js_string_replace_all)
{
    return replace(this, argc, argv, "replaceAll", true);
}

NATIVE(js_string_split)
{
    struct string *s = js_this_string(this, "split");
    double limit = UINT32_MAX;
    if (!s)
        return JS_EXCEPTION;
    if (JS_ARGUMENT(1) != JS_UNDEFINED) {
        int32_t count;
        if (!js_to_int32(argv[1], &count))
            return JS_EXCEPTION;
        limit = (uint32_t)count;
    }
    struct object *array = js_new_array(0, 0);
    value separator = JS_ARGUMENT(0);
    if (separator != JS_UNDEFINED)
        separator = js_to_string(separator);
    if (separator == JS_EXCEPTION)
        return separator;
    if (separator == JS_UNDEFINED) {
        if (limit > 0)
            js_array_push(array, js_from_string(s));
        return js_from_object(array);
    }
    const struct string *pattern = js_string(separator);
    uint32_t start = 0;
    while (array->length < limit) {
        if (pattern->length == 0) {
            if (start == s->length)
                break;
            js_array_push(array, js_string_of_unit(js_string_at(s, start++)));
            continue;
        }
        int32_t place = js_string_find(s, pattern, start);
        uint32_t end = place < 0 ? s->length : (uint32_t)place;
        js_array_push(array, js_from_string(js_string_slice(s, start, end)));
        if (place < 0)
            break;
        start = end + pattern->length;
    }
    return js_from_object(array);
}
