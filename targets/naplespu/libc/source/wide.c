/* Strings of wide characters. */
#define _GNU_SOURCE
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

size_t wcslen(const wchar_t *s)
{
	const wchar_t *end = s;
	while (*end) end++;
	return end - s;
}

size_t wcsnlen(const wchar_t *s, size_t limit)
{
	size_t n = 0;
	while (n < limit && s[n]) n++;
	return n;
}

wchar_t *wcscpy(wchar_t *restrict to, const wchar_t *restrict from)
{
	wchar_t *at = to;
	while ((*at++ = *from++));
	return to;
}

wchar_t *wcsncpy(wchar_t *restrict to, const wchar_t *restrict from, size_t n)
{
	size_t i = 0;
	for (; i < n && from[i]; i++) to[i] = from[i];
	for (; i < n; i++) to[i] = 0;
	return to;
}

wchar_t *wcscat(wchar_t *restrict to, const wchar_t *restrict from)
{
	wcscpy(to + wcslen(to), from);
	return to;
}

wchar_t *wcsncat(wchar_t *restrict to, const wchar_t *restrict from, size_t n)
{
	wchar_t *end = to + wcslen(to);
	for (; n && *from; n--) *end++ = *from++;
	*end = 0;
	return to;
}

int wcscmp(const wchar_t *a, const wchar_t *b)
{
	for (; *a == *b && *a; a++, b++);
	return (*a > *b) - (*a < *b);
}

int wcsncmp(const wchar_t *a, const wchar_t *b, size_t n)
{
	for (; n; n--, a++, b++)
		if (*a != *b || !*a) return (*a > *b) - (*a < *b);
	return 0;
}

int wcscoll(const wchar_t *a, const wchar_t *b)
{
	return wcscmp(a, b);
}

wchar_t *wcschr(const wchar_t *s, wchar_t c)
{
	for (; *s != c; s++)
		if (!*s) return 0;
	return (wchar_t *)s;
}

wchar_t *wcsrchr(const wchar_t *s, wchar_t c)
{
	const wchar_t *found = 0;
	do
		if (*s == c) found = s;
	while (*s++);
	return (wchar_t *)found;
}

wchar_t *wcsstr(const wchar_t *s, const wchar_t *wanted)
{
	size_t length = wcslen(wanted);
	for (;; s++) {
		if (!wcsncmp(s, wanted, length)) return (wchar_t *)s;
		if (!*s) return 0;
	}
}

size_t wcsspn(const wchar_t *s, const wchar_t *set)
{
	size_t n = 0;
	while (s[n] && wcschr(set, s[n])) n++;
	return n;
}

size_t wcscspn(const wchar_t *s, const wchar_t *set)
{
	size_t n = 0;
	while (s[n] && !wcschr(set, s[n])) n++;
	return n;
}

wchar_t *wcspbrk(const wchar_t *s, const wchar_t *set)
{
	s += wcscspn(s, set);
	return *s ? (wchar_t *)s : 0;
}

wchar_t *wcstok(wchar_t *restrict s, const wchar_t *restrict set,
                wchar_t **restrict rest)
{
	if (!s && !(s = *rest)) return 0;
	s += wcsspn(s, set);
	if (!*s) return *rest = 0;
	wchar_t *end = s + wcscspn(s, set);
	*rest = *end ? end + 1 : 0;
	*end = 0;
	return s;
}

wchar_t *wcsdup(const wchar_t *s)
{
	size_t size = (wcslen(s) + 1) * sizeof *s;
	wchar_t *copy = malloc(size);
	return copy ? memcpy(copy, s, size) : 0;
}

wchar_t *wmemcpy(wchar_t *restrict to, const wchar_t *restrict from, size_t n)
{
	return memcpy(to, from, n * sizeof *to);
}

wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t n)
{
	return memmove(to, from, n * sizeof *to);
}

wchar_t *wmemset(wchar_t *to, wchar_t c, size_t n)
{
	for (size_t i = 0; i < n; i++) to[i] = c;
	return to;
}

wchar_t *wmemchr(const wchar_t *s, wchar_t c, size_t n)
{
	for (; n; n--, s++)
		if (*s == c) return (wchar_t *)s;
	return 0;
}

int wmemcmp(const wchar_t *a, const wchar_t *b, size_t n)
{
	for (; n; n--, a++, b++)
		if (*a != *b) return *a < *b ? -1 : 1;
	return 0;
}

size_t mbsrtowcs(wchar_t *restrict to, const char **restrict from, size_t n,
                 mbstate_t *restrict state)
{
	mbstate_t initial = {0};
	const char *s = *from;
	if (!state) state = &initial;
	for (size_t count = 0;; count++) {
		wchar_t c;
		if (to && count == n) {
			*from = s;
			return n;
		}
		/* It stops at the null character, whatever comes before that. */
		size_t length = mbrtowc(&c, s, MB_LEN_MAX, state);
		if (to) {
			*from = length ? s : 0;
			if (length <= MB_LEN_MAX) to[count] = c;
		}
		if (length > MB_LEN_MAX) return -1;
		if (!length) return count;
		s += length;
	}
}
