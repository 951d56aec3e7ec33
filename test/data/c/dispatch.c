// Function pointers: tables, methods with inheritance, returned, compared, curried by structures,
// of every kind of argument.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Shape Shape;
typedef struct {
    const char *name;
    double (*area)(const Shape *);
    void (*scale)(Shape *, double);
    int (*corners)(void);
} Class;
struct Shape {
    const Class *class;
    double a, b;
};

static double rectangle_area(const Shape *s) { return s->a * s->b; }
static double triangle_area(const Shape *s) { return s->a * s->b / 2; }
static void scale_both(Shape *s, double by) {
    s->a *= by;
    s->b *= by;
}
static void scale_first(Shape *s, double by) { s->a *= by; }
static int three(void) { return 3; }
static int four(void) { return 4; }
static const Class rectangle = {"rectangle", rectangle_area, scale_both, four},
                   triangle = {"triangle", triangle_area, scale_both, three},
                   strip = {"strip", rectangle_area, scale_first, four};

typedef int (*Operation)(int, int);
static int add(int a, int b) { return a + b; }
static int subtract(int a, int b) { return a - b; }
static int largest(int a, int b) { return a > b ? a : b; }
static Operation choose(char c) {
    return c == '+' ? add : c == '-' ? subtract : c == 'm' ? largest : NULL;
}

typedef struct {
    int (*call)(void *state, int x);
    int32_t state[4];
} Closure;

static int linear(void *state, int x) { return ((int32_t *)state)[0] * x + ((int32_t *)state)[1]; }
static int counting(void *state, int x) { return x + ++*(int32_t *)state; }
static int composed(void *state, int x) {
    Closure **inner = state;
    return inner[0]->call(inner[0]->state, inner[1]->call(inner[1]->state, x));
}

static int fold(const int *a, int n, int start, Operation operation) {
    for (int i = 0; i < n; i++) start = operation(start, a[i]);
    return start;
}

static long long with_everything(char c, short s, int i, long long l, float f, double d,
                                 const char *p, Operation o, int j, unsigned char u) {
    return c + s * 2 + i * 3 + l * 4 + (long long)f * 5 + (long long)d * 6 + p[0] * 7 + o(8, 9) +
           j * 10 + u * 11;
}
static float float_result(float a, double b) { return a * (float)b; }
static double double_result(int a, float b) { return a / (double)b; }
static int8_t narrow_result(int a) { return (int8_t)a; }
static _Bool bool_result(int a) { return a; }
static long long long_result(long long a, int b) { return a * (1LL << b); }

static int even(int n);
static int odd(int n);
static int (*const parity[2])(int) = {even, odd};
static int even(int n) { return n == 0 ? 1 : parity[1](n - 1); }
static int odd(int n) { return n == 0 ? 0 : parity[0](n - 1); }

static void at_end(void) { puts("at the end"); }
static void before_end(void) { puts("before the end"); }

int main(void) {
    atexit(at_end);
    atexit(before_end);
    Shape shapes[] = {{&rectangle, 2, 3}, {&triangle, 4, 5}, {&strip, 6, 0.5}};
    for (int i = 0; i < 3; i++) {
        Shape *s = &shapes[i];
        double before = s->class->area(s);
        s->class->scale(s, 1.5);
        printf("%s %g %g %d\n", s->class->name, before, s->class->area(s), s->class->corners());
    }
    const int values[] = {5, -3, 12, 7};
    for (const char *c = "+-m"; *c; c++) printf("%d ", fold(values, 4, 1, choose(*c)));
    printf("%d %d\n", choose('?') == NULL, choose('+') == add);
    Closure line = {linear, {3, -1}}, count = {counting, {10}};
    Closure *both[2] = {&line, &count};
    for (int i = 0; i < 3; i++) printf("%d ", composed(both, i));
    putchar('\n');
    long long (*volatile everything)(char, short, int, long long, float, double, const char *,
                                     Operation, int, unsigned char) = with_everything;
    printf("%lld\n", everything(-1, 300, 70000, 1LL << 35, 2.5f, -7.75, "*", largest, 1, 200));
    float (*volatile f)(float, double) = float_result;
    double (*volatile d)(int, float) = double_result;
    int8_t (*volatile n)(int) = narrow_result;
    _Bool (*volatile b)(int) = bool_result;
    long long (*volatile l)(long long, int) = long_result;
    printf("%g %g %d %d %lld\n", (double)f(1.5f, 3), d(1, 0.25f), n(200), b(256), l(-3, 33));
    printf("%d %d %d\n", even(100), odd(100), parity[1](7));
    Operation table[8];
    for (int i = 0; i < 8; i++) table[i] = i & 1 ? add : i & 2 ? subtract : largest;
    int r = 1;
    for (int i = 0; i < 30; i++) r = table[(i * 5 + r) & 7](r, i * 3) & 0xFFF;
    printf("%d\n", r);
    return 0;
}
