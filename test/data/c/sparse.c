// Sparse matrices in compressed rows: product with a vector, transpose, product of two, conjugate
// gradients in float.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    int rows, columns;
    int *start;
    short *column;
    float *value;
} Matrix;

static Matrix make(int rows, int columns, int entries) {
    return (Matrix){rows, columns, calloc((size_t)rows + 1, sizeof(int)),
                    malloc((size_t)entries * sizeof(short)),
                    malloc((size_t)entries * sizeof(float))};
}

static void release(Matrix m) {
    free(m.start);
    free(m.column);
    free(m.value);
}

// The five-point stencil on a square grid.
static Matrix grid(int side) {
    int n = side * side, at = 0;
    Matrix m = make(n, n, 5 * n);
    for (int i = 0; i < n; i++) {
        int x = i % side, y = i / side;
        const struct {
            int present, column;
            float value;
        } entries[] = {{y > 0, i - side, -1},
                       {x > 0, i - 1, -1},
                       {1, i, 4.25f},
                       {x < side - 1, i + 1, -1},
                       {y < side - 1, i + side, -1}};
        for (int k = 0; k < 5; k++)
            if (entries[k].present) {
                m.column[at] = (short)entries[k].column;
                m.value[at++] = entries[k].value;
            }
        m.start[i + 1] = at;
    }
    return m;
}

static void multiply(const Matrix *m, const float *x, float *y) {
    for (int i = 0; i < m->rows; i++) {
        float sum = 0;
        for (int k = m->start[i]; k < m->start[i + 1]; k++) sum += m->value[k] * x[m->column[k]];
        y[i] = sum;
    }
}

static Matrix transpose(const Matrix *m) {
    int entries = m->start[m->rows];
    Matrix t = make(m->columns, m->rows, entries);
    for (int k = 0; k < entries; k++) t.start[m->column[k] + 1]++;
    for (int i = 0; i < t.rows; i++) t.start[i + 1] += t.start[i];
    int *next = malloc((size_t)t.rows * sizeof *next);
    memcpy(next, t.start, (size_t)t.rows * sizeof *next);
    for (int i = 0; i < m->rows; i++)
        for (int k = m->start[i]; k < m->start[i + 1]; k++) {
            int to = next[m->column[k]]++;
            t.column[to] = (short)i;
            t.value[to] = m->value[k];
        }
    free(next);
    return t;
}

static Matrix product(const Matrix *a, const Matrix *b) {
    Matrix c = make(a->rows, b->columns, a->start[a->rows] * 6);
    float *sums = calloc((size_t)b->columns, sizeof *sums);
    char *seen = calloc((size_t)b->columns, 1);
    int at = 0;
    for (int i = 0; i < a->rows; i++) {
        for (int k = a->start[i]; k < a->start[i + 1]; k++)
            for (int j = b->start[a->column[k]]; j < b->start[a->column[k] + 1]; j++) {
                seen[b->column[j]] = 1;
                sums[b->column[j]] += a->value[k] * b->value[j];
            }
        for (int j = 0; j < b->columns; j++)
            if (seen[j]) {
                c.column[at] = (short)j;
                c.value[at++] = sums[j];
                seen[j] = 0;
                sums[j] = 0;
            }
        c.start[i + 1] = at;
    }
    free(sums);
    free(seen);
    return c;
}

static float dot(const float *a, const float *b, int n) {
    float sum = 0;
    for (int i = 0; i < n; i++) sum += a[i] * b[i];
    return sum;
}

int main(void) {
    enum { SIDE = 6, N = SIDE * SIDE };
    Matrix m = grid(SIDE), t = transpose(&m), square = product(&m, &t);
    float x[N], y[N], r[N], p[N], q[N];
    printf("%d entries, symmetric %d, square %d\n", m.start[N],
           !memcmp(m.value, t.value, sizeof(float) * (size_t)m.start[N]), square.start[N]);
    for (int i = 0; i < N; i++) x[i] = (float)(i % 7) - 3;
    multiply(&m, x, y);
    multiply(&m, y, r);
    multiply(&square, x, q);
    printf("%d %.9g\n", !memcmp(r, q, sizeof r), (double)dot(r, r, N));
    memset(x, 0, sizeof x);
    memcpy(r, y, sizeof r);
    memcpy(p, y, sizeof p);
    float rr = dot(r, r, N);
    int steps = 0;
    while (rr > 1e-6f && steps < 60) {
        multiply(&m, p, q);
        float alpha = rr / dot(p, q, N);
        for (int i = 0; i < N; i++) {
            x[i] += alpha * p[i];
            r[i] -= alpha * q[i];
        }
        float next = dot(r, r, N);
        for (int i = 0; i < N; i++) p[i] = r[i] + next / rr * p[i];
        rr = next;
        steps++;
    }
    float worst = 0;
    for (int i = 0; i < N; i++) worst = fmaxf(worst, fabsf(x[i] - ((float)(i % 7) - 3)));
    printf("%d steps, %s, %.9g\n", steps, worst < 1e-3f ? "solved" : "NOT solved", (double)x[8]);
    release(m);
    release(t);
    release(square);
    return 0;
}
