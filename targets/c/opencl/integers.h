/* Integers: section 6.12.3. */

#define __SIGNED(T) \
  __FUN1(abs, __u_##T, T, a < 0 ? -(__u_##T)a : (__u_##T)a) \
  __FUN2(abs_diff, __u_##T, T, T, a < b ? (__u_##T)b - (__u_##T)a : (__u_##T)a - (__u_##T)b)
#define __UNSIGNED(T) \
  __FUN1(abs, T, T, a) \
  __FUN2(abs_diff, T, T, T, a < b ? b - a : a - b)
/* clang before 20 takes narrow operands as int. */
#define __NARROW(T) \
  __FUN2(add_sat, T, T, T, __BETWEEN(T, (int)a + (int)b)) \
  __FUN2(sub_sat, T, T, T, __BETWEEN(T, (int)a - (int)b))
#define __BETWEEN(T, E) ((E) < __least_##T ? __least_##T : (E) > __most_##T ? __most_##T : (E))
#define __WORDS(T) \
  __FUN2(add_sat, T, T, T, __builtin_elementwise_add_sat(a, b)) \
  __FUN2(sub_sat, T, T, T, __builtin_elementwise_sub_sat(a, b))
__NARROW(char) __NARROW(uchar) __NARROW(short) __NARROW(ushort)
__WORDS(int) __WORDS(uint) __WORDS(long) __WORDS(ulong)
#define __BOTH(T) \
  __FUN2(hadd, T, T, T, (a >> 1) + (b >> 1) + (a & b & 1)) \
  __FUN2(rhadd, T, T, T, (a >> 1) + (b >> 1) + ((a | b) & 1)) \
  __FUN1(popcount, T, T, sizeof(T) == 8 ? __builtin_popcountl(a) : __builtin_popcount((__u_##T)a)) \
  __FUN1(clz, T, T, a == 0 ? 8 * sizeof(T) : sizeof(T) == 8 ? __builtin_clzl(a) : \
         __builtin_clz((__u_##T)a) - 32 + 8 * sizeof(T)) \
  __FUN1(ctz, T, T, a == 0 ? 8 * sizeof(T) : sizeof(T) == 8 ? __builtin_ctzl(a) : \
         __builtin_ctz((__u_##T)a)) \
  __FUN2(rotate, T, T, T, ((__u_##T)a << ((__u_##T)b & (8 * sizeof(T) - 1))) | \
      (T)((__u_##T)a >> (-(__u_##T)b & (8 * sizeof(T) - 1)))) \
  __FUN2(max, T, T, T, a < b ? b : a) __SPLAT2(max, T, T) \
  __FUN2(min, T, T, T, b < a ? b : a) __SPLAT2(min, T, T) \
  __FUN3(clamp, T, T, T, T, a < b ? b : c < a ? c : a) __SPLAT23(clamp, T) \
  __FUN3(mad_hi, T, T, T, T, mul_hi(a, b) + c) \
  __FUN3(bitselect, T, T, T, T, (a & ~c) | (b & c))
#define __HIGH(T, WIDE) __FUN2(mul_hi, T, T, T, (WIDE)a * (WIDE)b >> 8 * sizeof(T))
__HIGH(char, int) __HIGH(short, int) __HIGH(int, long)
__HIGH(uchar, uint) __HIGH(ushort, uint) __HIGH(uint, ulong)
static inline ulong __high(ulong a, ulong b) {
  ulong low = (a & UINT_MAX) * (b & UINT_MAX);
  ulong one = (a >> 32) * (b & UINT_MAX) + (low >> 32);
  ulong two = (a & UINT_MAX) * (b >> 32) + (one & UINT_MAX);
  return (a >> 32) * (b >> 32) + (one >> 32) + (two >> 32);
}
__FUN2(mul_hi, ulong, ulong, ulong, __high(a, b))
__FUN2(mul_hi, long, long, long,
       (long)__high(a, b) - (a < 0 ? b : 0) - (b < 0 ? a : 0))
__EACH_SIGNED(__SIGNED) __EACH_UNSIGNED(__UNSIGNED) __EACH_INTEGER(__BOTH)

#define __MAD_SAT(T, WIDE) \
  __FUN3(mad_sat, T, T, T, T, (T)clamp((WIDE)a * b + c, (WIDE)__least_##T, (WIDE)__most_##T))
__MAD_SAT(char, int) __MAD_SAT(short, int) __MAD_SAT(int, long)
__MAD_SAT(uchar, uint) __MAD_SAT(ushort, uint) __MAD_SAT(uint, ulong)
__FUN3(mad_sat, ulong, ulong, ulong, ulong,
       mul_hi(a, b) ? ULONG_MAX : add_sat(a * b, c))
static inline long __mad_sat(long a, long b, long c) {
  long high = mul_hi(a, b);
  ulong low = (ulong)a * (ulong)b, sum = low + (ulong)c;
  high += (c >> 63) + (sum < low);
  return high == (long)sum >> 63 ? (long)sum : high < 0 ? LONG_MIN : LONG_MAX;
}
__FUN3(mad_sat, long, long, long, long, __mad_sat(a, b, c))

__FUN2(mul24, int, int, int, (a << 8 >> 8) * (b << 8 >> 8))
__FUN2(mul24, uint, uint, uint, (a & 0xffffff) * (b & 0xffffff))
__FUN3(mad24, int, int, int, int, mul24(a, b) + c)
__FUN3(mad24, uint, uint, uint, uint, mul24(a, b) + c)
#define __UPSAMPLE(R, H, L) __FUN2(upsample, R, H, L, (R)((R)a << 8 * sizeof(L) | (R)b))
__UPSAMPLE(short, char, uchar) __UPSAMPLE(ushort, uchar, uchar)
__UPSAMPLE(int, short, ushort) __UPSAMPLE(uint, ushort, ushort)
__UPSAMPLE(long, int, uint) __UPSAMPLE(ulong, uint, uint)
