/* Array.prototype.sort: a stable merge sort. */

#include "list.h"

#include "allocate.h"

/* What is compared: a value, and its text if there is no function that compares. */
struct item {
    value content;
    const struct string *text;
};

/* Is a behind b? false with *thrown if the function threw. */
static bool is_behind(const struct item *a, const struct item *b, value function, bool *thrown)
{
    if (a->content == JS_UNDEFINED || b->content == JS_UNDEFINED)
        return a->content == JS_UNDEFINED && b->content != JS_UNDEFINED;
    if (function == JS_UNDEFINED)
        return js_string_compare(a->text, b->text) > 0;
    value arguments[] = {a->content, b->content};
    value order = js_call(function, JS_UNDEFINED, 2, arguments);
    if (js_is_int(order))
        return js_to_int(order) > 0;
    double d = 0;
    *thrown = order == JS_EXCEPTION || !js_to_number_double(order, &d);
    return d > 0;
}

/* Runs of doubling length are merged from one half of the memory to the other. */
static struct item *sorted(struct item *items, uint32_t count, value function, bool *thrown)
{
    struct item *other = items + count;
    for (uint32_t width = 1; width < count; width *= 2) {
        for (uint32_t start = 0; start < count; start += 2 * width) {
            uint32_t middle = count - start < width ? count : start + width;
            uint32_t end = count - start < 2 * width ? count : start + 2 * width;
            uint32_t a = start, b = middle;
            for (uint32_t k = start; k < end; k++) {
                bool second = a == middle
                    || (b < end && is_behind(&items[a], &items[b], function, thrown));
                if (*thrown)
                    return items;
                other[k] = second ? items[b++] : items[a++];
            }
        }
        struct item *swapped = items;
        items = other;
        other = swapped;
    }
    return items;
}

static bool find_texts(struct item *items, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (items[i].content == JS_UNDEFINED)
            continue;
        value text = js_to_string(items[i].content);
        if (text == JS_EXCEPTION)
            return false;
        items[i].text = js_string(text);
    }
    return true;
}

static value sort_list(const struct list *list, value function)
{
    /* Holes stay at the end; undefined is before them. */
    struct item *items = js_allocate(2 * (size_t)list->length * sizeof *items);
    uint32_t count = 0;
    bool thrown = false;
    for (uint32_t i = 0; i < list->length; i++) {
        if (!js_list_find(list, i, &items[count].content))
            continue;
        if (items[count++].content == JS_EXCEPTION)
            return JS_EXCEPTION;
    }
    if (function == JS_UNDEFINED && !find_texts(items, count))
        return JS_EXCEPTION;
    /* The two halves of the memory are next to each other. */
    items = sorted(items, count, function, &thrown);
    if (thrown)
        return JS_EXCEPTION;
    for (uint32_t i = 0; i < count; i++)
        if (js_set_index(list->object, i, items[i].content) == JS_EXCEPTION)
            return JS_EXCEPTION;
    for (uint32_t i = count; i < list->length; i++)
        if (!js_list_delete(list, i))
            return JS_EXCEPTION;
    return list->object;
}

NATIVE(js_array_sort)
{
    struct list list;
    value function_argument = JS_ARGUMENT(0);
    if (function_argument != JS_UNDEFINED && !js_is_callable(function_argument))
        return js_throw_type_error(
            "The comparison function must be either a function or undefined");
    if (!js_list_of(this, &list))
        return JS_EXCEPTION;
    return sort_list(&list, function_argument);
}
