/* What the methods of arrays work on: anything with a length and elements. */
#ifndef JS_LIST_H
#define JS_LIST_H

#include "native.h"

struct list {
    value object;
    uint32_t length;
};

/* false: thrown. Lengths beyond 2^32 - 1 are that. */
bool js_list_of(value this, struct list *list);

/* An element, or EXCEPTION. */
value js_list_get(const struct list *list, uint32_t i);

/* false if there is no such element. Otherwise it is in content, or EXCEPTION. */
bool js_list_find(const struct list *list, uint32_t i, value *content);

/* The list and the function of a method that takes one; false: thrown. */
bool js_list_and_function(value this, uint32_t argc, const value *argv, struct list *list);

/* Call a function with an element, its index and the list; it is argv[0], this argv[1]. */
value js_list_call(const struct list *list, uint32_t argc, const value *argv, value content,
                   uint32_t i);

/* An empty array of the class of the one that a method is called on; NULL: thrown. */
struct object *js_list_like(const struct list *list);

/* Delete an element; false: thrown. */
bool js_list_delete(const struct list *list, uint32_t i);

/* Append to an array that js_list_like gave; false: thrown. */
bool js_list_append(struct object *array, value content);

#endif
