"""Programs as bytecode find the C library at every level."""

from pathlib import Path

import pytest

import circ
from circ.targets.llvlir.encoder import encode
from circ.targets.llvm import read_llvm
from circ.transforms.pipelines import compile

PROGRAM = rb"""
@.str = private constant [4 x i8] c"none"
@buf = internal global i32 7
declare i32 @puts(ptr)
declare i32 @putchar(i32)
declare i32 @atoi(ptr)
define i32 @main(i32 %argc, ptr %argv) {
  %several = icmp sgt i32 %argc, 1
  br i1 %several, label %given, label %missing
given:
  %place = getelementptr ptr, ptr %argv, i32 1
  %text = load ptr, ptr %place
  %n = call i32 @atoi(ptr %text)
  call i32 @puts(ptr %text)
  call i32 @putchar(i32 33)
  %own = load i32, ptr @buf
  %status = add i32 %n, %own
  ret i32 %status
missing:
  ret i32 1
}
"""


@pytest.fixture(scope="module")
def bytecode(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program, as a compiler elsewhere writes it."""
    path = tmp_path_factory.mktemp("bytecode") / "program.llvb"
    path.write_bytes(encode(compile(read_llvm(PROGRAM, "program.ll"), "llvlir")))
    return path


LATER = [pytest.param("gen", marks=pytest.mark.long)]


@pytest.mark.parametrize("level", ["naplespu", "llvlir", "host", *LATER])
def test_program_with_the_library(level: str, bytecode: Path):
    result = circ.run(bytecode, level=level, argv=["35"])
    assert (result.output, result.status) == ("35\n!", 42)
    assert circ.run(bytecode, level=level, argv=[]).status == 1


def test_names_of_the_program_are_its_own(bytecode: Path):
    """Internal names that the library has too do not become one."""
    from circ.dialects.llvlir.ops import TableOp
    from circ.tools.bytecode_library import OF_LIBRARY, add_libraries
    from circ.tools.c_programs import c_archive
    from circ.tools.formats import read_module

    module = read_module(str(bytecode))
    add_libraries(module, [c_archive()])
    labels = [
        op.label.string_value()
        for op in module.ops
        if isinstance(op, TableOp) and op.ROW.name == "label.L" and op.label
    ]
    assert len(labels) == len({*labels})
    assert {"buf", f"buf{OF_LIBRARY}"} <= {*labels}
