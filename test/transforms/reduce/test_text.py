"""Reducers of C and LLVM IR: what stays is interesting, valid and small."""

import re

import pytest

from circ.dialects.common.diagnostics import Diagnostic
from circ.transforms.reduce.c_source import c_reducer
from circ.transforms.reduce.c_tokens import items, source_of
from circ.transforms.reduce.llvm_ir import is_valid, llvm_reducer, named, parsed
from circ.transforms.reduce.llvm_text import Function, parts_of

C = """
#include <stdint.h>
/* a comment; with { braces */
struct S { int a, b; union { short c; char d[4]; } u; };
static struct S g[2] = {{1, 2, {3}}, {.a = 4}}; // another
static const char *text = "} \\" {";
static int twice(int x, int unused) { return x * 2; }
struct S f(int k) {
  int sum = 0;
  for (int i = 0; i < k; i++) {
    if (i & 1) { sum += twice(i, 7); }
    else { do { sum -= '}'; } while (sum > 100); }
  }
again:
  switch (k) { case 1: sum ^= 5; break; default: goto end; }
end:
  g[0].a = (sum << 3) + twice(sum, sum ? 1 : 2);
  return g[0];
}
int main(void) { return f(3).a; }
"""


def reduced_c(pattern: str, **options: int) -> str:
    def interesting(text: str | bytes) -> bool:
        return re.search(pattern, str(text)) is not None

    accepted: list[str | bytes] = []
    reducer = c_reducer(C, interesting, accepted.append, **options)
    reducer.run()
    assert accepted and accepted[-1] == reducer.text == reducer.best
    return reducer.best


@pytest.mark.parametrize(
    "pattern",
    (r"sum << 3", r"case 1", r"do\b[^;]*sum -=[^;]*;[^;]*while", r"union", r'"} '),
)
def test_one_construct_of_c_is_left(pattern: str):
    text = reduced_c(pattern)
    assert len(text.split()) <= 12, text
    assert reduced_c(pattern) == text


def test_c_with_brackets_stays_balanced():
    """A construct in three nested blocks, which are left, but empty otherwise."""
    balanced = r"\w+\(.*\) \{[^{}]*\{[^{}]*\{[^{}]*\+=[^{}]*\}[^{}]*\}[^{}]*\}"
    text = reduced_c(rf"(?s){balanced}")
    assert text.count("{") == text.count("}") == 3
    assert "struct" not in text and "main" not in text


def test_bound_on_candidates():
    assert len(reduced_c("sum << 3", limit=3)) > len(reduced_c("sum << 3"))


def test_parameter_goes_at_the_function_and_its_calls():
    text = reduced_c(r"(?s)twice\(\w* ?x\).*twice\(i\).*twice\(sum\)")
    assert "unused" not in text


def test_items_of_c():
    source = source_of(C)
    tops = [
        "".join(token.text for token in source.tokens[item.first : item.last])
        for item in items(source)
        if item.depth == 0
    ]
    assert [top[:12] for top in tops] == [
        *("#include <st", "structS{inta", "staticstruct", "staticconstc"),
        *("staticinttwi", "structSf(int", "intmain(void"),
    ]
    inner = {
        "".join(token.text for token in source.tokens[item.first : item.last])
        for item in items(source)
    }
    assert {"do{sum-='}';}while(sum>100);", "intsum=0;", "shortc;"} <= inner
    assert "if(i&1){sum+=twice(i,7);}else{do{sum-='}';}while(sum>100);}" in inner


LLVM = """
target datalayout = "e-m:e-p:32:32-Fi8-i64:64-v128:64:128-a:0:32-n32-S64"
%struct.S = type { i32, [2 x i8] }
@table = constant [2 x [2 x i32]] [[2 x i32] [i32 1, i32 2], [2 x i32] undef], align 4
@s = global %struct.S { i32 5, [2 x i8] c"ab" }, align 4
declare void @use(ptr, ...)
define internal i64 @product(i64 noundef %0, i64 noundef %1) #0 {
  %3 = mul nsw i64 %0, %1
  ret i64 %3
}
define i32 @main(i32 %0, ptr %1) #0 {
  %3 = alloca i32, align 4
  store i32 %0, ptr %3, align 4
  switch i32 %0, label %8 [
    i32 1, label %4
    i32 2, label %8
  ]
4:                                                ; preds = %2
  %5 = load i32, ptr %3, align 4, !tbaa !1
  %6 = zext i32 %5 to i64
  %7 = call i64 @product(i64 noundef %6, i64 noundef 3000000000)
  br label %8
8:                                                ; preds = %2, %2, %4
  %9 = phi i64 [ %7, %4 ], [ 7, %2 ], [ 7, %2 ]
  %10 = icmp ugt i64 %9, 41
  br i1 %10, label %11, label %13
11:                                               ; preds = %8
  %12 = sdiv i64 %9, 10
  call void (ptr, ...) @use(ptr @table, i64 %12)
  br label %13
13:                                               ; preds = %11, %8
  %14 = trunc i64 %9 to i32
  ret i32 %14
}
attributes #0 = { noinline nounwind optnone }
!1 = !{!2, !2, i64 0}
!2 = !{!"int", !3, i64 0}
!3 = !{!"omnipotent char"}
"""


def reduced_llvm(pattern: str) -> str:
    def interesting(text: str | bytes) -> bool:
        assert is_valid(str(text))
        return re.search(pattern, str(text)) is not None

    text = named(LLVM.encode(), "main.ll")
    reducer = llvm_reducer(text, interesting, lambda text: None)
    return reducer.run()


@pytest.mark.parametrize(
    ("pattern", "most"),
    (
        ("sdiv i64", 2),
        ("mul i64", 2),
        ("= phi", 5),
        ("switch", 5),
        (r"@use\(ptr @table", 2),
        (r"store i32", 2),
    ),
)
def test_one_instruction_of_llvm_is_left(pattern: str, most: int):
    text = reduced_llvm(pattern)
    bodies = [part for part in parts_of(text) if isinstance(part, Function)]
    assert sum(len(block.lines) for f in bodies for block in f.blocks) <= most, text
    assert "!" not in text and "nsw" not in text
    assert text == reduced_llvm(pattern)


def test_global_of_llvm_is_zero():
    assert "constant [2 x [2 x i32]] zeroinitializer, align 4" in reduced_llvm("@table")


def test_bitcode():
    module = parsed(LLVM)
    text = named(module.as_bitcode(), "main.bc")
    assert text == named(LLVM.encode(), "main.ll")


@pytest.mark.parametrize(
    ("data", "message"),
    (
        (b"define i32 @f(", "x.ll:1:15: error: expected type"),
        (b"\xff\xfe", "x.ll: byte 0: error: the text is not UTF-8"),
        (b"BC\xc0\xde\x35", "x.ll: error: Invalid bitcode signature"),
    ),
)
def test_wrong_llvm(data: bytes, message: str):
    with pytest.raises(Diagnostic, match=re.escape(message)):
        named(data, "x.ll")
