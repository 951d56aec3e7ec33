// Packed and over-aligned structures, unaligned access, and fields that are read through pointers.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef struct __attribute__((packed)) {
    uint8_t tag;
    uint32_t word;
    uint16_t half;
    uint64_t wide;
    float single;
    double twofold;
    uint8_t last;
} Packed;

typedef struct __attribute__((packed, aligned(2))) {
    uint8_t a;
    uint32_t b;
} Two;

typedef struct {
    char c;
    _Alignas(16) int aligned;
    char d;
} Aligned;

#pragma pack(push, 1)
typedef struct {
    uint8_t version : 4, length : 4;
    uint8_t kind;
    uint16_t total;
    uint32_t addresses[2];
    struct {
        uint8_t code;
        int16_t value;
    } options[3];
} Header;
#pragma pack(pop)

static void dump(const char *name, const void *p, size_t n) {
    const uint8_t *b = p;
    printf("%s:", name);
    while (n--) printf(" %02x", *b++);
    putchar('\n');
}

static Packed change(Packed p) {
    p.word += p.tag;
    p.half--;
    p.wide *= 3;
    p.single /= 2;
    p.twofold -= 0.5;
    return p;
}

int main(void) {
    Packed p = {1, 0x11223344, 0x5566, 0x778899AABBCCDDEE, 1.5f, -2.25, 0xEE};
    printf("%d %d %d %d %d %d\n", (int)sizeof p, (int)offsetof(Packed, word),
           (int)offsetof(Packed, half), (int)offsetof(Packed, wide), (int)offsetof(Packed, twofold),
           (int)offsetof(Packed, last));
    dump("packed", &p, sizeof p);
    p = change(p);
    dump("changed", &p, sizeof p);
    Packed array[3] = {p, change(p), change(change(p))};
    double sum = 0;
    uint64_t total = 0;
    for (int i = 0; i < 3; i++) {
        sum += array[i].twofold + (double)array[i].single;
        total += array[i].wide ^ array[i].word;
    }
    printf("%g %llx\n", sum, (unsigned long long)total);
    Two t[2] = {{1, 0x01020304}, {2, 0xA0B0C0D0}};
    printf("%d %d\n", (int)sizeof(Two), (int)_Alignof(Two));
    t[1].b >>= 4;
    dump("two", &t[1].b, 4);
    Aligned a = {'c', 5, 'd'};
    printf("%d %d %d\n", (int)sizeof a, (int)offsetof(Aligned, aligned),
           (int)((uintptr_t)&a.aligned % 16));
    Header h = {4, 5, 17, 40, {0xC0A80001, 0x7F000001}, {{1, -2}, {3, -400}, {5, 600}}};
    dump("header", &h, sizeof h);
    int value = 0;
    for (int i = 0; i < 3; i++) value = value * 10 + h.options[i].code + h.options[i].value;
    printf("%d %d %d\n", (int)sizeof h, value, h.version * 16 + h.length);
    uint8_t bytes[24];
    for (int i = 0; i < 24; i++) bytes[i] = (uint8_t)(i * 17);
    for (int i = 0; i < 9; i++) {
        uint64_t wide;
        uint32_t word;
        uint16_t half;
        double d = i;
        memcpy(&wide, bytes + i, 8);
        memcpy(&word, bytes + i + 1, 4);
        memcpy(&half, bytes + i + 2, 2);
        printf("%016llx %08x %04x\n", (unsigned long long)wide, (unsigned)word, half);
        memcpy(bytes + i + 3, &d, 8);
    }
    return 0;
}
