/* One thread: nothing comes between a read and a write. */
#define a_cas a_cas
static inline int a_cas(volatile int *p, int expected, int value)
{
	int before = *p;
	if (before == expected) *p = value;
	return before;
}

#define a_crash() __builtin_trap()
#define a_clz_64 __builtin_clzll
#define a_ctz_64 __builtin_ctzll
#define a_clz_32 __builtin_clz
#define a_ctz_32 __builtin_ctz
