// args: 6
// N queens twice: recursion with bit masks that counts, and an iterative search for the first
// board.
#include <stdio.h>
#include <stdlib.h>

static int count(unsigned all, unsigned columns, unsigned left, unsigned right) {
    if (columns == all) return 1;
    int found = 0;
    for (unsigned free = all & ~(columns | left | right); free; free &= free - 1) {
        unsigned bit = free & -free;
        found += count(all, columns | bit, (left | bit) << 1, (right | bit) >> 1);
    }
    return found;
}

static int safe(const signed char *rows, int k) {
    for (int i = 0; i < k; i++)
        if (rows[i] == rows[k] || rows[i] - rows[k] == i - k || rows[i] - rows[k] == k - i)
            return 0;
    return 1;
}

int main(int argc, char **argv) {
    int most = argc > 1 ? atoi(argv[1]) : 6;
    for (int n = 1; n <= most; n++) printf("%d queens: %d\n", n, count((1u << n) - 1, 0, 0, 0));
    signed char rows[16] = {0};
    int n = 8, k = 0;
    rows[0] = -1;
    while (k >= 0 && k < n) {
        do rows[k]++;
        while (rows[k] < n && !safe(rows, k));
        if (rows[k] == n)
            k--;
        else if (++k < n)
            rows[k] = -1;
    }
    for (int i = 0; i < n; i++) {
        for (int c = 0; c < n; c++) putchar(rows[i] == c ? 'Q' : '.');
        putchar('\n');
    }
    return 0;
}
