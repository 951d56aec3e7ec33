#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

__attribute__((noinline)) static uint32_t crc(const uint8_t *bytes, int length)
{
    uint32_t table[256];
    for (int i = 0; i < 256; i++) {
        uint32_t c = i;
        for (int k = 0; k < 8; k++)
            c = c & 1 ? (c >> 1) ^ 0xedb88320 : c >> 1;
        table[i] = c;
    }
    uint32_t c = ~0u;
    for (int i = 0; i < length; i++)
        c = (c >> 8) ^ table[(c ^ bytes[i]) & 0xff];
    return ~c;
}

int main(void)
{
    int length = 20000;
    uint8_t *bytes = malloc(length);
    for (int i = 0; i < length; i++)
        bytes[i] = i * 7 + (i >> 3);
    printf("%u\n", crc(bytes, length));
}
