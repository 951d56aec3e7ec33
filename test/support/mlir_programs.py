"""Programs in MLIR and the arguments with which tests run their functions."""

from collections.abc import Callable, Sequence
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import numpy as np
import strength_programs
from source_arguments import Value
from vendor_baseline import KERNELS as BASELINE

TEST = Path(__file__).parents[1]
PROGRAMS = TEST / "acceptance" / "programs"
"""Programs as users bring them, each beside its meaning in Python."""
KERNELS = TEST / "data" / "mlir"
PLACEMENT = TEST / "data" / "placement"


def oracle(name: str) -> ModuleType:
    """The meaning of a program: a function for each of its own, and INPUTS by name."""
    spec = spec_from_file_location(f"oracle_{name}", PROGRAMS / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


SHAPES = {
    "matmul_i32": [(16, 16)] * 3,
    "matmul_f32": [(16, 16)] * 3,
    "conv2d_i32": [(16, 16), (3, 3), (14, 14)],
    "pool_max_i32": [(1, 8, 8, 4), (2, 2), (1, 4, 4, 4)],
    "relu_bias_f32": [(8, 32), (32,), (8, 32)],
}
"""The arrays of KERNELS."""


def kernel_arrays(entry: str) -> list[np.ndarray]:
    """Arguments of a kernel of KERNELS."""
    random, shapes = np.random.default_rng(11), SHAPES[entry]
    if entry.endswith("f32"):
        return [random.standard_normal(shape).astype(np.float32) for shape in shapes]
    return [random.integers(-(2**31), 2**31, s).astype(np.int32) for s in shapes]


def ones(type: str, count: int = 256) -> np.ndarray:
    return np.ones(count, type)


PLACED: dict[str, Sequence[Value]] = {
    "ddiv": (70, 7, ones("i4")),
    "ddiv64": (70, 7, ones("i8")),
    "div": (7, 70, 7, ones("i4")),
    "exponential": (ones("f4"), 1.0),
    "gvnif": (0, 0, 1.5),
    "gvnspec": (7, 1.5),
    "normalise": (ones("f4"), 1.5),
    "sine": (7, 1.5, ones("f4")),
}
"""The arguments of programs of PLACEMENT."""


class Called(NamedTuple):
    """A program, and how its functions are called."""

    path: Path
    calls: Callable[[], Sequence[tuple[str, Sequence[Value]]]]
    """Names and arguments, which are made anew."""


def _called() -> dict[str, Called]:
    found: dict[str, Called] = {}

    def add(path: Path, calls: Callable[[], Sequence[tuple[str, Sequence[Value]]]]):
        found[f"{path.parent.name}/{path.stem}"] = Called(path, calls)

    def calls_of(name: str) -> Sequence[tuple[str, Sequence[Value]]]:
        inputs = oracle(name).INPUTS
        return [(entry, values) for entry in inputs for values in inputs[entry]]

    for path in sorted(strength_programs.DATA.glob("*.mlir")):
        name = path.stem.removesuffix(".ideal")
        add(path, lambda name=name: [("f", strength_programs.arguments_of(name))])
    for path in sorted(PROGRAMS.glob("*.mlir")):
        add(path, lambda name=path.stem: calls_of(name))
    for path in sorted(KERNELS.glob("*.mlir")):
        entry = path.name.partition(".")[0]
        add(path, lambda entry=entry: [(entry, kernel_arrays(entry))])
    for name, values in PLACED.items():
        path = PLACEMENT / f"{name}.mlir"
        add(path, lambda values=values: [("", values)])
    for kernel in BASELINE:
        if kernel.threads == 1:
            inputs = kernel.inputs
            add(kernel.path, lambda i=inputs: [("", i(np.random.default_rng(1)))])
    return found


CALLED = _called()
"""By folder and name; a function without a name is the only one."""
