"""Kernels of MLIR's `gpu` dialect, and what numpy says of them."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

import circ
from circ.tools.api import ProgramLike

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


def check(
    program: ProgramLike, name: str, made: Case | None = None, **how: Any
) -> circ.Result:
    """Run a kernel of a form of the file, and compare with what numpy says."""
    arguments, want, size, group = made or CASES[name]()
    run = circ.run(
        *(program, *arguments), entry=name, global_size=size, local_size=group, **how
    )
    np.testing.assert_array_equal([*run.arrays.values()][-1], want)
    return run
