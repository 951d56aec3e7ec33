/* How programs end: exit, handlers, signals, setjmp, what is still to be written. */
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static jmp_buf back;

static void first(void)
{
	fputs("first\n", stdout);
}

static void second(void)
{
	fputs("second, no newline", stdout);
}

static void handler(int number)
{
	printf("signal %d\n", number);
}

static void jump(int depth)
{
	if (!depth) longjmp(back, 3);
	jump(depth - 1);
}

int main(int argc, char **argv)
{
	volatile int before = 5;
	time_t then = 1234567890;
	struct tm *parts = gmtime(&then);
	char text[100];
	int value = setjmp(back);
	if (!value) {
		before++;
		jump(4);
	}
	printf("%d %d\n", value, before);
	signal(SIGTERM, handler);
	printf("%d\n", raise(SIGTERM));
	strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S %a %B %j %U %p %I %D %%", parts);
	puts(text);
	printf("%s%d %d\n", asctime(parts), mktime(parts) == then, clock() > 0);
	printf("%s. %s. %s.\n", strerror(ENOENT), strerror(EDOM), strerror(12345));
	errno = EINVAL;
	perror("ending");
	setvbuf(stdout, NULL, _IOFBF, BUFSIZ);
	atexit(second);
	atexit(first);
	if (argc > 1) {
		printf("%d %s\n", argc, argv[argc - 1]);
		abort();
	}
	exit(42);
}
