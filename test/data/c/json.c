// A JSON parser and printer: values on the heap, escapes, numbers, errors with their position.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum { NIL, FALSE, TRUE, NUMBER, STRING, ARRAY, OBJECT } Kind;

typedef struct Value {
    Kind kind;
    struct Value *next; // in an array or object
    char *name;         // in an object
    union {
        double number;
        char *text;
        struct Value *first;
    };
} Value;

static const char *begin, *at, *error;

static Value *parse(int depth);

static void skip(void) {
    while (isspace((unsigned char)*at)) at++;
}

static Value *fail(const char *message) {
    if (!error) error = message;
    return NULL;
}

static void release(Value *v) {
    while (v) {
        Value *next = v->next;
        if (v->kind == STRING) free(v->text);
        if (v->kind == ARRAY || v->kind == OBJECT) release(v->first);
        free(v->name);
        free(v);
        v = next;
    }
}

static Value *make(Kind kind) {
    Value *v = calloc(1, sizeof *v);
    v->kind = kind;
    return v;
}

static char *string(void) {
    size_t room = 8, used = 0;
    char *text = malloc(room);
    for (at++; *at != '"'; at++) {
        if ((unsigned char)*at < ' ') {
            free(text);
            fail("unterminated string");
            return NULL;
        }
        if (used + 4 >= room) text = realloc(text, room *= 2);
        if (*at != '\\') {
            text[used++] = *at;
            continue;
        }
        static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
        const char *found = strchr(from, *++at);
        if (*at && found) {
            text[used++] = to[found - from];
        } else if (*at == 'u') {
            unsigned code = 0;
            for (int i = 0; i < 4; i++) {
                int c = (unsigned char)at[1];
                if (!isxdigit(c)) {
                    free(text);
                    fail("bad \\u escape");
                    return NULL;
                }
                code = code * 16 + (unsigned)(isdigit(c) ? c - '0' : tolower(c) - 'a' + 10);
                at++;
            }
            if (code < 0x80) {
                text[used++] = (char)code;
            } else if (code < 0x800) {
                text[used++] = (char)(0xC0 | code >> 6);
                text[used++] = (char)(0x80 | (code & 0x3F));
            } else {
                text[used++] = (char)(0xE0 | code >> 12);
                text[used++] = (char)(0x80 | (code >> 6 & 0x3F));
                text[used++] = (char)(0x80 | (code & 0x3F));
            }
        } else {
            free(text);
            fail("bad escape");
            return NULL;
        }
    }
    at++;
    text[used] = 0;
    return text;
}

static Value *container(int depth, Kind kind, char close) {
    Value *v = make(kind), **tail = &v->first;
    at++;
    skip();
    if (*at == close) {
        at++;
        return v;
    }
    for (;;) {
        char *name = NULL;
        skip();
        if (kind == OBJECT) {
            if (*at != '"') {
                fail("a name is expected");
                break;
            }
            if (!(name = string())) break;
            skip();
            if (*at != ':') {
                free(name);
                fail("':' is expected");
                break;
            }
            at++;
        }
        Value *item = parse(depth + 1);
        if (!item) {
            free(name);
            break;
        }
        item->name = name;
        *tail = item;
        tail = &item->next;
        skip();
        if (*at == close) {
            at++;
            return v;
        }
        if (*at != ',') {
            fail(kind == OBJECT ? "',' or '}' is expected" : "',' or ']' is expected");
            break;
        }
        at++;
    }
    release(v);
    return NULL;
}

static Value *parse(int depth) {
    static const struct {
        const char *word;
        Kind kind;
    } words[] = {{"null", NIL}, {"false", FALSE}, {"true", TRUE}};
    if (depth > 20) return fail("too deep");
    skip();
    for (int i = 0; i < 3; i++) {
        size_t n = strlen(words[i].word);
        if (!strncmp(at, words[i].word, n)) {
            at += n;
            return make(words[i].kind);
        }
    }
    if (*at == '[') return container(depth, ARRAY, ']');
    if (*at == '{') return container(depth, OBJECT, '}');
    if (*at == '"') {
        char *text = string();
        if (!text) return NULL;
        Value *v = make(STRING);
        v->text = text;
        return v;
    }
    if (*at == '-' || isdigit((unsigned char)*at)) {
        char *end;
        Value *v = make(NUMBER);
        v->number = strtod(at, &end);
        at = end;
        return v;
    }
    return fail("a value is expected");
}

static void print_string(const char *s) {
    putchar('"');
    for (; *s; s++) {
        if (*s == '"' || *s == '\\')
            printf("\\%c", *s);
        else if (*s == '\n')
            printf("\\n");
        else if ((unsigned char)*s < ' ')
            printf("\\u%04x", (unsigned char)*s);
        else
            putchar(*s);
    }
    putchar('"');
}

static void print(const Value *v, int depth) {
    switch (v->kind) {
    case NIL: printf("null"); break;
    case FALSE: printf("false"); break;
    case TRUE: printf("true"); break;
    case NUMBER: printf("%.15g", v->number); break;
    case STRING: print_string(v->text); break;
    default:
        putchar(v->kind == ARRAY ? '[' : '{');
        for (const Value *i = v->first; i; i = i->next) {
            printf("%s\n%*s", i == v->first ? "" : ",", 2 * depth + 2, "");
            if (v->kind == OBJECT) {
                print_string(i->name);
                printf(": ");
            }
            print(i, depth + 1);
        }
        if (v->first) printf("\n%*s", 2 * depth, "");
        putchar(v->kind == ARRAY ? ']' : '}');
    }
}

int main(void) {
    static const char *texts[] = {
        "{\"name\": \"circ\", \"levels\": [\"source\", \"circuit\", \"llvlir\", \"gen\"], "
        "\"nested\": {\"a\": [], \"b\": {}}}",
        " [1, -2.5, 1e3, 0.001, 123456789012, true, false, null] ",
        "\"tab\\t quote\\\" \\u0041\\u00e9\\u20ac \\\\ /\"",
        "[1, 2",
        "{\"a\" 1}",
        "[\"\\x\"]",
        "{1: 2}",
        "[1] 2",
        "[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]",
        "",
    };
    for (unsigned i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        begin = at = texts[i];
        error = NULL;
        Value *v = parse(0);
        skip();
        if (v && *at) fail("something follows the value");
        if (error) {
            printf("%d: %s", (int)(at - begin), error);
        } else {
            print(v, 0);
        }
        putchar('\n');
        release(v);
    }
    return 0;
}
