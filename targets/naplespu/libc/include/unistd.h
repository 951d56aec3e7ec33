#ifndef _UNISTD_H
#define _UNISTD_H

#ifdef __cplusplus
extern "C" {
#endif

#include <features.h>

#define NULL ((void *)0)
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2

#define __NEED_size_t
#define __NEED_ssize_t
#define __NEED_intptr_t
#include <bits/alltypes.h>

/* Of POSIX, what the system interface has. */
ssize_t read(int, void *, size_t);
ssize_t write(int, const void *, size_t);
_Noreturn void _exit(int);
void *sbrk(intptr_t);
int isatty(int);

int getopt(int, char *const[], const char *);
extern char *optarg;
extern int optind, opterr, optopt;

#ifdef __cplusplus
}
#endif

#endif
