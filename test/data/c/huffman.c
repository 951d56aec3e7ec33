// Huffman coding of standard input: a heap builds the tree, codes are made canonical, text comes
// back.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Node {
    uint32_t weight;
    int order; // breaks ties, so that the tree is determined
    int symbol;
    struct Node *left, *right;
} Node;

static Node *heap[300];
static int heaped, nodes;

static int before(const Node *a, const Node *b) {
    return a->weight != b->weight ? a->weight < b->weight : a->order < b->order;
}

static void push(Node *n) {
    int i = heaped++;
    for (; i > 0 && before(n, heap[(i - 1) / 2]); i = (i - 1) / 2) heap[i] = heap[(i - 1) / 2];
    heap[i] = n;
}

static Node *pop(void) {
    Node *top = heap[0], *last = heap[--heaped];
    int i = 0;
    for (;;) {
        int c = 2 * i + 1;
        if (c >= heaped) break;
        if (c + 1 < heaped && before(heap[c + 1], heap[c])) c++;
        if (!before(heap[c], last)) break;
        heap[i] = heap[c];
        i = c;
    }
    heap[i] = last;
    return top;
}

static Node *make(uint32_t weight, int symbol, Node *left, Node *right) {
    Node *n = malloc(sizeof *n);
    *n = (Node){weight, nodes++, symbol, left, right};
    return n;
}

static uint8_t lengths[256];
static uint32_t codes[256];

static void measure(Node *n, int depth) {
    if (!n->left) {
        lengths[n->symbol] = (uint8_t)(depth ? depth : 1);
    } else {
        measure(n->left, depth + 1);
        measure(n->right, depth + 1);
    }
    free(n);
}

int main(void) {
    static char text[2000];
    static uint8_t packed[2000];
    static uint32_t counts[256];
    size_t size = fread(text, 1, sizeof text, stdin);
    for (size_t i = 0; i < size; i++) counts[(unsigned char)text[i]]++;
    for (int i = 0; i < 256; i++)
        if (counts[i]) push(make(counts[i], i, NULL, NULL));
    printf("%u bytes, %d symbols\n", (unsigned)size, heaped);
    while (heaped > 1) {
        Node *a = pop(), *b = pop();
        push(make(a->weight + b->weight, -1, a, b));
    }
    measure(pop(), 0);

    uint32_t code = 0, first[33] = {0};
    int order[256], count = 0, index[33] = {0};
    for (int n = 1; n <= 32; n++) {
        first[n] = code;
        index[n] = count;
        for (int s = 0; s < 256; s++)
            if (lengths[s] == n) {
                codes[s] = code++;
                order[count++] = s;
                if (n <= 4) {
                    printf("%2d '%c' ", s, s < 32 ? '?' : s);
                    for (int b = n - 1; b >= 0; b--) putchar('0' + (int)(codes[s] >> b & 1));
                    putchar('\n');
                }
            }
        code <<= 1;
    }
    size_t bits = 0;
    for (size_t i = 0; i < size; i++) {
        int s = (unsigned char)text[i];
        for (int b = lengths[s] - 1; b >= 0; b--, bits++)
            packed[bits / 8] |= (uint8_t)((codes[s] >> b & 1) << (7 - bits % 8));
    }
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < (bits + 7) / 8; i++) hash = (hash ^ packed[i]) * 16777619u;
    printf("%u bits, hash %08x\n", (unsigned)bits, (unsigned)hash);

    size_t at = 0, done = 0;
    while (done < size) {
        uint32_t c = 0;
        int n = 0;
        do {
            c = c << 1 | (packed[at / 8] >> (7 - at % 8) & 1);
            at++;
            n++;
        } while (n < 32 && (c < first[n] ||
                            (int)(c - first[n]) >= (n < 32 ? index[n + 1] : count) - index[n]));
        if (order[index[n] + (int)(c - first[n])] != (unsigned char)text[done++])
            return puts("DIFFERENT"), 1;
    }
    puts("same");
    return 0;
}
