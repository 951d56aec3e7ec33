/* sscanf, scanf and the streams, strtol and strtod. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const FLOATS[] = {
	"1.5", "  -2.25e3xyz", "0x1.8p3", "inf", "1e400", "1e-400", ".5", "5.", "e5", "0x",
	"1e+", "123456789012345678901234567890", "2.4703282292062327e-324",
	"1.00000000000000011102230246251565404236316680908203125", "infinityx", "+7",
};

static const char *const INTEGERS[] = {
	"0", "-123", "0x1f", "077", "99999999999", "-99999999999", "zz", "", "  +5a",
	"9223372036854775808", "-9223372036854775809", "18446744073709551616", "0xg",
};

int main(void)
{
	int x, y, n;
	unsigned u;
	long long wide;
	float f;
	double d;
	char word[20], c, *end, line[12];
	FILE *memory;
	for (size_t i = 0; i < sizeof FLOATS / sizeof *FLOATS; i++) {
		errno = 0;
		d = strtod(FLOATS[i], &end);
		printf("%a %d %d", d, (int)(end - FLOATS[i]), errno == ERANGE);
		f = strtof(FLOATS[i], &end);
		printf(" %a\n", f);
	}
	for (size_t i = 0; i < sizeof INTEGERS / sizeof *INTEGERS; i++) {
		static const int bases[] = {0, 10, 16, 36};
		for (int k = 0; k < 4; k++) {
			errno = 0;
			wide = strtoll(INTEGERS[i], &end, bases[k]);
			printf("%lld %d %d ", wide, (int)(end - INTEGERS[i]), errno == ERANGE);
			printf("%ld ", strtol(INTEGERS[i], NULL, bases[k]));
			printf("%llu\n", strtoull(INTEGERS[i], NULL, bases[k]));
		}
	}
	n = sscanf("12 0x1f abc 3.5 -7.25e2 123456789012 q", "%d %i %19s %f %lf %lld %c",
	           &x, &y, word, &f, &d, &wide, &c);
	printf("%d: %d %d %s %g %g %lld %c\n", n, x, y, word, f, d, wide, c);
	n = sscanf("abc123,zz:9", "%[a-z]%d,%*[^:]:%n%u", word, &x, &y, &u);
	printf("%d: %s %d %d %u\n", n, word, x, y, u);
	printf("%d %d\n", sscanf("x", "%d", &x), sscanf("", "%d", &x));
	n = scanf("%d %d", &x, &y);
	printf("%d: %d %d\n", n, x, y);
	ungetc('>', stdin);
	while (fgets(line, sizeof line, stdin)) printf("[%s]", line);
	printf("%d %d %d\n", feof(stdin), ferror(stdin), getchar());
	printf("%d %d\n", fopen("file", "r") == NULL, errno == ENOSYS);
	memory = fmemopen("3 4 five", 8, "r");
	n = fscanf(memory, "%d%d%s", &x, &y, word);
	fclose(memory);
	printf("%d: %d %d %s\n", n, x, y, word);
	memory = open_memstream(&end, &(size_t){0});
	fprintf(memory, "in memory %d", 1);
	fclose(memory);
	puts(end);
	free(end);
	return 0;
}
