"""
Instructions and cycles of circ's code beside the vendor compiler's, kernel by kernel.

`compiler_baseline.tsv` has what the vendor's compiler needs at -O2 for the C sources in
`baseline_c`, on the hardware description; the programs here do the same on inputs of
the same size, and every result is compared with numpy's. Cycles of circ's code are
those of the simulator's model (docs/reference/naplespu-timing.md, section 3). Run
`python bench/vendor_baseline.py` for the table.
"""

import math
import sys
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from xdsl.dialects.builtin import ModuleOp

from circ.dialects.common.module_functions import definitions
from circ.dialects.source.layout import array_type
from circ.dialects.source.signature import signature_of
from circ.targets.execute.levels import execute
from circ.targets.execute.marshal import Argument, Array, Scalar
from circ.targets.naplespu.description.errata import set_floats
from circ.targets.naplespu.emission import object_of
from circ.tools.formats import read_module
from circ.transforms.pipelines import compile

DATA = Path(__file__).with_name("data")
Values = list[NDArray[np.generic] | int | float]


@dataclass(frozen=True)
class Kernel:
    """A program, its inputs, and what it must leave in the last of them or return."""

    name: str
    inputs: Callable[[np.random.Generator], Values]
    expected: Callable[..., NDArray[np.generic] | int | float]
    threads: int = 1

    @property
    def path(self) -> Path:
        (found,) = DATA.glob(f"{self.name}.*mlir")
        return found


def _accumulated(a: np.ndarray, b: np.ndarray, c: np.ndarray) -> np.ndarray:
    result = c.copy()
    for k in range(a.shape[1]):
        result += a[:, k, None] * b[k]
    return result


def _convolved(image: np.ndarray, kernel: np.ndarray, out: np.ndarray) -> np.ndarray:
    result = out.copy()
    for u in range(3):
        for v in range(3):
            result += image[u : u + 14, v : v + 14] * kernel[u, v]
    return result


def _pooled(image: np.ndarray, window: np.ndarray, out: np.ndarray) -> np.ndarray:
    result = out.copy()
    for u in range(2):
        for v in range(2):
            result = np.maximum(result, image[:, u::2, v::2])
    return result


def _mandelbrot(_: np.ndarray) -> np.ndarray:
    counts = np.zeros((16, 16), np.int32)
    one = np.float32
    for i in range(16):
        for j in range(16):
            cy = one(i) * one(0.125) + one(-1)
            cx = one(j) * one(0.125) + one(-1.5)
            x = y = one(0)
            while x * x + y * y <= 4 and counts[i, j] < 64:
                x, y = x * x - y * y + cx, x * y * one(2) + cy
                counts[i, j] += 1
    return counts


def _summed(a: np.ndarray, b: np.ndarray) -> float:
    total = np.float32(0)
    for x, y in zip(a, b):
        total += x * y
    return float(total)


def _crc32(data: np.ndarray, count: int) -> int:
    import zlib

    return zlib.crc32(data.tobytes()[:count])


def _fibonacci(n: int) -> int:
    return n if n < 2 else _fibonacci(n - 1) + _fibonacci(n - 2)


def _f32(random: np.random.Generator, *shape: int) -> np.ndarray:
    return random.standard_normal(shape).astype(np.float32)


def _i32(random: np.random.Generator, *shape: int) -> np.ndarray:
    return random.integers(-1000, 1000, shape, np.int32)


KERNELS = (
    Kernel(
        "matmul_i32",
        lambda r: [_i32(r, 16, 16), _i32(r, 16, 16), _i32(r, 16, 16)],
        _accumulated,
    ),
    Kernel(
        "matmul_f32",
        lambda r: [_f32(r, 16, 16), _f32(r, 16, 16), _f32(r, 16, 16)],
        _accumulated,
    ),
    Kernel(
        "conv2d_i32",
        lambda r: [_i32(r, 16, 16), _i32(r, 3, 3), _i32(r, 14, 14)],
        _convolved,
    ),
    Kernel(
        "relu_bias_f32",
        lambda r: [_f32(r, 8, 32), _f32(r, 32), _f32(r, 8, 32)],
        lambda x, bias, _: np.maximum(x + bias, np.float32(0)),
    ),
    Kernel(
        "pool_max_i32",
        lambda r: [_i32(r, 1, 8, 8, 4), _i32(r, 2, 2), _i32(r, 1, 4, 4, 4)],
        _pooled,
    ),
    Kernel("gcd", lambda r: [1071, 462], math.gcd),
    Kernel("fib", lambda r: [15], _fibonacci),
    Kernel("bubble_sort", lambda r: [_i32(r, 32)], np.sort),
    Kernel(
        "mandelbrot",
        lambda r: [np.zeros((16, 16), np.int32)],
        _mandelbrot,
    ),
    Kernel(
        "histogram",
        lambda r: [r.integers(0, 256, 256, np.uint8), np.zeros(16, np.int32)],
        lambda x, _: np.bincount(x >> 4, minlength=16).astype(np.int32),
    ),
    Kernel(
        "prefix_sum_i16",
        lambda r: [r.integers(-999, 999, 64, np.int16), np.zeros(64, np.int32)],
        lambda x, _: np.cumsum(x, dtype=np.int32),
    ),
    Kernel("dot_f32", lambda r: [_f32(r, 128), _f32(r, 128)], _summed),
    Kernel(
        "saxpy_f32",
        lambda r: [0.75, _f32(r, 256), _f32(r, 256)],
        lambda a, x, y: np.float32(a) * x + y,
    ),
    Kernel(
        "crc32",
        lambda r: [r.integers(0, 256, 128, np.uint8), 128],
        _crc32,
    ),
)

