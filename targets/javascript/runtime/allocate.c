#include "allocate.h"
#include "errors.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 1 << 16, LARGEST_CHUNK = 1 << 22 };

#define LIMIT ((uint64_t)2 << 30) /* what a program may use: docs/javascript.md */

static char *next, *end;
static uint64_t total;
static size_t chunk = CHUNK;

/* A chunk that has room for size. Chunks grow, so that there are few of them. */
static void new_chunk(size_t size)
{
    size_t wanted = size > chunk ? size : chunk;
    total += wanted;
    char *memory = total <= LIMIT ? malloc(wanted) : NULL;
    if (!memory)
        js_abort("out of memory");
    next = memory;
    end = memory + wanted;
    if (chunk < LARGEST_CHUNK)
        chunk *= 2;
}

void *js_allocate(size_t size)
{
    size = (size + 7) & ~(size_t)7;
    if (size > (size_t)(end - next))
        new_chunk(size);
    void *result = next;
    next += size;
    return result;
}

void *js_reallocate(void *old, size_t old_size, size_t new_size)
{
    old_size = (old_size + 7) & ~(size_t)7;
    new_size = (new_size + 7) & ~(size_t)7;
    if (old && (char *)old + old_size == next
        && new_size - old_size <= (size_t)(end - next)) {
        next += new_size - old_size;
        return old;
    }
    void *result = js_allocate(new_size);
    if (old_size)
        memcpy(result, old, old_size);
    return result;
}
