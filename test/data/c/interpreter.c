// An expression interpreter: recursive descent to a tree, evaluated through function pointers.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Node Node;
struct Node {
    int (*evaluate)(const Node *);
    const Node *left, *right, *third;
    int value;
};

static int variables[26];
static Node pool[200];
static int used;
static const char *at;

static int constant(const Node *n) { return n->value; }
static int variable(const Node *n) { return variables[n->value]; }
static int assign(const Node *n) { return variables[n->value] = n->left->evaluate(n->left); }
static int add(const Node *n) { return n->left->evaluate(n->left) + n->right->evaluate(n->right); }
static int subtract(const Node *n) {
    return n->left->evaluate(n->left) - n->right->evaluate(n->right);
}
static int multiply(const Node *n) {
    return n->left->evaluate(n->left) * n->right->evaluate(n->right);
}
static int divide(const Node *n) {
    int d = n->right->evaluate(n->right);
    return d ? n->left->evaluate(n->left) / d : 0;
}
static int modulo(const Node *n) {
    int d = n->right->evaluate(n->right);
    return d ? n->left->evaluate(n->left) % d : 0;
}
static int less(const Node *n) { return n->left->evaluate(n->left) < n->right->evaluate(n->right); }
static int equal(const Node *n) {
    return n->left->evaluate(n->left) == n->right->evaluate(n->right);
}
static int both(const Node *n) {
    return n->left->evaluate(n->left) && n->right->evaluate(n->right);
}
static int either(const Node *n) {
    return n->left->evaluate(n->left) || n->right->evaluate(n->right);
}
static int negate(const Node *n) { return -n->left->evaluate(n->left); }
static int invert(const Node *n) { return !n->left->evaluate(n->left); }
static int choose(const Node *n) {
    const Node *taken = n->left->evaluate(n->left) ? n->right : n->third;
    return taken->evaluate(taken);
}
static int loop(const Node *n) {
    int count = 0;
    while (n->left->evaluate(n->left)) {
        n->right->evaluate(n->right);
        count++;
    }
    return count;
}
static int sequence(const Node *n) {
    n->left->evaluate(n->left);
    return n->right->evaluate(n->right);
}

static const Node *make(int (*evaluate)(const Node *), const Node *left, const Node *right,
                        const Node *third, int value) {
    Node *n = &pool[used++];
    *n = (Node){evaluate, left, right, third, value};
    return n;
}

static int accept(const char *token) {
    while (*at == ' ') at++;
    size_t n = strlen(token);
    if (strncmp(at, token, n)) return 0;
    at += n;
    return 1;
}

static const struct Level {
    const char *token;
    int (*evaluate)(const Node *);
    int level;
} operators[] = {
    {"||", either, 1},  {"&&", both, 2},    {"==", equal, 3}, {"<", less, 4},   {"+", add, 5},
    {"-", subtract, 5}, {"*", multiply, 6}, {"/", divide, 6}, {"%", modulo, 6},
};

static const Node *statements(void);

static const Node *primary(void) {
    if (accept("(")) {
        const Node *n = statements();
        if (!accept(")")) puts("missing )");
        return n;
    }
    if (accept("-")) return make(negate, primary(), NULL, NULL, 0);
    if (accept("!")) return make(invert, primary(), NULL, NULL, 0);
    if (accept("while")) {
        const Node *test = primary();
        return make(loop, test, primary(), NULL, 0);
    }
    while (*at == ' ') at++;
    if (isdigit((unsigned char)*at)) {
        char *end;
        long value = strtol(at, &end, 0);
        at = end;
        return make(constant, NULL, NULL, NULL, (int)value);
    }
    int name = *at++ - 'a';
    while (*at == ' ') at++;
    if (at[0] == '=' && at[1] != '=') {
        at++;
        extern const Node *conditional(void);
        return make(assign, conditional(), NULL, NULL, name);
    }
    return make(variable, NULL, NULL, NULL, name);
}

static const Node *binary(int level) {
    const Node *left = primary();
    for (;;) {
        const struct Level *found = NULL;
        for (unsigned i = 0; i < sizeof operators / sizeof operators[0]; i++)
            if (operators[i].level >= level && accept(operators[i].token)) {
                found = &operators[i];
                break;
            }
        if (!found) return left;
        left = make(found->evaluate, left, binary(found->level + 1), NULL, 0);
    }
}

const Node *conditional(void);
const Node *conditional(void) {
    const Node *test = binary(1);
    if (!accept("?")) return test;
    const Node *yes = conditional();
    accept(":");
    return make(choose, test, yes, conditional(), 0);
}

static const Node *statements(void) {
    const Node *first = conditional();
    while (accept(";")) first = make(sequence, first, conditional(), NULL, 0);
    return first;
}

int main(void) {
    static const char *programs[] = {
        "1 + 2 * 3 - 4",
        "(1 + 2) * (3 - 4)",
        "100 / 7 % 5 + 0x10",
        "a = 6; b = 7; a * b",
        "- - 3 + !0 + !5",
        "1 < 2 && 2 < 3 || 0",
        "0 && (x = 99); x",
        "n = 27; s = 0; while (!(n == 1)) (n = n % 2 == 0 ? n / 2 : 3 * n + 1; s = s + 1); s",
        "a = 1071; b = 462; while (b) (t = a % b; a = b; b = t); a",
        "i = 0; f = 0; g = 1; while (i < 30) (h = f + g; f = g; g = h; i = i + 1); f",
        "7 / 0 + 7 % 0",
    };
    for (unsigned i = 0; i < sizeof programs / sizeof programs[0]; i++) {
        used = 0;
        memset(variables, 0, sizeof variables);
        at = programs[i];
        const Node *root = statements();
        printf("%s\n  = %d (%d nodes)\n", programs[i], root->evaluate(root), used);
    }
    return 0;
}
