/* Numbers, searching and the environment of stdlib.h and inttypes.h. */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>

int abs(int x) { return x < 0 ? -x : x; }
long labs(long x) { return x < 0 ? -x : x; }
long long llabs(long long x) { return x < 0 ? -x : x; }
intmax_t imaxabs(intmax_t x) { return x < 0 ? -x : x; }

div_t div(int x, int y) { return (div_t){x / y, x % y}; }
ldiv_t ldiv(long x, long y) { return (ldiv_t){x / y, x % y}; }
lldiv_t lldiv(long long x, long long y) { return (lldiv_t){x / y, x % y}; }
imaxdiv_t imaxdiv(intmax_t x, intmax_t y) { return (imaxdiv_t){x / y, x % y}; }

int atoi(const char *s) { return strtol(s, 0, 10); }
long atol(const char *s) { return strtol(s, 0, 10); }
long long atoll(const char *s) { return strtoll(s, 0, 10); }

static unsigned digit(char c)
{
	if (isdigit(c)) return c - '0';
	return isalpha(c) ? (c | 32) - 'a' + 10 : UINT_MAX;
}

/* The sign and prefix of a number: the base, and whether it is negated. */
static const char *prefix(const char *s, int *base, int *negative)
{
	while (isspace(*s)) s++;
	*negative = *s == '-';
	if (*s == '-' || *s == '+') s++;
	int is_hex = *s == '0' && (s[1] | 32) == 'x' && digit(s[2]) < 16;
	if (is_hex && (!*base || *base == 16)) {
		*base = 16;
		return s + 2;
	}
	if (!*base) *base = *s == '0' ? 8 : 10;
	return s;
}

/* `limit` is the largest value with the sign in `negative`; `past` is what stands for
   the values beyond it. */
#define STRTO(name, type, unsigned_type, limit, past)                                  \
	type name(const char *restrict start, char **restrict end, int base)           \
	{                                                                              \
		int negative = 0, overflow = 0;                                        \
		unsigned_type value = 0;                                               \
		const char *s = start;                                                 \
		if (base < 0 || base == 1 || base > 36) {                              \
			errno = EINVAL;                                                \
			base = 1; /* no digit is below it, and '0' is not parsed */    \
		} else {                                                               \
			s = prefix(s, &base, &negative);                               \
		}                                                                      \
		if (base == 1 || digit(*s) >= base) {                                  \
			if (end) *end = (char *)start;                                 \
			return 0;                                                      \
		}                                                                      \
		for (; digit(*s) < base; s++) {                                        \
			overflow |= __builtin_mul_overflow(                            \
				value, (unsigned_type)base, &value);                   \
			overflow |= __builtin_add_overflow(value, digit(*s), &value);  \
		}                                                                      \
		if (end) *end = (char *)s;                                             \
		if (overflow || value > (limit)) {                                     \
			errno = ERANGE;                                                \
			return past;                                                   \
		}                                                                      \
		return negative ? -value : value;                                      \
	}

STRTO(strtol, long, unsigned long, LONG_MAX + (unsigned long)negative,
      negative ? LONG_MIN : LONG_MAX)
STRTO(strtoul, unsigned long, unsigned long, ULONG_MAX, ULONG_MAX)
STRTO(strtoll, long long, unsigned long long, LLONG_MAX + (unsigned long long)negative,
      negative ? LLONG_MIN : LLONG_MAX)
STRTO(strtoull, unsigned long long, unsigned long long, ULLONG_MAX, ULLONG_MAX)

intmax_t strtoimax(const char *restrict s, char **restrict end, int base)
{
	return strtoll(s, end, base);
}

uintmax_t strtoumax(const char *restrict s, char **restrict end, int base)
{
	return strtoull(s, end, base);
}

void *bsearch(const void *key, const void *base, size_t count, size_t size,
              int (*compare)(const void *, const void *))
{
	const char *low = base;
	while (count) {
		const char *middle = low + count / 2 * size;
		int order = compare(key, middle);
		if (!order) return (void *)middle;
		if (order > 0) {
			low = middle + size;
			count--;
		}
		count /= 2;
	}
	return 0;
}

/* There is no environment and no command interpreter. */
char *getenv(const char *name)
{
	return 0;
}

int system(const char *command)
{
	return command ? -1 : 0;
}
