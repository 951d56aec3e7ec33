// args: 20 12 15
// Conway's Game of Life on a torus.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void show(int generation, const char *cells, int width, int height) {
    int alive = 0;
    for (int i = 0; i < width * height; i++) alive += cells[i];
    printf("generation %d: %d alive\n", generation, alive);
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) putchar(cells[y * width + x] ? '#' : '.');
        putchar('\n');
    }
}

int main(int argc, char **argv) {
    if (argc != 4) return fprintf(stderr, "usage: life WIDTH HEIGHT GENERATIONS\n"), 2;
    int width = atoi(argv[1]), height = atoi(argv[2]), generations = atoi(argv[3]);
    size_t size = (size_t)(width * height);
    char *now = calloc(size, 1), *next = malloc(size);
    static const char start[][8] = {".#......", "..#.....", "###...##", "......##", "...###.."};
    for (int y = 0; y < 5; y++)
        for (int x = 0; x < 8; x++) now[(y + 1) * width + x + 1] = start[y][x] == '#';
    show(0, now, width, height);
    for (int g = 1; g <= generations; g++) {
        for (int y = 0; y < height; y++) {
            const char *rows[3] = {now + (y + height - 1) % height * width, now + y * width,
                                   now + (y + 1) % height * width};
            for (int x = 0; x < width; x++) {
                int left = x ? x - 1 : width - 1, right = x + 1 < width ? x + 1 : 0, n = 0;
                for (int r = 0; r < 3; r++) n += rows[r][left] + rows[r][x] + rows[r][right];
                next[y * width + x] = n == 3 || (n == 4 && rows[1][x]);
            }
        }
        char *swap = now;
        now = next;
        next = swap;
    }
    show(generations, now, width, height);
    free(now);
    free(next);
    return 0;
}
