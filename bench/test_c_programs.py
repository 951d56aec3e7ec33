"""
Real C programs (test/data/c): from LLVM IR to code, and how good the code is.

The peer is the same clang, which compiles for RISC-V with 32 bits; libraries are left
out on both sides, functions for floats of 64 bits too. Clang has optimised what circ
reads with `-O2`.
"""

import time
from collections.abc import Callable, Mapping
from functools import cache
from math import prod
from pathlib import Path
from statistics import median
from subprocess import run

import llvmlite.binding as llvm
import pytest
from c_compiler import needs_clang
from c_programs import PROGRAMS, bitcode, executable
from pytest_benchmark.fixture import BenchmarkFixture
from xdsl.context import Context

from circ.dialects.common.runtime import C_FUNCTIONS, PREFIX
from circ.targets.c import library
from circ.targets.c.clang import find_clang
from circ.targets.llvm import read_llvm
from circ.targets.naplespu.emission import object_of
from circ.tools.llvm_compilation import compile_llvm
from circ.transforms.pipelines import passes_by_level

pytestmark = needs_clang

RISCV = (
    *("--target=riscv32-none-elf", "-march=rv32imf", "-mabi=ilp32f", "-O2", "-w"),
    *("-ffp-contract=off", "-fno-math-errno", "-ffunction-sections", "-nostdlibinc"),
)

LARGEST = 5
WORST = 3
ROUNDS = 2


@pytest.fixture(autouse=True)
def no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CIRC_CACHE", "0")


@pytest.fixture(scope="module")
def modules(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, bytes]:
    """The bitcode of the programs."""
    folder = tmp_path_factory.mktemp("bitcode")
    return {
        name: bitcode(program, "-O2", folder).read_bytes()
        for name, program in PROGRAMS.items()
    }


@cache
def instructions_of(data: bytes) -> int:
    """The instructions of LLVM IR."""
    with llvm.parse_bitcode(data) as module:
        return sum(
            1
            for function in module.functions
            for block in function.blocks
            for _ in block.instructions
        )


def largest(modules: Mapping[str, bytes]) -> list[str]:
    by_size = sorted(modules, key=lambda name: instructions_of(modules[name]))
    return by_size[: -LARGEST - 1 : -1]


def stages(name: str, data: bytes) -> dict[str, float]:
    """CPU time of each stage of a module."""
    times: dict[str, float] = {}

    def timed(stage: str, work: Callable[[], object]) -> None:
        start = time.process_time()
        work()
        times[stage] = times.get(stage, 0.0) + time.process_time() - start

    start = time.process_time()
    module = read_llvm(data, name)
    times["read"] = time.process_time() - start
    for level, steps in passes_by_level("source", "naplespu", 2, ()):
        for step in steps:
            timed(f"to {level}", lambda step=step: step.apply(Context(), module))
    timed("emission", lambda: object_of(module))
    return times


def test_path(benchmark: BenchmarkFixture, table, modules: Mapping[str, bytes]):
    names = largest(modules)
    runs: dict[str, list[dict[str, float]]] = {name: [] for name in names}
    whole: dict[str, list[float]] = {name: [] for name in names}

    def compile_all() -> None:
        for name in names:
            runs[name].append(stages(name, modules[name]))
            start = time.process_time()
            compile_llvm(modules[name], name)
            whole[name].append(time.process_time() - start)

    benchmark.pedantic(compile_all, rounds=ROUNDS)
    for name in names:
        size = instructions_of(modules[name])
        what = f"C: {name}, {size:,} of LLVM IR"
        table.record(f"{what}: by functions", "insns/s", "", size / median(whole[name]))
        totals = [sum(times.values()) for times in runs[name]]
        table.record(f"{what}: as a module", "insns/s", "", size / median(totals))
        for stage in runs[name][0]:
            share = median(
                times[stage] / total
                for times, total in zip(runs[name], totals, strict=True)
            )
            table.record(f"{what}: {stage}", "%", "", 100 * share)


def record_ratios(table, what: str, ratios: Mapping[str, float]) -> None:
    """The geometric mean, and the worst."""
    mean = prod(ratios.values()) ** (1 / len(ratios))
    table.record(f"C: {what}: geometric mean of {len(ratios)}", "ratio", "", mean)
    worst = sorted(ratios, key=lambda name: ratios[name])[-WORST:]
    for name in reversed(worst):
        table.record(f"C: {what}: {name}", "ratio", "", ratios[name])


def executed(name: str, source: Path, opt: int) -> int:
    """The instructions of a run, the library's included."""
    folder = source.parent / f"{name}-{opt}"
    folder.mkdir()
    result = PROGRAMS[name].check_run(executable(source, opt, folder))
    return result.counters["instructions"]


def test_executed_instructions(
    benchmark: BenchmarkFixture, table, modules: Mapping[str, bytes], tmp_path: Path
):
    """At -O2 of circ for each at -O0; the library is the same."""
    ratios: dict[str, float] = {}

    def measure() -> None:
        for name, data in modules.items():
            source = tmp_path / f"{name}.bc"
            source.write_bytes(data)
            without = executed(name, source, 0)
            ratios[name] = executed(name, source, 2) / without

    benchmark.pedantic(measure, rounds=1)
    record_ratios(table, "executed, -O2 for each of -O0", ratios)


def instruction_count(object: bytes) -> float:
    """Instructions of a program's own functions, of 4 bytes each."""
    sections = llvm.ObjectFileRef.from_data(object).sections()
    return sum(each.size() for each in sections if is_own(each)) / 4


def is_own(section: llvm.SectionIteratorRef) -> bool:
    """Sections of functions have their names; the run-time library's do not count."""
    function = (section.name() or b"").decode().removeprefix(".text").removeprefix(".")
    is_library = function.startswith(PREFIX) or function in C_FUNCTIONS
    return section.is_text() and not is_library


def riscv(name: str, folder: Path) -> bytes:
    """The peer's object."""
    clang, path = find_clang(), folder / f"{name}.o"
    command = [*clang.command, *RISCV]
    for headers in (str(library.headers()), clang.builtin_headers):
        command += ["-isystem", headers] if headers else []
    run([*command, "-c", PROGRAMS[name].path, "-o", path], check=True)
    return path.read_bytes()


def test_static_instructions(
    benchmark: BenchmarkFixture, table, modules: Mapping[str, bytes], tmp_path: Path
):
    sizes: dict[str, float] = {}

    def measure() -> None:
        for name, data in modules.items():
            sizes[name] = instruction_count(compile_llvm(data, name))

    benchmark.pedantic(measure, rounds=1)
    ratios = {
        name: size / instruction_count(riscv(name, tmp_path))
        for name, size in sizes.items()
    }
    record_ratios(table, "static, for each of riscv32's", ratios)
