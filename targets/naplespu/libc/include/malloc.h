#include <stdlib.h>
#include <stddef.h>
void *memalign(size_t, size_t);
size_t malloc_usable_size(void *);
