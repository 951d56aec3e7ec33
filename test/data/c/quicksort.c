// args: 300
// A generic quicksort with callbacks, on integers, structures and strings.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int (*Compare)(const void *, const void *);

static unsigned long compared;

static void swap(char *a, char *b, size_t size) {
    while (size--) {
        char t = *a;
        *a++ = *b;
        *b++ = t;
    }
}

static void quicksort(void *base, size_t count, size_t size, Compare compare) {
    char *p = base;
    while (count > 8) {
        size_t last = count - 1, store = 0, middle = count / 2;
        swap(p + middle * size, p + last * size, size);
        for (size_t i = 0; i < last; i++)
            if (compare(p + i * size, p + last * size) < 0)
                swap(p + i * size, p + store++ * size, size);
        swap(p + store * size, p + last * size, size);
        if (store < count - store) {
            quicksort(p, store, size, compare);
            p += (store + 1) * size;
            count -= store + 1;
        } else {
            quicksort(p + (store + 1) * size, count - store - 1, size, compare);
            count = store;
        }
    }
    for (size_t i = 1; i < count; i++)
        for (size_t k = i; k > 0 && compare(p + (k - 1) * size, p + k * size) > 0; k--)
            swap(p + (k - 1) * size, p + k * size, size);
}

typedef struct {
    char name[7];
    int16_t age;
    double weight;
} Person;

static int by_value(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    compared++;
    return (x > y) - (x < y);
}
static int by_value_down(const void *a, const void *b) { return by_value(b, a); }
static int by_age_and_name(const void *a, const void *b) {
    const Person *x = a, *y = b;
    return x->age != y->age ? x->age - y->age : strcmp(x->name, y->name);
}
static int by_weight(const void *a, const void *b) {
    double x = ((const Person *)a)->weight, y = ((const Person *)b)->weight;
    return (x > y) - (x < y);
}
static int by_text(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 100;
    int *numbers = malloc((size_t)n * sizeof *numbers);
    uint32_t state = 1;
    Compare orders[] = {by_value, by_value_down};
    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < n; i++)
            numbers[i] = (int)((state = state * 1103515245u + 12345u) >> 8) % 1000 - 500;
        quicksort(numbers, (size_t)n, sizeof *numbers, orders[k]);
        int sorted = 1;
        for (int i = 1; i < n; i++)
            sorted &= k ? numbers[i - 1] >= numbers[i] : numbers[i - 1] <= numbers[i];
        printf("%d numbers, %s, first %d, last %d, %lu comparisons\n", n,
               sorted ? "sorted" : "NOT sorted", numbers[0], numbers[n - 1], compared);
    }
    free(numbers);
    Person people[] = {{"Ada", 36, 61.5},      {"Alan", 41, 70.25}, {"Grace", 85, 55},
                       {"Edsger", 72, 80.125}, {"Kurt", 71, 48},    {"Emmy", 53, 64},
                       {"Alonzo", 92, 77.5},   {"John", 53, 90},    {"Haskell", 81, 68},
                       {"Rozsa", 71, 59.75}};
    size_t count = sizeof people / sizeof people[0];
    quicksort(people, count, sizeof people[0], by_age_and_name);
    for (size_t i = 0; i < count; i++) printf("%.7s %d; ", people[i].name, people[i].age);
    putchar('\n');
    quicksort(people, count, sizeof people[0], by_weight);
    for (size_t i = 0; i < count; i++) printf("%.7s %g; ", people[i].name, people[i].weight);
    putchar('\n');
    const char *words[] = {"pear",  "apple", "fig",       "banana", "cherry", "date",
                           "elder", "grape", "apple pie", "kiwi",   ""};
    quicksort(words, sizeof words / sizeof words[0], sizeof words[0], by_text);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) printf("[%s]", words[i]);
    putchar('\n');
    return 0;
}
