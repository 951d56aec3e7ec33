"""
Programs as users bring them, each beside its meaning in Python.

`programs/NAME.mlir` has functions; `programs/NAME.py` a function of the same name for
each, and INPUTS by name. All levels must give the same bits, in results and arrays.
"""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from circ.transforms.pipelines import LEVELS

PROGRAMS = Path(__file__).parent / "programs"
NAMES = sorted(path.stem for path in PROGRAMS.glob("*.mlir"))


def oracle(name: str) -> ModuleType:
    spec = spec_from_file_location(f"oracle_{name}", PROGRAMS / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


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


KERNELS = Path(__file__).parents[1] / "data" / "mlir"


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


SHAPES = {
    "matmul_i32": (matmul, [(16, 16)] * 3),
    "matmul_f32": (matmul, [(16, 16)] * 3),
    "conv2d_i32": (conv2d, [(16, 16), (3, 3), (14, 14)]),
    "pool_max_i32": (pool_max, [(1, 8, 8, 4), (2, 2), (1, 4, 4, 4)]),
    "relu_bias_f32": (relu_bias, [(8, 32), (32,), (8, 32)]),
}


@pytest.mark.parametrize("path", sorted(KERNELS.glob("*.mlir")), ids=lambda p: p.stem)
@pytest.mark.every(7)
def test_kernel(agree, path: Path):
    entry = path.name.partition(".")[0]
    meaning, shapes = SHAPES[entry]
    random = np.random.default_rng(11)
    if entry.endswith("f32"):
        arrays = [random.standard_normal(s).astype(np.float32) for s in shapes]
    else:
        arrays = [random.integers(-(2**31), 2**31, s).astype(np.int32) for s in shapes]
    agree(path.read_text(), entry, meaning, [arrays])
