"""LLVM IR gives the same results at every level: instructions, types, control flow."""

import pytest

import circ
from circ.targets.llvm import read_llvm

LAYOUT = 'target datalayout = "e-m:e-p:32:32-i64:64-v128:64:128-a:0:32-n32-S64"\n'

PROGRAMS: dict[str, tuple[str, list[tuple[tuple[int, ...], list[int]]]]] = {
    "loop with phis": (
        """
        define i32 @f(i32 %n) {
        entry:
          br label %loop
        loop:
          %i = phi i32 [ 0, %entry ], [ %next, %loop ]
          %sum = phi i32 [ 1, %entry ], [ %total, %loop ]
          %total = add nsw i32 %sum, %i
          %next = add nuw i32 %i, 1
          %done = icmp sge i32 %next, %n
          br i1 %done, label %end, label %loop
        end:
          ret i32 %total
        }
        """,
        [((5,), [11]), ((0,), [1])],
    ),
    "metadata after the only operand": (
        """
        define i32 @f(i32 %x) {
          %a = sitofp i32 %x to double, !note !0
          %b = fneg double %a, !note !0
          %c = fptosi double %b to i32, !note !0
          ret i32 %c
        }
        !0 = !{i32 1}
        """,
        [((5,), [-5])],
    ),
    "phis that exchange values": (
        """
        define i32 @f(i32 %n) {
          br label %loop
        loop:
          %a = phi i32 [ 1, %0 ], [ %b, %loop ]
          %b = phi i32 [ 2, %0 ], [ %a, %loop ]
          %i = phi i32 [ 0, %0 ], [ %j, %loop ]
          %j = add i32 %i, 1
          %more = icmp ult i32 %j, %n
          br i1 %more, label %loop, label %end
        end:
          %high = mul i32 %a, 10
          %r = add i32 %high, %b
          ret i32 %r
        }
        """,
        [((1,), [12]), ((2,), [21]), ((4,), [21])],
    ),
    "a sparse switch of 64 bits": (
        """
        define i32 @f(i64 %x) {
          switch i64 %x, label %other [
            i64 1, label %one
            i64 10000000000, label %far
            i64 -1, label %minus
          ]
        one:
          ret i32 1
        far:
          ret i32 2
        minus:
          ret i32 3
        other:
          ret i32 0
        }
        """,
        [((1,), [1]), ((10_000_000_000,), [2]), ((-1,), [3]), ((7,), [0])],
    ),
    "an odd width": (
        """
        define i32 @f(i32 %x, i32 %y) {
          %a = trunc i32 %x to i24
          %b = trunc i32 %y to i24
          %product = mul i24 %a, %b
          %half = sdiv i24 %product, 3
          %moved = ashr i24 %half, 2
          %less = icmp slt i24 %moved, %b
          %wide = sext i24 %moved to i32
          %r = select i1 %less, i32 %wide, i32 %x
          ret i32 %r
        }
        """,
        [((-7, 1000), [-584]), ((0x7FFFFF, 3), [8388607])],
    ),
    "128 bits": (
        """
        define i64 @f(i64 %x, i64 %y) {
          %a = zext i64 %x to i128
          %b = sext i64 %y to i128
          %square = mul i128 %a, %a
          %sum = add i128 %square, %b
          %quotient = udiv i128 %sum, %a
          %rest = srem i128 %b, 1000
          %shifted = lshr i128 %sum, 60
          %one = add i128 %quotient, %rest
          %two = xor i128 %one, %shifted
          %r = trunc i128 %two to i64
          ret i64 %r
        }
        """,
        [
            (
                (123456789012345, -5),
                [
                    ((123456789012345**2 - 5) // 123456789012345 - 5)
                    ^ ((123456789012345**2 - 5) >> 60)
                ],
            )
        ],
    ),
    "overflow and saturation": (
        """
        declare {i32, i1} @llvm.smul.with.overflow.i32(i32, i32)
        declare i16 @llvm.sadd.sat.i16(i16, i16)
        declare i32 @llvm.fshl.i32(i32, i32, i32)
        define i32 @f(i32 %x, i32 %y) {
          %p = call {i32, i1} @llvm.smul.with.overflow.i32(i32 %x, i32 %y)
          %v = extractvalue {i32, i1} %p, 0
          %o = extractvalue {i32, i1} %p, 1
          %a = trunc i32 %x to i16
          %s = call i16 @llvm.sadd.sat.i16(i16 %a, i16 %a)
          %w = sext i16 %s to i32
          %r = select i1 %o, i32 %w, i32 %v
          %q = call i32 @llvm.fshl.i32(i32 %r, i32 %y, i32 8)
          ret i32 %q
        }
        """,
        [((30000, 3), [90000 << 8]), ((30000, 300000), [32767 << 8])],
    ),
    "structs by value and packed memory": (
        """
        %t = type <{ i8, i32, i16 }>
        @g = global [2 x %t] [%t <{ i8 1, i32 2, i16 3 }>, %t <{ i8 4, i32 -5, i16 6 }>]
        define {i32, i64} @pair(i32 %x) {
          %a = insertvalue {i32, i64} poison, i32 %x, 0
          %w = sext i32 %x to i64
          %b = insertvalue {i32, i64} %a, i64 %w, 1
          ret {i32, i64} %b
        }
        define i64 @f(i32 %k) {
          %at = getelementptr [2 x %t], ptr @g, i32 0, i32 %k, i32 1
          %v = load i32, ptr %at, align 1
          %q = call {i32, i64} @pair(i32 %v)
          %y = extractvalue {i32, i64} %q, 1
          store i32 77, ptr %at, align 1
          %h = getelementptr [2 x %t], ptr @g, i32 0, i32 %k, i32 2
          %s = load i16, ptr %h, align 1
          %z = sext i16 %s to i64
          %r = mul i64 %y, %z
          ret i64 %r
        }
        """,
        [((0,), [6]), ((1,), [-30])],
    ),
    "addresses in initialisers": (
        """
        @a = internal global [4 x i32] [i32 1, i32 2, i32 3, i32 4]
        @p = constant [2 x ptr] [ptr getelementptr (i8, ptr @a, i32 4), ptr @q]
        @q = internal alias i32, getelementptr ([4 x i32], ptr @a, i32 0, i32 3)
        @fs = constant [2 x ptr] [ptr @one, ptr @two]
        define internal i32 @one(i32 %x) {
          ret i32 %x
        }
        define internal i32 @two(i32 %x) {
          %y = shl i32 %x, 1
          ret i32 %y
        }
        define i32 @f(i32 %k) {
          %at = getelementptr ptr, ptr @p, i32 %k
          %p = load ptr, ptr %at
          %v = load i32, ptr %p
          %g = getelementptr ptr, ptr @fs, i32 %k
          %c = load ptr, ptr %g
          %r = call i32 %c(i32 %v)
          ret i32 %r
        }
        """,
        [((0,), [2]), ((1,), [8])],
    ),
    "computed goto": (
        """
        @table = constant [2 x ptr] [ptr blockaddress(@f, %a), ptr blockaddress(@f, %b)]
        define i32 @f(i32 %k) {
          %at = getelementptr ptr, ptr @table, i32 %k
          %to = load ptr, ptr %at
          indirectbr ptr %to, [label %a, label %b]
        a:
          ret i32 10
        b:
          ret i32 20
        }
        """,
        [((0,), [10]), ((1,), [20])],
    ),
    "variable arguments": (
        """
        declare void @llvm.va_start.p0(ptr)
        define i32 @sum(i32 %n, ...) {
          %list = alloca ptr
          call void @llvm.va_start.p0(ptr %list)
          %a = va_arg ptr %list, i32
          %b = va_arg ptr %list, double
          %c = va_arg ptr %list, i64
          %d = fptosi double %b to i32
          %e = trunc i64 %c to i32
          %s = add i32 %a, %d
          %t = add i32 %s, %e
          ret i32 %t
        }
        define i32 @f(i32 %x) {
          %y = sext i32 %x to i64
          %r = call i32 (i32, ...) @sum(i32 3, i32 %x, double 2.5, i64 %y)
          ret i32 %r
        }
        """,
        [((20,), [42])],
    ),
    "a variable argument by value": (
        """
        %big = type { i32, [17 x i32], i64 }
        declare void @llvm.va_start.p0(ptr)
        define i32 @sum(i32 %n, ...) {
          %list = alloca ptr
          call void @llvm.va_start.p0(ptr %list)
          %a = va_arg ptr %list, i32
          %b = va_arg ptr %list, %big
          %c = va_arg ptr %list, i64
          %first = extractvalue %big %b, 0
          %last = extractvalue %big %b, 1, 16
          %wide = extractvalue %big %b, 2
          %d = add i64 %wide, %c
          %e = trunc i64 %d to i32
          %s = add i32 %a, %first
          %t = add i32 %s, %last
          %u = add i32 %t, %e
          ret i32 %u
        }
        define i32 @f(i32 %x) {
          %p = alloca %big, align 8
          %q = getelementptr %big, ptr %p, i32 0, i32 1, i32 16
          %w = getelementptr %big, ptr %p, i32 0, i32 2
          store i32 %x, ptr %p
          store i32 200, ptr %q
          store i64 3000, ptr %w
          %r = call i32 (i32, ...) @sum(i32 3, i32 40000,
                   ptr byval(%big) align 8 %p, i64 500000)
          %again = load i32, ptr %p
          %s = add i32 %r, %again
          ret i32 %s
        }
        """,
        [((7,), [543214])],
    ),
    "a constant vector of addresses": (
        """
        @a = global [9 x i32] zeroinitializer
        define i32 @f(i32 %x) {
          %p = getelementptr i8,
                 <2 x ptr> <ptr @a, ptr getelementptr (i8, ptr @a, i32 8)>,
                 <2 x i32> <i32 0, i32 4>
          %n = ptrtoint <2 x ptr> %p to <2 x i32>
          %v = extractelement <2 x i32> %n, i32 0
          %w = extractelement <2 x i32> %n, i32 1
          %d = sub i32 %w, %v
          %r = add i32 %d, %x
          ret i32 %r
        }
        """,
        [((30,), [42])],
    ),
    "a call with another type than the function's": (
        """
        define i32 @g() {
          ret i32 7
        }
        @p = global ptr @g
        define i32 @f(i32 %x) {
          %c = icmp eq i32 %x, 0
          br i1 %c, label %a, label %b
        a:
          %r = call i32 @g(i32 %x)
          %q = load ptr, ptr @p
          %s = call i32 %q(i32 %x, i32 %r)
          ret i32 %s
        b:
          ret i32 %x
        }
        """,
        [((5,), [5])],
    ),
    "vectors": (
        """
        declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>)
        define i32 @f(i32 %x, i32 %k) {
          %v = insertelement <4 x i32> <i32 1, i32 2, i32 3, i32 4>, i32 %x, i32 %k
          %a = add <4 x i32> %v, zeroinitializer
          %b = shufflevector <4 x i32> %a, <4 x i32> poison,
                 <4 x i32> <i32 3, i32 2, i32 1, i32 0>
          %c = mul <4 x i32> %a, %b
          %s = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %c)
          %m = icmp sgt <4 x i32> %a, splat (i32 2)
          %n = bitcast <4 x i1> %m to i4
          %w = zext i4 %n to i32
          %r = add i32 %s, %w
          ret i32 %r
        }
        """,
        [((10, 0), [2 * (10 * 4 + 2 * 3) + 0b1101]), ((0, 3), [12 + 0b0100])],
    ),
    "half as storage": (
        """
        @h = global half 0xH4200
        define float @f(float %x) {
          %v = load half, ptr @h
          %w = fpext half %v to float
          %s = fadd float %w, %x
          %t = fptrunc float %s to half
          store half %t, ptr @h
          %u = load i16, ptr @h
          %r = uitofp i16 %u to float
          ret float %r
        }
        """,
        [((1,), [0x4400])],
    ),
    "atomics": (
        """
        @x = global i32 5
        define i32 @f(i32 %v) {
          %a = atomicrmw add ptr @x, i32 %v seq_cst
          %b = atomicrmw umax ptr @x, i32 100 monotonic
          %c = cmpxchg ptr @x, i32 100, i32 7 acq_rel acquire
          %d = extractvalue { i32, i1 } %c, 0
          fence seq_cst
          %e = load atomic i32, ptr @x seq_cst, align 4
          %s = add i32 %a, %b
          %t = add i32 %d, %e
          %m = mul i32 %t, 1000
          %r = add i32 %s, %m
          ret i32 %r
        }
        """,
        [((3,), [107 * 1000 + 5 + 8])],
    ),
    "irreducible control flow": (
        """
        define i32 @f(i32 %x) {
          %odd = trunc i32 %x to i1
          br i1 %odd, label %a, label %b
        a:
          %i = phi i32 [ %x, %0 ], [ %k, %b ]
          %j = add i32 %i, 3
          %end = icmp sgt i32 %j, 20
          br i1 %end, label %out, label %b
        b:
          %l = phi i32 [ %x, %0 ], [ %j, %a ]
          %k = mul i32 %l, 2
          br label %a
        out:
          ret i32 %j
        }
        """,
        [((1,), [25]), ((2,), [37])],
    ),
    "one address of three objects": (
        """
        define i32 @f(i32 %n) {
        entry:
          %a = alloca i32
          %b = alloca i32
          %c = alloca i32
          store i32 0, ptr %a
          store i32 0, ptr %b
          store i32 0, ptr %c
          switch i32 %n, label %join [
            i32 1, label %one
            i32 2, label %two
          ]
        one:
          br label %join
        two:
          br label %join
        join:
          %p = phi ptr [ %a, %entry ], [ %b, %one ], [ %c, %two ]
          store i32 7, ptr %p
          %x = load i32, ptr %a
          %y = load i32, ptr %b
          %z = load i32, ptr %c
          %s = mul i32 %y, 10
          %t = mul i32 %z, 100
          %q = add i32 %x, %s
          %r = add i32 %q, %t
          ret i32 %r
        }
        """,
        [((0,), [7]), ((1,), [70]), ((2,), [700])],
    ),
    # LLVM makes such a variable of a heap object; it must not begin where @byte ends.
    "an array of bytes that holds words": (
        """
        @byte = internal global i8 1
        @heap = internal global [20 x i8] undef
        define i32 @f(i32 %x) {
          %b = load volatile i8, ptr @byte
          store volatile i32 %x, ptr getelementptr (i8, ptr @heap, i32 8), align 8
          %a = load volatile i32, ptr getelementptr (i8, ptr @heap, i32 8), align 8
          %c = zext i8 %b to i32
          %d = add i32 %a, %c
          ret i32 %d
        }
        """,
        [((41,), [42])],
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.every(3, first=1)
def test_at_every_level(name: str):
    text, runs = PROGRAMS[name]
    module = read_llvm((LAYOUT + text).encode(), "test.ll")
    for arguments, expected in runs:
        found = circ.compare_levels(module, *arguments, entry="f")
        assert found["source"].results == expected, arguments


FLOATS = """
declare { double, double } @llvm.modf.f64(double)
define double @f(double %x) {
  %p = call { double, double } @llvm.modf.f64(double %x)
  %a = extractvalue { double, double } %p, 0
  %b = extractvalue { double, double } %p, 1
  %c = fmul double %a, 4.0
  %d = fadd double %b, %c
  ret double %d
}
"""


@pytest.mark.parametrize(
    ("number", "expected"),
    ((-2.75, -5.0), (3.0, 3.0), (float("inf"), float("inf")), (0.25, 1.0)),
)
@pytest.mark.every(3, first=1)
def test_fraction_and_whole_part(number: float, expected: float):
    module = read_llvm((LAYOUT + FLOATS).encode(), "test.ll")
    assert circ.compare_levels(module, number)["source"].results == [expected]
