"""
Kernels of OpenCL C in one lane and in sixteen, beside the vendor compiler's scalar C.

`bench/data/kernels.cl` does what the programs of `vendor_baseline.py` do, on the same
inputs; every result is compared with numpy's. Run `python bench/kernels.py [LEVEL]` for
the table, at opt=3 by default.
"""

import sys
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from vendor_baseline import DATA, KERNELS, Kernel, mean_row, vendor_counts

import circ

FILE = str(DATA / "kernels.cl")

WAYS = ((1, 1), (16, 1), (16, 8))
"""Lanes and threads."""


@dataclass(frozen=True)
class Space:
    """The items of a kernel."""

    name: str
    size: Sequence[int]
    baseline: str | None = None
    """The program whose figures it is beside, if that has another name."""
    tolerance: float = 0.0
    """Of sums in another order."""


SPACES = (
    Space("saxpy_f32", (256,)),
    Space("relu_bias_f32", (32, 8)),
    Space("matmul_f32", (16, 16), tolerance=1e-5),
    Space("matmul_tiled_f32", (16, 16), "matmul_f32", 1e-5),
    Space("conv2d_i32", (14, 14)),
    Space("mandelbrot", (16, 16)),
    Space("histogram_atomic", (64,), "histogram"),
    Space("dot_f32", (16,), tolerance=1e-5),
)

BESIDE = (
    Space("histogram", (16,)),
    Space("reduction", (64,)),
)
"""
Not in the means: counts in registers, which is not what the vendor's program does, and
what the vendor's compiler was not measured on.
"""

REDUCTION = Kernel(
    "reduction",
    lambda r: [r.integers(-999, 999, 256, np.int32), np.zeros(1, np.int32)],
    lambda x, _: x.sum(dtype=np.int32, keepdims=True),
)


def measure(space: Space, lanes: int, threads: int, opt: int) -> tuple[int, int]:
    """Instructions and cycles; an AssertionError where the result is wrong."""
    name = space.baseline or space.name
    (kernel,) = (each for each in (*KERNELS, REDUCTION) if each.name == name)
    values = kernel.inputs(np.random.default_rng(1))
    expected = kernel.expected(*values)
    if name == "dot_f32":
        values.append(np.zeros(1, np.float32))
    run = circ.run(
        *(FILE, *values),
        entry=space.name,
        global_size=space.size,
        lanes=lanes,
        threads=threads,
        opt=opt,
        timed=True,
    )
    found = run.arrays[len(values) - 1]
    assert np.allclose(found, expected, space.tolerance, space.tolerance), space.name
    return run.counters["instructions"], run.counters["cycles"]


def main(opt: int = 3) -> int:
    """Print the table, with ratios to the vendor's figures and their means."""
    vendor = vendor_counts()
    titles = [f"{lanes} lanes, {threads} threads" for lanes, threads in WAYS]
    columns = " | ".join(f"{title} | ratio" for title in titles)
    print(f"| kernel | instructions, vendor | {columns} | cycles, vendor | {columns} |")
    print("|---" + "|---:" * (2 + 4 * len(WAYS)) + "|")
    ratios: list[list[float]] = []
    for space in (*SPACES, *BESIDE):
        theirs = vendor.get(space.baseline or space.name)
        ours = [measure(space, *way, opt) for way in WAYS]
        cells, row = [space.name], list[float]()
        leasts = (theirs.dynamic, theirs.cycles) if theirs else (None, None)
        for field, least in enumerate(leasts):
            cells.append(f"{least:,}" if least else "")
            for found in ours:
                row.append(found[field] / least if least else 0)
                cells += [f"{found[field]:,}", f"{row[-1]:.3f}" if least else ""]
        if space in SPACES:
            ratios.append(row)
        print("| " + " | ".join(cells) + " |", flush=True)
    print(mean_row(ratios, len(WAYS)))
    return 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
