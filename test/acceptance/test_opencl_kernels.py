"""Kernels of OpenCL C against what numpy says they compute, at several levels."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import opencl_function_cases  # noqa: F401
import pytest
from c_compiler import needs_clang
from opencl_cases import CASES, FILE, N, check, ints, zeros

import circ

pytestmark = needs_clang


@cache
def module() -> circ.Program:
    return circ.load(str(FILE))


def at_source() -> Iterator[Any]:
    """Every third kernel; all are executed on the machine."""
    for number, name in enumerate(CASES):
        marks = pytest.mark.long if number % 3 else ()
        yield pytest.param(name, marks=marks)


@pytest.mark.parametrize("name", list(at_source()))
@pytest.mark.every(24, first=6)
def test_kernel(name: str):
    check(module(), name, level="source")


LARGE = ("maths", "geometry", "integers", "collatz")
"""Kernels that take seconds to compile."""


def on_the_machine() -> Iterator[Any]:
    """At opt=2 or opt=3; the long tests run the rest."""
    for number, name in enumerate(CASES):
        for opt in (2, 3):
            is_short = (number + opt) % 2 == 0 and name not in LARGE
            yield pytest.param(name, opt, marks=() if is_short else pytest.mark.long)


@pytest.mark.parametrize("name, opt", list(on_the_machine()))
@pytest.mark.every(60, first=36)
def test_kernel_on_lanes_and_threads(name: str, opt: int):
    check(module(), name, threads=8, lanes=16, opt=opt)


@pytest.mark.long
@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("level", ("circuit", "llvlir", "host", "gen", "naplespu"))
def test_kernel_at_every_level(name: str, level: str):
    check(module(), name, level=level)


@pytest.mark.long
@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("level, lanes", (("gen", 8), ("gen", 16), ("naplespu", 8)))
def test_kernel_in_lanes(name: str, level: str, lanes: int):
    check(module(), name, level=level, lanes=lanes)


@pytest.mark.long
@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("threads, lanes", ((1, 1), (8, 1), (1, 8), (3, 16)))
def test_kernel_for_its_sizes(name: str, threads: int, lanes: int):
    check(module(), name, threads=threads, lanes=lanes, opt=3)


@pytest.mark.parametrize("lanes", (1, pytest.param(8, marks=pytest.mark.long), 16))
@pytest.mark.every(3)
def test_printed(lanes: int):
    """Text of items, in their order."""
    x = ints()
    printed = circ.run(
        module(), x, entry="printed", global_size=N, local_size=16, lanes=lanes
    )
    lines = [f"{i}: {v} of {v * 1.5:.2f}\n" for i, v in enumerate(x.tolist()) if v > 0]
    assert printed.output == "".join(lines)


@pytest.mark.parametrize("level, lanes", (("source", 1), ("naplespu", 16)))
@pytest.mark.every(2)
def test_printed_vectors(level: str, lanes: int):
    x = ints(shape=3)
    printed = circ.run(
        *(module(), x),
        entry="printed_vectors",
        level=level,
        global_size=3,
        lanes=lanes,
    )
    lines = [
        f"{v}.0,1.5,-2.0,{i}.0|{v},1,-2|{i:04x},00ff\n"
        f"{v << 33},{-1 << 33} {2**64 - 1} 250,{i},1,2 100%\n"
        for i, v in enumerate(x.tolist())
    ]
    by_statement = [line.splitlines(True) for line in lines]
    if lanes > 1:  # lanes take turns at each statement
        lines = [*(a for a, _ in by_statement), *(b for _, b in by_statement)]
    assert printed.output == "".join(lines)


def test_there_are_many():
    assert len(CASES) >= 60


def test_example():
    given = ints(0, 256, 512, np.uint8)
    path = Path(__file__).parents[2] / "examples" / "histogram.cl"
    counts = zeros(256, np.uint32)
    run = circ.run(str(path), given, counts, global_size=512, local_size=64, threads=8)
    np.testing.assert_array_equal(run.arrays[1], np.bincount(given, minlength=256))
