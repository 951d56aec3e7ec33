// status: 42
// The console: getchar and ungetc, fgets, fread, scanf, putc, fputs, fwrite, puts, perror-like
// output, buffering, exit.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    char line[32], block[8];
    int c = getchar(), number = 0, other = 0;
    ungetc(c, stdin);
    printf("%d arguments, first '%c'\n", argc - 1, c);
    if (!fgets(line, sizeof line, stdin)) return 1;
    line[strcspn(line, "\n")] = 0;
    printf("<%s>\n", line);
    if (!fgets(line, 8, stdin)) return 1;
    printf("<%s>", line);
    while ((c = getchar()) != '\n') putchar(c);
    putchar('\n');
    int n = scanf("%d %x", &number, (unsigned *)&other);
    printf("%d: %d %d\n", n, number, other);
    c = fgetc(stdin);
    printf("%d\n", c);
    size_t size = fread(block, 1, sizeof block, stdin);
    fwrite(block, 1, size, stdout);
    putc('\n', stdout);
    fputs("no newline after this: ", stdout);
    char word[10];
    while (scanf("%9s", word) == 1) printf("[%s]", word);
    printf(" %d %d\n", feof(stdin) != 0, getchar() == EOF);
    fprintf(stderr, "%s to stderr\n", "something");
    puts("");
    printf("argv[argc] %s", argv[argc] ? "wrong" : "is null");
    exit(40 + 2);
}
