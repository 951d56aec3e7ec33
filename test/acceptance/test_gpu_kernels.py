"""Kernels of MLIR's `gpu` dialect against what numpy says, at several levels."""

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import circ

FOLDER = Path(__file__).parents[2]
FILE = FOLDER / "test" / "data" / "gpu" / "kernels.mlir"
N = 64
ITEMS = np.arange(N)
Array = np.ndarray[Any, Any]
Case = tuple[Sequence[object], Array, Sequence[int], Sequence[int]]
"""Arguments, the last array after the run, all items and those of a group."""

CASES: dict[str, Callable[[], Case]] = {}


def case(made: Callable[[], Case]) -> Callable[[], Case]:
    CASES[made.__name__] = made
    return made


def ints(size: int = N, low: int = -99, high: int = 99) -> Array:
    return np.random.default_rng(5).integers(low, high, size, np.int32)


def floats(size: int = N) -> Array:
    return np.random.default_rng(5).integers(-99, 99, size).astype(np.float32)


def words(*shape: int) -> Array:
    return np.zeros(shape, np.int32)


@case
def saxpy() -> Case:
    x, y = floats(70), np.ones(70, np.float32)
    return [x, y, 2.0, 50], np.where(np.arange(70) < 50, 2 * x + 1, 1), (70,), (16,)


@case
def ids() -> Case:
    y, x = np.mgrid[0:6, 0:10]
    return [words(6, 10)], (300 + x % 4) * 100 + y % 3, (10, 6), (4, 3)


@case
def transpose() -> Case:
    x = ints(16 * 24).reshape(16, 24)
    return [x, words(24, 16)], x.T, (24, 16), (8, 8)


@case
def tree_sum() -> Case:
    x = ints(96)
    return [x, words(3)], x.reshape(3, 32).sum(1), (96,), (32,)


def reduced(group: int, size: int = N) -> Case:
    x, rows = ints(size), list[Array]()
    for start in range(0, size, group):
        part = x[start : start + group]
        own = part[0]
        with np.errstate(over="ignore"):
            for value in part[1:]:
                own = np.int32(own * np.int32(3)) ^ value
        rows += [np.array([part.sum(), part.max(), own])] * len(part)
    return [x, words(size, 3)], np.array(rows), (size,), (group,)


@case
def all_reduced() -> Case:
    return reduced(32)


@case
def float_reduced() -> Case:
    x = floats()
    sums = x.reshape(-1, 16).sum(1).repeat(16)
    return [x, x], sums - x.reshape(-1, 32).min(1).repeat(32), (N,), (32,)


@case
def subgroups() -> Case:
    item = ITEMS % 40
    count = np.where(ITEMS < 40, 3, 2)  # the second group has 24 items
    want = ((1600 + count) * 100 + item // 16) * 100 + item % 16
    return [words(N)], want, (N,), (40,)


@case
def shuffles() -> Case:
    x, lane = ints(), ITEMS % 16
    columns = [
        x[ITEMS ^ 3],
        np.where(lane >= 3, np.roll(x, 3), -1),
        np.where(lane < 13, np.roll(x, -3), -1),
        x[ITEMS - lane + 3],
    ]
    return [x, words(N, 4)], np.stack(columns, 1), (N,), (32,)


@case
def private_array() -> Case:
    x = ints()
    return [x, words(N)], (x + (x & 3)) ** 2 + x, (N,), (7,)


@case
def collatz() -> Case:
    def steps(x: int) -> int:
        return 0 if x <= 1 else 1 + steps(x * 3 + 1 if x & 1 else x // 2)

    x = ints(low=1)
    return [x, words(N)], np.array([*map(steps, x.tolist())]), (N,), (24,)


@case
def stencil() -> Case:
    x = ints().astype(np.float64)
    wide = np.pad(x, 1, mode="edge")
    return [x, x], wide[:-2] + wide[1:-1] + wide[2:], (N,), (16,)


@cache
def module() -> circ.Program:
    return circ.load(str(FILE))


def check(made: Case, name: str, level: str, threads: int, lanes: int) -> None:
    arguments, want, size, group = made
    run = circ.run(
        module(),
        *arguments,
        entry=name,
        level=level,
        threads=threads,
        lanes=lanes,
        global_size=size,
        local_size=group,
    )
    np.testing.assert_array_equal([*run.arrays.values()][-1], want)


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize(
    "level, threads, lanes", (("source", 1, 1), ("naplespu", 8, 16))
)
@pytest.mark.every(12)
def test_kernel(name: str, level: str, threads: int, lanes: int):
    check(CASES[name](), name, level, threads, lanes)


@pytest.mark.long
@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize(
    "level, lanes",
    (("circuit", 1), ("llvlir", 1), ("host", 1), ("gen", 1), ("gen", 8), ("gen", 16)),
)
def test_kernel_at_every_level(name: str, level: str, lanes: int):
    check(CASES[name](), name, level, 1, lanes)


@pytest.mark.parametrize("group", (1, 7, 40))
@pytest.mark.every(3)
def test_reductions_of_any_group(group: int):
    check(reduced(group, 50), "all_reduced", "naplespu", 2, 16)


@pytest.mark.parametrize("lanes", (1, 16))
@pytest.mark.every(2)
def test_printed(lanes: int):
    x = floats(20)
    run = circ.run(module(), x, entry="printed", global_size=20, lanes=lanes)
    assert run.output == "".join(f"{i}: {v:.2f}\n" for i, v in enumerate(x))


@pytest.mark.parametrize("level, lanes", (("source", 1), ("naplespu", 16)))
@pytest.mark.every(2, first=1)
def test_host(level: str, lanes: int):
    """A function that starts kernels is one as others are."""
    x, y, z = floats(), np.ones(N, np.float32), ints()
    run = circ.run(module(), x, y, z, words(2), entry="host", level=level, lanes=lanes)
    twice = np.where(ITEMS < 32, 4 * x + 1, np.where(ITEMS < 50, 2 * x + 1, 1))
    np.testing.assert_array_equal(run.arrays[1], twice)
    np.testing.assert_array_equal(run.arrays[3], z.reshape(2, 32).sum(1))


def test_example():
    a, b = floats(256).reshape(16, 16), floats(256).reshape(16, 16)[::-1].copy()
    path = FOLDER / "examples" / "matmul_gpu.mlir"
    run = circ.run(str(path), a, b, a * 0, global_size=(16, 16), lanes=16, threads=8)
    np.testing.assert_array_equal(run.arrays[2], a @ b)
