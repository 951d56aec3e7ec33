// A test of malloc, calloc, realloc, free and aligned_alloc: contents, overlap, alignment, reuse.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SLOTS = 40, STEPS = 400 };

static struct {
    unsigned char *data;
    size_t size;
    unsigned char mark;
} slots[SLOTS];

static uint32_t state = 2463534242u;

static uint32_t draw(uint32_t below) {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state % below;
}

static int errors;

static void check(int i) {
    for (size_t k = 0; k < slots[i].size; k++)
        if (slots[i].data[k] != (unsigned char)(slots[i].mark + k)) {
            errors++;
            return;
        }
}

static void fill(int i) {
    for (size_t k = 0; k < slots[i].size; k++)
        slots[i].data[k] = (unsigned char)(slots[i].mark + k);
}

static void overlap(void) {
    for (int i = 0; i < SLOTS; i++)
        for (int k = 0; k < i; k++)
            if (slots[i].data && slots[k].data) {
                uintptr_t a = (uintptr_t)slots[i].data, b = (uintptr_t)slots[k].data;
                if (a < b + slots[k].size && b < a + slots[i].size) errors++;
            }
}

int main(void) {
    size_t live = 0, most = 0;
    int counts[4] = {0};
    for (int step = 0; step < STEPS; step++) {
        int i = (int)draw(SLOTS);
        if (!slots[i].data) {
            size_t size = draw(20) ? draw(90) + 1 : draw(1500) + 1;
            int zeroed = draw(2) == 0;
            slots[i].data = zeroed ? calloc(size, 1) : malloc(size);
            if (!slots[i].data) return puts("no memory"), 1;
            if ((uintptr_t)slots[i].data % 8) errors++;
            if (zeroed)
                for (size_t k = 0; k < size; k++) errors += slots[i].data[k] != 0;
            slots[i].size = size;
            slots[i].mark = (unsigned char)draw(256);
            live += size;
            counts[zeroed]++;
            fill(i);
        } else if (draw(3) == 0) {
            size_t size = draw(200) + 1;
            check(i);
            unsigned char *moved = realloc(slots[i].data, size);
            for (size_t k = 0; k < size && k < slots[i].size; k++)
                errors += moved[k] != (unsigned char)(slots[i].mark + k);
            live += size - slots[i].size;
            slots[i].data = moved;
            slots[i].size = size;
            fill(i);
            counts[2]++;
        } else {
            check(i);
            free(slots[i].data);
            live -= slots[i].size;
            slots[i].data = NULL;
            counts[3]++;
        }
        if (live > most) most = live;
        if (step % 100 == 99) overlap();
    }
    printf("malloc %d, calloc %d, realloc %d, free %d, most %u bytes, errors %d\n", counts[0],
           counts[1], counts[2], counts[3], (unsigned)most, errors);
    for (int i = 0; i < SLOTS; i++) {
        if (slots[i].data) check(i);
        free(slots[i].data);
    }
    // what was freed must be found again: far more in total than there is memory for at once
    void *volatile kept = NULL;
    for (int i = 0; i < 200; i++) {
        free(kept);
        kept = malloc(60000);
        if (!kept) return puts("memory is lost"), 1;
        ((char *)kept)[59999] = 1;
    }
    free(kept);
    free(NULL);
    char *grown = NULL;
    for (size_t n = 1; n <= 2048; n *= 2) {
        grown = realloc(grown, n);
        grown[n - 1] = (char)('a' + n % 26);
    }
    printf("%c%c%c%c\n", grown[0], grown[1], grown[3], grown[2047]);
    free(grown);
    void *aligned = aligned_alloc(64, 128);
    printf("aligned %d\n", (int)((uintptr_t)aligned % 64));
    free(aligned);
    size_t huge = (size_t)-1 / 2;
    void *volatile none = calloc(huge, 4);
    printf("%s, errors %d\n", none ? "overflow" : "refused", errors);
    free(none);
    return errors != 0;
}
