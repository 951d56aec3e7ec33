"""Objects from LLVM IR: the same bytes however they were made."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from circ.dialects.common.context_variables import bound
from circ.dialects.common.diagnostics import ON_WARNING, Diagnostic
from circ.targets.naplespu.linker.link import link
from circ.targets.naplespu.object.debug_lines import lines_of
from circ.targets.naplespu.object.elf_reader import read_object
from circ.tools.code_cache import CodeCache
from circ.tools.jobs import runner
from circ.tools.llvm_compilation import compile_llvm
from circ.tools.runs import CompileOptions

pytest.importorskip("llvmlite")

PROGRAM = Path(__file__).with_name("data").joinpath("separate.ll").read_bytes()


@pytest.fixture(scope="module")
def expected() -> bytes:
    return compile_llvm(PROGRAM, "separate.ll")


def test_all_is_in_one_object(expected: bytes):
    object = read_object(expected)
    defined = {s.name: s for s in object.symbols if s.is_defined and s.name}
    assert {name for name, symbol in defined.items() if symbol.is_global} == {
        "main",
        "fib",
        "__circ_udiv64",
    }
    assert not defined["quotient"].is_global
    assert defined["__circ_udiv64"].is_weak
    image = link([object])
    row = lines_of(image.debug).row(image.symbols["fib"].address)
    assert row is not None and (row.file, row.line) == ("separate.c", 2)


def test_it_runs(expected: bytes, tmp_path: Path):
    path = tmp_path / "separate.o"
    path.write_bytes(expected)
    program = Path(sys.executable).with_name("circ-run")
    command = [program, path, "--entry", "main", "--", "10"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.stdout.split() == [str(55 + (55 << 20) // 10)], done.stderr


def test_processes_do_not_show(expected: bytes):
    with runner(2) as pool:
        assert compile_llvm(PROGRAM, "separate.ll", runner=pool) == expected


@pytest.mark.parametrize("seed", ("0", "1", "2"))
@pytest.mark.every(2, first=1)
def test_hashes_do_not_show(expected: bytes, seed: str, tmp_path: Path):
    """Sets of names have another order in each process, which must not matter."""
    code = (
        "import sys; from circ.tools.llvm_compilation import compile_llvm; "
        "sys.stdout.buffer.write(compile_llvm(sys.stdin.buffer.read(), 'separate.ll'))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        input=PROGRAM,
        env={**os.environ, "PYTHONHASHSEED": seed},
        capture_output=True,
        check=True,
    )
    assert done.stdout == expected


def test_the_cache_does_not_show(expected: bytes, tmp_path: Path):
    cache = CodeCache(tmp_path)
    assert compile_llvm(PROGRAM, "separate.ll", cache=cache) == expected
    assert cache.statistics.found == 0
    again = CodeCache(tmp_path)
    assert compile_llvm(PROGRAM, "separate.ll", cache=again) == expected
    assert (again.statistics.asked, again.statistics.found) == (1, 1)


def test_only_what_changed_is_compiled(tmp_path: Path):
    compile_llvm(PROGRAM, "separate.ll", cache=CodeCache(tmp_path))
    changed = PROGRAM.replace(b"icmp slt i32 %4, 2", b"icmp slt i32 %4, 3")
    assert changed != PROGRAM
    cache = CodeCache(tmp_path)
    object = compile_llvm(changed, "separate.ll", cache=cache)
    assert object == compile_llvm(changed, "separate.ll")
    # The module itself and one function are new; the library's function is not.
    assert cache.statistics.asked - cache.statistics.found == 2
    assert cache.statistics.found >= 3


@pytest.mark.parametrize(
    "options",
    (
        CompileOptions(opt=0),
        CompileOptions(features=("-fast-unaligned",)),
        CompileOptions(disable=("schedule",)),
    ),
)
def test_options_are_a_part_of_keys(options: CompileOptions, tmp_path: Path):
    cache = CodeCache(tmp_path)
    compile_llvm(PROGRAM, "separate.ll", cache=cache)
    try:
        compile_llvm(PROGRAM, "separate.ll", options, cache=cache)
    except Diagnostic as error:
        assert "unknown feature" in error.message
    assert cache.statistics.found == 0


BAD = b"""
define i32 @first(i32 %0) {
  call void asm sideeffect "nop", ""()
  ret i32 0
}
define i32 @fine(i32 %0) {
  ret i32 %0
}
define i32 @second(i32 %0) {
  call void asm sideeffect "nop", ""()
  ret i32 0
}
"""


@pytest.mark.parametrize("jobs", (1, 2))
def test_all_errors_are_told(jobs: int, tmp_path: Path):
    cache = CodeCache(tmp_path)
    with runner(jobs) as pool, pytest.raises(Diagnostic) as caught:
        compile_llvm(BAD, "bad.ll", runner=pool, cache=cache)
    assert "inline assembly" in caught.value.message
    with pytest.raises(Diagnostic) as again:
        compile_llvm(BAD, "bad.ll", cache=CodeCache(tmp_path))
    assert str(again.value) == str(caught.value)


def test_errors_have_the_names_of_the_module():
    bad = BAD.replace(b"define i32 @second", b"define internal i32 @second")
    with pytest.raises(Diagnostic) as caught:
        compile_llvm(bad + b"@use = global ptr @second", "bad.ll")
    assert "second" in str(caught.value) and "circ.local" not in str(caught.value)


def test_what_llvm_refuses():
    with pytest.raises(Diagnostic) as caught:
        compile_llvm(b"define i32 @f() {\n  ret i64 0\n}\n", "bad.ll")
    assert str(caught.value).startswith("bad.ll:2:")


def test_warnings_come_again(tmp_path: Path):
    """What warns is not cached, so that the user sees it each time."""
    from circ.dialects.common import diagnostics
    from circ.targets.llvm import reader

    cache = CodeCache(tmp_path)
    read = reader.read_canonical

    def warning(text: str, name: str):
        diagnostics.warn(None, "careful")
        return read(text, name)

    patch = pytest.MonkeyPatch()
    patch.setattr(reader, "read_canonical", warning)
    try:
        for _ in range(2):
            told: list[Diagnostic] = []
            with bound(ON_WARNING, told.append):
                compile_llvm(PROGRAM, "separate.ll", cache=cache)
            assert [each.message for each in told] == ["careful"] * 3
    finally:
        patch.undo()
