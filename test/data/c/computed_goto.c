// Computed goto: threaded code, label differences, labels in tables of several functions, labels as
// values.
#include <stdint.h>
#include <stdio.h>

enum { PUSH, ADD, MULTIPLY, SUBTRACT, DUPLICATE, SWAP, JUMP_UNLESS, JUMP, PRINT, HALT };

static int run(const int8_t *code, int argument) {
    static void *const labels[] = {&&push, &&add,         &&multiply, &&subtract, &&duplicate,
                                   &&swap, &&jump_unless, &&jump,     &&print,    &&halt};
    int stack[16], *top = stack, steps = 0;
    const int8_t *at = code;
    *top = argument;
#define NEXT                                                                                       \
    do {                                                                                           \
        steps++;                                                                                   \
        goto *labels[*at++];                                                                       \
    } while (0)
    NEXT;
push:
    *++top = *at++;
    NEXT;
add:
    top--;
    top[0] += top[1];
    NEXT;
multiply:
    top--;
    top[0] *= top[1];
    NEXT;
subtract:
    top--;
    top[0] -= top[1];
    NEXT;
duplicate:
    top[1] = top[0];
    top++;
    NEXT;
swap:
    {
        int t = top[0];
        top[0] = top[-1];
        top[-1] = t;
        NEXT;
    }
jump_unless:
    at += *top-- ? 1 : *at;
    NEXT;
jump:
    at += *at;
    NEXT;
print:
    printf("%d ", *top--);
    NEXT;
halt:
    printf("(%d steps)\n", steps);
    return *top;
}

// Offsets from one label take no relocations.
static int by_offset(int n) {
    static const int offsets[] = {&&zero - &&zero, &&one - &&zero, &&two - &&zero,
                                  &&three - &&zero};
    int r = 0, i = 0;
again:
    if (i++ == n) return r;
    goto *(&&zero + offsets[(i * 7 + r) & 3]);
zero:
    r += 1;
    goto again;
one:
    r = r * 2;
    goto again;
two:
    r ^= 0x11;
    goto again;
three:
    r -= 3;
    goto again;
}

static const char *state_machine(const char *text) {
    void *state = &&start;
    for (; *text; text++) {
        goto *state;
    start:
        state = *text == '-' ? &&sign : *text >= '0' && *text <= '9' ? &&integer : &&bad;
        continue;
    sign:
        state = *text >= '0' && *text <= '9' ? &&integer : &&bad;
        continue;
    integer:
        if (*text == '.')
            state = &&point;
        else if (*text < '0' || *text > '9')
            state = &&bad;
        continue;
    point:
        state = *text >= '0' && *text <= '9' ? &&fraction_seen : &&bad;
        continue;
    fraction_seen:
        if (*text < '0' || *text > '9') state = &&bad;
        continue;
    bad:
        return "wrong";
    }
    if (state == &&integer) return "integer";
    if (state == &&fraction_seen) return "decimal";
    if (state == &&bad) return "wrong at the end";
    return "incomplete";
}

int main(void) {
    static const int8_t square_sum[] = {DUPLICATE, MULTIPLY, PUSH, 5, ADD, DUPLICATE, PRINT, HALT};
    static const int8_t countdown[] = {DUPLICATE,   PRINT, PUSH, 1,  SUBTRACT, DUPLICATE,
                                       JUMP_UNLESS, 3,     JUMP, -9, HALT};
    static const int8_t factorial[] = {
        PUSH, 1,           SWAP, DUPLICATE, JUMP_UNLESS, 16,   DUPLICATE, PUSH,
        1,    SUBTRACT,    SWAP, PRINT,     PUSH,        3,    MULTIPLY,  PUSH,
        0,    JUMP_UNLESS, 1,    PRINT,     HALT,        HALT, HALT};
    printf("= %d\n", run(square_sum, 7));
    printf("= %d\n", run(countdown, 5));
    printf("= %d\n", run(factorial, 4));
    for (int i = 0; i < 12; i++) printf("%d ", by_offset(i));
    putchar('\n');
    static const char *const texts[] = {"12", "-7", "3.25", "-", "4.", "x", "1x2", "5.5.5", "12a"};
    for (unsigned i = 0; i < sizeof texts / sizeof texts[0]; i++)
        printf("%s: %s\n", texts[i], state_machine(texts[i]));
    return 0;
}
