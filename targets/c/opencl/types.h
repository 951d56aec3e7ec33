/* Types, and lists of them. */

typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef __INTPTR_TYPE__ intptr_t;
typedef __UINTPTR_TYPE__ uintptr_t;

#define __LANES(T, N) typedef T T##N __attribute__((ext_vector_type(N)));
#define __VECTORS(T) __LANES(T, 2) __LANES(T, 3) __LANES(T, 4) __LANES(T, 8) __LANES(T, 16)
#define __EACH_SIGNED(M) M(char) M(short) M(int) M(long)
#define __EACH_UNSIGNED(M) M(uchar) M(ushort) M(uint) M(ulong)
#define __EACH_INTEGER(M) __EACH_SIGNED(M) __EACH_UNSIGNED(M)
#define __EACH_FLOAT(M) M(float) M(double)
#define __EACH_TYPE(M) __EACH_INTEGER(M) __EACH_FLOAT(M)
__EACH_TYPE(__VECTORS) __VECTORS(half)

/* Signed and unsigned integer types of the width of another type. */
#define __MAP(T, S, U) \
  typedef S __s_##T; typedef U __u_##T; \
  typedef S##2 __s_##T##2; typedef U##2 __u_##T##2; \
  typedef S##3 __s_##T##3; typedef U##3 __u_##T##3; \
  typedef S##4 __s_##T##4; typedef U##4 __u_##T##4; \
  typedef S##8 __s_##T##8; typedef U##8 __u_##T##8; \
  typedef S##16 __s_##T##16; typedef U##16 __u_##T##16;
__MAP(char, char, uchar) __MAP(uchar, char, uchar)
__MAP(short, short, ushort) __MAP(ushort, short, ushort)
__MAP(int, int, uint) __MAP(uint, int, uint) __MAP(float, int, uint)
__MAP(long, long, ulong) __MAP(ulong, long, ulong) __MAP(double, long, ulong)

/* A function of scalars applied to the lanes of vectors. */
#define __LANES1(F, R, A) \
  __OV R##2 F(A##2 a) { return (R##2)(F(a.x), F(a.y)); } \
  __OV R##3 F(A##3 a) { return (R##3)(F(a.x), F(a.y), F(a.z)); } \
  __OV R##4 F(A##4 a) { return (R##4)(F(a.lo), F(a.hi)); } \
  __OV R##8 F(A##8 a) { return (R##8)(F(a.lo), F(a.hi)); } \
  __OV R##16 F(A##16 a) { return (R##16)(F(a.lo), F(a.hi)); }
#define __LANES2(F, R, A, B) \
  __OV R##2 F(A##2 a, B##2 b) { return (R##2)(F(a.x, b.x), F(a.y, b.y)); } \
  __OV R##3 F(A##3 a, B##3 b) { return (R##3)(F(a.x, b.x), F(a.y, b.y), F(a.z, b.z)); } \
  __OV R##4 F(A##4 a, B##4 b) { return (R##4)(F(a.lo, b.lo), F(a.hi, b.hi)); } \
  __OV R##8 F(A##8 a, B##8 b) { return (R##8)(F(a.lo, b.lo), F(a.hi, b.hi)); } \
  __OV R##16 F(A##16 a, B##16 b) { return (R##16)(F(a.lo, b.lo), F(a.hi, b.hi)); }
#define __LANES3(F, R, A, B, C) \
  __OV R##2 F(A##2 a, B##2 b, C##2 c) { \
    return (R##2)(F(a.x, b.x, c.x), F(a.y, b.y, c.y)); } \
  __OV R##3 F(A##3 a, B##3 b, C##3 c) { \
    return (R##3)(F(a.x, b.x, c.x), F(a.y, b.y, c.y), F(a.z, b.z, c.z)); } \
  __OV R##4 F(A##4 a, B##4 b, C##4 c) { \
    return (R##4)(F(a.lo, b.lo, c.lo), F(a.hi, b.hi, c.hi)); } \
  __OV R##8 F(A##8 a, B##8 b, C##8 c) { \
    return (R##8)(F(a.lo, b.lo, c.lo), F(a.hi, b.hi, c.hi)); } \
  __OV R##16 F(A##16 a, B##16 b, C##16 c) { \
    return (R##16)(F(a.lo, b.lo, c.lo), F(a.hi, b.hi, c.hi)); }

/* The scalar function and those of vectors; `a`, `b`, `c` in the expression. */
#define __FUN1(F, R, A, E) __OV R F(A a) { return E; } __LANES1(F, R, A)
#define __FUN2(F, R, A, B, E) __OV R F(A a, B b) { return E; } __LANES2(F, R, A, B)
#define __FUN3(F, R, A, B, C, E) \
  __OV R F(A a, B b, C c) { return E; } __LANES3(F, R, A, B, C)

/* A further scalar operand, the same in all lanes. */
#define __SPLAT2(F, T, S) \
  __OV T##2 F(T##2 a, S b) { return F(a, (S##2)(b)); } \
  __OV T##3 F(T##3 a, S b) { return F(a, (S##3)(b)); } \
  __OV T##4 F(T##4 a, S b) { return F(a, (S##4)(b)); } \
  __OV T##8 F(T##8 a, S b) { return F(a, (S##8)(b)); } \
  __OV T##16 F(T##16 a, S b) { return F(a, (S##16)(b)); }
#define __SPLAT23(F, T) \
  __OV T##2 F(T##2 a, T b, T c) { return F(a, (T##2)(b), (T##2)(c)); } \
  __OV T##3 F(T##3 a, T b, T c) { return F(a, (T##3)(b), (T##3)(c)); } \
  __OV T##4 F(T##4 a, T b, T c) { return F(a, (T##4)(b), (T##4)(c)); } \
  __OV T##8 F(T##8 a, T b, T c) { return F(a, (T##8)(b), (T##8)(c)); } \
  __OV T##16 F(T##16 a, T b, T c) { return F(a, (T##16)(b), (T##16)(c)); }
