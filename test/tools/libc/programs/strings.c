/* string.h, strings.h, ctype.h, and characters of several bytes. */
#define _GNU_SOURCE
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

static int sign(int x)
{
	return (x > 0) - (x < 0);
}

int main(void)
{
	char a[64] = "hello", b[64], *rest, *word, *list;
	wchar_t wide[16];
	strcat(a, " world");
	strncat(a, "!?", 1);
	printf("%s %zu %zu\n", a, strlen(a), strnlen(a, 5));
	printf("%d %d %d %d\n", sign(strcmp("a", "b")), sign(strcmp("b", "a")),
	       sign(strcmp("\xff", "a")), strcmp("", ""));
	printf("%d %d %d\n", strncmp("abc", "abd", 2), sign(strncmp("abc", "abd", 3)),
	       sign(strcasecmp("HELLO", "hellp")));
	printf("%s %s %d\n", strchr(a, 'w'), strrchr(a, 'o'), strchr(a, 'z') == NULL);
	printf("%d %d\n", *strchr(a, 0), *strchrnul(a, 'z'));
	printf("%zu %zu %s\n", strspn(a, "hel"), strcspn(a, "w"), strpbrk(a, "xyzw"));
	printf("%s %d %s\n", strstr(a, "wor"), strstr(a, "word") == NULL, strstr(a, ""));
	printf("%s %s\n", strcasestr(a, "WOR"), (char *)memmem(a, 12, "lo", 2));
	printf("%s %d\n", (char *)memchr(a, 'l', 12), memchr(a, 'z', 12) == NULL);
	printf("%s\n", (char *)memrchr(a, 'l', 12));
	strcpy(b, "a,b;;c");
	for (word = strtok(b, ",;"); word; word = strtok(NULL, ",;")) printf("[%s]", word);
	strcpy(b, "x::y");
	list = b;
	while ((word = strsep(&list, ":"))) printf("(%s)", word);
	strcpy(b, "one two");
	printf("%s ", strtok_r(b, " ", &rest));
	printf("%s\n", strtok_r(NULL, " ", &rest));
	memset(b, '-', sizeof b);
	strncpy(b, "ab", 4);
	printf("%d%d%d ", b[2], b[3], b[4] == '-');
	printf("%d\n", stpcpy(b, "xyz") == b + 3);
	printf("%zu ", strlcpy(b, "truncated", 5));
	printf("%zu %s\n", strlcat(b, "more", 7), b);
	memmove(a + 2, a, 5);
	printf("%s %d\n", a, sign(memcmp("abc", "abd", 3)));
	word = strdup(a);
	rest = strndup(a, 3);
	printf("%s %s %d\n", word, rest, memccpy(b, a, 'l', 20) == b + 5);
	free(word);
	free(rest);
	for (int c = -1; c < 256; c++)
		printf("%x%c", !!isalpha(c) << 0 | !!isdigit(c) << 1 | !!isspace(c) << 2 |
		       !!isupper(c) << 3 | !!islower(c) << 4 | !!ispunct(c) << 5 |
		       !!isprint(c) << 6 | !!iscntrl(c) << 7 | !!isxdigit(c) << 8 |
		       !!isalnum(c) << 9 | !!isgraph(c) << 10 | !!isblank(c) << 11,
		       c % 16 == 15 ? '\n' : ' ');
	printf("%c%c%c%c\n", toupper('a'), tolower('Z'), toupper('1'), tolower('\n' + 55));
	printf("%d %zu\n", (int)mbstowcs(wide, "h\xc3\xa9llo", 16), wcslen(wide));
	printf("%x %ls %zu\n", (unsigned)wide[1], wide, wcstombs(b, wide, sizeof b));
	printf("%s %d\n", b, wcscmp(L"abc", L"abd"));
	printf("%d %d %d\n", ffs(0), ffs(8), ffsll(1LL << 40));
	return 0;
}
