/* Memory: an arena without a collector. */
#ifndef JS_ALLOCATE_H
#define JS_ALLOCATE_H

#include <stddef.h>

/*
 * As many bytes, aligned to 8, not cleared. Out of memory ends the program with a message
 * and status 134.
 */
void *js_allocate(size_t size);

/* A larger copy; the old memory is lost unless it is the last that was allocated. */
void *js_reallocate(void *old, size_t old_size, size_t new_size);

#endif
