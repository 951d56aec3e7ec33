// Variable length arrays, alloca in loops and in recursion, two-dimensional ones, sizeof at run
// time.
#include <alloca.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static long long product(int n, int (*a)[n], int (*b)[n]) {
    int c[n][n];
    long long trace = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            c[i][j] = 0;
            for (int k = 0; k < n; k++) c[i][j] += a[i][k] * b[k][j];
        }
    for (int i = 0; i < n; i++) trace = trace * 31 + c[i][n - 1 - i];
    return trace;
}

// Each turn's array is gone before the next one's is made: the stack must not grow.
static unsigned in_loop(int turns) {
    unsigned sum = 0;
    for (int i = 1; i <= turns; i++) {
        unsigned char bytes[i % 50 * 40 + 8];
        memset(bytes, i, sizeof bytes);
        if (i % 7 == 0) continue;
        sum = sum * 3 + bytes[sizeof bytes - 1] + (unsigned)sizeof bytes;
        if (sum % 1000 == 999) break;
    }
    return sum;
}

typedef struct Cell {
    struct Cell *next;
    int value;
} Cell;

static int with_alloca(int n) {
    Cell *list = NULL;
    for (int i = 0; i < n; i++) {
        Cell *c = alloca(sizeof *c);
        c->next = list;
        c->value = i * i;
        list = c;
    }
    int sum = 0, sign = 1;
    for (Cell *c = list; c; c = c->next, sign = -sign) sum += sign * c->value;
    return sum;
}

static int recursive(int depth, int above) {
    int local[depth + 1];
    for (int i = 0; i <= depth; i++) local[i] = i + above;
    if (depth == 0) return local[0];
    int below = recursive(depth - 1, local[depth]);
    int sum = below;
    for (int i = 0; i <= depth; i++) sum += local[i];
    return sum & 0xFFFFFF;
}

static int jumps(int n) {
    int count = 0;
again:
    {
        char buffer[n + 1];
        buffer[n] = (char)n;
        count += buffer[n];
        if (--n > 0) goto again;
    }
    return count;
}

static int aligned(int n) {
    _Alignas(16) char fixed[20];
    double array[n];
    char *p = alloca(3);
    long long wide[n];
    array[n - 1] = 1.5;
    wide[0] = 7;
    p[2] = 4;
    return (int)((uintptr_t)fixed % 16 + (uintptr_t)array % 8 + (uintptr_t)wide % 8) +
           (int)(array[n - 1] * 2) + p[2] + (int)wide[0];
}

int main(void) {
    for (int n = 1; n < 6; n++) {
        int a[n][n], (*b)[n] = malloc(sizeof(int[n][n]));
        for (int i = 0; i < n * n; i++) {
            a[i / n][i % n] = i + 1;
            b[i / n][i % n] = i % 3 - 1;
        }
        printf("%lld %d\n", product(n, a, b), (int)(sizeof a / sizeof a[0][0]));
        free(b);
    }
    printf("%u\n", in_loop(200));
    printf("%d %d\n", with_alloca(10), with_alloca(51));
    printf("%d\n", recursive(20, 1));
    printf("%d\n", jumps(30));
    printf("%d %d\n", aligned(1), aligned(5));
    int n = 3, side = n++;
    printf("%d %d\n", (int)sizeof(char[n][side]), n);
    return 0;
}
