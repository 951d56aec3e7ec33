"""
Kernels for eight hardware threads, beside the cycles of the vendor's.

`data/threads` has the programs, written from what the kernels of the hardware's
repository compute; `data/eight_threads.tsv` the cycles of those. Which of the threads
did the work there is not known: where it is in doubt, all readings are measured
(docs/performance.md). Cycles are those of the simulator's model, with the start-up
code. Every result is compared with numpy's. Run `python bench/eight_threads.py` for
the table.
"""

import sys
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray
from vendor_baseline import DATA, LEVELS, Count, Kernel, Values, measure

from circ.targets.mlir.parser import parse_module
from circ.targets.naplespu.emission import object_of
from circ.targets.naplespu.linker.link import link
from circ.targets.naplespu.simulator.system import System
from circ.tools.formats import context
from circ.transforms.pipelines import compile

THREADS = 8

SPLIT, EACH, ONE = (8, 8), (8, 1), (1, 1)
"""How many threads work, and among how many the work is split."""
READINGS = {
    SPLIT: "split over the threads",
    EACH: "each thread does all",
    ONE: "one thread does all",
}


@dataclass(frozen=True)
class Row:
    """A program, the vendor's kernel to compare with, and who does the work."""

    kernel: Kernel
    vendor: str
    remark: str


def _filtered(
    x: NDArray[np.int32], c: NDArray[np.int32], *_: object
) -> NDArray[np.int32]:
    sums = np.correlate(x.astype(np.int64), c.astype(np.int64))
    return np.trunc(sums / 285).astype(np.int32)


def _product(
    a: NDArray[np.float32], b: NDArray[np.float32], _: object
) -> NDArray[np.float32]:
    # In the program's order of additions, since floats are compared exactly.
    result = np.zeros((16, 16), np.float32)
    for k in range(16):
        result = result + np.multiply.outer(a[:, k], b[k])
    return result


def _convolved(
    image: NDArray[np.int32], kernel: NDArray[np.int32], _: object
) -> NDArray[np.int32]:
    sides = (18 - image.shape[1]) // 2
    padded = np.pad(image, ((0, 0), (sides, sides)))
    windows = np.lib.stride_tricks.sliding_window_view(padded, (3, 3))
    return np.einsum("ijkl,kl->ij", windows, kernel)


def _crcs(text: NDArray[np.uint8], crcs: NDArray[np.int32], *_: object):
    crc = 0
    for byte in text[:40].tolist():
        crc ^= byte << 8
        for _bit in range(8):
            crc = (crc << 1) ^ (0x11021 if crc & 0x8000 else 0)
    result = crcs.copy()
    # With its own CRC behind it, a text has the CRC 0.
    result[:2] = crc, 0
    return result


def _transformed(x: NDArray[np.int32], *_: object) -> NDArray[np.int32]:
    n = np.arange(8)
    angles = np.pi * np.multiply.outer(n, 2 * n + 1) / 16
    scale = np.where(n, np.sqrt(2 / 8), np.sqrt(1 / 8))[:, None]
    cosines = np.rint(8192 * scale * np.cos(angles)).astype(np.int32)
    by_rows = (x @ cosines.T + 4096) >> 13
    return (cosines @ by_rows + 4096) >> 13


def _i32(random: np.random.Generator, *shape: int) -> NDArray[np.int32]:
    return random.integers(-99, 100, shape, np.int32)


def _image(random: np.random.Generator, border: int) -> NDArray[np.int32]:
    return np.pad(_i32(random, 16, 16), ((1, 1), (border, border)))


def _zeros(*shape: int) -> NDArray[np.int32]:
    return np.zeros(shape, np.int32)


def _f32(random: np.random.Generator) -> NDArray[np.float32]:
    return random.standard_normal((16, 16)).astype(np.float32)


