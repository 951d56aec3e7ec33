// args: 2 3 6
// Recursion: Ackermann, Hanoi, mutual, tail, deep, with arrays, permutations, gcd, McCarthy,
// Catalan.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int calls;

static int ackermann(int m, int n) {
    calls++;
    if (m == 0) return n + 1;
    if (n == 0) return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}

static int pegs[3][16], heights[3];

static int hanoi(int n, int from, int to, int spare) {
    if (n == 0) return 0;
    int moves = hanoi(n - 1, from, spare, to);
    int disc = pegs[from][--heights[from]];
    if (heights[to] && pegs[to][heights[to] - 1] < disc) puts("wrong");
    pegs[to][heights[to]++] = disc;
    return moves + 1 + hanoi(n - 1, spare, to, from);
}

static int female(int n);
static int male(int n) { return n == 0 ? 0 : n - female(male(n - 1)); }
static int female(int n) { return n == 0 ? 1 : n - male(female(n - 1)); }

static int mccarthy(int n) { return n > 100 ? n - 10 : mccarthy(mccarthy(n + 11)); }
static unsigned gcd(unsigned a, unsigned b) { return b ? gcd(b, a % b) : a; }
static long long sum_to(int n, long long sum) { return n == 0 ? sum : sum_to(n - 1, sum + n); }
static int deep(int n) {
    char pad[24];
    memset(pad, n, sizeof pad);
    return n == 0 ? 0 : deep(n - 1) + (pad[n % 24] == (char)n);
}

static int permute(char *a, int k, int n, unsigned *hash) {
    if (k == n) {
        for (int i = 0; i < n; i++) *hash = *hash * 31 + (unsigned char)a[i];
        return 1;
    }
    int count = 0;
    for (int i = k; i < n; i++) {
        char t = a[k];
        a[k] = a[i];
        a[i] = t;
        count += permute(a, k + 1, n, hash);
        a[i] = a[k];
        a[k] = t;
    }
    return count;
}

static double power(double x, int n) {
    if (n == 0) return 1;
    if (n < 0) return 1 / power(x, -n);
    double half = power(x, n / 2);
    return n % 2 ? half * half * x : half * half;
}

static int partitions(int n, int most) {
    if (n == 0) return 1;
    int count = 0;
    for (int i = most < n ? most : n; i > 0; i--) count += partitions(n - i, i);
    return count;
}

static void binary(unsigned n) {
    if (n > 1) binary(n / 2);
    putchar('0' + (int)(n % 2));
}

int main(int argc, char **argv) {
    int m = argc > 1 ? atoi(argv[1]) : 2, n = argc > 2 ? atoi(argv[2]) : 2,
        discs = argc > 3 ? atoi(argv[3]) : 5;
    int a = ackermann(m, n);
    printf("ackermann(%d, %d) = %d in %d calls\n", m, n, a, calls);
    for (int i = discs; i > 0; i--) pegs[0][heights[0]++] = i;
    int moves = hanoi(discs, 0, 2, 1);
    printf("hanoi(%d) = %d moves, %d discs on the last peg\n", discs, moves, heights[2]);
    for (int i = 0; i < 12; i++) printf("%d/%d ", female(i), male(i));
    putchar('\n');
    printf("%d %d %u %lld %d\n", mccarthy(30), mccarthy(120), gcd(3528, 3780), sum_to(500, 0),
           deep(200));
    char letters[] = "abcde";
    unsigned hash = 0;
    int count = permute(letters, 0, 5, &hash);
    printf("%d %08x %s\n", count, hash, letters);
    printf("%.17g %.17g\n", power(1.5, 13), power(3, -5));
    printf("%d\n", partitions(15, 15));
    binary(0xBEEF);
    putchar('\n');
    return 0;
}
