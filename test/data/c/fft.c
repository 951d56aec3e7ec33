// A fixed-point FFT (Q15) with a sine table made by an integer recurrence, forward and back.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { BITS = 6, SIZE = 1 << BITS };

typedef struct {
    int16_t re, im;
} Complex;

static int32_t sine[SIZE]; // Q30, one turn

static int64_t round_shift(int64_t x, int n) { return (x + ((int64_t)1 << (n - 1))) >> n; }

static void make_table(void) {
    // rotation by 2*pi/64: cos and sin in Q30
    const int64_t c = 1068571464, s = 105245103;
    int64_t x = 1 << 30, y = 0;
    for (int i = 0; i < SIZE; i++) {
        sine[i] = (int32_t)y;
        int64_t nx = round_shift(x * c - y * s, 30), ny = round_shift(x * s + y * c, 30);
        x = nx;
        y = ny;
    }
}

static int16_t q15(int32_t q30) {
    int64_t v = round_shift(q30, 15);
    return (int16_t)(v > 32767 ? 32767 : v < -32767 ? -32767 : v);
}

static unsigned reverse(unsigned x) {
    unsigned r = 0;
    for (int i = 0; i < BITS; i++) r = r << 1 | (x >> i & 1);
    return r;
}

// Each stage of the forward transform halves, so that nothing overflows.
static void transform(Complex *a, int direction) {
    for (unsigned i = 0; i < SIZE; i++) {
        unsigned r = reverse(i);
        if (r > i) {
            Complex t = a[i];
            a[i] = a[r];
            a[r] = t;
        }
    }
    for (int half = 1; half < SIZE; half *= 2) {
        int step = SIZE / (2 * half);
        for (int k = 0; k < half; k++) {
            int angle = k * step;
            int32_t wr = q15(sine[(angle + SIZE / 4) % SIZE]), wi = -direction * q15(sine[angle]);
            for (int i = k; i < SIZE; i += 2 * half) {
                Complex *p = &a[i], *q = &a[i + half];
                int32_t tr = (int32_t)round_shift((int64_t)wr * q->re - (int64_t)wi * q->im, 15);
                int32_t ti = (int32_t)round_shift((int64_t)wr * q->im + (int64_t)wi * q->re, 15);
                int32_t ar = p->re, ai = p->im;
                int shift = direction > 0;
                p->re = (int16_t)((ar + tr) >> shift);
                p->im = (int16_t)((ai + ti) >> shift);
                q->re = (int16_t)((ar - tr) >> shift);
                q->im = (int16_t)((ai - ti) >> shift);
            }
        }
    }
}

int main(void) {
    static Complex a[SIZE];
    int16_t before[SIZE];
    make_table();
    for (int i = 0; i < SIZE; i++) {
        int64_t wave = (int64_t)sine[3 * i % SIZE] / 2 + (int64_t)sine[(10 * i + 16) % SIZE] / 4;
        a[i].re = before[i] = (int16_t)(wave >> 15);
        a[i].im = 0;
    }
    transform(a, 1);
    for (int i = 0; i < SIZE; i++) {
        int32_t power = a[i].re * a[i].re + a[i].im * a[i].im;
        if (power > 16) printf("%2d: %6d %6d %9d\n", i, a[i].re, a[i].im, (int)power);
    }
    transform(a, -1);
    int worst = 0;
    unsigned sum = 0;
    for (int i = 0; i < SIZE; i++) {
        int e = abs(a[i].re - before[i]);
        if (e > worst) worst = e;
        sum = sum * 31 + (uint16_t)a[i].re;
    }
    printf("largest difference %d, checksum %u\n", worst, sum);
    return 0;
}
