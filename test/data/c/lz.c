// LZ77 with a hash chain, a byte-oriented token format, and a round trip.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WINDOW = 4096, HASHES = 1024, SHORTEST = 3, LONGEST = 66 };

static int hash(const uint8_t *p) {
    return (int)(((uint32_t)p[0] * 2654435761u ^ (uint32_t)p[1] * 40503u ^
                  (uint32_t)p[2] * 2246822519u) >>
                 20) &
           (HASHES - 1);
}

// Tokens: 0LLLLLLL then L+1 literals, or 1LLLLLLD DDDDDDDD DDD..... packed as length, distance.
static size_t compress(const uint8_t *in, size_t size, uint8_t *out) {
    int32_t *head = malloc(HASHES * sizeof *head), *previous = malloc(size * sizeof *previous + 1);
    size_t at = 0, to = 0, literals = 0, start = 0;
    memset(head, 0xFF, HASHES * sizeof *head);
    while (at <= size) {
        int best = 0, distance = 0;
        if (at + SHORTEST <= size) {
            int32_t candidate = head[hash(in + at)];
            for (int tries = 0; candidate >= 0 && at - (size_t)candidate <= WINDOW && tries < 8;
                 tries++) {
                int n = 0;
                while (n < LONGEST && at + (size_t)n < size &&
                       in[(size_t)candidate + (size_t)n] == in[at + (size_t)n])
                    n++;
                if (n > best) {
                    best = n;
                    distance = (int)(at - (size_t)candidate);
                }
                candidate = previous[candidate];
            }
        }
        if (at == size || best >= SHORTEST || literals == 128) {
            if (literals) {
                out[to++] = (uint8_t)(literals - 1);
                memcpy(out + to, in + start, literals);
                to += literals;
                literals = 0;
            }
        }
        if (at == size) break;
        int step = 1;
        if (best >= SHORTEST) {
            unsigned token = 1u << 23 | (unsigned)(best - SHORTEST) << 16 | (unsigned)distance;
            out[to++] = (uint8_t)(token >> 16);
            out[to++] = (uint8_t)(token >> 8);
            out[to++] = (uint8_t)token;
            step = best;
        } else {
            if (!literals) start = at;
            literals++;
        }
        while (step--) {
            if (at + SHORTEST <= size) {
                int h = hash(in + at);
                previous[at] = head[h];
                head[h] = (int32_t)at;
            }
            at++;
        }
    }
    free(head);
    free(previous);
    return to;
}

static size_t expand(const uint8_t *in, size_t size, uint8_t *out) {
    size_t to = 0;
    for (const uint8_t *end = in + size; in < end;) {
        if (*in & 0x80) {
            unsigned count = (*in & 0x7Fu) + SHORTEST, distance = (unsigned)in[1] << 8 | in[2];
            in += 3;
            while (count--) {
                out[to] = out[to - distance];
                to++;
            }
        } else {
            unsigned count = *in++ + 1u;
            memcpy(out + to, in, count);
            to += count;
            in += count;
        }
    }
    return to;
}

static unsigned checksum(const uint8_t *p, size_t n) {
    unsigned a = 1, b = 0;
    while (n--) {
        a = (a + *p++) % 65521;
        b = (b + a) % 65521;
    }
    return b << 16 | a;
}

static void trial(const char *name, const uint8_t *data, size_t size) {
    uint8_t *packed = malloc(size + size / 64 + 16), *back = malloc(size + 1);
    size_t small = compress(data, size, packed), large = expand(packed, small, back);
    printf("%-8s %5u -> %5u %08x %s\n", name, (unsigned)size, (unsigned)small,
           checksum(packed, small),
           large == size && memcmp(back, data, size) == 0 ? "same" : "DIFFERENT");
    free(packed);
    free(back);
}

int main(void) {
    static uint8_t buffer[3000];
    trial("empty", buffer, 0);
    trial("zeros", buffer, sizeof buffer);
    uint32_t state = 12345;
    for (size_t i = 0; i < 500; i++)
        buffer[i] = (uint8_t)((state = state * 1664525u + 1013904223u) >> 24);
    trial("random", buffer, 500);
    static const char *words[] = {"the ",   "quick ", "brown ", "fox ",
                                  "jumps ", "over ",  "lazy ",  "dog. "};
    size_t n = 0;
    while (n + 8 < 2500) {
        const char *w = words[(state = state * 1664525u + 1013904223u) >> 29];
        memcpy(buffer + n, w, strlen(w));
        n += strlen(w);
    }
    trial("words", buffer, n);
    for (size_t i = 0; i < 1000; i++) buffer[i] = (uint8_t)(i * i >> 5);
    trial("squares", buffer, 1000);
    return 0;
}
