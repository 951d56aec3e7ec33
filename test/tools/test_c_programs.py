"""A program in LLVM IR runs at every level, with the C library that it needs."""

from pathlib import Path

import pytest

import circ

PROGRAM = """
target datalayout = "e-m:e-p:32:32-i64:64-v128:64:128-a:0:32-n32-S64"
@format = private constant [12 x i8] c"%s has %ld\\0A\\00"
declare i32 @printf(ptr, ...)
declare i32 @strlen(ptr)
define i32 @main(i32 %argc, ptr %argv) {
  %at = getelementptr ptr, ptr %argv, i32 1
  %word = load ptr, ptr %at
  %length = call i32 @strlen(ptr %word)
  %printed = call i32 (ptr, ...) @printf(ptr @format, ptr %word, i32 %length)
  ret i32 %argc
}
"""


@pytest.mark.parametrize("level", ("source", "circuit"))
@pytest.mark.every(2)
def test_program_with_its_library(tmp_path: Path, level: str):
    path = tmp_path / "words.ll"
    path.write_text(PROGRAM)
    found = circ.run(circ.load(path), argv=["seven"], level=level)
    assert found.output == "seven has 5\n"
    assert found.status == 2


RETURNING = """
target datalayout = "e-m:e-p:32:32-i64:64-v128:64:128-a:0:32-n32-S64"
@format = private constant [3 x i8] c"%d\\00"
declare i32 @printf(ptr, ...)
define i32 @main(i32 %argc) {
  %printed = call i32 (ptr, ...) @printf(ptr @format, i32 %argc)
  %again = icmp ult i32 %argc, 4
  br i1 %again, label %more, label %end
more:
  %next = add i32 %argc, 1
  %below = call i32 @main(i32 %next)
  %status = add i32 %below, 100
  ret i32 %status
end:
  ret i32 56
}
"""


@pytest.mark.parametrize("level", ("source", "circuit"))
@pytest.mark.every(2)
def test_what_is_left_in_streams_is_written_when_main_returns(
    tmp_path: Path, level: str
):
    """Also where it has called itself."""
    path = tmp_path / "returning.ll"
    path.write_text(RETURNING)
    found = circ.run(circ.load(path), argv=["x"], level=level)
    assert (found.output, found.status) == ("234", 0)


JUMPS = r"""
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

static jmp_buf catchers[8];
static int depth;

static void fail(int code) { longjmp(catchers[--depth], code); }

static int parse(const char *text, int level) {
  int total = 0;
  char local[32] = "level";
  local[5] = '0' + level;
  for (; *text; text++) {
    if (*text == '!') fail(10 + level);
    if (*text == '(') { total += parse(text + 1, level + 1); break; }
    total += *text - '0';
  }
  printf("%s=%d\n", local, total);
  return total;
}

int main(int argc, char **argv) {
  const char *inputs[] = {"123", "1(2(3!", "((9", "!"};
  int a = argc * 3, b = argc * 5, c = argc * 7, d = argc * 11, e = argc * 13;
  int f = argc * 17, g = argc * 19, h = argc * 23, i = argc * 29, j = argc * 31;
  double x = argc / 3.0;
  for (volatile int n = 0; n < 4; n++) {
    int code = setjmp(catchers[depth++]);
    if (!code) {
      printf("%d\n", parse(inputs[n], 0));
      depth--;
    } else {
      printf("%s fails: %d\n", inputs[n], code);
    }
  }
  printf("%d %f\n", a ^ b ^ c ^ d ^ e ^ f ^ g ^ h ^ i ^ j, x);
  return 0;
}
"""
JUMPED = """level0=6
6
1(2(3! fails: 12
level2=9
level1=9
level0=9
9
! fails: 10
32 0.666667
"""


@pytest.mark.parametrize(("flag", "level"), (("-O0", "circuit"), ("-O2", "naplespu")))
@pytest.mark.every(2)
def test_setjmp_in_c(flag: str, level: str, tmp_path: Path):
    from circ.targets.c.clang import find_clang
    from circ.targets.c.reader import C_FLAGS

    try:
        find_clang()
    except circ.Diagnostic:
        pytest.skip("there is no clang")
    path = tmp_path / "jumps.c"
    path.write_text(JUMPS)
    token = C_FLAGS.set((flag,))
    try:
        program = circ.load(path)
    finally:
        C_FLAGS.reset(token)
    assert circ.run(program, argv=["x"], level="source").output == JUMPED
    assert circ.run(program, argv=["x"], level=level).output == JUMPED


FUSED = """
target datalayout = "e-m:e-p:32:32-i64:64-v128:64:128-a:0:32-n32-S64"
declare double @llvm.fma.f64(double, double, double)
define i32 @main(i32 %argc, ptr %argv) {
  %x = sitofp i32 %argc to double
  %y = call double @llvm.fma.f64(double %x, double 2.0, double 1.0)
  %z = fptosi double %y to i32
  ret i32 %z
}
"""


def test_function_that_only_an_intrinsic_calls(tmp_path: Path):
    path = tmp_path / "fused.ll"
    path.write_text(FUSED)
    found = circ.run(circ.load(path), argv=[], level="source")
    assert found.status == 3
