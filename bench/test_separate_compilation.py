"""
Functions compiled apart: in two processes, and taken from the cache.

The program is the largest of the C tests, with what it needs of the C library, as one
module of LLVM IR. Commands are timed whole, their start included. By the clock, two
processes are measured on a machine with two idle cores only; in CPU time the longest of
them counts, and the one that waits for them.
"""

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage

import pytest
from conftest import Table
from job_functions import cpu_time
from pytest_benchmark.fixture import BenchmarkFixture

from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.c import library
from circ.targets.c.reader import bitcode_of
from circ.targets.llvm.canonical import canonical_text
from circ.targets.naplespu.object.archive import Archive
from circ.tools.jobs import runner
from circ.tools.llvm_compilation import compile_llvm
from circ.tools.whole_program import with_library

PROGRAMS = Path(__file__).resolve().parents[1] / "test" / "data" / "c"
PROGRAM = PROGRAMS / "mathematics.c"
ROUNDS = 2


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
    """CPU seconds of one command."""
    program = Path(sys.executable).with_name("circ-cc")
    before = getrusage(RUSAGE_CHILDREN)
    subprocess.run([program, "-O2", "-c", module, "-o", output, *options], check=True)
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def compile_in_two(data: bytes) -> float:
    """CPU seconds of the longest of two processes, and of this one meanwhile."""
    start = time.process_time()
    with runner(2) as pool:
        compile_llvm(data, "program.bc", runner=pool)
        waited = time.process_time() - start
        return waited + max(pool.map(cpu_time, range(2)))


def best(work: Callable[[], float]) -> float:
    return min(work() for _ in range(ROUNDS))


def seconds(work: Callable[[], object]) -> float:
    """By the clock."""
    start = time.monotonic()
    work()
    return time.monotonic() - start


WHAT = f"{PROGRAM.name} with its library"


def test_two_processes(benchmark: BenchmarkFixture, module: Path, table: Table):
    benchmark.pedantic(lambda: compile_(module, "--no-cache", "-j2"), rounds=1)
    one = best(lambda: compile_(module, "--no-cache"))
    two = best(lambda: compile_in_two(module.read_bytes()))
    table.record(f"{WHAT}: -j1", "CPU s", "", one)
    table.record(f"{WHAT}: -j2, the longest process", "CPU s", "", two)
    table.record(f"{WHAT}: -j2 is faster", "times", "", one / two)
    one = best(lambda: seconds(lambda: compile_(module, "--no-cache")))
    two = best(
        lambda: seconds(lambda: compile_(module, "--no-cache", "-j2", output="two.o"))
    )
    assert Path("two.o").read_bytes() == Path("out.o").read_bytes()
    table.record(f"{WHAT}: -j2 is faster by the clock", "times", "", one / two)


def test_second_build(benchmark: BenchmarkFixture, module: Path, table: Table):
    first = compile_(module)
    benchmark.pedantic(lambda: compile_(module), rounds=1)
    second = best(lambda: compile_(module))
    table.record(f"{WHAT}: from the cache", "CPU s", "", second)
    table.record(f"{WHAT}: the cache is faster", "times", "", first / second)


def test_one_function_changed(benchmark: BenchmarkFixture, module: Path, table: Table):
    """Another constant in one function; all others come from the cache."""
    text = canonical_text(module.read_bytes(), "program.bc")
    compile_(module)
    times: list[float] = []
    for number in range(ROUNDS):
        changed = Path(f"changed{number}.ll")
        changed.write_text(text.replace("ret i32 0\n", f"ret i32 {number + 77}\n", 1))
        times.append(compile_(changed))
    benchmark.pedantic(lambda: None, rounds=1)
    table.record(f"{WHAT}: one function changed", "CPU s", "", min(times))
