"""Programs as bytecode find the C library at every level."""

from pathlib import Path

import pytest
from c_programs import COMPILED, FOLDER, PROGRAMS

import circ
from circ.targets.llvlir.decoder import decode
from circ.targets.llvlir.encoder import encode
from circ.targets.llvm import read_llvm
from circ.transforms.passes import make_pass
from circ.transforms.pipelines import compile, run_passes

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
@pytest.mark.every(3)
def test_program_with_the_library(level: str, bytecode: Path):
    result = circ.run(bytecode, level=level, argv=["35"])
    assert (result.output, result.status) == ("35\n!", 42)
    assert circ.run(bytecode, level=level, argv=[]).status == 1


OWN_ALLOCATOR = rb"""
@heap = internal global [4096 x i8] zeroinitializer, align 8
@used = internal global i32 0
@.str = private constant [3 x i8] c"xyz"
declare ptr @strndup(ptr, i32)
define ptr @malloc(i32 %size) {
  %old = load i32, ptr @used
  %rounded = add i32 %size, 7
  %whole = and i32 %rounded, -8
  %new = add i32 %old, %whole
  store i32 %new, ptr @used
  %place = getelementptr i8, ptr @heap, i32 %old
  ret ptr %place
}
define void @free(ptr %p) {
  ret void
}
define i32 @main(i32 %argc, ptr %argv) {
  %first = call ptr @strndup(ptr @.str, i32 2)
  %second = call ptr @strndup(ptr @.str, i32 3)
  %one = ptrtoint ptr %first to i32
  %other = ptrtoint ptr %second to i32
  %distance = sub i32 %other, %one
  %used = load i32, ptr @used
  %status = add i32 %distance, %used
  ret i32 %status
}
"""


@pytest.mark.parametrize("level", ["naplespu", "llvlir", "host"])
def test_the_library_uses_what_the_program_defines(level: str, tmp_path: Path):
    path = tmp_path / "program.llvb"
    module = compile(read_llvm(OWN_ALLOCATOR, "program.ll"), "llvlir")
    path.write_bytes(encode(module))
    assert circ.run(path, level=level).status == 8 + 16


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


MORE = 1.001
"""
The most instructions after optimising again, as many times those before: one program
needs 0.02 % more.
"""
QUICK = ("irreducible",)


@pytest.mark.parametrize(
    "name",
    [n if n in QUICK else pytest.param(n, marks=pytest.mark.long) for n in COMPILED],
)
def test_c_programs_that_are_optimised_again(name: str, tmp_path: Path):
    program, source = PROGRAMS[name], FOLDER / "ll" / f"{name}{COMPILED[name]}.ll"
    module = compile(read_llvm(source.read_bytes(), source.name), "llvlir")
    lifted = decode(encode(module))
    run_passes([make_pass("lift-llvlir")], lifted)
    counts: list[int] = []
    for each in (module, lifted):
        path = tmp_path / "program.llvb"
        path.write_bytes(encode(each))
        counts.append(program.check_run(path).counters["instructions"])
    assert counts[1] <= MORE * counts[0]
