// Pseudo-random numbers: xorshift in 32 and 64 bits, MT19937, a linear feedback register, PCG,
// splitmix, and a shuffle.
#include <stdint.h>
#include <stdio.h>

static uint32_t xorshift32(uint32_t *s) {
    *s ^= *s << 13;
    *s ^= *s >> 17;
    return *s ^= *s << 5;
}
static uint64_t xorshift64star(uint64_t *s) {
    *s ^= *s >> 12;
    *s ^= *s << 25;
    *s ^= *s >> 27;
    return *s * 0x2545F4914F6CDD1DULL;
}
static uint64_t splitmix(uint64_t *s) {
    uint64_t z = *s += 0x9E3779B97F4A7C15ULL;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ z >> 27) * 0x94D049BB133111EBULL;
    return z ^ z >> 31;
}
static uint32_t pcg(uint64_t *s) {
    uint64_t old = *s;
    *s = old * 6364136223846793005ULL + 1442695040888963407ULL;
    uint32_t x = (uint32_t)((old >> 18 ^ old) >> 27), r = (uint32_t)(old >> 59);
    return x >> r | x << (-r & 31);
}
static unsigned register_step(uint16_t *s) {
    unsigned bit = (*s ^ *s >> 2 ^ *s >> 3 ^ *s >> 5) & 1;
    *s = (uint16_t)(*s >> 1 | bit << 15);
    return *s;
}

static uint32_t twister[624];
static int position;

static void twist_seed(uint32_t seed) {
    twister[0] = seed;
    for (uint32_t i = 1; i < 624; i++)
        twister[i] = 1812433253u * (twister[i - 1] ^ twister[i - 1] >> 30) + i;
    position = 624;
}
static uint32_t twist(void) {
    if (position == 624) {
        for (int i = 0; i < 624; i++) {
            uint32_t y = (twister[i] & 0x80000000u) | (twister[(i + 1) % 624] & 0x7FFFFFFFu);
            twister[i] = twister[(i + 397) % 624] ^ y >> 1 ^ (y & 1 ? 0x9908B0DFu : 0);
        }
        position = 0;
    }
    uint32_t y = twister[position++];
    y ^= y >> 11;
    y ^= y << 7 & 0x9D2C5680u;
    y ^= y << 15 & 0xEFC60000u;
    return y ^ y >> 18;
}

int main(void) {
    uint32_t a = 2463534242u;
    uint64_t b = 1, c = 1234567, d = 42;
    uint16_t e = 0xACE1;
    for (int i = 0; i < 4; i++)
        printf("%08x %016llx %016llx %08x %04x\n", (unsigned)xorshift32(&a),
               (unsigned long long)xorshift64star(&b), (unsigned long long)splitmix(&c),
               (unsigned)pcg(&d), register_step(&e));
    twist_seed(5489);
    uint32_t x = 0;
    for (int i = 0; i < 1000; i++) {
        x = twist();
        if (i < 2) printf("%u ", (unsigned)x);
    }
    printf("%u\n", (unsigned)x);
    int period = 0;
    uint16_t start = e;
    do register_step(&e), period++;
    while (e != start && period < 70000);
    printf("period %d\n", period);
    int cards[52], buckets[8] = {0};
    for (int i = 0; i < 52; i++) cards[i] = i;
    for (int i = 51; i > 0; i--) {
        int k = (int)((uint64_t)twist() * (uint64_t)(i + 1) >> 32), t = cards[i];
        cards[i] = cards[k];
        cards[k] = t;
    }
    for (int i = 0; i < 52; i++) printf("%d%c ", cards[i] % 13 + 1, "shdc"[cards[i] / 13]);
    putchar('\n');
    for (int i = 0; i < 1000; i++) buckets[xorshift32(&a) >> 29]++;
    for (int i = 0; i < 8; i++) printf("%d ", buckets[i]);
    putchar('\n');
    double sum = 0;
    for (int i = 0; i < 50; i++) sum += (double)(splitmix(&c) >> 11) * (1.0 / 9007199254740992.0);
    printf("%.17g\n", sum);
    return 0;
}
