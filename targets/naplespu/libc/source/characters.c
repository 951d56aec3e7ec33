/* Reading and writing one character. */
#define _GNU_SOURCE
#include "stdio_impl.h"

#undef getc_unlocked
#undef putc_unlocked
#define get(f) ((f)->rpos != (f)->rend ? *(f)->rpos++ : __uflow(f))

static int put(int c, FILE *f)
{
	unsigned char byte = c;
	if (byte != f->lbf && f->wpos != f->wend) return *f->wpos++ = byte;
	return __overflow(f, byte);
}

int fgetc(FILE *f) { return get(f); }
int getc(FILE *f) { return get(f); }
int getc_unlocked(FILE *f) { return get(f); }
int fgetc_unlocked(FILE *f) { return get(f); }
int getchar(void) { return get(stdin); }
int getchar_unlocked(void) { return get(stdin); }

int fputc(int c, FILE *f) { return put(c, f); }
int putc(int c, FILE *f) { return put(c, f); }
int putc_unlocked(int c, FILE *f) { return put(c, f); }
int fputc_unlocked(int c, FILE *f) { return put(c, f); }
int putchar(int c) { return put(c, stdout); }
int putchar_unlocked(int c) { return put(c, stdout); }

int puts(const char *s)
{
	return fputs(s, stdout) < 0 || put('\n', stdout) < 0 ? EOF : 0;
}

/* One thread needs no locks. */
void flockfile(FILE *f)
{
}

int ftrylockfile(FILE *f)
{
	return 0;
}

void funlockfile(FILE *f)
{
}
