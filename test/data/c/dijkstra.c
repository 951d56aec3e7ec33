// args: 10 8
// Shortest paths with a binary heap on a weighted grid, with decrease-key, and the path that was
// found.
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int32_t distance;
    int16_t place, from;
    uint8_t weight;
} Vertex;

static Vertex *vertices;
static int16_t *heap;
static int heaped;

static void put(int i, int16_t v) {
    heap[i] = v;
    vertices[v].place = (int16_t)i;
}

static void up(int i) {
    int16_t v = heap[i];
    for (; i > 0 && vertices[v].distance < vertices[heap[(i - 1) / 2]].distance; i = (i - 1) / 2)
        put(i, heap[(i - 1) / 2]);
    put(i, v);
}

static int16_t pop(void) {
    int16_t top = heap[0], v = heap[--heaped];
    int i = 0;
    for (int c; (c = 2 * i + 1) < heaped; i = c) {
        if (c + 1 < heaped && vertices[heap[c + 1]].distance < vertices[heap[c]].distance) c++;
        if (vertices[v].distance <= vertices[heap[c]].distance) break;
        put(i, heap[c]);
    }
    put(i, v);
    vertices[top].place = -2;
    return top;
}

int main(int argc, char **argv) {
    int width = argc > 1 ? atoi(argv[1]) : 6, height = argc > 2 ? atoi(argv[2]) : 6,
        n = width * height;
    uint32_t state = 7;
    vertices = calloc((size_t)n, sizeof *vertices);
    heap = malloc((size_t)n * sizeof *heap);
    for (int i = 0; i < n; i++) {
        state = state * 1664525u + 1013904223u;
        vertices[i] =
            (Vertex){INT_MAX, -1, -1, (uint8_t)(state >> 28 ? (state >> 24) % 9 + 1 : 50)};
    }
    vertices[0].distance = 0;
    put(heaped++, 0);
    int settled = 0, decreased = 0;
    while (heaped) {
        int16_t v = pop();
        int x = v % width, y = v / width;
        settled++;
        static const int8_t steps[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
        for (int k = 0; k < 4; k++) {
            int nx = x + steps[k][0], ny = y + steps[k][1];
            if (nx < 0 || ny < 0 || nx >= width || ny >= height) continue;
            Vertex *u = &vertices[ny * width + nx];
            int32_t d = vertices[v].distance + abs(u->weight - vertices[v].weight) + 1;
            if (u->place == -2 || d >= u->distance) continue;
            decreased += u->place >= 0;
            u->distance = d;
            u->from = v;
            if (u->place < 0) put(heaped++, (int16_t)(ny * width + nx));
            up(u->place);
        }
    }
    printf("%d settled, %d decreased, distance %d\n", settled, decreased,
           (int)vertices[n - 1].distance);
    char *map = malloc((size_t)n);
    for (int i = 0; i < n; i++)
        map[i] = (char)(vertices[i].weight > 9 ? '#' : '0' + vertices[i].weight);
    for (int v = n - 1; v >= 0; v = vertices[v].from) map[v] = '*';
    for (int y = 0; y < height; y++) printf("%.*s\n", width, map + y * width);
    free(map);
    free(heap);
    free(vertices);
    return 0;
}
