/* Typed arrays. */
#ifndef JS_TYPED_H
#define JS_TYPED_H

#include "native.h"

uint32_t js_element_size(const struct typed_array *array);

/* Of zeros if there is no buffer; offset in bytes; prototype: NULL for that of the type. */
struct typed_array *js_new_typed_array(enum element_type type, struct object *prototype,
                                       uint32_t length, struct array_buffer *buffer,
                                       uint32_t offset);

/* Of what something iterates over, or of its elements; NULL: thrown. */
struct typed_array *js_typed_of_list(enum element_type type, struct object *prototype,
                                     value source);

/* Convert and set an element; nothing behind the end; false: thrown (or content was). */
bool js_typed_store(struct typed_array *array, uint32_t i, value content);

#endif
