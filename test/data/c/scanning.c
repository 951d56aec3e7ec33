// sscanf: conversions, widths, suppression, sets, counts, literal text, failures.
#include <stdio.h>
#include <string.h>

int main(void) {
    int a = 0, b = 0, c = 0, n = 0, hour = 0, minute = 0;
    unsigned u = 0, x = 0, o = 0;
    char word[32] = "", other[32] = "", ch = 0, three[4] = "";
    short h = 0;
    signed char hh = 0;
    long l = 0;
    long long ll = 0;
    float f = 0;
    double d = 0;
    n = sscanf("12 -34", "%d %d", &a, &b);
    printf("%d: %d %d\n", n, a, b);
    n = sscanf("0x1f 077 255", "%i %i %i", &a, &b, &c);
    printf("%d: %d %d %d\n", n, a, b, c);
    n = sscanf("42 ff 17", "%u %x %o", &u, &x, &o);
    printf("%d: %u %u %u\n", n, u, x, o);
    n = sscanf("hello world", "%s %31s", word, other);
    printf("%d: %s %s\n", n, word, other);
    n = sscanf("abcdefgh", "%3c%c%s", three, &ch, word);
    printf("%d: %.3s %c %s\n", n, three, ch, word);
    n = sscanf("123456", "%2d%3d%d", &a, &b, &c);
    printf("%d: %d %d %d\n", n, a, b, c);
    n = sscanf("-300 77 -5 123456789012345", "%hd %hhd %ld %lld", &h, &hh, &l, &ll);
    printf("%d: %d %d %ld %lld\n", n, h, hh, l, ll);
    n = sscanf("3.5 -1e3 0x10", "%f %lf %i", &f, &d, &a);
    printf("%d: %g %g %d\n", n, (double)f, d, a);
    n = sscanf("2026-11-23T04:05", "%d-%d-%dT%d:%d", &a, &b, &c, &hour, &minute);
    printf("%d: %d %d %d %d %d\n", n, a, b, c, hour, minute);
    n = sscanf("key = some value here # comment", "%[a-z] = %[^#]", word, other);
    printf("%d: [%s] [%s]\n", n, word, other);
    n = sscanf("10 20 30", "%d %*d %d", &a, &b);
    printf("%d: %d %d\n", n, a, b);
    n = sscanf("abc123", "%*[a-z]%n%d", &c, &a);
    printf("%d: %d %d\n", n, c, a);
    n = sscanf("50%", "%d%%%n", &a, &c);
    printf("%d: %d %d\n", n, a, c);
    a = b = -1;
    n = sscanf("7 x", "%d %d", &a, &b);
    printf("%d: %d %d\n", n, a, b);
    n = sscanf("", "%d", &a);
    printf("%d\n", n);
    n = sscanf("   ", "%s", word);
    printf("%d\n", n);
    n = sscanf("x", "%d", &a);
    printf("%d\n", n);
    n = sscanf("(1,2)", "(%d,%d)", &a, &b);
    printf("%d: %d %d\n", n, a, b);
    n = sscanf("]-x", "%[]x-]", word);
    printf("%d: %s\n", n, word);
    const char *list = "5,10,15,20";
    int sum = 0, used;
    while (sscanf(list, "%d%n", &a, &used) == 1) {
        sum += a;
        list += used;
        if (*list == ',') list++;
    }
    printf("%d\n", sum);
    return 0;
}
