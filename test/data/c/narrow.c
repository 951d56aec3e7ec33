// 8- and 16-bit arithmetic: wrap-around, promotion, comparison, shifts, compound assignment,
// increments.
#include <stdint.h>
#include <stdio.h>

static unsigned total;

static void note(int x) { total = total * 31 + (unsigned)x; }

static uint8_t add8(uint8_t a, uint8_t b) { return (uint8_t)(a + b); }
static int8_t negate8(int8_t a) { return (int8_t)-a; }
static uint16_t multiply16(uint16_t a, uint16_t b) { return (uint16_t)((unsigned)a * b); }
static int16_t half16(int16_t a) { return (int16_t)(a / 2); }
static int compare(int8_t a, uint8_t b) { return a < b; }
static int16_t mean(int16_t a, int16_t b) { return (int16_t)((a + b) >> 1); }
static uint8_t rotate(uint8_t x, int n) { return (uint8_t)(x << (n & 7) | x >> (-n & 7)); }
static int8_t saturate(int x) { return (int8_t)(x > 127 ? 127 : x < -128 ? -128 : x); }

int main(void) {
    for (int i = -130; i < 260; i += 13) {
        note(add8((uint8_t)i, 200));
        note(negate8((int8_t)i));
        note(multiply16((uint16_t)(i * 300), (uint16_t)(i * 7)));
        note(half16((int16_t)(i * 251)));
        note(compare((int8_t)i, (uint8_t)i));
        note(mean((int16_t)(i * 126), 32767));
        note(rotate((uint8_t)i, i));
        note(saturate(i));
    }
    printf("%08x\n", total);

    uint8_t u = 250;
    int8_t s = 120;
    uint16_t w = 65530;
    int16_t h = 32760;
    for (int i = 0; i < 12; i++) {
        printf("%d %d %d %d; ", u, s, w, h);
        u++;
        s = (int8_t)(s + 1);
        w += 3;
        h = (int16_t)(h + 2);
    }
    putchar('\n');
    u = 5;
    u -= 10;
    s = -127;
    s -= 1;
    w <<= 9;
    h >>= 3;
    printf("%d %d %d %d\n", u, s, w, h);
    u *= u;
    s ^= 0x7F;
    w /= 7;
    h %= 100;
    printf("%d %d %d %d\n", u, s, w, h);
    u = (uint8_t)~u;
    s = (int8_t)~s;
    printf("%d %d %d %d\n", u, s, ~w, -h);
    printf("%d %d %d\n", (uint8_t)300 == 44, (int8_t)200 == -56, (uint16_t)-1 == 65535);
    printf("%d %d\n", (char)200 < 0, (signed char)'\xFF');

    static const int8_t table[] = {-1, -128, 127, 0, 5};
    static const uint16_t words[] = {1, 65535, 32768, 256};
    int sum = 0;
    for (int i = 0; i < 20; i++) sum += table[i % 5] * words[i % 4];
    printf("%d\n", sum);

    int count = 0;
    for (uint8_t i = 250; i; i++) count++;
    for (int8_t i = -5; i < 5; i++) count += i < 0 ? 10 : 100;
    for (uint16_t i = 65000; i > 100; i += 100) count += 1000;
    printf("%d\n", count);

    volatile uint8_t bytes[4] = {0xFF, 0x80, 0x7F, 1};
    printf("%d %d %d\n", bytes[0] + bytes[1], (int)((unsigned)bytes[0] << 24) >> 24,
           (int8_t)bytes[1] >> 1);
    bytes[3] = (uint8_t)(bytes[0] * bytes[2]);
    printf("%d %u\n", bytes[3], (unsigned)bytes[1] << 25);
    _Bool b = 256;
    b += 255;
    b ^= 1;
    printf("%d %d\n", b, (_Bool)0.25);
    return 0;
}
