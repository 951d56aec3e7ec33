// Structures, 64-bit values and doubles as variable arguments, with alignment gaps between them.
#include <stdarg.h>
#include <stdio.h>

typedef struct {
    char c;
} Tiny;
typedef struct {
    short s[3];
} Six;
typedef struct {
    int a, b, c;
} Twelve;
typedef struct {
    double d;
    int i;
} Aligned;
typedef struct {
    char text[21];
} Text;

static void show(const char *kinds, ...) {
    va_list list;
    va_start(list, kinds);
    for (; *kinds; kinds++) {
        switch (*kinds) {
        case 'i': printf(" %d", va_arg(list, int)); break;
        case 'l': printf(" %lld", va_arg(list, long long)); break;
        case 'd': printf(" %g", va_arg(list, double)); break;
        case 'p': printf(" %s", va_arg(list, const char *)); break;
        case 't': printf(" %c", va_arg(list, Tiny).c); break;
        case 's': {
            Six s = va_arg(list, Six);
            printf(" {%d %d %d}", s.s[0], s.s[1], s.s[2]);
            break;
        }
        case 'w': {
            Twelve w = va_arg(list, Twelve);
            printf(" {%d %d %d}", w.a, w.b, w.c);
            break;
        }
        case 'a': {
            Aligned a = va_arg(list, Aligned);
            printf(" {%g %d}", a.d, a.i);
            break;
        }
        case 'x': printf(" <%s>", va_arg(list, Text).text); break;
        case 'f': printf(" f%d", va_arg(list, int (*)(int))(20)); break;
        }
    }
    va_end(list);
    putchar('\n');
}

static int twice(int x) { return 2 * x; }

static Twelve sums(int count, ...) {
    Twelve total = {0, 0, 0};
    va_list list;
    va_start(list, count);
    while (count--) {
        Twelve t = va_arg(list, Twelve);
        total.a += t.a;
        total.b += t.b;
        total.c += t.c;
    }
    va_end(list);
    return total;
}

static double mixed(int a, double b, Aligned c, long long d, ...) {
    va_list list;
    va_start(list, d);
    double result = a + b + c.d + c.i + (double)d;
    result += va_arg(list, int);
    result += va_arg(list, double);
    result += (double)va_arg(list, long long);
    va_end(list);
    return result;
}

int main(void) {
    Tiny t = {'T'};
    Six s = {{1, -2, 3}};
    Twelve w = {4, 5, -6};
    Aligned a = {7.5, 8};
    Text x = {"a text in a struct"};
    show("");
    show("i", -1);
    show("ilili", 1, 2LL << 40, 3, -4LL, 5);
    show("didid", 1.5, 2, 2.5, 3, 3.5);
    show("tsi", t, s, 9);
    show("iwia", 1, w, 2, a);
    show("taxtsplwd", t, a, x, t, s, "pointer", 1LL << 62, w, -0.125);
    show("ifipi", 1, twice, 2, "p", 3);
    float f = 0.5f;
    char c = 'A';
    short h = -7;
    show("dii", f, c, h);
    w = sums(3, w, (Twelve){10, 20, 30}, sums(2, w, w));
    show("w", w);
    printf("%g\n", mixed(1, 2.5, a, 3, 4, 5.25, 6LL));
    void (*volatile indirect)(const char *, ...) = show;
    indirect("lwi", 1LL, w, 2);
    return 0;
}
