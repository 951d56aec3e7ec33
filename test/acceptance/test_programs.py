"""
Programs as users bring them, each beside its meaning in Python.

`programs/NAME.mlir` has functions; `programs/NAME.py` a function of the same name for
each, and INPUTS by name. All levels must give the same bits, in results and arrays.
"""

from pathlib import Path

import numpy as np
import pytest
from mlir_programs import KERNELS, PROGRAMS, kernel_arrays, oracle

from circ.transforms.pipelines import LEVELS

NAMES = sorted(path.stem for path in PROGRAMS.glob("*.mlir"))
ORACLES = {name: oracle(name) for name in NAMES}
ENTRIES = [(name, entry) for name in NAMES for entry in ORACLES[name].INPUTS]


@pytest.mark.parametrize(
    ("name", "entry"), ENTRIES, ids=[f"{name}.{entry}" for name, entry in ENTRIES]
)
@pytest.mark.every(80, first=10)
def test_program(agree, name: str, entry: str):
    text = (PROGRAMS / f"{name}.mlir").read_text()
    meaning = ORACLES[name]
    agree(text, entry, getattr(meaning, entry), meaning.INPUTS[entry])


@pytest.mark.parametrize("level", LEVELS)
def test_what_is_printed(prints_of, level: str):
    text = (PROGRAMS / "arguments.mlir").read_text()
    assert prints_of(text, "prints", level, (3, 0.5)) == (
        "0\n0\n0\n0.5\n-1\n1\n1\n-0.5\n-3\n2\n0\n-2.5\n"
    )


def matmul(a, b, c):
    """In the program's order of additions, since floats are compared exactly."""
    for k in range(16):
        c[:] = c + np.multiply.outer(a[:, k], b[k, :])


def conv2d(image, kernel, result):
    windows = np.lib.stride_tricks.sliding_window_view(image, (3, 3))
    result += np.einsum("ijkl,kl->ij", windows, kernel)


def pool_max(image, _, result):
    blocks = image.reshape(1, 4, 2, 4, 2, 4).max(axis=(2, 4))
    result[:] = np.maximum(result, blocks)


def relu_bias(x, bias, result):
    result[:] = np.maximum(x + bias, np.float32(0))


MEANINGS = {
    "matmul_i32": matmul,
    "matmul_f32": matmul,
    "conv2d_i32": conv2d,
    "pool_max_i32": pool_max,
    "relu_bias_f32": relu_bias,
}


@pytest.mark.parametrize("path", sorted(KERNELS.glob("*.mlir")), ids=lambda p: p.stem)
@pytest.mark.every(7)
def test_kernel(agree, path: Path):
    entry = path.name.partition(".")[0]
    agree(path.read_text(), entry, MEANINGS[entry], [kernel_arrays(entry)])