VENDOR_IEEE = {"mandelbrot": 120738}
"""
Where the RTL's floats change the count, the vendor's code under IEEE arithmetic.

Cycles are those with the RTL's floats, for both.
"""


@dataclass(frozen=True)
class Count:
    """Instructions and cycles of one kernel."""

    static: int
    dynamic: int
    cycles: int


def vendor_counts() -> dict[str, Count]:
    """What the vendor's code needs, by kernel."""
    counts: dict[str, Count] = {}
    for line in (DATA / "compiler_baseline.tsv").read_text().splitlines():
        if line and not line.startswith("#"):
            name, _, static, dynamic, cycles, *_ = line.split("\t")
            instructions = VENDOR_IEEE.get(name, int(dynamic))
            counts[name] = Count(int(static), instructions, int(cycles))
    return counts


def measure(kernel: Kernel, opt: int = 2, disable: Collection[str] = ()) -> Count:
    """Compile and run a kernel; an AssertionError where its result is wrong."""
    return measure_module(read_module(str(kernel.path)), kernel, opt, disable)


def measure_module(
    module: ModuleOp, kernel: Kernel, opt: int, disable: Collection[str]
) -> Count:
    """The same where the program is not in the kernel's file."""
    entry, function = next(iter(definitions(module).items()))
    signature = signature_of(function)
    values = kernel.inputs(np.random.default_rng(1))
    arguments: list[Argument] = []
    for value, type in zip(values, signature.inputs):
        array = array_type(type)
        if array is not None:
            arguments.append(Array(array, entry, value))
        elif isinstance(value, float):
            bits = int(np.float32(value).view(np.uint32))
            arguments.append(Scalar(type, bits))
        else:
            arguments.append(Scalar(type, value))
    machine = compile(module, "naplespu", opt, disable=disable)

    job = (machine, entry, signature, arguments, {})
    run = execute("naplespu", *job, threads=kernel.threads, timed=True)
    expected = kernel.expected(*values)
    if isinstance(expected, np.ndarray):
        assert np.array_equal(run.arrays[max(run.arrays)], expected), kernel.name
    else:
        found = run.outcome.results[0]
        if isinstance(expected, float):
            expected = int(np.float32(expected).view(np.uint32))
        assert found == expected % (1 << 32), (kernel.name, found, expected)
    code = object_of(machine).sections[0].data
    timed = run
    if kernel.name in VENDOR_IEEE:
        set_floats(machine, "rtl")
        timed = execute("naplespu", *job, timed=True)
    cycles = timed.outcome.costs()["cycles"]
    return Count(len(code) // 4, run.outcome.operations, cycles)


LEVELS = (2, 3)


def mean_row(ratios: Sequence[Sequence[float]], ways: int) -> str:
    """The last row of a table: geometric means, of two groups of `ways` ratios."""
    means = [math.exp(sum(map(math.log, each)) / len(each)) for each in zip(*ratios)]
    cells = ["geometric mean"]
    for number, mean in enumerate(means):
        cells += [""] * (number % ways == 0) + ["", f"{mean:.2f}"]
    return "| " + " | ".join(cells) + " |"


def main() -> int:
    """Print the table: the vendor's figures, and circ's with their ratio, by level."""
    vendor = vendor_counts()
    headings = [f"opt={opt} | ratio" for opt in LEVELS]
    columns = " | ".join(["vendor", *headings])
    print(f"| kernel | instructions, {columns} | cycles, {columns} |")
    print("|---" + "|---:" * 2 * (1 + 2 * len(LEVELS)) + "|")
    ratios: list[list[float]] = []
    for kernel in KERNELS:
        theirs = vendor[kernel.name]
        ours = [measure(kernel, opt) for opt in LEVELS]
        cells = [kernel.name]
        row: list[float] = []
        for field in ("dynamic", "cycles"):
            least: int = getattr(theirs, field)
            cells.append(f"{least:,}")
            for count in ours:
                found: int = getattr(count, field)
                row.append(found / least)
                cells += [f"{found:,}", f"{row[-1]:.2f}"]
        ratios.append(row)
        print("| " + " | ".join(cells) + " |", flush=True)
    print(mean_row(ratios, len(LEVELS)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
