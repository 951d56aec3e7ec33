#include <stdio.h>
#include <stdlib.h>

__attribute__((noinline)) static int *product(const int *a, const int *b, int n)
{
    int *c = malloc(n * n * sizeof *c);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            int s = 0;
            for (int k = 0; k < n; k++)
                s += a[i * n + k] * b[k * n + j];
            c[i * n + j] = s;
        }
    return c;
}

int main(void)
{
    int n = 32;
    int *a = malloc(n * n * sizeof *a), *b = malloc(n * n * sizeof *b);
    for (int i = 0; i < n * n; i++) {
        a[i] = i % 7 - 3;
        b[i] = i % 11;
    }
    int *c = product(a, b, n);
    printf("%d %d\n", c[0], c[n * n - 1]);
}
