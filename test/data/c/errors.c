// args: config 7; status: 3
// Error handling without signals: codes, goto clean-up, errno, handlers, stderr, and the exit
// status.
#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum { FINE, NO_MEMORY, SYNTAX, RANGE, ERRORS } Status;
static const char *const names[ERRORS] = {"fine", "no memory", "syntax", "range"};
static int allocated;

static void *take(size_t n, int allowed) {
    if (!allowed) {
        errno = ENOMEM;
        return NULL;
    }
    allocated++;
    return malloc(n);
}
static void give(void *p) {
    if (p) allocated--;
    free(p);
}

static Status parse(const char *text, int budget, int *result) {
    Status status = FINE;
    char *copy = NULL, *digits = NULL;
    long value;
    char *end;
    *result = -1;
    if (!(copy = take(strlen(text) + 1, budget-- > 0))) {
        status = NO_MEMORY;
        goto out;
    }
    strcpy(copy, text);
    char *equals = strchr(copy, '=');
    if (!equals || equals == copy) {
        status = SYNTAX;
        goto out_copy;
    }
    if (!(digits = take(strlen(equals), budget-- > 0))) {
        status = NO_MEMORY;
        goto out_copy;
    }
    strcpy(digits, equals + 1);
    errno = 0;
    value = strtol(digits, &end, 10);
    if (*end || end == digits)
        status = SYNTAX;
    else if (errno || value < 0 || value > 1000)
        status = RANGE;
    else
        *result = (int)value;
    give(digits);
out_copy:
    give(copy);
out:
    return status;
}

typedef void (*Handler)(int level, const char *format, va_list list);
static int reported;

static void count(int level, const char *format, va_list list) {
    (void)format;
    reported += level * 10 + va_arg(list, int);
}
static void print(int level, const char *format, va_list list) {
    printf("level %d: ", level);
    vprintf(format, list);
}
static Handler handler = print;

static void report(int level, const char *format, ...) {
    va_list list;
    va_start(list, format);
    handler(level, format, list);
    va_end(list);
}

static void finish(void) { printf("allocated %d\n", allocated); }

int main(int argc, char **argv) {
    static const char *texts[] = {"width=12", "width=",           "=5",    "nothing", "x=1001",
                                  "x=-1",     "x=99999999999999", "x=12a", "a=b=c"};
    atexit(finish);
    for (unsigned i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        int value;
        Status s = parse(texts[i], 9, &value);
        printf("%s: %s %d\n", texts[i], names[s], value);
    }
    for (int budget = 0; budget < 3; budget++) {
        int value;
        errno = 0;
        Status s = parse("k=3", budget, &value);
        printf("%s %d %d\n", names[s], value, errno == ENOMEM);
    }
    report(1, "%d and %s\n", 5, "text");
    handler = count;
    report(2, "%d", 7);
    printf("%d\n", reported);
    assert(reported == 27);
    if (argc > 1) fprintf(stderr, "%s: this goes to stderr\n", argv[1]);
    int code = argc > 2 ? atoi(argv[2]) : 0;
    printf("code %d", code);
    fflush(stdout);
    putchar('\n');
    if (code == 7) exit(3);
    return 1;
}
