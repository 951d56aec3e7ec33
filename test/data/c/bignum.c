// args: 60
// Factorials and Fibonacci numbers in base 10^9; division by a small number.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LIMBS = 24, BASE = 1000000000 };

typedef struct {
    int used;
    uint32_t limb[LIMBS]; // least significant first
} Big;

static void multiply(Big *a, uint32_t by) {
    uint64_t carry = 0;
    for (int i = 0; i < a->used; i++) {
        carry += (uint64_t)a->limb[i] * by;
        a->limb[i] = (uint32_t)(carry % BASE);
        carry /= BASE;
    }
    if (carry) a->limb[a->used++] = (uint32_t)carry;
}

static Big add(Big a, Big b) {
    Big sum = {0, {0}};
    uint32_t carry = 0;
    int n = a.used > b.used ? a.used : b.used;
    for (int i = 0; i < n || carry; i++) {
        carry += a.limb[i] + b.limb[i];
        sum.limb[i] = carry % BASE;
        carry /= BASE;
        sum.used = i + 1;
    }
    return sum;
}

static uint32_t divide(Big *a, uint32_t by) {
    uint64_t rest = 0;
    for (int i = a->used - 1; i >= 0; i--) {
        rest = rest * BASE + a->limb[i];
        a->limb[i] = (uint32_t)(rest / by);
        rest %= by;
    }
    while (a->used > 1 && !a->limb[a->used - 1]) a->used--;
    return (uint32_t)rest;
}

static void print(const char *name, int n, const Big *a) {
    printf("%s(%d) = %u", name, n, (unsigned)a->limb[a->used - 1]);
    for (int i = a->used - 2; i >= 0; i--) printf("%09u", (unsigned)a->limb[i]);
    putchar('\n');
}

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 30;
    Big f = {1, {1}};
    for (int i = 2; i <= n; i++) {
        multiply(&f, (uint32_t)i);
        if (i % 20 == 0) print("factorial", i, &f);
    }
    printf("mod 997 of factorial(%d) + 1: ", n);
    Big next = add(f, (Big){1, {1}});
    printf("%u\n", (unsigned)divide(&next, 997));
    print("quotient", n, &next);
    Big a = {1, {0}}, b = {1, {1}};
    for (int i = 0; i < 300; i++) {
        Big c = add(a, b);
        a = b;
        b = c;
    }
    print("fibonacci", 300, &a);
    return 0;
}
