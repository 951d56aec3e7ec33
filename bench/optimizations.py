"""
What each optimisation of machine code is worth: instructions and cycles without it.

Over the kernels of `vendor_baseline`, as geometric means of ratios, and over a program
with more values than registers, around loops and calls. Every result is checked. Run
`python bench/optimizations.py` for the table.
"""

import math
import sys
from collections.abc import Collection, Iterator

import numpy as np
from vendor_baseline import KERNELS, Count, Kernel, measure, measure_module

from circ.targets.mlir.parser import parse_module
from circ.tools.formats import context
from circ.transforms.naplespu.passes import OPTIMIZATIONS

LIVE, INNER, ROUNDS = 72, 16, 8
"""Values that live through the program, those that its inner loop needs, and rounds."""
FACTOR = 70001


def many_values() -> str:
    """A program in which more values are live than there are registers."""
    return "\n".join(_many_values())


def _many_values() -> Iterator[str]:
    yield f"func.func @main(%a : memref<{LIVE}xi32>, %start : i32) -> i32 {{"
    for i in range(LIVE):
        yield f"  %i{i} = arith.constant {i} : index"
        yield f"  %v{i} = memref.load %a[%i{i}] : memref<{LIVE}xi32>"
        yield f"  %c{i} = arith.constant {FACTOR + 512 * i} : i32"
    yield f"  %rounds = arith.constant {ROUNDS} : index"
    yield "  %r = scf.for %n = %i0 to %rounds step %i1 iter_args(%x = %start) -> i32 {"
    yield "    %y = scf.for %m = %i0 to %rounds step %i1 iter_args(%z0 = %x) -> i32 {"
    for i in range(INNER):
        yield f"      %p{i} = arith.muli %z{i}, %c{i} : i32"
        yield f"      %z{i + 1} = arith.xori %p{i}, %v{i} : i32"
    yield f"      scf.yield %z{INNER} : i32"
    yield "    }"
    yield f"    %w{INNER} = func.call @mix(%y) : (i32) -> i32"
    for i in range(INNER, LIVE):
        yield f"    %q{i} = arith.xori %w{i}, %c{i} : i32"
        yield f"    %w{i + 1} = arith.addi %q{i}, %v{i} : i32"
    yield f"    scf.yield %w{LIVE} : i32"
    yield "  }"
    yield "  return %r : i32"
    yield "}"
    yield "func.func @mix(%x : i32) -> i32 {"
    yield "  %c = arith.constant 13 : i32"
    yield "  %y = arith.shrui %x, %c : i32"
    yield "  %ten = arith.constant 10 : i32"
    yield "  %t = arith.divui %y, %ten : i32"
    yield "  %z = arith.xori %x, %t : i32"
    yield "  return %z : i32"
    yield "}"


def many_values_result(array: np.ndarray, start: int) -> int:
    """What the program returns, computed here."""
    words = [int(value) % (1 << 32) for value in array]
    x = start
    for _ in range(ROUNDS):
        for _ in range(ROUNDS):
            for i in range(INNER):
                x = x * (FACTOR + 512 * i) % (1 << 32) ^ words[i]
        x ^= (x >> 13) // 10
        for i in range(INNER, LIVE):
            x = ((x ^ FACTOR + 512 * i) + words[i]) % (1 << 32)
    return x


PRESSED = Kernel(
    "many_values",
    lambda random: [random.integers(-(2**31), 2**31, LIVE, np.int32), 5],
    many_values_result,
)


def counts(disable: Collection[str]) -> list[Count]:
    """Each kernel without some optimisations; the last is the one with many values."""
    found = [measure(kernel, disable=disable) for kernel in KERNELS]
    module = parse_module(context(), many_values(), "many_values.mlir")
    return [*found, measure_module(module, PRESSED, 2, disable)]


def ratios(with_all: list[Count], without: list[Count]) -> list[float]:
    """Instructions and cycles of the kernels, then of the program with many values."""
    pairs = [*zip(without, with_all, strict=True)]
    dynamic = [one.dynamic / all.dynamic for one, all in pairs]
    cycles = [one.cycles / all.cycles for one, all in pairs]
    return [
        math.exp(sum(map(math.log, dynamic[:-1])) / len(KERNELS)),
        math.exp(sum(map(math.log, cycles[:-1])) / len(KERNELS)),
        dynamic[-1],
        cycles[-1],
    ]


def main() -> int:
    with_all = counts(())
    print("| without | instructions | cycles | many values | cycles |")
    print("|---|---:|---:|---:|---:|")
    left_out = {name: (name,) for name in OPTIMIZATIONS}
    for name, names in (left_out | {"all of them": tuple(OPTIMIZATIONS)}).items():
        figures = " | ".join(f"{each:.3f}" for each in ratios(with_all, counts(names)))
        print(f"| {name} | {figures} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
