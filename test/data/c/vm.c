// A register machine with its assembler: labels, calls, memory, 64-bit counters; three programs.
#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    uint32_t opcode : 6, d : 4, a : 4, b : 4;
    int32_t immediate : 14;
} Instruction;

enum {
    LI,
    MOV,
    ADD,
    SUB,
    MUL,
    DIV,
    AND,
    SHL,
    ADDI,
    LD,
    ST,
    BEQ,
    BLT,
    JMP,
    CALL,
    RET,
    OUT,
    HALT,
    OPCODES
};
// d register, a, b, i immediate or label
static const struct {
    const char *name, *operands;
} table[OPCODES] = {{"li", "di"},   {"mov", "da"},  {"add", "dab"}, {"sub", "dab"},  {"mul", "dab"},
                    {"div", "dab"}, {"and", "dab"}, {"shl", "dab"}, {"addi", "dai"}, {"ld", "dai"},
                    {"st", "bai"},  {"beq", "abi"}, {"blt", "abi"}, {"jmp", "i"},    {"call", "i"},
                    {"ret", ""},    {"out", "a"},   {"halt", ""}};

typedef struct {
    Instruction code[64];
    int size;
} Program;

static int word(const char **at, char *to) {
    int n = 0;
    while (**at == ' ' || **at == ',') ++*at;
    while (isalnum((unsigned char)**at) || **at == '-') to[n++] = *(*at)++;
    to[n] = 0;
    return n;
}

static Program assemble(const char *text) {
    Program p;
    struct {
        char name[12];
        int at;
    } labels[16];
    int known = 0;
    memset(&p, 0, sizeof p);
    for (int pass = 0; pass < 2; pass++) {
        p.size = 0;
        for (const char *at = text; *at; at++) {
            char name[16];
            if (!word(&at, name)) continue;
            if (*at == ':') {
                if (pass == 0) {
                    strcpy(labels[known].name, name);
                    labels[known++].at = p.size;
                }
                continue;
            }
            Instruction i = {HALT, 0, 0, 0, 0};
            for (int o = 0; o < OPCODES; o++) {
                if (strcmp(table[o].name, name)) continue;
                i.opcode = (unsigned)o & 63;
                for (const char *k = table[o].operands; *k; k++) {
                    char operand[16];
                    word(&at, operand);
                    int value =
                        atoi(operand + (operand[0] == 'r' && isdigit((unsigned char)operand[1])));
                    if (*k == 'i') {
                        for (int l = 0; l < known; l++)
                            if (!strcmp(labels[l].name, operand)) value = labels[l].at;
                        i.immediate = value;
                    } else if (*k == 'd')
                        i.d = (unsigned)value & 15;
                    else if (*k == 'a')
                        i.a = (unsigned)value & 15;
                    else
                        i.b = (unsigned)value & 15;
                }
                break;
            }
            p.code[p.size++] = i;
            if (!*at) break;
        }
    }
    return p;
}

static uint64_t run(const Program *p) {
    int32_t r[16] = {0}, memory[64] = {0};
    int pc = 0, stack[16], depth = 0;
    uint64_t executed = 0;
    for (;;) {
        Instruction i = p->code[pc++];
        int32_t a = r[i.a], b = r[i.b];
        executed++;
        switch (i.opcode) {
        case LI: r[i.d] = i.immediate; break;
        case MOV: r[i.d] = a; break;
        case ADD: r[i.d] = (int32_t)((uint32_t)a + (uint32_t)b); break;
        case SUB: r[i.d] = (int32_t)((uint32_t)a - (uint32_t)b); break;
        case MUL: r[i.d] = (int32_t)((uint32_t)a * (uint32_t)b); break;
        case DIV: r[i.d] = b ? a / b : 0; break;
        case AND: r[i.d] = a & b; break;
        case SHL: r[i.d] = (int32_t)((uint32_t)a << (b & 31)); break;
        case ADDI: r[i.d] = a + i.immediate; break;
        case LD: r[i.d] = memory[(a + i.immediate) & 63]; break;
        case ST: memory[(a + i.immediate) & 63] = b; break;
        case BEQ:
            if (a == b) pc = i.immediate;
            break;
        case BLT:
            if (a < b) pc = i.immediate;
            break;
        case JMP: pc = i.immediate; break;
        case CALL:
            stack[depth++] = pc;
            pc = i.immediate;
            break;
        case RET: pc = stack[--depth]; break;
        case OUT: printf("%d ", (int)a); break;
        default: return executed;
        }
    }
}

int main(void) {
    static const char *sources[] = {
        "li r1, 1\nli r2, 0\nli r3, 30\nloop: add r4, r1, r2\nmov r1, r2\nmov r2, r4\naddi r3, r3, "
        "-1\nblt r0, r3, loop\nout r2\nhalt\n",
        // primes below 64 by a sieve
        "li r1, 2\nli r5, 1\nli r6, 64\nnext: ld r2, r1, 0\nbeq r2, r5, skip\nout r1\nadd r3, r1, "
        "r1\nmark: blt r3, r6, more\njmp skip\n"
        "more: st r5, r3, 0\nadd r3, r3, r1\njmp mark\nskip: addi r1, r1, 1\nblt r1, r6, "
        "next\nhalt\n",
        // greatest common divisors by a function, and a square root
        "li r1, 1071\nli r2, 462\ncall gcd\nout r1\nli r1, 8191\nli r2, -127\ncall gcd\nout r1\nli "
        "r1, 0\nli r3, 2000\nroot: addi r1, r1, 1\n"
        "mul r2, r1, r1\nblt r2, r3, root\nout r1\nhalt\ngcd: beq r2, r0, done\ndiv r3, r1, "
        "r2\nmul r3, r3, r2\nsub r3, r1, r3\nmov r1, r2\nmov r2, r3\njmp gcd\ndone: ret\n",
    };
    for (unsigned i = 0; i < sizeof sources / sizeof sources[0]; i++) {
        Program p = assemble(sources[i]);
        uint64_t n = run(&p);
        printf("(%d instructions, %llu executed)\n", p.size, (unsigned long long)n);
    }
    return 0;
}
