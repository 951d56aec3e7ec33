// A regular-expression matcher: the pattern becomes an NFA, which is simulated by sets of states.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { LITERAL, ANY, CLASS, SPLIT, JUMP, BEGIN, END, MATCH };

typedef struct {
    uint8_t opcode;
    uint8_t character;
    int16_t first, second;
    uint8_t members[32];
} Instruction;

static Instruction program[256];
static int length;
static const char *pattern;

static int emit(int opcode) {
    memset(&program[length], 0, sizeof program[0]);
    program[length].opcode = (uint8_t)opcode;
    return length++;
}

static void insert(int at) {
    memmove(&program[at + 1], &program[at], (size_t)(length - at) * sizeof program[0]);
    memset(&program[at], 0, sizeof program[0]);
    length++;
    for (int i = at + 1; i < length; i++) {
        if (program[i].opcode == SPLIT || program[i].opcode == JUMP) {
            program[i].first += program[i].first >= at;
            program[i].second += program[i].second >= at;
        }
    }
}

static void add(Instruction *class, int c) { class->members[c >> 3] |= (uint8_t)(1u << (c & 7)); }

static void escape(Instruction *class, int c) {
    for (int i = 1; i < 256; i++) {
        int digit = i >= '0' && i <= '9';
        int letter = (i >= 'a' && i <= 'z') || (i >= 'A' && i <= 'Z') || i == '_';
        int space = i == ' ' || (i >= '\t' && i <= '\r');
        if ((c == 'd' && digit) || (c == 'w' && (digit || letter)) || (c == 's' && space))
            add(class, i);
    }
    if (c != 'd' && c != 'w' && c != 's') add(class, c);
}

static void alternatives(void);

static void atom(void) {
    int c = (unsigned char)*pattern++;
    if (c == '(') {
        alternatives();
        pattern += *pattern == ')';
    } else if (c == '.') {
        emit(ANY);
    } else if (c == '^') {
        emit(BEGIN);
    } else if (c == '$') {
        emit(END);
    } else if (c == '\\') {
        escape(&program[emit(CLASS)], (unsigned char)*pattern++);
    } else if (c == '[') {
        Instruction *class = &program[emit(CLASS)];
        int negative = *pattern == '^';
        pattern += negative;
        while (*pattern && *pattern != ']') {
            int low = (unsigned char)*pattern++, high = low;
            if (low == '\\') {
                escape(class, (unsigned char)*pattern++);
                continue;
            }
            if (pattern[0] == '-' && pattern[1] != ']') {
                high = (unsigned char)pattern[1];
                pattern += 2;
            }
            for (int i = low; i <= high; i++) add(class, i);
        }
        pattern++;
        if (negative)
            for (int i = 0; i < 32; i++) class->members[i] = (uint8_t)~class->members[i];
    } else {
        program[emit(LITERAL)].character = (uint8_t)c;
    }
}

static void repetition(void) {
    int start = length;
    atom();
    for (;; pattern++) {
        if (*pattern == '*') {
            insert(start);
            program[start].opcode = SPLIT;
            program[start].first = (int16_t)(start + 1);
            int jump = emit(JUMP);
            program[jump].first = (int16_t)start;
            program[start].second = (int16_t)length;
        } else if (*pattern == '+') {
            int split = emit(SPLIT);
            program[split].first = (int16_t)start;
            program[split].second = (int16_t)length;
        } else if (*pattern == '?') {
            insert(start);
            program[start].opcode = SPLIT;
            program[start].first = (int16_t)(start + 1);
            program[start].second = (int16_t)length;
        } else {
            return;
        }
    }
}

static void alternatives(void) {
    int start = length;
    while (*pattern && *pattern != '|' && *pattern != ')') repetition();
    if (*pattern != '|') return;
    pattern++;
    insert(start);
    program[start].opcode = SPLIT;
    program[start].first = (int16_t)(start + 1);
    int jump = emit(JUMP);
    program[start].second = (int16_t)length;
    alternatives();
    program[jump].first = (int16_t)length;
}

static void compile(const char *text) {
    pattern = text;
    length = 0;
    alternatives();
    emit(MATCH);
}

typedef struct {
    int16_t states[256];
    int count;
    uint8_t in[256];
} Set;

static void follow(Set *set, int state, int at_begin, int at_end) {
    if (set->in[state]) return;
    set->in[state] = 1;
    const Instruction *i = &program[state];
    switch (i->opcode) {
    case JUMP: follow(set, i->first, at_begin, at_end); break;
    case SPLIT:
        follow(set, i->first, at_begin, at_end);
        follow(set, i->second, at_begin, at_end);
        break;
    case BEGIN:
        if (at_begin) follow(set, state + 1, at_begin, at_end);
        break;
    case END:
        if (at_end) follow(set, state + 1, at_begin, at_end);
        break;
    default: set->states[set->count++] = (int16_t)state;
    }
}

// The leftmost longest match: its start, and the end in *end; -1 if there is none.
static int search(const char *text, int *end) {
    static Set sets[2];
    for (int start = 0;; start++) {
        Set *now = &sets[0], *next = &sets[1];
        int found = -1;
        memset(now, 0, sizeof *now);
        follow(now, 0, start == 0, text[start] == 0);
        for (int at = start;; at++) {
            int c = (unsigned char)text[at];
            memset(next, 0, sizeof *next);
            for (int k = 0; k < now->count; k++) {
                const Instruction *i = &program[now->states[k]];
                int taken = 0;
                switch (i->opcode) {
                case MATCH: found = at; break;
                case LITERAL: taken = c == i->character; break;
                case ANY: taken = c != 0; break;
                case CLASS: taken = c && (i->members[c >> 3] >> (c & 7) & 1); break;
                }
                if (taken) follow(next, now->states[k] + 1, 0, text[at + 1] == 0);
            }
            if (!next->count) break;
            Set *swap = now;
            now = next;
            next = swap;
        }
        if (found >= 0) {
            *end = found;
            return start;
        }
        if (!text[start]) return -1;
    }
}

int main(void) {
    static const struct {
        const char *pattern, *text;
    } cases[] = {
        {"abc", "xxabcxx"},
        {"^abc", "xxabcxx"},
        {"a*b", "caaab"},
        {"(a|b)*c", "ababac"},
        {"[0-9]+\\.[0-9]*", "pi is 3.14159 or so"},
        {"colou?r", "the color"},
        {"(cat|dog|bird)s?$", "two dogs"},
        {"[^aeiou ]+", "aeiouxyz abc"},
        {"\\w+@\\w+\\.(com|org)", "mail someone@example.org now"},
        {"x+x+y", "xxxxxxxxxxxxxxxxxxxx"},
        {"(a?)(a?)(a?)(a?)aaaa", "aaaa"},
        {"", "anything"},
        {"^$", ""},
        {"a.c", "abc a\nc"},
        {"((ab)+c)+", "zababcabcx"},
        {"[]x]", "x"},
        {"\\d\\d:\\d\\d", "at 12:34"},
        {"never", "no"},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        int end = 0;
        compile(cases[i].pattern);
        int start = search(cases[i].text, &end);
        printf("/%s/ (%d): ", cases[i].pattern, length);
        if (start < 0)
            puts("no match");
        else
            printf("%d-%d '%.*s'\n", start, end, end - start, cases[i].text + start);
    }
    return 0;
}
