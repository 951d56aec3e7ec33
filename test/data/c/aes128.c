// AES-128: the S-box is computed, blocks are encrypted and decrypted, and CBC over a message.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint8_t box[256], inverse_box[256];

static uint8_t times2(uint8_t x) { return (uint8_t)(x << 1 ^ (x >> 7) * 0x1B); }

static uint8_t multiply(uint8_t a, uint8_t b) {
    uint8_t result = 0;
    for (; b; b >>= 1, a = times2(a))
        if (b & 1) result ^= a;
    return result;
}

static uint8_t rotate(uint8_t x, int n) { return (uint8_t)(x << n | x >> (8 - n)); }

static void make_boxes(void) {
    uint8_t p = 1, q = 1;
    do {
        p = (uint8_t)(p ^ times2(p)); // times 3
        q ^= (uint8_t)(q << 1);       // divided by 3
        q ^= (uint8_t)(q << 2);
        q ^= (uint8_t)(q << 4);
        if (q & 0x80) q ^= 0x09;
        uint8_t s = (uint8_t)(q ^ rotate(q, 1) ^ rotate(q, 2) ^ rotate(q, 3) ^ rotate(q, 4) ^ 0x63);
        box[p] = s;
        inverse_box[s] = p;
    } while (p != 1);
    box[0] = 0x63;
    inverse_box[0x63] = 0;
}

typedef struct {
    uint8_t round[11][16];
} Key;

static Key expand(const uint8_t bytes[16]) {
    Key key;
    uint8_t *w = &key.round[0][0], constant = 1;
    memcpy(w, bytes, 16);
    for (int i = 16; i < 176; i += 4) {
        uint8_t t[4];
        memcpy(t, w + i - 4, 4);
        if (i % 16 == 0) {
            uint8_t first = t[0];
            t[0] = (uint8_t)(box[t[1]] ^ constant);
            t[1] = box[t[2]];
            t[2] = box[t[3]];
            t[3] = box[first];
            constant = times2(constant);
        }
        for (int k = 0; k < 4; k++) w[i + k] = w[i + k - 16] ^ t[k];
    }
    return key;
}

static void add(uint8_t *s, const uint8_t *k) {
    for (int i = 0; i < 16; i++) s[i] ^= k[i];
}

static void shift_rows(uint8_t *s, const uint8_t *table, int direction) {
    uint8_t t[16];
    for (int c = 0; c < 4; c++)
        for (int r = 0; r < 4; r++) t[4 * c + r] = table[s[4 * ((c + direction * r + 4) % 4) + r]];
    memcpy(s, t, 16);
}

static void mix_columns(uint8_t *s, int a, int b, int c, int d) {
    for (int k = 0; k < 16; k += 4) {
        uint8_t t[4];
        memcpy(t, s + k, 4);
        for (int r = 0; r < 4; r++)
            s[k + r] = multiply(t[r], (uint8_t)a) ^ multiply(t[(r + 1) & 3], (uint8_t)b) ^
                       multiply(t[(r + 2) & 3], (uint8_t)c) ^ multiply(t[(r + 3) & 3], (uint8_t)d);
    }
}

static void encrypt(const Key *key, uint8_t *s) {
    add(s, key->round[0]);
    for (int round = 1; round <= 10; round++) {
        shift_rows(s, box, 1);
        if (round < 10) mix_columns(s, 2, 3, 1, 1);
        add(s, key->round[round]);
    }
}

static void decrypt(const Key *key, uint8_t *s) {
    for (int round = 10; round >= 1; round--) {
        add(s, key->round[round]);
        if (round < 10) mix_columns(s, 14, 11, 13, 9);
        shift_rows(s, inverse_box, -1);
    }
    add(s, key->round[0]);
}

static void show(const char *name, const uint8_t *bytes, int n) {
    printf("%-10s ", name);
    for (int i = 0; i < n; i++) printf("%02x", bytes[i]);
    putchar('\n');
}

int main(void) {
    uint8_t bytes[16], block[16];
    make_boxes();
    for (int i = 0; i < 16; i++) {
        bytes[i] = (uint8_t)i;
        block[i] = (uint8_t)(i * 0x11);
    }
    Key key = expand(bytes);
    show("last key", key.round[10], 16);
    show("plain", block, 16);
    encrypt(&key, block);
    show("cipher", block, 16);
    decrypt(&key, block);
    show("again", block, 16);

    static uint8_t message[64];
    memcpy(message, "Attack at dawn, or whenever the coffee is ready; bring biscuits", 64);
    uint8_t chain[16] = {0};
    for (int at = 0; at < 64; at += 16) {
        add(message + at, chain);
        encrypt(&key, message + at);
        memcpy(chain, message + at, 16);
    }
    show("cbc", message, 64);
    memset(chain, 0, 16);
    for (int at = 0; at < 64; at += 16) {
        memcpy(block, message + at, 16);
        decrypt(&key, message + at);
        add(message + at, chain);
        memcpy(chain, block, 16);
    }
    puts((char *)message);
    return 0;
}
