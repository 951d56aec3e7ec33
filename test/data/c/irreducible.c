// Control flow that no loop nest describes: jumps into loops, two entries, crossed and shared
// loops.
#include <stdio.h>
#include <stdlib.h>

static int into_loop(int n, int inside) {
    int sum = 0, i = 0;
    if (inside) {
        i = n / 2;
        goto middle;
    }
    for (i = 0; i < n; i++) {
        sum += i;
    middle:
        sum = sum * 2 % 10007;
    }
    return sum;
}

static int two_entries(int x, int y) {
    int steps = 0;
    if (x & 1) goto b;
a:
    x = x * 3 + 1;
    if (++steps > 40) return x & 0xFFFF;
    if (x % 7 == 0) goto c;
b:
    y += x & 0xFF;
    x >>= 1;
    if (++steps > 40 || x < 2) return x * 1000 + y;
    if (y & 1) goto a;
    goto b;
c:
    y ^= 0x33;
    if (y & 4) goto a;
    goto b;
}

static unsigned crossed(unsigned x) {
    unsigned n = 0;
    if (x & 2) goto second;
first:
    x = (x * 5 + 3) & 0xFFFF;
    if (++n > 60) goto done;
    if (x & 8) goto second;
    if (x & 16) goto third;
    goto first;
second:
    x ^= x >> 3;
    if (++n > 60) goto done;
    if (x & 1) goto first;
    if (x & 4) goto third;
    goto second;
third:
    x += 0x101;
    if (++n > 60) goto done;
    if (x & 32) goto second;
    if (x & 64) goto first;
    goto third;
done:
    return x << 8 | (n & 0xFF);
}

// An inner loop that is entered from two places of the outer one and leaves to both.
static int nested(int n) {
    int r = 0, i = 0, k = 0;
outer:
    if (i >= n) return r;
    i++;
    if (i % 3 == 0) goto inner_late;
    k = i;
inner:
    r += k;
inner_late:
    k--;
    if (k > 0 && r % 5 != 0) goto inner;
    if (k < -3) {
        k = 2;
        goto inner;
    }
    r ^= i;
    goto outer;
}

static int with_switch(const char *program) {
    int r = 0, loop = 0;
    const char *p = program;
    switch (*p) {
        while (*p) {
        case 'a':
            r += 1;
            if (!*++p) break; // fall through
        case 'b':
            r *= 2;
            if (!*++p) break; // fall through
        default:
            r ^= 5;
            p++;
            if (++loop > 20) return -r;
        }
    }
    return r * 100 + (int)(p - program);
}

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 12;
    for (int i = 0; i < n; i++) printf("%d/%d ", into_loop(i, 0), into_loop(i, 1));
    putchar('\n');
    for (int i = 0; i < n; i++) printf("%d ", two_entries(i * 11 + 3, i));
    putchar('\n');
    for (int i = 0; i < n; i++) printf("%u ", crossed((unsigned)i * 37));
    putchar('\n');
    for (int i = 0; i < n; i++) printf("%d ", nested(i));
    putchar('\n');
    printf("%d %d %d %d\n", with_switch("abcabcabc"), with_switch("bcabca"), with_switch("xxxxxxx"),
           with_switch("ab"));
    return 0;
}
