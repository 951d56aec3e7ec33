/* Streams on the system interface, for musl's stdio. */
#include <circ.h>
#include <errno.h>
#include <string.h>
#include "stdio_impl.h"

static void failed(FILE *f, int result)
{
	errno = -result;
	f->flags |= F_ERR;
}

/* Writes all; how many bytes, or fewer where the stream has failed. */
static size_t write_all(FILE *f, const unsigned char *bytes, size_t count)
{
	size_t done = 0;
	while (done < count) {
		int written = circ_write(f->fd, bytes + done, count - done);
		if (written <= 0) {
			f->wpos = f->wbase = f->wend = 0;
			failed(f, written);
			break;
		}
		done += written;
	}
	return done;
}

size_t __stdio_write(FILE *f, const unsigned char *bytes, size_t count)
{
	size_t waiting = f->wpos - f->wbase;
	if (waiting && count && count <= f->buf + f->buf_size - f->wpos) {
		/* One call for both. */
		memcpy(f->wpos, bytes, count);
		if (write_all(f, f->wbase, waiting + count) < waiting + count) return 0;
	} else {
		if (write_all(f, f->wbase, waiting) < waiting) return 0;
		size_t written = write_all(f, bytes, count);
		if (written < count) return written;
	}
	f->wend = f->buf + f->buf_size;
	f->wpos = f->wbase = f->buf;
	return count;
}

/* By lines, whoever reads them, so that nothing is lost if the program is stopped. */
size_t __stdout_write(FILE *f, const unsigned char *bytes, size_t count)
{
	return __stdio_write(f, bytes, count);
}

size_t __stdio_read(FILE *f, unsigned char *bytes, size_t count)
{
	/* What was asked for is seen before the program waits for an answer. */
	if (__stdout_used && __stdout_used->wpos != __stdout_used->wbase)
		__stdout_used->write(__stdout_used, 0, 0);
	int direct = count > f->buf_size;
	int n = direct ? circ_read(f->fd, bytes, count)
	               : circ_read(f->fd, f->buf, f->buf_size);
	if (n <= 0) {
		if (n < 0)
			failed(f, n);
		else
			f->flags |= F_EOF;
		return 0;
	}
	if (direct) return n;
	f->rpos = f->buf;
	f->rend = f->buf + n;
	size_t given = 0;
	while (given < count && f->rpos != f->rend) bytes[given++] = *f->rpos++;
	return given;
}

off_t __stdio_seek(FILE *f, off_t offset, int whence)
{
	errno = ESPIPE;
	return -1;
}

int __stdio_close(FILE *f)
{
	return 0;
}
