// args: 200
// A red-black tree: insertion, deletion, traversal, and the invariants checked all the way.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct Node {
    struct Node *child[2];
    int key;
    char red;
} Node;

static int count, errors;

static int is_red(const Node *n) { return n && n->red; }

static Node *rotate(Node *n, int d) {
    Node *s = n->child[!d];
    n->child[!d] = s->child[d];
    s->child[d] = n;
    n->red = 1;
    s->red = 0;
    return s;
}

static Node *rotate_twice(Node *n, int d) {
    n->child[!d] = rotate(n->child[!d], !d);
    return rotate(n, d);
}

static Node *insert(Node *n, int key) {
    if (!n) {
        n = calloc(1, sizeof *n);
        n->key = key;
        n->red = 1;
        count++;
        return n;
    }
    if (key == n->key) return n;
    int d = key > n->key;
    n->child[d] = insert(n->child[d], key);
    if (is_red(n->child[d])) {
        if (is_red(n->child[!d])) {
            n->red = 1;
            n->child[0]->red = n->child[1]->red = 0;
        } else if (is_red(n->child[d]->child[d])) {
            n = rotate(n, !d);
        } else if (is_red(n->child[d]->child[!d])) {
            n = rotate_twice(n, !d);
        }
    }
    return n;
}

static Node *balance(Node *n, int d, int *done) {
    Node *p = n, *s = n->child[!d];
    if (is_red(s)) {
        n = rotate(n, d);
        s = p->child[!d];
    }
    if (s) {
        if (!is_red(s->child[0]) && !is_red(s->child[1])) {
            if (is_red(p)) *done = 1;
            p->red = 0;
            s->red = 1;
        } else {
            char red = p->red;
            int same = n == p;
            p = is_red(s->child[!d]) ? rotate(p, d) : rotate_twice(p, d);
            p->red = red;
            p->child[0]->red = p->child[1]->red = 0;
            if (same)
                n = p;
            else
                n->child[d] = p;
            *done = 1;
        }
    }
    return n;
}

static Node *erase(Node *n, int key, int *done) {
    if (!n) {
        *done = 1;
        return NULL;
    }
    if (n->key == key) {
        if (!n->child[0] || !n->child[1]) {
            Node *kept = n->child[!n->child[0]];
            if (is_red(n)) {
                *done = 1;
            } else if (is_red(kept)) {
                kept->red = 0;
                *done = 1;
            }
            free(n);
            count--;
            return kept;
        }
        Node *last = n->child[0];
        while (last->child[1]) last = last->child[1];
        n->key = key = last->key;
        n->child[0] = erase(n->child[0], key, done);
        return *done ? n : balance(n, 0, done);
    }
    int d = key > n->key;
    n->child[d] = erase(n->child[d], key, done);
    return *done ? n : balance(n, d, done);
}

// The number of black nodes on each path.
static int check(const Node *n, int low, int high) {
    if (!n) return 1;
    if (n->key <= low || n->key >= high) errors++;
    if (is_red(n) && (is_red(n->child[0]) || is_red(n->child[1]))) errors++;
    int a = check(n->child[0], low, n->key), b = check(n->child[1], n->key, high);
    if (a != b) errors++;
    return a + !is_red(n);
}

static int depth(const Node *n) {
    if (!n) return 0;
    int a = depth(n->child[0]), b = depth(n->child[1]);
    return 1 + (a > b ? a : b);
}

static unsigned walk(const Node *n, unsigned hash) {
    if (!n) return hash;
    hash = walk(n->child[0], hash);
    hash = hash * 31 + (unsigned)n->key;
    return walk(n->child[1], hash);
}

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 100;
    Node *root = NULL;
    uint32_t state = 1;
    for (int i = 0; i < n; i++) {
        state = state * 1103515245u + 12345u;
        root = insert(root, (int)(state >> 16) % 1000);
        root->red = 0;
    }
    printf("%d nodes, depth %d, black %d, hash %08x\n", count, depth(root), check(root, -1, 1000),
           walk(root, 0));
    for (int i = 0; i < n; i++) root = insert(root, 2000 + i), root->red = 0;
    printf("%d nodes, depth %d, black %d, hash %08x\n", count, depth(root), check(root, -1, 9999),
           walk(root, 0));
    for (int i = 0; i < 1000; i += 2) {
        int done = 0;
        root = erase(root, i, &done);
        if (root) root->red = 0;
        if (i % 100 == 0) check(root, -1, 9999);
    }
    printf("%d nodes, depth %d, black %d, hash %08x\n", count, depth(root), check(root, -1, 9999),
           walk(root, 0));
    while (root) {
        int done = 0;
        root = erase(root, root->key, &done);
        if (root) root->red = 0;
        if (count % 16 == 0) check(root, -1, 9999);
    }
    printf("%d nodes, %d errors\n", count, errors);
    return 0;
}
