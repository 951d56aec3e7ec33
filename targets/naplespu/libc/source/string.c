/* string.h and strings.h, but for memcpy, memmove, memset and memcmp, which circ's
   run-time library has. Bytes are read one at a time: a word at the end of an object
   would reach beyond it. */
#define _GNU_SOURCE
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef unsigned char byte;

size_t strlen(const char *s)
{
	const char *end = s;
	while (*end) end++;
	return end - s;
}

size_t strnlen(const char *s, size_t limit)
{
	size_t n = 0;
	while (n < limit && s[n]) n++;
	return n;
}

void *memchr(const void *bytes, int c, size_t n)
{
	const byte *at = bytes;
	for (; n; n--, at++)
		if (*at == (byte)c) return (void *)at;
	return 0;
}

void *memrchr(const void *bytes, int c, size_t n)
{
	const byte *start = bytes;
	while (n--)
		if (start[n] == (byte)c) return (void *)(start + n);
	return 0;
}

void *memccpy(void *restrict to, const void *restrict from, int c, size_t n)
{
	byte *target = to;
	const byte *source = from;
	for (; n; n--)
		if ((*target++ = *source++) == (byte)c) return target;
	return 0;
}

void *mempcpy(void *restrict to, const void *restrict from, size_t n)
{
	return (char *)memcpy(to, from, n) + n;
}

void *memmem(const void *bytes, size_t n, const void *wanted, size_t length)
{
	const byte *at = bytes, *first = wanted;
	if (!length) return (void *)at;
	for (; n >= length; n--, at++)
		if (*at == *first && !memcmp(at, wanted, length)) return (void *)at;
	return 0;
}

char *stpcpy(char *restrict to, const char *restrict from)
{
	while ((*to = *from)) to++, from++;
	return to;
}

char *stpncpy(char *restrict to, const char *restrict from, size_t n)
{
	for (; n && (*to = *from); n--) to++, from++;
	memset(to, 0, n);
	return to;
}

char *strcpy(char *restrict to, const char *restrict from)
{
	char *at = to;
	while ((*at = *from)) at++, from++;
	return to;
}

char *strncpy(char *restrict to, const char *restrict from, size_t n)
{
	stpncpy(to, from, n);
	return to;
}

char *strcat(char *restrict to, const char *restrict from)
{
	strcpy(to + strlen(to), from);
	return to;
}

char *strncat(char *restrict to, const char *restrict from, size_t n)
{
	char *end = to + strlen(to);
	for (; n && *from; n--) *end++ = *from++;
	*end = 0;
	return to;
}

size_t strlcpy(char *restrict to, const char *restrict from, size_t size)
{
	size_t length = strlen(from);
	if (size) {
		size_t n = length < size ? length : size - 1;
		memcpy(to, from, n);
		to[n] = 0;
	}
	return length;
}

size_t strlcat(char *restrict to, const char *restrict from, size_t size)
{
	size_t used = strnlen(to, size);
	if (used == size) return size + strlen(from);
	return used + strlcpy(to + used, from, size - used);
}

int strcmp(const char *a, const char *b)
{
	while (*a == *b && *a) a++, b++;
	return *(const byte *)a - *(const byte *)b;
}

int strncmp(const char *a, const char *b, size_t n)
{
	for (; n; n--, a++, b++)
		if (*a != *b || !*a) return *(const byte *)a - *(const byte *)b;
	return 0;
}

int strcasecmp(const char *a, const char *b)
{
	for (;; a++, b++) {
		int x = tolower(*(const byte *)a), y = tolower(*(const byte *)b);
		if (x != y || !x) return x - y;
	}
}

int strncasecmp(const char *a, const char *b, size_t n)
{
	for (; n; n--, a++, b++) {
		int x = tolower(*(const byte *)a), y = tolower(*(const byte *)b);
		if (x != y || !x) return x - y;
	}
	return 0;
}

int strcoll(const char *a, const char *b)
{
	return strcmp(a, b);
}

size_t strxfrm(char *restrict to, const char *restrict from, size_t size)
{
	size_t length = strlen(from);
	if (length < size) strcpy(to, from);
	return length;
}

char *strchrnul(const char *s, int c)
{
	while (*s && *s != (char)c) s++;
	return (char *)s;
}

char *strchr(const char *s, int c)
{
	char *found = strchrnul(s, c);
	return *found == (char)c ? found : 0;
}

char *strrchr(const char *s, int c)
{
	const char *found = 0;
	do
		if (*s == (char)c) found = s;
	while (*s++);
	return (char *)found;
}

char *index(const char *s, int c)
{
	return strchr(s, c);
}

char *rindex(const char *s, int c)
{
	return strrchr(s, c);
}

/* How many characters at the start of `s` are in `set` (or are not). */
static size_t span(const char *s, const char *set, int inside)
{
	unsigned members[8] = {0};
	const byte *at = (const byte *)s;
	for (; *set; set++) members[*(const byte *)set / 32] |= 1u << *(const byte *)set % 32;
	while (*at && (members[*at / 32] >> *at % 32 & 1) == inside) at++;
	return at - (const byte *)s;
}

size_t strspn(const char *s, const char *set)
{
	return span(s, set, 1);
}

size_t strcspn(const char *s, const char *set)
{
	return span(s, set, 0);
}

char *strpbrk(const char *s, const char *set)
{
	s += strcspn(s, set);
	return *s ? (char *)s : 0;
}

char *strstr(const char *s, const char *wanted)
{
	size_t length = strlen(wanted);
	if (!length) return (char *)s;
	for (; (s = strchr(s, *wanted)); s++)
		if (!strncmp(s, wanted, length)) return (char *)s;
	return 0;
}

char *strcasestr(const char *s, const char *wanted)
{
	size_t length = strlen(wanted);
	for (;; s++) {
		if (!strncasecmp(s, wanted, length)) return (char *)s;
		if (!*s) return 0;
	}
}

char *strtok_r(char *restrict s, const char *restrict set, char **restrict rest)
{
	if (!s && !(s = *rest)) return 0;
	s += strspn(s, set);
	if (!*s) return *rest = 0;
	char *end = s + strcspn(s, set);
	*rest = *end ? end + 1 : 0;
	*end = 0;
	return s;
}

char *strtok(char *restrict s, const char *restrict set)
{
	static char *rest;
	return strtok_r(s, set, &rest);
}

char *strsep(char **rest, const char *set)
{
	char *s = *rest;
	if (!s) return 0;
	char *end = s + strcspn(s, set);
	*rest = *end ? end + 1 : 0;
	*end = 0;
	return s;
}

char *strdup(const char *s)
{
	size_t size = strlen(s) + 1;
	char *copy = malloc(size);
	return copy ? memcpy(copy, s, size) : 0;
}

char *strndup(const char *s, size_t limit)
{
	size_t length = strnlen(s, limit);
	char *copy = malloc(length + 1);
	if (!copy) return 0;
	copy[length] = 0;
	return memcpy(copy, s, length);
}

int bcmp(const void *a, const void *b, size_t n)
{
	return memcmp(a, b, n);
}

void bcopy(const void *from, void *to, size_t n)
{
	memmove(to, from, n);
}

void bzero(void *bytes, size_t n)
{
	memset(bytes, 0, n);
}

void explicit_bzero(void *bytes, size_t n)
{
	volatile byte *at = bytes;
	while (n--) *at++ = 0;
}

int ffs(int x)
{
	return x ? __builtin_ctz(x) + 1 : 0;
}

int ffsl(long x)
{
	return ffs(x);
}

int ffsll(long long x)
{
	return x ? __builtin_ctzll(x) + 1 : 0;
}
