// A Brainfuck interpreter that first matches the brackets; it reads standard input.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { TAPE = 300, CODE = 600 };

static int run(const char *code) {
    static uint8_t tape[TAPE];
    static int16_t partner[CODE];
    int16_t stack[32];
    int depth = 0, size = (int)strlen(code);
    unsigned at = 0;
    long steps = 0;
    for (int i = 0; i < size; i++) {
        if (code[i] == '[') {
            stack[depth++] = (int16_t)i;
        } else if (code[i] == ']') {
            if (!depth) return fprintf(stderr, "%d: no '['\n", i), 1;
            partner[i] = stack[--depth];
            partner[partner[i]] = (int16_t)i;
        }
    }
    if (depth) return fprintf(stderr, "no ']'\n"), 1;
    memset(tape, 0, sizeof tape);
    for (int i = 0; i < size; i++, steps++) {
        switch (code[i]) {
        case '>': at = (at + 1) % TAPE; break;
        case '<': at = (at + TAPE - 1) % TAPE; break;
        case '+': tape[at]++; break;
        case '-': tape[at]--; break;
        case '.': putchar(tape[at]); break;
        case ',': {
            int c = getchar();
            tape[at] = c == EOF ? 0 : (uint8_t)c;
            break;
        }
        case '[':
            if (!tape[at]) i = partner[i];
            break;
        case ']':
            if (tape[at]) i = partner[i];
            break;
        }
    }
    printf("(%ld steps)\n", steps);
    return 0;
}

int main(void) {
    int failed = 0;
    failed += run("++++++++[>++++[>++>+++>+++>+<<<<-]>+>+>->>+[<]<-]>>.>---.+++++++..+++.>>.<-.<.++"
                  "+.------.--------.>>+.>++.");
    failed += run(",[>+>+<<-]>>[<<+>>-]<[>++<-]>[-]<<[.,]");
    failed += run("+++++++[>+++++++<-]>->++++++++++<<+++++[>.+>.<<-]"); // digits, one a line
    failed += run("[[");
    failed += run("+]");
    return failed == 2 ? 0 : 1;
}
