// SHA-256 of the standard's examples, fed in pieces of different sizes.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef struct {
    uint32_t h[8];
    uint64_t bits;
    uint8_t block[64];
    unsigned used;
} Hash;

static uint32_t constants[64];

// The first 32 bits of the fractional part of the cube root of each of the first 64 primes.
static void make_constants(uint32_t *h) {
    int count = 0;
    for (uint32_t p = 2; count < 64; p++) {
        int prime = 1;
        for (uint32_t d = 2; d * d <= p; d++)
            if (p % d == 0) prime = 0;
        if (!prime) continue;
        // the largest r with (r / 2^32)^3 <= p, by bisection on 128 bits in halves of 36 bits
        uint64_t low = 0, high = 7ull << 32;
        while (high - low > 1) {
            uint64_t r = (low + high) / 2;
            // r^3 <= p * 2^96: compare r^2 / 2^k with exact long arithmetic in 32-bit limbs
            uint32_t a[2] = {(uint32_t)r, (uint32_t)(r >> 32)}, s[4] = {0}, c[6] = {0};
            for (int i = 0; i < 2; i++) {
                uint64_t carry = 0;
                for (int j = 0; j < 2; j++) {
                    carry += (uint64_t)a[i] * a[j] + s[i + j];
                    s[i + j] = (uint32_t)carry;
                    carry >>= 32;
                }
                s[i + 2] = (uint32_t)carry;
            }
            for (int i = 0; i < 2; i++) {
                uint64_t carry = 0;
                for (int j = 0; j < 4; j++) {
                    carry += (uint64_t)a[i] * s[j] + c[i + j];
                    c[i + j] = (uint32_t)carry;
                    carry >>= 32;
                }
                c[i + 4] = (uint32_t)carry;
            }
            uint64_t top = (uint64_t)c[4] << 32 | c[3];
            if (top < p)
                low = r;
            else
                high = r;
        }
        constants[count] = (uint32_t)low;
        if (count < 8) {
            // the same of the square root
            uint64_t l = 0, g = 16ull << 32;
            while (g - l > 1) {
                uint64_t r = (l + g) / 2, rh = r >> 32, rl = (uint32_t)r;
                uint64_t top = rh * rh + ((2 * rh * rl + (rl * rl >> 32)) >> 32);
                if (top < p)
                    l = r;
                else
                    g = r;
            }
            h[count] = (uint32_t)l;
        }
        count++;
    }
}

static uint32_t initial[8];

static uint32_t turn(uint32_t x, int n) { return x >> n | x << (32 - n); }

static void transform(Hash *hash) {
    uint32_t w[64], v[8];
    for (int i = 0; i < 16; i++)
        w[i] = (uint32_t)hash->block[4 * i] << 24 | (uint32_t)hash->block[4 * i + 1] << 16 |
               (uint32_t)hash->block[4 * i + 2] << 8 | hash->block[4 * i + 3];
    for (int i = 16; i < 64; i++) {
        uint32_t a = w[i - 15], b = w[i - 2];
        w[i] = w[i - 16] + (turn(a, 7) ^ turn(a, 18) ^ a >> 3) + w[i - 7] +
               (turn(b, 17) ^ turn(b, 19) ^ b >> 10);
    }
    memcpy(v, hash->h, sizeof v);
    for (int i = 0; i < 64; i++) {
        uint32_t t = v[7] + (turn(v[4], 6) ^ turn(v[4], 11) ^ turn(v[4], 25)) +
                     ((v[4] & v[5]) ^ (~v[4] & v[6])) + constants[i] + w[i];
        uint32_t u = (turn(v[0], 2) ^ turn(v[0], 13) ^ turn(v[0], 22)) +
                     ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
        memmove(v + 1, v, 7 * sizeof v[0]);
        v[4] += t;
        v[0] = t + u;
    }
    for (int i = 0; i < 8; i++) hash->h[i] += v[i];
}

static void feed(Hash *hash, const void *data, size_t size) {
    const uint8_t *p = data;
    hash->bits += (uint64_t)size * 8;
    while (size--) {
        hash->block[hash->used++] = *p++;
        if (hash->used == 64) {
            transform(hash);
            hash->used = 0;
        }
    }
}

static void finish(Hash *hash, char *text) {
    uint64_t bits = hash->bits;
    feed(hash, "\x80", 1);
    while (hash->used != 56) feed(hash, "", 1);
    for (int i = 56; i >= 0; i -= 8) {
        uint8_t byte = (uint8_t)(bits >> i);
        feed(hash, &byte, 1);
    }
    for (int i = 0; i < 8; i++) sprintf(text + 8 * i, "%08x", (unsigned)hash->h[i]);
}

int main(void) {
    static const char *messages[] = {"", "abc",
                                     "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                                     "The quick brown fox jumps over the lazy dog"};
    char text[65];
    make_constants(initial);
    printf("%08x %08x\n", (unsigned)constants[0], (unsigned)constants[63]);
    for (unsigned i = 0; i < sizeof messages / sizeof messages[0]; i++) {
        Hash hash = {{0}, 0, {0}, 0};
        memcpy(hash.h, initial, sizeof initial);
        size_t n = strlen(messages[i]), half = n / 3;
        feed(&hash, messages[i], half);
        feed(&hash, messages[i] + half, n - half);
        finish(&hash, text);
        printf("%s  \"%.20s\"\n", text, messages[i]);
    }
    Hash many = {{0}, 0, {0}, 0};
    memcpy(many.h, initial, sizeof initial);
    for (int i = 0; i < 100; i++) feed(&many, "aaaaaaaaaa", 10);
    finish(&many, text);
    printf("%s  1000 * a\n", text);
    return 0;
}
