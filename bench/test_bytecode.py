"""
The llvlir bytecode: microseconds an operation to write and read it, by length.

Format 1 reads the same module beside it. One function of many is decoded alone. Then
what it takes to optimise llvlir again where it is installed.
"""

from collections.abc import Callable
from pathlib import Path

import large_programs as programs
import pytest
from conftest import SIZES
from pytest_benchmark.fixture import BenchmarkFixture
from second_profile import to_second_profile
from xdsl.dialects.builtin import ModuleOp

from circ.targets.llvlir.decoder import Bytecode, decode
from circ.targets.llvlir.encoder import encode
from circ.targets.llvlir.light import decode_light
from circ.targets.mlir.parser import parse_module
from circ.tools.formats import context, read_module
from circ.transforms.passes import make_pass
from circ.transforms.pipelines import compile, run_passes

COMPILED = Path(__file__).parents[1] / "test" / "data" / "llvlir" / "queens.mlir"
FUNCTIONS = 10_000


LIFTED = [size for size in SIZES if SIZES[size] <= 1_000]


def program_of(text: str) -> ModuleOp:
    return parse_module(context(), text, "bench.mlir")


def lowered(text: str) -> ModuleOp:
    return compile(program_of(text), "llvlir", 0)


def count(module: ModuleOp) -> int:
    return sum(1 for _ in module.walk())


def measured(
    benchmark: BenchmarkFixture,
    table,
    seconds,
    module: ModuleOp,
    column: str,
    what: str = "bytecode",
) -> None:
    data = encode(module)
    operations = count(module)
    rows: dict[str, Callable[[], object]] = {
        f"{what}: encode": lambda: encode(decoded),
        f"{what}: decode": lambda: decode(data),
        f"{what}: instructions alone": lambda: decode_light(data),
    }
    decoded = decode(data)
    for name, run in rows.items():
        taken = min(seconds(run) for _ in range(3))
        table.record(name, "us/op", column, 1e6 * taken / operations)
    table.record(what, "bytes/op", column, len(data) / operations)
    benchmark.pedantic(lambda: decode(data), rounds=1)


@pytest.mark.parametrize("size", SIZES)
def test_straight_line(benchmark: BenchmarkFixture, table, seconds, size: str):
    module = lowered(programs.straight_line(SIZES[size]).text)
    measured(benchmark, table, seconds, module, size)
    if size == "10,000":
        data = encode(module, version=1)
        taken = seconds(lambda: decode(data))
        table.record("bytecode: decode", "us/op", "peer", 1e6 * taken / count(module))


def test_compiled_code(benchmark: BenchmarkFixture, table, seconds):
    measured(benchmark, table, seconds, read_module(str(COMPILED)), "")


def test_compiled_code_of_profile_2(benchmark: BenchmarkFixture, table, seconds):
    module = to_second_profile(read_module(str(COMPILED)))
    measured(benchmark, table, seconds, module, "", "bytecode, profile 2")


def test_one_function(benchmark: BenchmarkFixture, table, seconds):
    """How many times longer all functions take than one of them."""
    module = lowered(programs.functions(FUNCTIONS).text)
    data = encode(module)
    number = FUNCTIONS // 2
    name = Bytecode(data).name_of(number)

    def one() -> None:
        file = Bytecode(data)
        found = file.number_of(name)
        assert found is not None
        file.function(found)

    every = seconds(lambda: decode(data))
    alone = min(seconds(lambda: [one() for _ in range(20)]) for _ in range(3)) / 20
    table.record("bytecode: all functions to one", "times", "10,000", every / alone)
    benchmark.pedantic(one, rounds=1)


def lifted(
    benchmark: BenchmarkFixture, table, seconds, module: ModuleOp, column: str
) -> None:
    """Microseconds an operation back to circuits, and with -O2 down to llvlir again."""
    operations = count(module)
    for row, name in (
        ("llvlir to circuit", "convert-llvlir-to-circuit"),
        ("llvlir to circuit, -O2, to llvlir", "lift-llvlir"),
    ):
        step = [make_pass(name)]
        copies = iter([module.clone() for _ in range(3)])
        taken = seconds(lambda: run_passes(step, next(copies)))
        table.record(row, "us/op", column, 1e6 * taken / operations)
    benchmark.pedantic(lambda: run_passes(step, module.clone()), rounds=1)


@pytest.mark.parametrize("size", LIFTED)
def test_lift(benchmark: BenchmarkFixture, table, seconds, size: str):
    """Straight line code has been optimised before, as bytecode has."""
    module = compile(program_of(programs.straight_line(SIZES[size]).text), "llvlir")
    lifted(benchmark, table, seconds, module, size)


def test_lift_of_compiled_code(benchmark: BenchmarkFixture, table, seconds):
    lifted(benchmark, table, seconds, read_module(str(COMPILED)), "")


@pytest.mark.long
def test_a_million(benchmark: BenchmarkFixture, table, seconds):
    module = lowered(programs.straight_line(1_000_000).text)
    data = encode(module)
    rows: dict[str, Callable[[], object]] = {
        "bytecode: encode a million": lambda: encode(module),
        "bytecode: decode a million": lambda: decode(data),
    }
    for name, run in rows.items():
        table.record(name, "us/op", "", 1e6 * seconds(run) / 1_000_000)
    benchmark.pedantic(lambda: encode(module), rounds=1)
