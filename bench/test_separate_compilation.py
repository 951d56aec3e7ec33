"""
Functions compiled apart: in two processes, and taken from the cache.

The program is the largest of the C tests, with what it needs of the C library, as one
module of LLVM IR. Whole commands are timed by the clock, their start included, the best
of three; figures mean something on a machine with two idle cores only.
"""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Table
from pytest_benchmark.fixture import BenchmarkFixture

from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.c import library
from circ.targets.c.reader import bitcode_of
from circ.targets.naplespu.object.archive import Archive
from circ.tools.whole_program import with_library

PROGRAMS = Path(__file__).resolve().parents[1] / "test" / "data" / "c"
PROGRAM = PROGRAMS / "mathematics.c"
ROUNDS = 3


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The bitcode of the program, in an empty directory with an empty cache."""
    monkeypatch.setenv("CIRC_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    try:
        data = bitcode_of(PROGRAM.read_bytes(), str(PROGRAM))
    except Diagnostic as error:
        pytest.skip(str(error))
    path = tmp_path / "program.bc"
    archive = Archive(library.bitcode().read_bytes(), "libc")
    path.write_bytes(with_library(data, PROGRAM.name, archive))
    return path


def compile_(module: Path, *options: str, output: str = "out.o") -> float:
    """Seconds of one command."""
    program = Path(sys.executable).with_name("circ-cc")
    start = time.monotonic()
    subprocess.run([program, "-O2", "-c", module, "-o", output, *options], check=True)
    return time.monotonic() - start


def best(work: Callable[[], float]) -> float:
    return min(work() for _ in range(ROUNDS))


def test_two_processes(benchmark: BenchmarkFixture, module: Path, table: Table):
    if len(os.sched_getaffinity(0)) < 2:
        pytest.skip("there is one processor")
    benchmark.pedantic(lambda: compile_(module, "--no-cache", "-j2"), rounds=1)
    two = best(lambda: compile_(module, "--no-cache", "-j2", output="two.o"))
    one = best(lambda: compile_(module, "--no-cache"))
    assert Path("two.o").read_bytes() == Path("out.o").read_bytes()
    what = f"{PROGRAM.name} with its library"
    table.record(f"{what}: -j1", "s", "", one)
    table.record(f"{what}: -j2", "s", "", two)
    table.record(f"{what}: -j2 is faster", "times", "", one / two)


def test_second_build(benchmark: BenchmarkFixture, module: Path, table: Table):
    first = compile_(module)
    benchmark.pedantic(lambda: compile_(module), rounds=1)
    second = best(lambda: compile_(module))
    what = f"{PROGRAM.name} with its library"
    table.record(f"{what}: from the cache", "s", "", second)
    table.record(f"{what}: the cache is faster", "times", "", first / second)


def test_one_function_changed(benchmark: BenchmarkFixture, module: Path, table: Table):
    """Another constant in one function; all others come from the cache."""
    from circ.targets.llvm.canonical import canonical_text

    text = canonical_text(module.read_bytes(), "program.bc")
    compile_(module)
    times: list[float] = []
    for number in range(ROUNDS):
        changed = Path(f"changed{number}.ll")
        changed.write_text(text.replace("ret i32 0\n", f"ret i32 {number + 77}\n", 1))
        times.append(compile_(changed))
    benchmark.pedantic(lambda: None, rounds=1)
    what = f"{PROGRAM.name} with its library"
    table.record(f"{what}: one function changed", "s", "", min(times))
