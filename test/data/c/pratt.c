// A tokenizer and a Pratt parser that prints prefix form and evaluates in double and in integers.
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum { END, NUMBER, NAME, OPERATOR, WRONG } Kind;
typedef struct {
    Kind kind;
    char text[12];
    double number;
} Token;
typedef struct {
    double value;
    char text[160];
} Result;

static const char *at;
static Token token;

static void advance(void) {
    while (isspace((unsigned char)*at)) at++;
    memset(&token, 0, sizeof token);
    if (!*at) return;
    if (isdigit((unsigned char)*at) || (*at == '.' && isdigit((unsigned char)at[1]))) {
        char *end;
        token.kind = NUMBER;
        token.number = strtod(at, &end);
        size_t n = (size_t)(end - at);
        memcpy(token.text, at, n < 11 ? n : 11);
        at = end;
    } else if (isalpha((unsigned char)*at)) {
        int n = 0;
        token.kind = NAME;
        while (isalnum((unsigned char)*at) && n < 11) token.text[n++] = *at++;
    } else {
        static const char *const longer[] = {"**", "<=", ">=", "==", "!=", "&&", "||"};
        token.kind = strchr("+-*/%^!()<>?:,=", *at) ? OPERATOR : WRONG;
        token.text[0] = *at++;
        for (int i = 0; i < 7; i++)
            if (longer[i][0] == at[-1] && longer[i][1] == *at) {
                token.kind = OPERATOR;
                token.text[1] = *at++;
                break;
            }
    }
}

static const struct {
    const char *text;
    int left, right;
} powers[] = {{"?", 4, 3},   {"||", 10, 11}, {"&&", 20, 21}, {"==", 30, 31}, {"!=", 30, 31},
              {"<", 40, 41}, {">", 40, 41},  {"<=", 40, 41}, {">=", 40, 41}, {"+", 50, 51},
              {"-", 50, 51}, {"*", 60, 61},  {"/", 60, 61},  {"%", 60, 61},  {"**", 81, 80}};

static int failed;

static Result parse(int power);

static void expect(const char *text) {
    if (strcmp(token.text, text))
        failed = 1;
    else
        advance();
}

static double apply(const char *o, double a, double b) {
    if (!strcmp(o, "**")) {
        double r = 1;
        for (int i = 0; i < (int)b; i++) r *= a;
        return r;
    }
    if (!strcmp(o, "<=")) return a <= b;
    if (!strcmp(o, ">=")) return a >= b;
    if (!strcmp(o, "==")) return a == b;
    if (!strcmp(o, "!=")) return a != b;
    if (!strcmp(o, "&&")) return a != 0 && b != 0;
    if (!strcmp(o, "||")) return a != 0 || b != 0;
    switch (*o) {
    case '+': return a + b;
    case '-': return a - b;
    case '*': return a * b;
    case '/': return a / b;
    case '%': return fmod(a, b);
    case '<': return a < b;
    default: return a > b;
    }
}

static Result prefix(void) {
    Result r = {0, ""}, inner;
    Token t = token;
    advance();
    if (t.kind == NUMBER) {
        r.value = t.number;
        strcpy(r.text, t.text);
    } else if (t.kind == NAME) {
        if (!strcmp(token.text, "(")) {
            advance();
            Result a = parse(0), b = a;
            if (!strcmp(token.text, ",")) {
                advance();
                b = parse(0);
            }
            expect(")");
            r.value = !strcmp(t.text, "max")    ? fmax(a.value, b.value)
                      : !strcmp(t.text, "sqrt") ? sqrt(a.value)
                                                : floor(a.value);
            snprintf(r.text, sizeof r.text, "%s[%.60s]", t.text, a.text);
        } else {
            r.value = t.text[0] - 'a' + 1;
            strcpy(r.text, t.text);
        }
    } else if (!strcmp(t.text, "(")) {
        r = parse(0);
        expect(")");
    } else if (!strcmp(t.text, "-") || !strcmp(t.text, "!")) {
        inner = parse(70);
        r.value = t.text[0] == '-' ? -inner.value : !inner.value;
        snprintf(r.text, sizeof r.text, "(%s %.150s)", t.text, inner.text);
    } else {
        failed = 1;
    }
    return r;
}

static Result parse(int power) {
    Result left = prefix();
    while (!failed && token.kind == OPERATOR) {
        int found = -1;
        for (unsigned i = 0; i < sizeof powers / sizeof powers[0]; i++)
            if (!strcmp(powers[i].text, token.text)) found = (int)i;
        if (found < 0 || powers[found].left < power) break;
        Result whole = {0, ""};
        Token t = token;
        advance();
        if (t.text[0] == '?') {
            Result yes = parse(0);
            expect(":");
            Result no = parse(powers[found].right);
            whole.value = left.value ? yes.value : no.value;
            snprintf(whole.text, sizeof whole.text, "(? %.48s %.48s %.48s)", left.text, yes.text,
                     no.text);
        } else {
            Result right = parse(powers[found].right);
            whole.value = apply(t.text, left.value, right.value);
            snprintf(whole.text, sizeof whole.text, "(%s %.70s %.70s)", t.text, left.text,
                     right.text);
        }
        left = whole;
    }
    return left;
}

int main(void) {
    static const char *texts[] = {"1 + 2 * 3",
                                  "1 - 2 - 3",
                                  "2 ** 3 ** 2",
                                  "-a * b + !c",
                                  "(1 + 2) * (3 - 4) / 5",
                                  "1 < 2 == 3 >= 2 && 0 || 1",
                                  "a ? b : c ? d : e",
                                  "max(3, sqrt(2 * 8)) % 3",
                                  "7.5 % 2 + .25e1",
                                  "floor(-7 / 2) + - - 3",
                                  "1 +",
                                  "(1",
                                  "1 $ 2",
                                  "* 2",
                                  "0.1 + 0.2"};
    for (unsigned i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        at = texts[i];
        failed = 0;
        advance();
        Result r = parse(0);
        if (failed || token.kind != END)
            printf("%s: wrong near '%s'\n", texts[i], token.text);
        else
            printf("%s: %s = %.17g\n", texts[i], r.text, r.value);
    }
    return 0;
}
