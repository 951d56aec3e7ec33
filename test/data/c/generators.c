// setjmp and longjmp: error recovery through several frames, retries, values, nested handlers,
// and a producer that is driven by callbacks and left early. Jumps go to active frames only.
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Exceptions as a stack of handlers.
static jmp_buf *handler;
static const char *reason;

static void throw(int code, const char *why) {
    reason = why;
    longjmp(*handler, code);
}

static int depth_reached;

static int parse_list(const char **at, int depth) {
    int sum = 0;
    depth_reached = depth > depth_reached ? depth : depth_reached;
    while (**at && **at != ')') {
        char c = *(*at)++;
        if (c == '(') {
            sum += 10 * parse_list(at, depth + 1);
            if (*(*at)++ != ')') throw(2, "missing ')'");
        } else if (c >= '0' && c <= '9') {
            sum += c - '0';
        } else {
            throw(1, "unexpected character");
        }
    }
    return sum;
}

static void guarded(const char *text) {
    jmp_buf here, *outer = handler;
    const char *volatile at = text;
    depth_reached = 0;
    handler = &here;
    int code = setjmp(here);
    if (code == 0) {
        const char *p = text;
        printf("%s = %d", text, parse_list(&p, 0));
    } else {
        printf("%s: error %d, %s", at, code, reason);
    }
    printf(" (depth %d)\n", depth_reached);
    handler = outer;
}

// A generator is a function that calls back; the consumer leaves it by a jump.
typedef struct {
    jmp_buf stop;
    int wanted, seen;
    int values[16];
} Consumer;

static void take(Consumer *c, int value) {
    c->values[c->seen++] = value;
    if (c->seen == c->wanted) longjmp(c->stop, c->seen);
}

static void collatz(Consumer *c, int n) {
    for (;;) {
        take(c, n);
        if (n == 1) return;
        n = n % 2 ? 3 * n + 1 : n / 2;
    }
}

static void permutations(Consumer *c, int *a, int k, int n) {
    if (k == n) {
        int v = 0;
        for (int i = 0; i < n; i++) v = v * 10 + a[i];
        take(c, v);
        return;
    }
    for (int i = k; i < n; i++) {
        int t = a[k];
        a[k] = a[i];
        a[i] = t;
        permutations(c, a, k + 1, n);
        t = a[k];
        a[k] = a[i];
        a[i] = t;
    }
}

static void consume(int wanted, int which) {
    static Consumer c;
    static int digits[4];
    for (int i = 0; i < 4; i++) digits[i] = i + 1;
    c.wanted = wanted;
    c.seen = 0;
    int left = setjmp(c.stop);
    if (!left) {
        if (which)
            permutations(&c, digits, 0, 4);
        else
            collatz(&c, 6);
        printf("finished");
    } else {
        printf("left after %d", left);
    }
    for (int i = 0; i < c.seen; i++) printf(" %d", c.values[i]);
    putchar('\n');
}

// Coroutines without stacks of their own: the state is the place in a switch.
typedef struct {
    int place, a, b;
} Fibonacci;

static int next(Fibonacci *f) {
    switch (f->place) {
    case 0:
        f->a = 0;
        f->b = 1;
        for (;;) {
            f->place = 1;
            return f->a;
        case 1:;
            int t = f->a + f->b;
            f->a = f->b;
            f->b = t;
        }
    }
    return -1;
}

static jmp_buf zero;

int main(void) {
    guarded("1(23)4");
    guarded("1((2)3");
    guarded("(1(2(3(4x))))");
    guarded("(((((7)))))");
    consume(5, 0);
    consume(16, 0);
    consume(7, 1);

    volatile int tries = 0; // changed between setjmp and longjmp
    int code = setjmp(zero);
    if (tries < 3) {
        tries++;
        longjmp(zero, tries == 2 ? 0 : tries * 100); // 0 arrives as 1
    }
    printf("tries %d, code %d\n", tries, code);

    jmp_buf outer, inner;
    volatile int trace = 0;
    if (!setjmp(outer)) {
        if (!setjmp(inner)) {
            trace = trace * 10 + 1;
            longjmp(inner, 1);
        } else {
            trace = trace * 10 + 2;
            longjmp(outer, 1);
        }
    } else {
        trace = trace * 10 + 3;
    }
    printf("trace %d\n", trace);

    // values of registers that the jumped-over functions used must be back
    double x = 1.5;
    long long y = 1LL << 40;
    jmp_buf saved;
    switch (setjmp(saved)) {
    case 0: longjmp(saved, 3);
    case 3: printf("%g %lld\n", x, y); break;
    default: puts("wrong");
    }
    Fibonacci f = {0, 0, 0};
    for (int i = 0; i < 15; i++) printf("%d ", next(&f));
    putchar('\n');
    return 0;
}
