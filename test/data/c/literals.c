// Compound literals, flexible array members, _Generic, _Static_assert, statement expressions, wide
// enums, shadowing, comma.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(sizeof(int) == 4, "int has 32 bits");

typedef struct {
    int size;
    short items[];
} Flexible;
typedef struct {
    int x, y;
} Point;

#define KIND(x)                                                                                    \
    _Generic((x),                                                                                  \
        _Bool: "bool",                                                                             \
        char: "char",                                                                              \
        signed char: "schar",                                                                      \
        int: "int",                                                                                \
        unsigned: "unsigned",                                                                      \
        long long: "llong",                                                                        \
        float: "float",                                                                            \
        double: "double",                                                                          \
        char *: "text",                                                                            \
        const char *: "const text",                                                                \
        Point: "point",                                                                            \
        Point *: "point pointer",                                                                  \
        default: "other")
#define MAXIMUM(a, b)                                                                              \
    ({                                                                                             \
        __typeof__(a) x_ = (a);                                                                    \
        __typeof__(b) y_ = (b);                                                                    \
        x_ > y_ ? x_ : y_;                                                                         \
    })

static Point global = (Point){3, 4};
static const int *list = (const int[]){10, 20, 30};

static int norm(const Point *p) { return p->x * p->x + p->y * p->y; }
static Point *largest(Point *a, Point *b) { return norm(a) > norm(b) ? a : b; }

static Flexible *make(int n) {
    Flexible *f = malloc(sizeof *f + (size_t)n * sizeof f->items[0]);
    f->size = n;
    for (int i = 0; i < n; i++) f->items[i] = (short)(i * i - 5);
    return f;
}

static int total(const Flexible *f) {
    int sum = 0;
    for (int i = 0; i < f->size; i++) sum += f->items[i];
    return sum;
}

static int loops(void) {
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        Point *p = &(Point){i, sum}; // a new object in each turn
        p->x += 10;
        sum += p->x + p->y;
    }
    return sum;
}

int main(void) {
    printf("%d %d\n", norm(&(Point){.y = 5, .x = -2}), norm(&global));
    printf("%d\n", largest(&(Point){1, 2}, &(Point){2, 2})->x);
    int *array = (int[5]){1, [3] = 7};
    array[4] = array[3] + list[2];
    printf("%d %d %d\n", array[0], array[2], array[4]);
    printf("%s %c\n", (char[]){"mutable"}, "literal"[3]);
    Flexible *f = make(12);
    printf("%d\n", total(f));
    free(f);
    static struct {
        int size;
        short items[3];
    } fixed = {3, {100, 200, -50}};
    printf("%d %d\n", total((const Flexible *)&fixed), (int)sizeof(Flexible));
    char c = 0;
    const char *text = "";
    Point point = global, *pointer = &point;
    printf("%s %s %s %s %s %s %s %s %s %s %s\n", KIND(c), KIND('c'), KIND(1u), KIND(1LL),
           KIND(1.0f), KIND(1.0), KIND(text), KIND(point), KIND(pointer), KIND((_Bool)1),
           KIND(&c + 0 == 0));
    int k = 3;
    printf("%d %g %d\n", MAXIMUM(k++, 2), MAXIMUM(1.5, 0.5), k);
    int x = 1;
    {
        int x = 2;
        {
            extern int printf(const char *, ...);
            int y = x++;
            x += y;
        }
        printf("%d ", x);
    }
    printf("%d\n", x);
    int a = (x++, x += 5, x * 2), b = x ? x > 3 ? 10 : 20 : 30;
    printf("%d %d\n", a, b);
    a ^= b, b ^= a, a ^= b;
    printf("%d %d %d\n", a, b, !!a + !b);
    printf("%d\n", loops());
    enum Big { LOW = -1, HIGH = 0x7FFFFFFF };
    enum Big e = HIGH;
    printf("%d %d\n", e, LOW);
    const struct {
        Point corners[2];
        const char *name;
    } literal = {{{1, 2}, {3, 4}}, "box"}, *box = &(__typeof__(literal)){{{1, 2}, {3, 4}}, "box"};
    printf("%s %d\n", box->name, box->corners[1].y - box->corners[0].x);
    return 0;
}
