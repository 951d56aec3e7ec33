/* printf and snprintf: conversions, flags, widths, precisions, lengths, positions. */
#include <inttypes.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

int main(void)
{
	static const char *const integers[] = {
		"%d", "%5d", "%-5d|", "%05d", "%+d", "% d", "%x", "%X", "%#x", "%o",
		"%#o", "%u", "%i", "%.3d", "%8.3d", "%-8.3d|", "%hhd", "%hd", "%hhu",
	};
	static const int values[] = {0, 1, -42, 2147483647, -2147483647 - 1, 1000000};
	static const char *const floats[] = {
		"%f", "%e", "%g", "%a", "%.0f", "%.3f", "%G", "%+.2e", "%015.5f",
		"%-12.3f|", "%#g", "%.17g", "%.3a",
	};
	static const double numbers[] = {
		0, -0.0, 2.5, 1e-10, 123456.789, 1e100, INFINITY, -NAN, 5e-324, 9.9999995,
	};
	char text[400];
	int count, length;
	long long wide;
	for (size_t i = 0; i < sizeof integers / sizeof *integers; i++) {
		for (size_t j = 0; j < sizeof values / sizeof *values; j++) {
			printf(integers[i], values[j]);
			putchar(' ');
		}
		putchar('\n');
	}
	for (size_t j = 0; j < sizeof numbers / sizeof *numbers; j++) {
		for (size_t i = 0; i < sizeof floats / sizeof *floats; i++) {
			length = snprintf(text, sizeof text, floats[i], numbers[j]);
			printf("%s %d ", text, length);
		}
		puts("");
	}
	printf("%c%c|%s|%10s|%-10s|%.2s|%%|%p\n", 'a', 'b', "abc", "abc", "abc", "abc",
	       (void *)0x1234);
	printf("%lld %llx %zu %jd %td %ld %hhx\n", -1234567890123, 0xfedcba9876543210,
	       (size_t)77, (intmax_t)-5, (ptrdiff_t)6, -7L, 0x1ff);
	printf("%" PRId64 " %" PRIx32 " %" PRIu8 "\n", INT64_MIN, UINT32_MAX, UINT8_MAX);
	printf("abc%n def%lln\n", &count, &wide);
	printf("%d %lld\n", count, wide);
	printf("%2$d %1$s %3$*2$d|\n", "second", 4, 5);
	printf("%*d|%-*d|%.*f|%-*.*f|\n", 6, 42, 6, 42, 3, 3.14159, 8, 2, 2.71828);
	printf("%ls %lc\n", L"wide", L'\u00e9');
	length = snprintf(text, 4, "%d", 1234567);
	printf("%s %d %d\n", text, length, snprintf(NULL, 0, "%s", "nothing"));
	fprintf(stdout, "%s\n", "the end");
	return 0;
}
