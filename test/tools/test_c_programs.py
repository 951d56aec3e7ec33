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
def test_program_with_its_library(tmp_path: Path, level: str):
    path = tmp_path / "words.ll"
    path.write_text(PROGRAM)
    found = circ.run(circ.load(path), argv=["seven"], level=level)
    assert found.output == "seven has 5\n"
    assert found.status == 2
