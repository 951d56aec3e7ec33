// Bit-fields: signed and unsigned, of every width, across units, zero widths, 64 bits, in place
// updates.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef struct {
    unsigned a : 1, b : 2, c : 3, d : 5, e : 7, f : 14;
} Word;
typedef struct {
    int a : 1, b : 2, c : 3, d : 5, e : 7, f : 14;
} Signed;
typedef struct {
    unsigned char x : 3, y : 6, z : 7;
    unsigned short s : 9;
} Small;
typedef struct {
    unsigned long long low : 20, middle : 33, high : 11;
    long long sign : 40;
} Long;
typedef struct {
    unsigned a : 4;
    unsigned : 0;
    unsigned b : 4;
    unsigned : 7;
    unsigned c : 30;
    char tail;
} Gaps;
typedef struct {
    _Bool flag : 1;
    unsigned n : 31;
} Flag;
typedef enum { RED, GREEN, BLUE } Colour;
typedef struct {
    Colour colour : 3;
    int value : 29;
} Tagged;

static unsigned checksum(const void *p, size_t n) {
    const unsigned char *b = p;
    unsigned h = 5381;
    while (n--) h = h * 33 ^ *b++;
    return h;
}

static Word change(Word w, int k) {
    w.a ^= 1;
    w.b += (unsigned)k;
    w.c -= (unsigned)k;
    w.d *= 3;
    w.e <<= 1;
    w.f = ~w.f;
    return w;
}

int main(void) {
    Word w;
    memset(&w, 0, sizeof w);
    for (int i = 0; i < 5; i++) {
        w = change(w, i);
        printf("%u %u %u %u %u %u %08x\n", w.a, w.b, w.c, w.d, w.e, w.f, checksum(&w, sizeof w));
    }
    Signed s;
    memset(&s, 0, sizeof s);
    s.a = -1;
    s.b = 1;
    s.c = -4;
    s.d = 15;
    s.e = -64;
    s.f = 8191;
    printf("%d %d %d %d %d %d\n", s.a, s.b, s.c, s.d, s.e, s.f);
    volatile int big = 0x12345;
    s.c = big;
    s.d = big >> 1;
    s.e = -big;
    s.f++;
    printf("%d %d %d %d\n", s.c, s.d, s.e, s.f);
    Small m;
    memset(&m, 0, sizeof m);
    m.x = 5;
    m.y = 63;
    m.z = 100;
    m.s = 300;
    m.x += 4;
    m.y -= 60;
    m.s ^= 0x1FF;
    printf("%d %d %d %d, %d bytes\n", m.x, m.y, m.z, m.s, (int)sizeof m);
    Long l;
    memset(&l, 0, sizeof l);
    l.low = 0xFFFFF;
    l.middle = 0x1FFFFFFFFu;
    l.high = 0x555;
    l.sign = -(1LL << 39);
    l.middle -= 0x123456789u;
    l.low += 2;
    l.sign += 5;
    printf("%llx %llx %llx %lld %08x\n", (unsigned long long)l.low, (unsigned long long)l.middle,
           (unsigned long long)l.high, (long long)l.sign, checksum(&l, sizeof l));
    Gaps g;
    memset(&g, 0xFF, sizeof g);
    g.a = 3;
    g.b = 9;
    g.c = 0x2AAAAAAA;
    g.tail = 'z';
    printf("%u %u %x %c, %d bytes, %08x\n", g.a, g.b, g.c, g.tail, (int)sizeof g,
           checksum(&g, sizeof g));
    Flag f = {2, 7};
    f.n--;
    f.n -= 10;
    printf("%d %u\n", f.flag, f.n);
    Tagged t = {BLUE, -268435456};
    t.value -= t.colour == BLUE ? -1 : 1;
    printf("%d %d\n", t.colour, t.value);
    static const Word constants[3] = {{1, 2, 3, 4, 5, 6}, {0, 1, 2, 31, 127, 16383}, {.f = 99}};
    unsigned total = 0;
    for (int i = 0; i < 3; i++)
        total = total * 7 + constants[i].a + constants[i].b + constants[i].c + constants[i].d +
                constants[i].e + constants[i].f;
    printf("%u\n", total);
    return 0;
}
