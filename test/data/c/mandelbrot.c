// args: 48 20 30
// The Mandelbrot set as text, in float and in 8.24 fixed point.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static int floating(float x, float y, int limit) {
    float a = 0, b = 0;
    int n = 0;
    while (n < limit && a * a + b * b < 4) {
        float t = a * a - b * b + x;
        b = 2 * a * b + y;
        a = t;
        n++;
    }
    return n;
}

// Q7.24
static int32_t times(int32_t a, int32_t b) { return (int32_t)((int64_t)a * b >> 24); }

static int fixed(int32_t x, int32_t y, int limit) {
    int32_t a = 0, b = 0;
    int n = 0;
    while (n < limit) {
        int32_t aa = times(a, a), bb = times(b, b);
        if (aa + bb >= 4 << 24) break;
        b = 2 * times(a, b) + y;
        a = aa - bb + x;
        n++;
    }
    return n;
}

int main(int argc, char **argv) {
    int width = argc > 1 ? atoi(argv[1]) : 30, height = argc > 2 ? atoi(argv[2]) : 12,
        limit = argc > 3 ? atoi(argv[3]) : 20, differ = 0;
    for (int row = 0; row < height; row++) {
        char line[101];
        for (int column = 0; column < width; column++) {
            float x = -2.125f + 2.75f * (float)column / (float)width,
                  y = -1.125f + 2.25f * (float)row / (float)height;
            int n = floating(x, y, limit);
            differ += n != fixed((int32_t)(x * (1 << 24)), (int32_t)(y * (1 << 24)), limit);
            line[column] = " .,:;-=+*%&#@"[n * 12 / limit];
        }
        line[width] = 0;
        puts(line);
    }
    printf("%d differ\n", differ);
    return 0;
}
