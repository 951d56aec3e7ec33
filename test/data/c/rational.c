// Rational arithmetic in 64 bits: structures by value, harmonic numbers, continued fractions,
// Bernoulli, a linear system.
#include <stdint.h>
#include <stdio.h>

typedef struct {
    int64_t n, d;
} Rational;

static int64_t gcd(int64_t a, int64_t b) {
    if (a < 0) a = -a;
    if (b < 0) b = -b;
    while (b) {
        int64_t t = a % b;
        a = b;
        b = t;
    }
    return a;
}

static Rational make(int64_t n, int64_t d) {
    int64_t g = gcd(n, d);
    if (d < 0) g = -g;
    return (Rational){n / g, d / g};
}

static Rational add(Rational a, Rational b) {
    int64_t g = gcd(a.d, b.d);
    return make(a.n * (b.d / g) + b.n * (a.d / g), a.d / g * b.d);
}
static Rational multiply(Rational a, Rational b) {
    int64_t g = gcd(a.n, b.d), h = gcd(b.n, a.d);
    if (!g) g = 1;
    if (!h) h = 1;
    return make(a.n / g * (b.n / h), a.d / h * (b.d / g));
}
static Rational negate(Rational a) { return (Rational){-a.n, a.d}; }
static Rational invert(Rational a) {
    return a.n < 0 ? (Rational){-a.d, -a.n} : (Rational){a.d, a.n};
}
static int compare(Rational a, Rational b) {
    Rational c = add(a, negate(b));
    return (c.n > 0) - (c.n < 0);
}

static void print(const char *name, Rational r) {
    printf("%s %lld", name, (long long)r.n);
    if (r.d != 1) printf("/%lld", (long long)r.d);
    putchar('\n');
}

static void bernoulli(int most) {
    Rational row[20];
    for (int m = 0; m <= most; m++) {
        row[m] = make(1, m + 1);
        for (int k = m; k > 0; k--)
            row[k - 1] = multiply(make(k, 1), add(row[k - 1], negate(row[k])));
        if (m < 2 || m % 2 == 0) print("bernoulli", row[0]);
    }
}

static void continued(Rational r) {
    printf("[");
    for (const char *separator = "";; separator = ", ") {
        int64_t whole = r.n / r.d - (r.n % r.d < 0);
        printf("%s%lld", separator, (long long)whole);
        r = add(r, make(-whole, 1));
        if (r.n == 0) break;
        r = invert(r);
    }
    puts("]");
}

int main(void) {
    Rational h = make(0, 1);
    for (int i = 1; i <= 24; i++) h = add(h, make(1, i));
    print("harmonic", h);
    bernoulli(12);
    continued(make(415, 93));
    continued(make(-355, 113));
    continued(make(649, 200));
    print("sum", add(make(1, 3), make(-1, 3)));
    print("product", multiply(make(-6, 35), make(14, -9)));
    printf("%d %d %d\n", compare(make(1, 3), make(333, 1000)), compare(make(-1, 2), make(1, 2)),
           compare(make(2, 4), make(50, 100)));
    Rational a[3][4];
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 4; k++) a[i][k] = make(k < 3 ? 1 : i + 1, k < 3 ? i + k + 1 : 1);
    for (int c = 0; c < 3; c++) {
        Rational p = invert(a[c][c]);
        for (int k = 0; k < 4; k++) a[c][k] = multiply(a[c][k], p);
        for (int r = 0; r < 3; r++) {
            Rational f = negate(a[r][c]);
            for (int k = 0; r != c && k < 4; k++) a[r][k] = add(a[r][k], multiply(f, a[c][k]));
        }
    }
    for (int i = 0; i < 3; i++) print("x", a[i][3]);
    return 0;
}
