"""Kernels of MLIR's `gpu` dialect against what numpy says, at several levels."""

from functools import cache

import numpy as np
import pytest
from gpu_cases import CASES, FILE, FOLDER, ITEMS, N, check, floats, ints, reduced, words

import circ


@cache
def module() -> circ.Program:
    return circ.load(str(FILE))


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize(
    "level, threads, lanes", (("source", 1, 1), ("naplespu", 8, 16))
)
@pytest.mark.every(12)
def test_kernel(name: str, level: str, threads: int, lanes: int):
    check(module(), name, level=level, threads=threads, lanes=lanes)


@pytest.mark.long
@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize(
    "level, lanes",
    (("circuit", 1), ("llvlir", 1), ("host", 1), ("gen", 1), ("gen", 8), ("gen", 16)),
)
def test_kernel_at_every_level(name: str, level: str, lanes: int):
    check(module(), name, level=level, lanes=lanes)


@pytest.mark.parametrize("group", (1, 7, 40))
@pytest.mark.every(3)
def test_reductions_of_any_group(group: int):
    made = reduced(group, 50)
    check(module(), "all_reduced", made, threads=2, lanes=16)


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
