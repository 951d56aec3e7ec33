#include <stdio.h>
#include <stdlib.h>

__attribute__((noinline)) static double *product(const double *a, const double *b, int n)
{
    double *c = malloc(n * n * sizeof *c);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double s = 0;
            for (int k = 0; k < n; k++)
                s += a[i * n + k] * b[k * n + j];
            c[i * n + j] = s;
        }
    return c;
}

int main(void)
{
    int n = 24;
    double *a = malloc(n * n * sizeof *a), *b = malloc(n * n * sizeof *b);
    for (int i = 0; i < n * n; i++) {
        a[i] = i % 7 - 3;
        b[i] = i % 11 / 2.0;
    }
    double *c = product(a, b, n);
    printf("%g %g\n", c[0], c[n * n - 1]);
}
