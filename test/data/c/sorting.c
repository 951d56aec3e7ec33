// qsort and bsearch of the library, merge sort of a list, heap sort, radix sort, selection.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    uint16_t key;
    char name[6];
} Record;
typedef struct Cell {
    struct Cell *next;
    int value;
} Cell;

static uint32_t state = 99;
static uint32_t draw(void) { return (state = state * 1664525u + 1013904223u) >> 10; }

static int by_key(const void *a, const void *b) {
    return ((const Record *)a)->key - ((const Record *)b)->key;
}
static int by_int(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return x < y ? -1 : x > y;
}
static int by_double(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}
static int by_byte(const void *a, const void *b) {
    return *(const unsigned char *)a - *(const unsigned char *)b;
}
static int prefix(const void *key, const void *element) {
    return strncmp(key, *(const char *const *)element, strlen(key));
}
static int by_text(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static Cell *merge_sort(Cell *list) {
    if (!list || !list->next) return list;
    Cell *slow = list, *fast = list->next;
    while (fast && fast->next) {
        slow = slow->next;
        fast = fast->next->next;
    }
    Cell *b = merge_sort(slow->next);
    slow->next = NULL;
    Cell *a = merge_sort(list), *head = NULL, **tail = &head;
    while (a && b) {
        Cell **least = b->value < a->value ? &b : &a;
        *tail = *least;
        tail = &(*least)->next;
        *least = *tail;
    }
    *tail = a ? a : b;
    return head;
}

static void sift(int *a, int i, int n) {
    for (int c; (c = 2 * i + 1) < n; i = c) {
        if (c + 1 < n && a[c] < a[c + 1]) c++;
        if (a[i] >= a[c]) break;
        int t = a[i];
        a[i] = a[c];
        a[c] = t;
    }
}

static void heap_sort(int *a, int n) {
    for (int i = n / 2 - 1; i >= 0; i--) sift(a, i, n);
    while (--n > 0) {
        int t = a[n];
        a[n] = a[0];
        a[0] = t;
        sift(a, 0, n);
    }
}

static void radix_sort(uint32_t *a, int n) {
    uint32_t *from = a, *to = malloc((size_t)n * sizeof *to), *extra = to;
    for (int shift = 0; shift < 32; shift += 8) {
        int counts[257] = {0};
        for (int i = 0; i < n; i++) counts[(from[i] >> shift & 255) + 1]++;
        for (int i = 0; i < 256; i++) counts[i + 1] += counts[i];
        for (int i = 0; i < n; i++) to[counts[from[i] >> shift & 255]++] = from[i];
        uint32_t *t = from;
        from = to;
        to = t;
    }
    free(extra);
}

static int select_nth(int *a, int n, int k) {
    int low = 0, high = n - 1;
    while (low < high) {
        int pivot = a[k], i = low, j = high;
        do {
            while (a[i] < pivot) i++;
            while (pivot < a[j]) j--;
            if (i <= j) {
                int t = a[i];
                a[i++] = a[j];
                a[j--] = t;
            }
        } while (i <= j);
        if (j < k) low = i;
        if (k < i) high = j;
    }
    return a[k];
}

int main(void) {
    Record records[12];
    for (int i = 0; i < 12; i++) {
        records[i].key = (uint16_t)(draw() % 60000);
        sprintf(records[i].name, "r%d", i);
    }
    qsort(records, 12, sizeof records[0], by_key);
    for (int i = 0; i < 12; i++) printf("%s:%d ", records[i].name, records[i].key);
    putchar('\n');
    Record key = records[7];
    const Record *found = bsearch(&key, records, 12, sizeof records[0], by_key);
    key.key = 60001;
    printf("%s %d\n", found ? found->name : "-",
           bsearch(&key, records, 12, sizeof records[0], by_key) == NULL);

    enum { N = 60 };
    int numbers[N], copy[N];
    for (int i = 0; i < N; i++) numbers[i] = (int)(draw() % 2001) - 1000;
    memcpy(copy, numbers, sizeof copy);
    qsort(numbers, N, sizeof numbers[0], by_int);
    unsigned hash = 0;
    for (int i = 0; i < N; i++) hash = hash * 31 + (unsigned)numbers[i];
    printf("%d %d %d %08x\n", numbers[0], numbers[N / 2], numbers[N - 1], hash);
    printf("%d\n", select_nth(copy, N, N / 2));
    heap_sort(copy, N);
    printf("%d\n", memcmp(copy, numbers, sizeof copy) == 0);
    uint32_t words[N];
    for (int i = 0; i < N; i++) words[i] = draw() * 2654435761u;
    radix_sort(words, N);
    int sorted = 1;
    for (int i = 1; i < N; i++) sorted &= words[i - 1] <= words[i];
    printf("%d %08x %08x\n", sorted, (unsigned)words[0], (unsigned)words[N - 1]);

    double doubles[] = {3.5, -1, 1e10, 0, -1e-5, 2.25, 1e-5};
    qsort(doubles, 7, sizeof doubles[0], by_double);
    for (int i = 0; i < 7; i++) printf("%g ", doubles[i]);
    putchar('\n');
    unsigned char text[] = "sorting the letters of a line";
    qsort(text, sizeof text - 1, 1, by_byte);
    printf("[%s]\n", (char *)text);
    const char *names[] = {"delta", "alpha", "echo", "bravo", "charlie"};
    qsort(names, 5, sizeof names[0], by_text);
    const char **name = bsearch("ch", names, 5, sizeof names[0], prefix);
    printf("%s\n", name ? *name : "-");
    Cell cells[20], *list = NULL;
    for (int i = 0; i < 20; i++) {
        cells[i].value = (int)(draw() % 100);
        cells[i].next = list;
        list = &cells[i];
    }
    for (Cell *c = merge_sort(list); c; c = c->next) printf("%d ", c->value);
    putchar('\n');
    return 0;
}
