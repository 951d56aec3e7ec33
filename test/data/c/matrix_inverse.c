// args: 6
// Inverses, determinants and a linear system in double precision, by elimination with pivots.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// Returns the determinant; `a` (n by n) is destroyed, `inverse` is filled unless it is singular.
static double invert(int n, double *a, double *inverse) {
    double determinant = 1;
    for (int i = 0; i < n * n; i++) inverse[i] = i / n == i % n;
    for (int c = 0; c < n; c++) {
        int pivot = c;
        for (int r = c + 1; r < n; r++)
            if (fabs(a[r * n + c]) > fabs(a[pivot * n + c])) pivot = r;
        if (a[pivot * n + c] == 0) return 0;
        if (pivot != c) {
            determinant = -determinant;
            for (int k = 0; k < n; k++) {
                double t = a[c * n + k];
                a[c * n + k] = a[pivot * n + k];
                a[pivot * n + k] = t;
                t = inverse[c * n + k];
                inverse[c * n + k] = inverse[pivot * n + k];
                inverse[pivot * n + k] = t;
            }
        }
        double p = a[c * n + c];
        determinant *= p;
        for (int k = 0; k < n; k++) {
            a[c * n + k] /= p;
            inverse[c * n + k] /= p;
        }
        for (int r = 0; r < n; r++) {
            double f = a[r * n + c];
            if (r == c || f == 0) continue;
            for (int k = 0; k < n; k++) {
                a[r * n + k] -= f * a[c * n + k];
                inverse[r * n + k] -= f * inverse[c * n + k];
            }
        }
    }
    return determinant;
}

static void trial(const char *name, int n, double (*element)(int, int)) {
    double *a = malloc((size_t)(n * n) * sizeof *a), *b = malloc((size_t)(n * n) * sizeof *b);
    for (int i = 0; i < n * n; i++) a[i] = element(i / n, i % n);
    double d = invert(n, a, b), worst = 0, trace = 0;
    for (int i = 0; d != 0 && i < n; i++) {
        trace += b[i * n + i];
        for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int k = 0; k < n; k++) sum += element(i, k) * b[k * n + j];
            double e = fabs(sum - (i == j));
            if (e > worst) worst = e;
        }
    }
    printf("%s: determinant %.17g, trace of the inverse %.17g, error %.3g\n", name, d, trace,
           worst);
    free(a);
    free(b);
}

static double hilbert(int i, int j) { return 1.0 / (i + j + 1); }
static double lower(int i, int j) { return i >= j ? i + 1 : 0; }
static double rotated(int i, int j) { return j == (i * 3 + 1) % 4 + i / 4 * 4 ? i + 2 : 0.25; }
static double singular(int i, int j) { return i * j; }

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 4;
    trial("hilbert", n, hilbert);
    trial("lower", n, lower);
    trial("rotated", n, rotated);
    trial("singular", n, singular);
    return 0;
}
