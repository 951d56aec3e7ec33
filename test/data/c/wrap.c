// args: 40
// Text from standard input wrapped to a width, ragged and justified, with counts.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 40 };
static char words[MOST][24];

static void line(int count, int width, int justify) {
    int letters = 0;
    for (int i = 0; i < count; i++) letters += (int)strlen(words[i]);
    int gaps = count - 1, spaces = justify && gaps ? width - letters : gaps;
    putchar('|');
    for (int i = 0; i < count; i++) {
        printf("%s", words[i]);
        if (i < gaps) {
            int share = spaces / (gaps - i) + (spaces % (gaps - i) != 0);
            printf("%*s", share, "");
            spaces -= share;
        }
    }
    puts("|");
}

int main(int argc, char **argv) {
    int width = argc > 1 ? atoi(argv[1]) : 30, count = 0, used = 0, blank = 0, total = 0, lines = 0;
    char text[120];
    while (fgets(text, sizeof text, stdin)) {
        char *at = text;
        lines++;
        while (isspace((unsigned char)*at)) at++;
        if (!*at) {
            if (count) line(count, width, 0);
            if (!blank) puts("|");
            blank = 1;
            count = used = 0;
            continue;
        }
        blank = 0;
        while (*at) {
            char *end = at;
            while (*end && !isspace((unsigned char)*end)) end++;
            int n = (int)(end - at);
            if (n > 23) n = 23;
            if (count && (used + count + n > width || count == MOST)) {
                line(count, width, 1);
                count = used = 0;
            }
            memcpy(words[count], at, (size_t)n);
            words[count++][n] = 0;
            used += n;
            total++;
            at = end;
            while (isspace((unsigned char)*at)) at++;
        }
    }
    if (count) line(count, width, 0);
    printf("%d words in %d lines%s\n", total, lines, feof(stdin) ? "" : ", not at the end");
    return ferror(stdin);
}
