/* What Map and Set have in common. */
#ifndef JS_COLLECTION_H
#define JS_COLLECTION_H

#include "native.h"

/* The table of a Map or Set that a method is called on; NULL: thrown. */
struct table *js_this_table(value this, enum kind kind, const char *method);

/* A new one that begins with what the argument iterates over; `add` does a step. */
value js_make_collection(value new_target, const char *name, enum holder holder,
                         enum kind kind, value source,
                         bool (*add)(struct table *table, value item));

value js_collection_for_each(value this, struct table *table, uint32_t argc,
                             const value *argv, bool is_set);

/* As js_table_put, without a sign of 0. */
void js_collection_put(struct table *table, value key, value content);

#endif
