// Variadic functions: va_copy, va_list as an argument and through a pointer, promotion, forwarding,
// a small printf.
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static char output[256];
static int used;

static void put(char c) { output[used++] = c; }

static void number(unsigned long long value, unsigned base, int negative, int width, char fill) {
    char digits[24];
    int n = 0;
    do digits[n++] = "0123456789abcdef"[value % base];
    while (value /= base);
    if (negative) digits[n++] = '-';
    while (width-- > n) put(fill);
    while (n) put(digits[--n]);
}

static void format(const char *text, va_list list) {
    for (; *text; text++) {
        if (*text != '%') {
            put(*text);
            continue;
        }
        char fill = ' ';
        int width = 0, wide = 0;
        if (*++text == '0') fill = *text++;
        if (*text == '*') {
            width = va_arg(list, int);
            text++;
        }
        while (*text >= '0' && *text <= '9') width = width * 10 + *text++ - '0';
        while (*text == 'l') wide++, text++;
        switch (*text) {
        case 'd': {
            long long v = wide > 1 ? va_arg(list, long long) : va_arg(list, int);
            number(v < 0 ? 0 - (unsigned long long)v : (unsigned long long)v, 10, v < 0, width,
                   fill);
            break;
        }
        case 'x':
            number(wide > 1 ? va_arg(list, unsigned long long) : va_arg(list, unsigned), 16, 0,
                   width, fill);
            break;
        case 'c': put((char)va_arg(list, int)); break;
        case 's':
            for (const char *s = va_arg(list, const char *); *s; s++) put(*s);
            break;
        case 'f': {
            double d = va_arg(list, double);
            if (d < 0) put('-'), d = -d;
            number((unsigned long long)d, 10, 0, 0, ' ');
            put('.');
            number((unsigned)((d - (double)(unsigned long long)d) * 1000), 10, 0, 3, '0');
            break;
        }
        default: put(*text);
        }
    }
}

static void print(const char *text, ...) {
    va_list list;
    va_start(list, text);
    used = 0;
    format(text, list);
    va_end(list);
    put(0);
    puts(output);
}

static int library(char *to, size_t size, const char *text, ...) {
    va_list list;
    va_start(list, text);
    int n = vsnprintf(to, size, text, list);
    va_end(list);
    return n;
}

// Goes through its arguments twice.
static double deviation(int count, ...) {
    va_list first, second;
    va_start(first, count);
    va_copy(second, first);
    double sum = 0, result = 0;
    for (int i = 0; i < count; i++) sum += va_arg(first, double);
    double mean = sum / count;
    for (int i = 0; i < count; i++) {
        double d = va_arg(second, double) - mean;
        result += d * d;
    }
    va_end(first);
    va_end(second);
    return result / count;
}

// The list is read in part here and in part by the caller.
static int take_pair(va_list *list) {
    int a = va_arg(*list, int);
    return a * 100 + va_arg(*list, int);
}

static long long pairs(int count, ...) {
    va_list list;
    long long sum = 0;
    va_start(list, count);
    for (int i = 0; i < count; i++) {
        sum = sum * 7 + take_pair(&list);
        sum += va_arg(list, long long);
    }
    va_end(list);
    return sum;
}

static int longest(const char *first, ...) {
    int best = 0;
    va_list list, from_here;
    va_start(list, first);
    for (const char *s = first; s; s = va_arg(list, const char *)) {
        int n = (int)strlen(s);
        va_copy(from_here, list);
        const char *next = va_arg(from_here, const char *);
        if (next && *next == '!') n *= 2;
        va_end(from_here);
        if (n > best) best = n;
    }
    va_end(list);
    return best;
}

static int depth(int n, ...) {
    va_list list;
    va_start(list, n);
    int a = va_arg(list, int);
    long long b = va_arg(list, long long);
    int below = n ? depth(n - 1, a + 1, b * 2) : 0;
    int again = (int)b;
    va_end(list);
    return below + a + again;
}

static int nothing(int n, ...) { return n; }

int main(void) {
    print("%d %5d|%05d|%*d|%d", 1, 42, -42, 7, 123, -2147483647 - 1);
    print("%lld %llx %016llx %d", -9000000000000000000LL, 0xFEDCBA9876543210ULL, 0x1234ULL, 5);
    print("%c%c%c %s %% %f %f", 'a', 'b', 'c', "text", 3.25, -100.0625);
    print("%d %lld %d %f %d %lld %f", 1, 2LL, 3, 4.5, 6, 7LL, 8.75);
    char text[20];
    int n = library(text, sizeof text, "%d:%s:%g:%lld", 7, "seven", 7.5, 7777777777LL);
    printf("%d %s\n", n, text);
    printf("%.17g\n", deviation(5, 1.0, 2.0, 4.0, 8.0, 16.0));
    printf("%.17g\n", deviation(10, 1.0, 2.0, 4.0, 8.0, 16.0, 0.5, 0.25, -3.0, 1e3, 7.0));
    printf("%lld\n", pairs(3, 1, 2, 3LL, 4, 5, -6LL, 7, 8, 1LL << 40));
    printf("%d\n", longest("one", "three", "!", "seventeen", "x", (char *)0));
    printf("%d\n", depth(10, 1, 1LL));
    char c = 'z';
    short s = -5;
    float f = 1.5f;
    _Bool b = 1;
    unsigned char u = 255;
    print("%c %d %f %d %d", c, s, f, b, u);
    printf("%d %d\n", nothing(3), nothing(4, 5.0, "x", 6LL));
    int (*volatile indirect)(const char *, ...) = longest;
    printf("%d\n", indirect("indirect", "call", (char *)0));
    return 0;
}
