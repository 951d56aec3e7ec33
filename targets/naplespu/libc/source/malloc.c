/* malloc: blocks with their sizes in front, in lists of free ones by the logarithm of
   the size. Free neighbours are joined. Memory comes from the system by circ_brk; the
   program may move the end of the heap too. */
#define _GNU_SOURCE
#include <circ.h>
#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* A header is eight bytes, and what follows it is aligned to eight. `previous` is the
   size of the block before, so that both neighbours can be found; the last block of an
   area has a header of size 0 behind it. */
struct block {
	size_t previous;
	size_t size; /* of header and contents, with the flag IN_USE */
	struct block *next, *last; /* in the list, where the block is free */
};

enum {
	IN_USE = 1,
	HEADER = 8,
	SMALLEST = 16,
	STEP = 16384, /* the least that the heap grows by */
	LARGEST = 0x7fffff00,
};

static struct block *lists[32];
static struct block *end; /* the header behind the newest area */

static size_t size_of(const struct block *block)
{
	return block->size & ~IN_USE;
}

static struct block *after(struct block *block)
{
	return (struct block *)((char *)block + size_of(block));
}

static struct block *block_of(void *memory)
{
	return (struct block *)((char *)memory - HEADER);
}

static int list_of(size_t size)
{
	return 31 - __builtin_clz(size);
}

static void set_size(struct block *block, size_t size, size_t flag)
{
	block->size = size | flag;
	after(block)->previous = size;
}

static void take(struct block *block)
{
	if (block->last)
		block->last->next = block->next;
	else
		lists[list_of(block->size)] = block->next;
	if (block->next) block->next->last = block->last;
}

static void give(struct block *block, size_t size)
{
	struct block *next = after(block);
	struct block **list;
	if (!(next->size & IN_USE)) {
		take(next);
		size += next->size;
	}
	if (block->previous) {
		struct block *before = (struct block *)((char *)block - block->previous);
		if (!(before->size & IN_USE)) {
			take(before);
			size += before->size;
			block = before;
		}
	}
	set_size(block, size, 0);
	list = &lists[list_of(size)];
	block->last = 0;
	block->next = *list;
	if (*list) (*list)->last = block;
	*list = block;
}

/* The block, in use, with the first `size` bytes; the rest becomes free. */
static void trim(struct block *block, size_t size)
{
	size_t rest = size_of(block) - size;
	if (rest < SMALLEST) {
		block->size |= IN_USE;
		return;
	}
	set_size(block, size, IN_USE);
	struct block *other = after(block);
	set_size(other, rest, IN_USE);
	give(other, rest);
}

static int grow(size_t size)
{
	char *heap = circ_brk(0);
	int joins = end && heap == (char *)end + HEADER;
	char *start = joins ? (char *)end : (char *)(((uintptr_t)heap + 7) & -8u);
	size_t wanted = (size + 2 * HEADER + STEP - 1) & -STEP;
	char *limit = heap + wanted;
	if (limit < heap || circ_brk(limit) != limit) return 0;
	struct block *block = (struct block *)start;
	if (!joins) block->previous = 0;
	size = (limit - start - HEADER) & -8u;
	end = (struct block *)(start + size);
	end->size = IN_USE;
	block->size = size | IN_USE;
	end->previous = size;
	give(block, size);
	return 1;
}

static struct block *fitting(size_t size)
{
	for (int n = list_of(size); n < 32; n++)
		for (struct block *block = lists[n]; block; block = block->next)
			if (block->size >= size) return block;
	return 0;
}

static size_t block_size(size_t size)
{
	size = (size + HEADER + 7) & -8u;
	return size < SMALLEST ? SMALLEST : size;
}

void *malloc(size_t size)
{
	struct block *block;
	if (size > LARGEST) {
		errno = ENOMEM;
		return 0;
	}
	size = block_size(size);
	while (!(block = fitting(size)))
		if (!grow(size)) {
			errno = ENOMEM;
			return 0;
		}
	take(block);
	trim(block, size);
	return (char *)block + HEADER;
}

void free(void *memory)
{
	if (!memory) return;
	struct block *block = block_of(memory);
	give(block, size_of(block));
}

size_t malloc_usable_size(void *memory)
{
	return memory ? size_of(block_of(memory)) - HEADER : 0;
}

void *calloc(size_t count, size_t size)
{
	size_t bytes;
	if (__builtin_mul_overflow(count, size, &bytes)) bytes = SIZE_MAX;
	void *memory = malloc(bytes);
	return memory ? memset(memory, 0, bytes) : 0;
}

void *realloc(void *memory, size_t size)
{
	if (!memory) return malloc(size);
	if (size > LARGEST) {
		errno = ENOMEM;
		return 0;
	}
	struct block *block = block_of(memory), *next = after(block);
	size_t wanted = block_size(size);
	if (!(next->size & IN_USE) && size_of(block) + next->size >= wanted) {
		take(next);
		set_size(block, size_of(block) + next->size, IN_USE);
	}
	if (size_of(block) >= wanted) {
		trim(block, wanted);
		return memory;
	}
	void *copy = malloc(size);
	if (!copy) return 0;
	memcpy(copy, memory, size_of(block) - HEADER);
	free(memory);
	return copy;
}

void *reallocarray(void *memory, size_t count, size_t size)
{
	size_t bytes;
	if (__builtin_mul_overflow(count, size, &bytes)) bytes = SIZE_MAX;
	return realloc(memory, bytes);
}

void *memalign(size_t alignment, size_t size)
{
	if (alignment <= 8) return malloc(size);
	if (size > LARGEST - alignment) {
		errno = ENOMEM;
		return 0;
	}
	/* Room for a free block in front of the aligned one. */
	char *memory = malloc(size + alignment + SMALLEST);
	if (!memory) return 0;
	struct block *block = block_of(memory);
	char *place = memory;
	if ((uintptr_t)place % alignment) {
		place += SMALLEST + alignment - 1;
		place -= (uintptr_t)place % alignment;
		struct block *aligned = block_of(place);
		size_t front = (char *)aligned - (char *)block;
		set_size(aligned, size_of(block) - front, IN_USE);
		set_size(block, front, IN_USE);
		give(block, front);
		block = aligned;
	}
	trim(block, block_size(size));
	return place;
}

void *aligned_alloc(size_t alignment, size_t size)
{
	if (!alignment || alignment & (alignment - 1)) {
		errno = EINVAL;
		return 0;
	}
	return memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size)
{
	if (alignment < sizeof(void *) || alignment & (alignment - 1)) return EINVAL;
	void *place = memalign(alignment, size);
	if (!place) return ENOMEM;
	*memory = place;
	return 0;
}
