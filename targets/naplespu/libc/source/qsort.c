/* qsort: quicksort of three parts, insertion for a few elements, and heapsort where the
   parts turn out bad, so that n elements take O(n log n) comparisons. */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdlib.h>

typedef int compare_function(const void *, const void *, void *);

struct order {
	size_t size;
	compare_function *compare;
	void *argument;
};

static void swap(const struct order *order, char *a, char *b)
{
	size_t n = order->size;
	if (!(((uintptr_t)a | (uintptr_t)b | n) % 4)) {
		for (; n; n -= 4, a += 4, b += 4) {
			uint32_t word = *(uint32_t *)a;
			*(uint32_t *)a = *(uint32_t *)b;
			*(uint32_t *)b = word;
		}
		return;
	}
	for (; n; n--, a++, b++) {
		char c = *a;
		*a = *b;
		*b = c;
	}
}

static int compare(const struct order *order, const char *a, const char *b)
{
	return order->compare(a, b, order->argument);
}

static void insertion_sort(const struct order *order, char *low, char *high)
{
	size_t size = order->size;
	for (char *next = low + size; next < high; next += size)
		for (char *at = next; at > low && compare(order, at - size, at) > 0; at -= size)
			swap(order, at - size, at);
}

static void sift(const struct order *order, char *base, size_t root, size_t count)
{
	size_t child, size = order->size;
	for (; (child = 2 * root + 1) < count; root = child) {
		char *at = base + child * size;
		if (child + 1 < count && compare(order, at, at + size) < 0) {
			child++;
			at += size;
		}
		if (compare(order, base + root * size, at) >= 0) return;
		swap(order, base + root * size, at);
	}
}

static void heap_sort(const struct order *order, char *base, size_t count)
{
	for (size_t root = count / 2; root--;) sift(order, base, root, count);
	while (count-- > 1) {
		swap(order, base, base + count * order->size);
		sift(order, base, 0, count);
	}
}

/* Sorts what is from `low` up to `high`; `bad` partitions are allowed. */
static void sort(const struct order *order, char *low, char *high, int bad)
{
	size_t size = order->size;
	for (;;) {
		size_t count = (high - low) / size;
		if (count < 8) {
			insertion_sort(order, low, high);
			return;
		}
		if (!bad--) {
			heap_sort(order, low, count);
			return;
		}
		/* The middle one of three becomes the first, which is the pivot. */
		char *middle = low + count / 2 * size, *last = high - size;
		if (compare(order, middle, last) > 0) swap(order, middle, last);
		if (compare(order, low, last) > 0) swap(order, low, last);
		if (compare(order, middle, low) > 0) swap(order, middle, low);
		/* Equal ones stop both, so that they are shared out. */
		char *left = low, *right = high;
		for (;;) {
			do left += size;
			while (left < high && compare(order, left, low) < 0);
			do right -= size;
			while (compare(order, right, low) > 0);
			if (left >= right) break;
			swap(order, left, right);
		}
		swap(order, low, right);
		/* The larger part is sorted by the loop: the stack stays logarithmic. */
		if (right - low < high - right) {
			sort(order, low, right, bad);
			low = right + size;
		} else {
			sort(order, right + size, high, bad);
			high = right;
		}
	}
}

void qsort_r(void *base, size_t count, size_t size, compare_function *compare,
             void *argument)
{
	struct order order = {size, compare, argument};
	int levels = 0;
	for (size_t n = count; n; n /= 2) levels += 2;
	if (size && count > 1) sort(&order, base, (char *)base + count * size, levels);
}

static int call(const void *a, const void *b, void *function)
{
	return ((int (*)(const void *, const void *))function)(a, b);
}

void qsort(void *base, size_t count, size_t size,
           int (*compare)(const void *, const void *))
{
	qsort_r(base, count, size, call, compare);
}
