// 64-bit integers: every operation at the edges, mixed with 32 bits, divisions, shifts, overflow
// builtins.
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

static uint64_t hash = 14695981039346656037u;

static void mix(uint64_t x) {
    for (int i = 0; i < 64; i += 16) hash = (hash ^ (x >> i & 0xFFFF)) * 1099511628211u;
}

static const uint64_t edges[] = {0,
                                 1,
                                 2,
                                 3,
                                 10,
                                 255,
                                 65536,
                                 0x7FFFFFFF,
                                 0x80000000,
                                 0xFFFFFFFF,
                                 0x100000000,
                                 0x100000001,
                                 0x123456789ABCDEF,
                                 0x7FFFFFFFFFFFFFFF,
                                 0x8000000000000000,
                                 0xFFFFFFFF00000000,
                                 0xFFFFFFFFFFFFFFFE,
                                 0xFFFFFFFFFFFFFFFF};
enum { EDGES = sizeof edges / sizeof edges[0] };

static void two(uint64_t a, uint64_t b) {
    int64_t s = (int64_t)a, t = (int64_t)b;
    mix(a + b);
    mix(a - b);
    mix(a * b);
    mix((a & b) + (a | b) * 3 + (a ^ b) * 5);
    if (b) {
        mix(a / b);
        mix(a % b);
    }
    if (t && !(s == INT64_MIN && t == -1)) {
        mix((uint64_t)(s / t));
        mix((uint64_t)(s % t));
    }
    mix(a << (b & 63));
    mix(a >> (b & 63));
    mix((uint64_t)(s >> (b & 63)));
    mix((uint64_t)((a < b) + 2 * (a <= b) + 4 * (s < t) + 8 * (s <= t) + 16 * (a == b) +
                   32 * (s > (int32_t)b) + 64 * (a > (uint32_t)b)));
    mix((uint64_t)(int32_t)a * (uint32_t)b);
    mix((uint64_t)((int64_t)(int32_t)a * (int32_t)b));
    int64_t r;
    uint64_t u;
    mix((uint64_t)__builtin_add_overflow(s, t, &r));
    mix((uint64_t)r);
    mix((uint64_t)__builtin_sub_overflow(s, t, &r));
    mix((uint64_t)r);
    mix((uint64_t)__builtin_mul_overflow(s, t, &r));
    mix((uint64_t)r);
    mix((uint64_t)__builtin_mul_overflow(a, b, &u));
    mix(u);
    mix((uint64_t)(__builtin_popcountll(a) * 100 +
                   (a ? __builtin_clzll(a) * 7 + __builtin_ctzll(a) : 99)));
    mix(__builtin_bswap64(a));
}

static uint64_t power(uint64_t base, unsigned exponent, uint64_t modulus) {
    uint64_t result = 1;
    for (base %= modulus; exponent; exponent >>= 1) {
        if (exponent & 1) result = result * base % modulus;
        base = base * base % modulus;
    }
    return result;
}

static uint64_t root(uint64_t x) {
    uint64_t r = 0;
    for (uint64_t bit = 1ull << 62; bit; bit >>= 2) {
        if (x >= r + bit) {
            x -= r + bit;
            r = (r >> 1) + bit;
        } else {
            r >>= 1;
        }
    }
    return r;
}

// The high half of the product, by four partial products.
static uint64_t high(uint64_t a, uint64_t b) {
    uint64_t al = (uint32_t)a, ah = a >> 32, bl = (uint32_t)b, bh = b >> 32;
    uint64_t low = al * bl, m1 = ah * bl + (low >> 32), m2 = al * bh + (uint32_t)m1;
    return ah * bh + (m1 >> 32) + (m2 >> 32);
}

int main(void) {
    for (int i = 0; i < EDGES; i++) {
        for (int k = 0; k < EDGES; k++) two(edges[i], edges[k]);
        printf("%016llx\n", (unsigned long long)hash);
    }
    printf("%llu\n", (unsigned long long)power(3, 1000000006, 1000000007));
    printf("%llu %llu\n", (unsigned long long)root(UINT64_MAX),
           (unsigned long long)root(1ull << 50));
    printf("%llx\n", (unsigned long long)high(0xFEDCBA9876543210, 0x123456789ABCDEF1));
    volatile int64_t counter = INT64_MAX - 2;
    int turns = 0;
    for (int64_t i = counter; i > 0 && i <= INT64_MAX - 1; i++) turns++;
    printf("%d\n", turns);
    static int64_t table[3] = {-1, 1LL << 40, 0x55555555AAAAAAAA};
    int64_t sum = 0;
    for (int i = 0; i < 30; i++)
        sum = (int64_t)((uint64_t)sum * 3) + (table[i % 3] ^= sum >> 5 & 0xFFFFFF) % 1000003;
    printf("%lld\n", (long long)sum);
    return 0;
}
