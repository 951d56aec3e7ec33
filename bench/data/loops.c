// Loops as a user writes them; bench/loops.py runs them: `loops.c NUMBER LENGTH`.

#include <stdio.h>
#include <stdlib.h>

#pragma clang attribute push(__attribute__((noinline)), apply_to = function)

void saxpy(int n, float a, const float *restrict x, float *restrict y) {
  for (int i = 0; i < n; i++) y[i] += a * x[i];
}
void relu_bias(int rows, int columns, const float *restrict x, const float *restrict bias,
               float *restrict out) {
  for (int r = 0; r < rows; r++)
    for (int c = 0; c < columns; c++) {
      float v = x[r * columns + c] + bias[c];
      out[r * columns + c] = v > 0 ? v : 0;
    }
}
int dot(int n, const int *a, const int *b) {
  int s = 0;
  for (int i = 0; i < n; i++) s += a[i] * b[i];
  return s;
}
void matmul(int n, const float *restrict a, const float *restrict b, float *restrict c) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      float s = 0;
      for (int k = 0; k < n; k++) s += a[i * n + k] * b[k * n + j];
      c[i * n + j] = s;
    }
}
#define W 66
void conv3x3(int h, const int (*restrict in)[W], const int (*restrict k)[3],
             int (*restrict out)[W - 2]) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < W - 2; x++) {
      int s = 0;
      for (int v = 0; v < 3; v++)
        for (int u = 0; u < 3; u++) s += in[y + v][x + u] * k[v][u];
      out[y][x] = s;
    }
}
void stencil(int n, const int *restrict a, int *restrict b) {
  for (int i = 1; i < n - 1; i++) b[i] = a[i - 1] + 2 * a[i] + a[i + 1];
}
int largest(int n, const int *a) {
  int m = a[0];
  for (int i = 1; i < n; i++)
    if (a[i] > m) m = a[i];
  return m;
}
void blend(int n, int alpha, const unsigned char *restrict a, const unsigned char *restrict b,
           unsigned char *restrict out) {
  for (int i = 0; i < n; i++) out[i] = (a[i] * alpha + b[i] * (256 - alpha)) >> 8;
}
void reverse(int n, const int *restrict a, int *restrict b) {
  for (int i = 0; i < n; i++) b[i] = a[n - 1 - i];
}
void gather(int n, const int *restrict at, const int *restrict a, int *restrict b) {
  for (int i = 0; i < n; i++) b[i] = a[at[i]];
}
void update(int n, int limit, const int *restrict a, int *restrict b) {
  for (int i = 0; i < n; i++)
    if (a[i] > limit) b[i] = a[i] - limit;
}
void complex_multiply(int n, const float *restrict a, const float *restrict b,
                      float *restrict c) {
  for (int i = 0; i < n; i++) {
    c[2 * i] = a[2 * i] * b[2 * i] - a[2 * i + 1] * b[2 * i + 1];
    c[2 * i + 1] = a[2 * i] * b[2 * i + 1] + a[2 * i + 1] * b[2 * i];
  }
}
void transpose(int n, const int *restrict a, int *restrict b) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) b[j * n + i] = a[i * n + j];
}
void running_sum(int n, int *a) {
  for (int i = 1; i < n; i++) a[i] += a[i - 1];
}
void lookup(int n, const int *restrict table, const unsigned char *restrict a,
            int *restrict b) {
  for (int i = 0; i < n; i++) b[i] = table[a[i]];
}
#pragma clang attribute pop

#define SIZE 2048
static int ints[3][SIZE], words[256];
static float floats[3][SIZE];
static unsigned char bytes[3][SIZE];
// What the functions are given is not known when they are compiled.
static int *volatile given = ints[0], *volatile given_table = words;
static float *volatile given_floats = floats[0];
static unsigned char *volatile given_bytes = bytes[0];
static volatile int fifty = 50, three = 3, thirty_two = 32, half = 500;

int main(int count, char **arguments) {
  int n = atoi(arguments[2]), result = 0, seed = 1;
  int *a = given, *b = a + SIZE, *c = b + SIZE, *table = given_table;
  float *x = given_floats, *y = x + SIZE, *z = y + SIZE;
  unsigned char *p = given_bytes, *q = p + SIZE, *r = q + SIZE;
  for (int i = 0; i < SIZE; i++) {
    seed = seed * 1103515245 + 12345;
    a[i] = seed >> 16 & 1023;
    b[i] = i * 7 % n;
    x[i] = (a[i] & 63) - 31;
    y[i] = i % 19 - 9;
    p[i] = seed >> 20;
    q[i] = i * 5;
    table[i % 256] = i;
  }
  switch (atoi(arguments[1])) {
    case 1: saxpy(n, three, x, y); break;
    case 2: relu_bias(n / 50, fifty, x, y, z); break;
    case 3: result = dot(n, a, b); break;
    case 4: matmul(thirty_two * (n > 1), x, y, z); break;
    case 5: conv3x3(n / 20, (int (*)[W])a, (int (*)[3])b, (int (*)[W - 2])c); break;
    case 6: stencil(n, a, c); break;
    case 7: result = largest(n, a); break;
    case 8: blend(n, fifty, p, q, r); break;
    case 9: reverse(n, a, c); break;
    case 10: gather(n, b, a, c); break;
    case 11: update(n, half, a, c); break;
    case 12: complex_multiply(n, x, y, z); break;
    case 13: transpose(thirty_two * (n > 1), a, c); break;
    case 14: running_sum(n, a); break;
    case 15: lookup(n, table, p, c); break;
  }
  for (int i = 0; i < SIZE; i++)
    result = result * 31 + a[i] + c[i] + (int)y[i] + (int)z[i] + r[i];
  printf("%d\n", result);
}
