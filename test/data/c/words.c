// args: 2 the
// Word counts of standard input in a hash table that grows; sorted output; the rest of the
// arguments are searched.
#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    char *word;
    int count, first;
} Entry;

static Entry *table;
static size_t room, used;

static uint32_t hash(const char *s) {
    uint32_t h = 2166136261u;
    while (*s) h = (h ^ (unsigned char)*s++) * 16777619u;
    return h;
}

static Entry *find(Entry *in, size_t size, const char *word) {
    size_t i = hash(word) & (size - 1);
    while (in[i].word && strcmp(in[i].word, word)) i = (i + 1) & (size - 1);
    return &in[i];
}

static void grow(void) {
    size_t size = room ? room * 2 : 8;
    Entry *bigger = calloc(size, sizeof *bigger);
    for (size_t i = 0; i < room; i++)
        if (table[i].word) *find(bigger, size, table[i].word) = table[i];
    free(table);
    table = bigger;
    room = size;
}

static int order(const void *a, const void *b) {
    const Entry *x = a, *y = b;
    if (!x->word || !y->word) return !x->word - !y->word;
    return x->count != y->count ? y->count - x->count : strcmp(x->word, y->word);
}

int main(int argc, char **argv) {
    int least = argc > 1 ? atoi(argv[1]) : 1, c, total = 0, lines = 0;
    char word[40];
    size_t n = 0;
    do {
        c = getc(stdin);
        lines += c == '\n';
        if (c != EOF && (isalpha(c) || c == '\'')) {
            if (n < sizeof word - 1) word[n++] = (char)tolower(c);
        } else if (n) {
            word[n] = 0;
            n = 0;
            total++;
            if (used * 4 >= room * 3) grow();
            Entry *e = find(table, room, word);
            if (!e->word) {
                e->word = malloc(strlen(word) + 1);
                strcpy(e->word, word);
                e->first = total;
                used++;
            }
            e->count++;
        }
    } while (c != EOF);
    printf("%d lines, %d words, %d different, room %d\n", lines, total, (int)used, (int)room);
    for (int i = 2; i < argc; i++) {
        Entry *e = find(table, room, argv[i]);
        printf("%s: %d, first %d\n", argv[i], e->count, e->first);
    }
    qsort(table, room, sizeof *table, order);
    for (size_t i = 0; i < used; i++)
        if (table[i].count >= least) printf("%4d %s\n", table[i].count, table[i].word);
    for (size_t i = 0; i < used; i++) free(table[i].word);
    free(table);
    return 0;
}
