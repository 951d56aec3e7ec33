// Static initialisers: addresses, differences, into the middle of objects, mutual references,
// designated, nested, tentative.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef struct Node {
    const char *name;
    struct Node *next;
    const int *data;
    int (*call)(int);
    ptrdiff_t distance;
    struct {
        short a, b;
    } in[2];
} Node;

static int numbers[10] = {1, 2, [5] = 50, 60, [2] = 30};
static int add_one(int x) { return x + 1; }
static int square(int x) { return x * x; }
extern Node third;
static Node first, second;

static Node first = {"first",         &second, &numbers[2], add_one, &numbers[7] - &numbers[3],
                     {{1, 2}, {3, 4}}};
static Node second = {
    .next = &third, .name = &"the second"[4], .call = square, .data = numbers + 5, .in[1].b = -9};
Node third = {
    "third",       &first, (const int *)((char *)numbers + 24), 0, sizeof numbers / sizeof *numbers,
    {[1] = {7, 0}}};

int tentative;
int tentative;
int tentative = 17;
static int zeros[1000];
static const char message[] = "a message";
static const char *const tail = message + sizeof message - 5;
static const char exact[4] = "four";
static char *table[][2] = {{"a", "b"}, {"c"}, {0, "d"}};
static const uint16_t wide_text[] = u"héllo";
static const double reals[] = {1, 2.5, -1e-3, 1.0 / 3, [6] = 7};
static const float singles[3] = {0.1f, -2};
static const long long longs[] = {1LL << 40, -1, 'x'};
static int *const cross[3] = {&numbers[9], &tentative, &zeros[999]};
static int **const cross_cross = (int **)&cross[1];
static struct {
    char c;
    int *p;
    char d;
    int **q;
} gaps = {'c', zeros + 3, 'd', (int **)&cross[2]};
static int (*const calls[2][2])(int) = {{add_one, square}, {square, 0}};
static union {
    int i;
    char c[8];
    double d;
} mixed = {.c = "union"};
static struct {
    unsigned a : 3, b : 5;
    signed c : 9;
    char *s;
} fields = {5, 17, -200, "fields"};
static void *self = &self;
static uintptr_t as_number = (uintptr_t)&numbers[4];
static struct {
    int n;
    struct {
        int x[2];
    } y[2];
} nested[2] = {{1, {{{2, 3}}, {{4}}}}, {5, {{{6}}}}};
static _Alignas(32) char aligned[3] = {1, 2, 3};
static enum { A = 5, B, C = -1 } constant = B;
static const int computed = (int)offsetof(Node, call) > 0 ? 3 * 7 % 4 : -1;

static int counter(void) {
    static int count = 100, *where = &count;
    static const int steps[] = {1, 10, 100};
    *where += steps[count % 3];
    return count;
}

int main(void) {
    Node *n = &first;
    for (int i = 0; i < 4; i++, n = n->next)
        printf("%s %d %d %d %d %d\n", n->name, *n->data, n->call ? n->call(7) : -1,
               (int)n->distance, n->in[0].a + n->in[1].a, n->in[1].b);
    for (int i = 0; i < 10; i++) printf("%d ", numbers[i]);
    printf("%d %s %.4s\n", tentative, tail, exact);
    for (int i = 0; i < 3; i++)
        printf("%s %s ", table[i][0] ? table[i][0] : "-", table[i][1] ? table[i][1] : "-");
    printf("%d %x\n", (int)(sizeof wide_text / 2), wide_text[1]);
    for (int i = 0; i < 7; i++) printf("%g ", reals[i]);
    printf("%.9g %g %g\n", (double)singles[0], (double)singles[1], (double)singles[2]);
    printf("%lld %lld %lld\n", longs[0], longs[1], longs[2]);
    *cross[2] = 5;
    **cross_cross += 3;
    printf("%d %d %d\n", zeros[999], tentative, *cross[0]);
    **gaps.q += 1;
    *gaps.p = 9;
    printf("%d %d %c%c\n", zeros[999], zeros[3], gaps.c, gaps.d);
    printf("%d %d %d %d\n", calls[0][0](4), calls[0][1](4), calls[1][0](5), calls[1][1] == 0);
    printf("%s %d\n", mixed.c, mixed.i == 0x6F696E75);
    printf("%d %d %d %s\n", fields.a, fields.b, fields.c, fields.s);
    printf("%d %d\n", self == &self, *(int *)as_number);
    int sum = 0;
    for (int i = 0; i < 2; i++)
        sum = sum * 10 + nested[i].n + nested[i].y[0].x[0] + nested[i].y[0].x[1] * 2 +
              nested[i].y[1].x[0];
    printf("%d %d %d %d\n", sum, (int)((uintptr_t)aligned % 32), constant + C, computed);
    int last = 0;
    for (int i = 0; i < 5; i++) last = counter();
    printf("%d\n", last);
    int local[6] = {[1] = 4, 5, [5] = 6}, total = 0;
    struct {
        int a;
        char text[12];
        double d[2];
    } object = {.text = "local", .d = {[1] = 2.5}};
    for (int i = 0; i < 6; i++) total = total * 10 + local[i];
    printf("%d %d %s %g\n", total, object.a, object.text, object.d[0] + object.d[1]);
    return 0;
}
