// Base64 both ways, with padding and with errors found.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static char *encode(const uint8_t *in, size_t n) {
    char *text = malloc((n + 2) / 3 * 4 + 1), *to = text;
    for (; n >= 3; n -= 3, in += 3) {
        uint32_t v = (uint32_t)in[0] << 16 | (uint32_t)in[1] << 8 | in[2];
        for (int shift = 18; shift >= 0; shift -= 6) *to++ = digits[v >> shift & 63];
    }
    if (n) {
        uint32_t v = (uint32_t)in[0] << 16 | (n > 1 ? (uint32_t)in[1] << 8 : 0);
        *to++ = digits[v >> 18];
        *to++ = digits[v >> 12 & 63];
        *to++ = n > 1 ? digits[v >> 6 & 63] : '=';
        *to++ = '=';
    }
    *to = 0;
    return text;
}

// The number of bytes, or the negated position of the first wrong character minus one.
static int decode(const char *text, uint8_t *out) {
    uint32_t bits = 0;
    int have = 0, to = 0, padding = 0, i = 0;
    for (; text[i]; i++) {
        if (text[i] == '=') {
            if (i % 4 < 2) return -i - 1;
            padding++;
            continue;
        }
        const char *found = strchr(digits, text[i]);
        if (!found || padding) return -i - 1;
        bits = bits << 6 | (uint32_t)(found - digits);
        have += 6;
        if (have >= 8) out[to++] = (uint8_t)(bits >> (have -= 8));
    }
    return i % 4 ? -i - 1 : to;
}

int main(void) {
    const char *words[] = {"", "f", "fo", "foo", "foob", "fooba", "foobar", "any carnal pleas"};
    uint8_t back[400];
    for (int i = 0; i < 8; i++) {
        char *text = encode((const uint8_t *)words[i], strlen(words[i]));
        int n = decode(text, back);
        printf("%-18s %-26s %2d %s\n", words[i], text, n,
               n == (int)strlen(words[i]) && !memcmp(back, words[i], (size_t)n) ? "same"
                                                                                : "DIFFERENT");
        free(text);
    }
    uint8_t all[256];
    for (int i = 0; i < 256; i++) all[i] = (uint8_t)(i * 7);
    for (size_t n = 253; n <= 256; n++) {
        char *text = encode(all, n);
        unsigned sum = 0;
        for (char *p = text; *p; p++) sum = sum * 33 + (unsigned char)*p;
        int m = decode(text, back);
        printf("%d bytes, %d characters, hash %08x, %s\n", m, (int)strlen(text), sum,
               m == (int)n && !memcmp(back, all, n) ? "same" : "DIFFERENT");
        free(text);
    }
    const char *bad[] = {"Zm9v!mFy", "Zg=", "Zg==Zg==", "=", "Zm9vY"};
    for (int i = 0; i < 5; i++) printf("%s: %d\n", bad[i], decode(bad[i], back));
    return 0;
}
