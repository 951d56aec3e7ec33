/* malloc and its family, qsort, bsearch, rand: random work with checks of all bytes. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCKS = 24, STEPS = 160 };

static int compare(const void *a, const void *b)
{
	int x = *(const int *)a, y = *(const int *)b;
	return (x > y) - (x < y);
}

static int compare_text(const void *a, const void *b)
{
	return memcmp(a, b, 3);
}

static void fill(unsigned char *block, size_t from, size_t to, int seed)
{
	for (size_t i = from; i < to; i++) block[i] = seed + i;
}

static int is_whole(const unsigned char *block, size_t size, int seed)
{
	for (size_t i = 0; i < size; i++)
		if (block[i] != (unsigned char)(seed + i)) return 0;
	return 1;
}

int main(void)
{
	unsigned char *blocks[BLOCKS] = {0};
	size_t sizes[BLOCKS] = {0};
	int numbers[60], bad = 0, key;
	char text[3 * 20];
	srand(1);
	for (int step = 0; step < STEPS; step++) {
		int i = rand() % BLOCKS;
		size_t size = rand() % (step % 20 ? 60 : 3000) + 1;
		if (!blocks[i]) {
			int kind = rand() % 3;
			if (kind == 0) {
				blocks[i] = calloc(size, 1);
				for (size_t k = 0; k < size; k++) bad += blocks[i][k] != 0;
			} else if (kind == 1) {
				size = (size + 63) / 64 * 64;
				blocks[i] = aligned_alloc(64, size);
				bad += (uintptr_t)blocks[i] % 64 != 0;
			} else {
				blocks[i] = malloc(size);
			}
			bad += (uintptr_t)blocks[i] % 8 != 0;
			fill(blocks[i], 0, size, i);
			sizes[i] = size;
			continue;
		}
		bad += !is_whole(blocks[i], sizes[i], i);
		if (rand() % 2) {
			blocks[i] = realloc(blocks[i], size);
			if (size > sizes[i]) fill(blocks[i], sizes[i], size, i);
			sizes[i] = size;
		} else {
			free(blocks[i]);
			blocks[i] = NULL;
		}
	}
	for (int i = 0; i < BLOCKS; i++) {
		if (blocks[i]) bad += !is_whole(blocks[i], sizes[i], i);
		free(blocks[i]);
	}
	printf("%d bad\n", bad);
	void *volatile huge = malloc(0x7fffffff);
	printf("%d ", huge == NULL);
	huge = calloc(65536, 65536);
	printf("%d\n", huge == NULL);
	for (int kind = 0; kind < 4; kind++) {
		int count = 15 * (kind + 1);
		for (int i = 0; i < count; i++) {
			int random = rand();
			numbers[i] = kind == 0 ? i : kind == 1 ? -i : kind == 2 ? random % 4 : random;
		}
		qsort(numbers, count, sizeof *numbers, compare);
		for (int i = 1; i < count; i++) bad += numbers[i - 1] > numbers[i];
		key = numbers[count / 3];
		int *found = bsearch(&key, numbers, count, sizeof *numbers, compare);
		bad += !found || *found != key;
		key = -1000;
		bad += bsearch(&key, numbers, count, sizeof *numbers, compare) != NULL;
	}
	for (size_t i = 0; i < sizeof text; i++) text[i] = 'a' + rand() % 3;
	qsort(text, sizeof text / 3, 3, compare_text);
	for (size_t i = 3; i < sizeof text; i += 3) bad += memcmp(text + i - 3, text + i, 3) > 0;
	printf("%d bad\n", bad);
	printf("%d %ld %d\n", abs(-5), labs(-6), (int)llabs(-7));
	printf("%d %d %lld\n", div(-7, 2).quot, div(-7, 2).rem, lldiv(-7000000000, 3).quot);
	printf("%d %ld %g\n", atoi(" 12x"), atol("-9"), atof("2.5e1"));
	printf("%d\n", getenv("HOME") == NULL);
	return bad;
}
