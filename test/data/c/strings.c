// The string functions of C, at offsets, with overlaps and at their edges.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int sign(int x) { return (x > 0) - (x < 0); }

static void show(const char *name, const char *base, const char *found) {
    printf("%s %d\n", name, found ? (int)(found - base) : -1);
}

int main(void) {
    const char *text = "the quick brown fox jumps over the lazy dog";
    char buffer[100], other[100];
    printf("%d %d %d\n", (int)strlen(""), (int)strlen(text), (int)strlen(text + 3));
    for (int from = 0; from < 4; from++)
        for (int to = 0; to < 4; to++) {
            memset(buffer, '.', sizeof buffer);
            strcpy(buffer + to, text + from);
            if (strcmp(buffer + to, text + from)) puts("strcpy");
            memset(buffer, '-', 40);
            memcpy(buffer + to, text + from, 11);
            memmove(buffer + to + 3, buffer + to, 9);
            printf("%.18s ", buffer);
        }
    putchar('\n');
    strcpy(buffer, text);
    memmove(buffer, buffer + 4, 20);
    printf("%s\n", buffer);
    memmove(buffer + 10, buffer, 30);
    printf("%s\n", buffer);
    strncpy(buffer, "abc", 8);
    strncpy(other, text, 5);
    other[5] = 0;
    printf("%d %s\n", buffer[3] + buffer[7], other);
    strcat(other, "+");
    strncat(other, text, 7);
    printf("%s\n", other);
    const char *pairs[][2] = {{"", ""},       {"a", ""},     {"abc", "abd"},  {"abc", "ab"},
                              {"ABC", "abc"}, {"\xFF", "a"}, {"same", "same"}};
    for (int i = 0; i < 7; i++)
        printf("%d %d %d ", sign(strcmp(pairs[i][0], pairs[i][1])),
               sign(strncmp(pairs[i][0], pairs[i][1], 2)),
               sign(memcmp(pairs[i][0], pairs[i][1], 1)));
    putchar('\n');
    show("strchr", text, strchr(text, 'q'));
    show("strchr end", text, strchr(text, 0));
    show("strchr none", text, strchr(text, 'Q'));
    show("strrchr", text, strrchr(text, 'o'));
    show("memchr", text, memchr(text, 'o', 10));
    show("memchr found", text, memchr(text, 'o', 13));
    show("strstr", text, strstr(text, "jump"));
    show("strstr empty", text, strstr(text, ""));
    show("strstr none", text, strstr(text, "cat"));
    show("strstr late", text, strstr(text, "the l"));
    show("strpbrk", text, strpbrk(text, "xyz"));
    printf("%d %d\n", (int)strspn("aabbcc1", "abc"), (int)strcspn("aabbcc1", "123"));
    strcpy(buffer, "one, two;;three  four,");
    for (char *t = strtok(buffer, ",; "); t; t = strtok(NULL, ",; ")) printf("[%s]", t);
    putchar('\n');
    int counts[8] = {0};
    for (int c = 0; c < 256; c++) {
        counts[0] += !!isalpha(c);
        counts[1] += !!isdigit(c);
        counts[2] += !!isspace(c);
        counts[3] += !!ispunct(c);
        counts[4] += !!isupper(c) + 2 * !!islower(c);
        counts[5] += !!isprint(c) + 2 * !!iscntrl(c);
        counts[6] += !!isxdigit(c) + 2 * !!isalnum(c) + 3 * !!isgraph(c);
        counts[7] += toupper(c) - tolower(c);
    }
    for (int i = 0; i < 8; i++) printf("%d ", counts[i]);
    putchar('\n');
    strcpy(buffer, text);
    for (char *p = buffer; *p; p++)
        *p = (char)(p == buffer || p[-1] == ' ' ? toupper((unsigned char)*p) : *p);
    puts(buffer);
    for (char *a = buffer, *b = buffer + strlen(buffer) - 1; a < b; a++, b--) {
        char t = *a;
        *a = *b;
        *b = t;
    }
    puts(buffer);
    char *copy = strdup("copy");
    printf("%s %s\n", strerror(0) ? "text" : "none", copy);
    free(copy);
    return 0;
}
