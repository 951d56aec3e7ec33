/* Signals that the program raises itself. One without a handler ends the program with
   the status that a shell gives for it, and what was printed is not lost. */
#include <circ.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

enum { SIGNALS = 32 };

static void (*handlers[SIGNALS])(int);

void (*signal(int number, void (*handler)(int)))(int)
{
	if (number <= 0 || number >= SIGNALS || number == SIGKILL) {
		errno = EINVAL;
		return SIG_ERR;
	}
	void (*before)(int) = handlers[number];
	handlers[number] = handler;
	return before;
}

int raise(int number)
{
	if (number <= 0 || number >= SIGNALS) {
		errno = EINVAL;
		return -1;
	}
	void (*handler)(int) = handlers[number];
	if (handler == SIG_DFL) {
		fflush(0);
		circ_exit(128 + number);
	}
	if (handler != SIG_IGN) {
		handlers[number] = SIG_DFL;
		handler(number);
	}
	return 0;
}
