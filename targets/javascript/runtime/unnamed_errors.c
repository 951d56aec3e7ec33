/*
 * TypeErrors that name an expression: o.f is not a function.
 *
 * The instruction that throws one knows the value alone. On the way of the exception out
 * of it, nameexception says where the text of the expression is.
 */
#include "allocate.h"
#include "bytecodes.h"
#include "calls.h"
#include "errors.h"
#include "strings.h"

static value subject;
static uint32_t depth; /* of the function that executes the instruction */
static enum unnamed kind;

value js_throw_not_iterable(value v)
{
    return js_throw_type_error("%v%s%v is not iterable (cannot read property "
                               "Symbol(Symbol.iterator))",
                               v == JS_UNDEFINED ? js_string_empty() : js_typeof_name(v),
                               js_is_object(v) || v == JS_UNDEFINED ? "" : " ",
                               js_is_object(v) ? js_string_empty() : js_describe(v));
}

value js_throw_unnamed(enum unnamed what, value v)
{
    switch (what) {
    case UNNAMED_CALL:
        js_throw_type_error("%v is not a function", js_describe(v));
        break;
    case UNNAMED_CONSTRUCTION:
        js_throw_type_error("%v is not a constructor", js_describe(v));
        break;
    case UNNAMED_ITERATION:
        js_throw_not_iterable(v);
        break;
    case UNNAMED_PATTERN:
        js_throw_type_error("Cannot destructure '%v' as it is %v.", js_to_string(v),
                            js_to_string(v));
    }
    js_unnamed_error = js_exception;
    subject = v;
    kind = what;
    depth = js_depth;
    return JS_EXCEPTION;
}

/* `...TEXT` is an argument. */
static void name_iteration(const struct string *text)
{
    if (text->length < 4 || js_string_at(text, 0) != '.' || js_string_at(text, 1) != '.')
        js_throw_type_error("%v is not iterable", js_from_string(text));
    else if (js_is_nullish(subject))
        js_throw_type_error("%v is not iterable (cannot read property %v)",
                            js_from_string(js_string_slice(text, 3, text->length)),
                            js_to_string(subject));
    else
        js_throw_type_error(
            "Spread syntax requires ...iterable[Symbol.iterator] to be a function");
}

/* `(reading NAME)` is the property of a pattern within one; `NAME of` that of a parameter. */
static void name_pattern(const struct string *text)
{
    value name = js_from_string(text), is = js_to_string(subject);
    uint32_t last = js_string_at(text, text->length - 1);
    if (js_string_at(text, 0) == '(')
        js_throw_type_error("Cannot read properties of %v %v", is, name);
    else if (last == '\'')
        js_throw_type_error("Cannot destructure %v as it is %v.", name, is);
    else
        js_throw_type_error("Cannot destructure %v '%s%v' as it is %v.", name,
                            subject == JS_NULL ? "object " : "", is, is);
}

/* The text that is so far into the program's, NULL if there is none. */
static struct string *expression(int64_t place)
{
    if (place < 4 || place >= js_expressions[0] || place % 4)
        return NULL;
    struct string *text = js_allocate(sizeof *text);
    js_string_of_constant(js_expressions + place / 4, text);
    return text->length ? text : NULL;
}

value js_nameexception(int64_t place)
{
    bool is_this = js_exception == js_unnamed_error && depth == js_depth;
    struct string *text = is_this ? expression(place) : NULL;
    js_unnamed_error = JS_HOLE;
    if (!text)
        return JS_UNDEFINED;
    switch (kind) {
    case UNNAMED_CALL:
        js_throw_type_error("%v is not a function", js_from_string(text));
        break;
    case UNNAMED_CONSTRUCTION:
        js_throw_type_error("%v is not a constructor", js_from_string(text));
        break;
    case UNNAMED_ITERATION:
        name_iteration(text);
        break;
    case UNNAMED_PATTERN:
        name_pattern(text);
    }
    return JS_UNDEFINED;
}
