// CRC-8, CRC-16 in both directions, CRC-32 bitwise, by table and by nibbles, CRC-64, Adler-32,
// Fletcher.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint8_t crc8(const uint8_t *p, size_t n) {
    uint8_t crc = 0;
    while (n--) {
        crc ^= *p++;
        for (int i = 0; i < 8; i++) crc = (uint8_t)(crc & 0x80 ? crc << 1 ^ 0x07 : crc << 1);
    }
    return crc;
}

static uint16_t crc16_ccitt(const uint8_t *p, size_t n) {
    uint16_t crc = 0xFFFF;
    while (n--) {
        crc ^= (uint16_t)(*p++ << 8);
        for (int i = 0; i < 8; i++) crc = (uint16_t)(crc & 0x8000 ? crc << 1 ^ 0x1021 : crc << 1);
    }
    return crc;
}

static uint16_t crc16_modbus(const uint8_t *p, size_t n) {
    uint16_t crc = 0xFFFF;
    while (n--) {
        crc ^= *p++;
        for (int i = 0; i < 8; i++) crc = (uint16_t)(crc & 1 ? crc >> 1 ^ 0xA001 : crc >> 1);
    }
    return crc;
}

static uint32_t crc32_bits(const uint8_t *p, size_t n) {
    uint32_t crc = ~0u;
    while (n--) {
        crc ^= *p++;
        for (int i = 0; i < 8; i++) crc = crc >> 1 ^ (-(crc & 1) & 0xEDB88320u);
    }
    return ~crc;
}

static uint32_t table[256];

static uint32_t crc32_table(const uint8_t *p, size_t n) {
    uint32_t crc = ~0u;
    if (!table[1])
        for (uint32_t i = 0; i < 256; i++) {
            uint32_t c = i;
            for (int k = 0; k < 8; k++) c = c >> 1 ^ (-(c & 1) & 0xEDB88320u);
            table[i] = c;
        }
    while (n--) crc = table[(crc ^ *p++) & 0xFF] ^ crc >> 8;
    return ~crc;
}

static uint32_t crc32_nibbles(const uint8_t *p, size_t n) {
    static const uint32_t nibbles[16] = {0x00000000, 0x1DB71064, 0x3B6E20C8, 0x26D930AC,
                                         0x76DC4190, 0x6B6B51F4, 0x4DB26158, 0x5005713C,
                                         0xEDB88320, 0xF00F9344, 0xD6D6A3E8, 0xCB61B38C,
                                         0x9B64C2B0, 0x86D3D2D4, 0xA00AE278, 0xBDBDF21C};
    uint32_t crc = ~0u;
    while (n--) {
        crc ^= *p++;
        crc = nibbles[crc & 15] ^ crc >> 4;
        crc = nibbles[crc & 15] ^ crc >> 4;
    }
    return ~crc;
}

static uint64_t crc64(const uint8_t *p, size_t n) {
    uint64_t crc = 0;
    while (n--) {
        crc ^= (uint64_t)*p++ << 56;
        for (int i = 0; i < 8; i++) crc = crc >> 63 ? crc << 1 ^ 0x42F0E1EBA9EA3693u : crc << 1;
    }
    return crc;
}

static uint32_t adler(const uint8_t *p, size_t n) {
    uint32_t a = 1, b = 0;
    while (n--) {
        a = (a + *p++) % 65521;
        b = (b + a) % 65521;
    }
    return b << 16 | a;
}

static uint16_t fletcher(const uint8_t *p, size_t n) {
    unsigned a = 0, b = 0;
    while (n--) {
        a = (a + *p++) % 255;
        b = (b + a) % 255;
    }
    return (uint16_t)(b << 8 | a);
}

int main(void) {
    static uint8_t ramp[256];
    for (int i = 0; i < 256; i++) ramp[i] = (uint8_t)(255 - i);
    const struct {
        const uint8_t *data;
        size_t size;
    } inputs[] = {{(const uint8_t *)"123456789", 9},
                  {(const uint8_t *)"", 0},
                  {(const uint8_t *)"a", 1},
                  {ramp, 256}};
    for (int i = 0; i < 4; i++) {
        const uint8_t *p = inputs[i].data;
        size_t n = inputs[i].size;
        printf("%02x %04x %04x %08x %08x %08x %016llx %08x %04x\n", crc8(p, n), crc16_ccitt(p, n),
               crc16_modbus(p, n), (unsigned)crc32_bits(p, n), (unsigned)crc32_table(p, n),
               (unsigned)crc32_nibbles(p, n), (unsigned long long)crc64(p, n),
               (unsigned)adler(p, n), fletcher(p, n));
    }
    return 0;
}
