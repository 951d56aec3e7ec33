/* The system interface: what the simulator, and every level's interpreter, does for a
   program. The C library is built on it. */
#ifndef _CIRC_H
#define _CIRC_H

#ifdef __cplusplus
extern "C" {
#endif

/* How many bytes were written or read, or -errno. */
int circ_write(int __descriptor, const void *__bytes, unsigned __count);
int circ_read(int __descriptor, void *__bytes, unsigned __count);
_Noreturn void circ_exit(int __status);
/* Sets the end of the heap and gives it; 0 asks for it. Unchanged where there is no
   room. */
void *circ_brk(void *__end);
/* Operations executed so far at the level that runs. */
unsigned long long circ_clock(void);

#ifdef __cplusplus
}
#endif

#endif