def _fixed() -> list[Row]:
    """Kernels whose threads share the work out."""
    shared = "rows are shared out"
    return [
        Row(
            Kernel(
                "threads/transpose",
                lambda r: [_i32(r, 80, 20), _zeros(20, 40)],
                lambda a, _: a[:40].T,
                THREADS,
            ),
            "transpose",
            shared,
        ),
        Row(
            Kernel(
                "threads/matmul",
                lambda r: [_f32(r), _f32(r), np.zeros((16, 16), np.float32)],
                _product,
                THREADS,
            ),
            "matmul",
            shared,
        ),
        Row(
            Kernel(
                "threads/convolution",
                lambda r: [_image(r, 1), _i32(r, 3, 3), _zeros(16, 16)],
                _convolved,
                THREADS,
            ),
            "convolution",
            "scalars; rows are shared out",
        ),
        Row(
            Kernel(
                "threads/convolution_rows",
                lambda r: [_image(r, 0), _i32(r, 3, 3), _zeros(16, 16)],
                _convolved,
                THREADS,
            ),
            "convolution",
            "vectors; rows are shared out",
        ),
    ]


def _read(reading: tuple[int, int]) -> list[Row]:
    """Kernels of which it is in doubt which threads work, for one of the readings."""
    counts: Values = [*reading]

    def text(random: np.random.Generator) -> Values:
        letters = random.integers(65, 123, 42, np.uint8)
        return [letters, _zeros(16), *counts]

    def filtered(random: np.random.Generator) -> Values:
        return [_i32(random, 226), _i32(random, 35), _zeros(192), *counts]

    def transformed(random: np.random.Generator) -> Values:
        return [_i32(random, 8, 8), _zeros(8, 8), *counts]

    kernels = (
        Kernel("threads/fir", filtered, _filtered, THREADS),
        Kernel("threads/crc", text, _crcs, THREADS),
        Kernel("threads/dct", transformed, _transformed, THREADS),
    )
    return [
        Row(each, each.name.removeprefix("threads/"), READINGS[reading])
        for each in kernels
    ]


ROWS = sorted(
    [*_fixed(), *(row for reading in READINGS for row in _read(reading))],
    key=lambda row: row.vendor,
)


def vendor_cycles() -> dict[str, int]:
    """What the vendor's kernels take."""
    lines = (DATA / "eight_threads.tsv").read_text().splitlines()
    pairs = (line.split("\t") for line in lines if not line.startswith("#"))
    return {name: int(cycles) for name, cycles in pairs}


EMPTY = """func.func @main(%argc: i32, %argv: i32) -> i32 {
  return %argv : i32
}"""


@cache
def start_up_cycles() -> int:
    """What a program that does nothing takes with its start-up code."""
    module = parse_module(context(), EMPTY, "empty.mlir")
    image = link([object_of(compile(module, "naplespu"))])
    system = System(THREADS, timed=True)
    system.load(image)
    system.run(image.entry)
    cycles = system.statistics().cycles
    assert cycles is not None
    return cycles


def measured(row: Row, opt: int) -> Count:
    """The kernel's counts, with the cycles of the start-up code."""
    count = measure(row.kernel, opt)
    return Count(count.static, count.dynamic, count.cycles + start_up_cycles())


def main() -> int:
    """Print the table."""
    vendor = vendor_cycles()
    headings = [f"opt={opt}: instructions | cycles | ratio" for opt in LEVELS]
    print(f"| kernel | work | vendor's cycles | {' | '.join(headings)} |")
    print("|---|---|" + "---:|" * (1 + 3 * len(LEVELS)))
    for row in ROWS:
        theirs = vendor[row.vendor]
        cells = [row.vendor, row.remark, f"{theirs:,}"]
        for opt in LEVELS:
            count = measured(row, opt)
            cells += [f"{count.dynamic:,}", f"{count.cycles:,}"]
            cells.append(f"{count.cycles / theirs:.2f}")
        print("| " + " | ".join(cells) + " |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
