"""
From MLIR text to an object file: each pass, and the whole path, by length of the input.

Operations per second are those of the source. xDSL does the same to the same module
where it has a pass for it.
"""

import gc
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import median

import large_programs as programs
import pytest
from conftest import SIZES
from pytest_benchmark.fixture import BenchmarkFixture
from xdsl.backend.riscv.lowering.convert_arith_to_riscv import ConvertArithToRiscvPass
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.parser import Parser
from xdsl.transforms.canonicalize import CanonicalizePass
from xdsl.transforms.common_subexpression_elimination import (
    CommonSubexpressionElimination,
)

from circ.dialects.common.verifier import verify_module
from circ.targets.llvlir.encoder import encode
from circ.targets.mlir.parser import parse_module
from circ.targets.naplespu.emission import object_of
from circ.tools.formats import context
from circ.transforms.pipelines import TO_CIRCUIT, PassVerifier, compile, passes

STEPS = passes("source", "naplespu")
VERIFICATIONS = 2 + sum(step.name.endswith(TO_CIRCUIT) for step in STEPS)
"""Of the input, of the circuits, and of the machine code."""
VERIFY = f"verify ({VERIFICATIONS} times)"
ROUNDS = {"1,000": 5, "10,000": 3, "100,000": 1}

SHAPES: dict[str, Callable[[int], programs.Program]] = {
    "straight line": programs.straight_line,
    "chain of values": programs.chain,
    "200 live values": lambda size: programs.straight_line(size, 200),
    "memory accesses": programs.memory_chain,
    "memory in branches": programs.memory_branches,
    "loops in a row": programs.loops,
    "blocks of 10": lambda size: programs.branches(size, size // 10),
    "functions of 20": lambda size: programs.functions(size // 23),
    "switch": lambda size: programs.switch(size // 4),
    "arguments": lambda size: programs.many_arguments(size // 20),
    "nested loops": lambda size: programs.nested_loops(size // 100),
}
"""Of arguments a twentieth of the size, of nested loops a hundredth."""

IN_THE_TABLE = ("straight line", "blocks of 10")
"""Measured at full length each time; the others under the marker `long`."""


def stages(
    text: str, clock: Callable[[], float] = time.process_time
) -> dict[str, float]:
    """What each step of the path takes by a clock, CPU time by default."""
    return measured_stages(text, clock)[0]


def measured_stages(
    text: str, clock: Callable[[], float]
) -> tuple[dict[str, float], dict[str, float]]:
    """The same, and how many operations there are before each pass."""
    times: dict[str, float] = {}
    sizes: dict[str, float] = {}

    def timed(name: str, work: Callable[[], object]) -> object:
        start = clock()
        result = work()
        times[name] = times.get(name, 0.0) + clock() - start
        return result

    module = timed("parse", lambda: parse_module(context(), text, "bench.mlir"))
    assert isinstance(module, ModuleOp)
    timed(VERIFY, lambda: verify_module(module))
    verifier = PassVerifier(module)
    for step in STEPS:
        sizes[step.name] = sum(1.0 for _ in module.walk())
        timed(step.name, lambda step=step: step.apply(Context(), module))
        timed(VERIFY, lambda step=step: verifier.after(step, step is STEPS[-1]))
    timed("emission", lambda: object_of(module))
    return times, sizes


def least(runs: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """The least time of each step: neighbours do not count."""
    return {name: min(run[name] for run in runs) for name in runs[0]}


def collect() -> None:
    """Frees the round before, whose IR is cyclic."""
    gc.collect()


def resident() -> int:
    """Bytes of memory that this process holds."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096


@pytest.mark.parametrize("size", SIZES)
def test_each_pass(benchmark: BenchmarkFixture, table, size: str):
    program = programs.straight_line(SIZES[size])
    runs: list[dict[str, float]] = []
    before = resident()
    benchmark.pedantic(
        lambda: runs.append(stages(program.text)), setup=collect, rounds=ROUNDS[size]
    )
    if size == "100,000":
        grown = (resident() - before) / program.operations
        table.record("memory for all levels", "bytes/op", size, grown)
    table.record_passes("straight line", size, least(runs))
    for name in runs[0]:
        rate = program.operations / max(1e-6, median(run[name] for run in runs))
        table.record(name, "ops/s", size, rate)
    total = median(sum(run.values()) for run in runs)
    table.record("whole path: straight line", "ops/s", size, program.operations / total)


CASES = [
    pytest.param(
        shape,
        size,
        marks=[pytest.mark.long]
        if size == "100,000" and shape not in IN_THE_TABLE
        else [],
    )
    for shape in SHAPES
    for size in SIZES
    if shape != "straight line"
]


@pytest.mark.parametrize(("shape", "size"), CASES)
def test_whole_path(benchmark: BenchmarkFixture, table, shape: str, size: str):
    program = SHAPES[shape](SIZES[size])
    runs: list[dict[str, float]] = []
    benchmark.pedantic(
        lambda: runs.append(stages(program.text)),
        setup=collect,
        rounds=3 if size == "1,000" else 1,
    )
    table.record_passes(shape, size, least(runs))
    rate = program.operations / median(sum(run.values()) for run in runs)
    table.record(f"whole path: {shape}", "ops/s", size, rate)


def test_bytecode(benchmark: BenchmarkFixture, table):
    module = parse_module(context(), programs.straight_line(10_000).text, "bench.mlir")
    lowered = compile(module, "llvlir")
    data = benchmark.pedantic(lambda: encode(lowered), rounds=3)
    count = sum(1 for _ in lowered.walk())
    table.record("llvlir bytecode", "bytes/op", "10,000", len(data) / count)


PEERS: dict[str, Callable[[ModuleOp], None]] = {
    "convert-func-to-circuit": (
        lambda module: ConvertArithToRiscvPass().apply(Context(), module)
    ),
    "circuit-canonicalize": lambda module: CanonicalizePass().apply(Context(), module),
    "circuit-gvn": (
        lambda module: CommonSubexpressionElimination().apply(Context(), module)
    ),
    VERIFY: lambda module: [module.verify() for _ in range(VERIFICATIONS)] and None,
}
"""xDSL's nearest: arith to RISC-V, canonicalisation, CSE and its own verifier."""


@pytest.mark.parametrize("name", PEERS)
def test_peer(benchmark: BenchmarkFixture, table, seconds, name: str):
    program = programs.straight_line(10_000)
    module = parse_module(context(), program.text, "bench.mlir")
    copies = [module.clone() for _ in range(3)]
    taken = benchmark.pedantic(
        lambda: seconds(lambda: PEERS[name](copies.pop())), rounds=1
    )
    table.record(name, "ops/s", "peer", program.operations / taken)


def test_peer_parser(benchmark: BenchmarkFixture, table, seconds):
    program = programs.straight_line(10_000)
    taken = benchmark.pedantic(
        lambda: seconds(lambda: Parser(context(), program.text).parse_module()),
        rounds=1,
    )
    table.record("parse", "ops/s", "peer", program.operations / taken)
