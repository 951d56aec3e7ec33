// args: 10
// The spectral norm of an infinite matrix, cut off at n.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double element(int i, int j) { return 1.0 / ((i + j) * (i + j + 1) / 2 + i + 1); }

static void multiply(int n, const double *v, double *out, int transposed) {
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int j = 0; j < n; j++) sum += (transposed ? element(j, i) : element(i, j)) * v[j];
        out[i] = sum;
    }
}

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 8;
    double *u = malloc((size_t)n * sizeof *u), *v = malloc((size_t)n * sizeof *v),
           *t = malloc((size_t)n * sizeof *t);
    for (int i = 0; i < n; i++) u[i] = 1;
    for (int k = 0; k < 6; k++) {
        multiply(n, u, t, 0);
        multiply(n, t, v, 1);
        multiply(n, v, t, 0);
        multiply(n, t, u, 1);
    }
    double uv = 0, vv = 0;
    for (int i = 0; i < n; i++) {
        uv += u[i] * v[i];
        vv += v[i] * v[i];
    }
    printf("%.9f %.17g\n", sqrt(uv / vv), uv / vv);
    free(u);
    free(v);
    free(t);
    return 0;
}
