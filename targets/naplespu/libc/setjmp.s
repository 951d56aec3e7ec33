# setjmp and longjmp: twelve words of the buffer hold what a call preserves, but for
# vectors, which the compiler keeps in the frame of a function that calls setjmp.

        .text
        .globl  setjmp, _setjmp
        .type   setjmp,@function
        .type   _setjmp,@function
setjmp:
_setjmp:
        store32 s50, (s0)
        store32 s51, 4(s0)
        store32 s52, 8(s0)
        store32 s53, 12(s0)
        store32 s54, 16(s0)
        store32 s55, 20(s0)
        store32 s56, 24(s0)
        store32 s57, 28(s0)
        store32 sp, 32(s0)
        store32 fp, 36(s0)
        store32 ra, 40(s0)
        store32 rm, 44(s0)
        movei   s0, 0
        jret
        .size   setjmp, .-setjmp

        .globl  longjmp, _longjmp
        .type   longjmp,@function
        .type   _longjmp,@function
longjmp:
_longjmp:
        load32  s50, (s0)
        load32  s51, 4(s0)
        load32  s52, 8(s0)
        load32  s53, 12(s0)
        load32  s54, 16(s0)
        load32  s55, 20(s0)
        load32  s56, 24(s0)
        load32  s57, 28(s0)
        load32  sp, 32(s0)
        load32  fp, 36(s0)
        load32  ra, 40(s0)
        load32  rm, 44(s0)
        move_i32 s0, s1
        bnez    s0, .Lback
        movei   s0, 1
.Lback: jret
        .size   longjmp, .-longjmp
