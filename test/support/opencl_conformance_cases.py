"""Kernels of OpenCL C as conformance suites have them, and what numpy computes."""

from collections.abc import Callable, Sequence
from pathlib import Path
from struct import pack_into
from typing import Any

import numpy as np

import circ
from circ.tools.api import ProgramLike

FILE = Path(__file__).parents[1] / "data" / "opencl" / "conformance.cl"
N = 48
ITEMS = np.arange(N)
Array = np.ndarray[Any, Any]

Case = tuple[Sequence[object], dict[int, object], Sequence[int], Sequence[int]]
"""Arguments, what arrays hold then by number, items, and items of a group."""

CASES: dict[str, Callable[[], Case]] = {}


def case(made: Callable[[], Case]) -> Callable[[], Case]:
    CASES[made.__name__] = made
    return made


def ints(low: int = -100, high: int = 100, shape: Any = N, kind: Any = np.int32):
    return np.random.default_rng(7).integers(low, high, shape, kind)


def in_one_axis(arguments: Sequence[object], want: dict[int, object]) -> Case:
    return arguments, want, (N,), (16,)


def zeros(shape: Any = N, kind: Any = np.int32) -> Array:
    return np.zeros(shape, kind)


def record() -> bytes:
    made = bytearray(64)
    pack_into("<i", made, 0, 5)
    for k in range(3):
        pack_into("<bxxxhh", made, 4 + 8 * k, k + 1, 10 * k + 3, 7 * k - 2)
    pack_into("<q4f", made, 32, 1000, 0, 0, 0, 0)
    pack_into("<4f", made, 48, 1, 2, 3.5, 4)
    return bytes(made)


@case
def struct_read() -> Case:
    want = (1013 + 3.5 * ITEMS).astype(np.float32)
    return in_one_axis([zeros(kind=np.float32), record()], {0: want})


@case
def struct_indexed() -> Case:
    want = (10 * (ITEMS % 3) + 3) * 100 + (ITEMS + 1) % 3 + 1
    return in_one_axis([zeros(), record()], {0: want})


@case
def struct_written() -> Case:
    want: list[int] = []
    for i in range(N):
        x = [3, 13, 23]
        x[i % 3] += i
        head = 5 + x[0]
        if i & 1:
            x[1] = x[0]
        want.append(head * 1000 + x[1] + x[2])
    return in_one_axis([zeros(), record()], {0: want})


@case
def irreducible() -> Case:
    def end(x: int) -> int:
        steps, is_odd = 0, bool(x & 1)
        while True:
            steps += 1
            if is_odd:
                x = x * 3 - 7
            else:
                x = int(x / 2) + 1
            if steps > 40:
                return x ^ steps << 20
            if x & (4 if is_odd else 2):
                is_odd = not is_odd
            elif x > 1000 if is_odd else x < 5:
                return x ^ steps << 20

    return in_one_axis([ints()], {0: [end(x) for x in ints().tolist()]})


@case
def falling_switch() -> Case:
    def end(x: int) -> int:
        total, k = 0, -1
        while k < 11:
            k += 1
            match (x + k) & 7:
                case 0:
                    total += 11
                case 1:
                    total += 10
                case 3:
                    if total > 60:
                        return 0
                    continue
                case 4:
                    total += k - 3
                case 6:
                    k += 2
                    continue
                case _:
                    total += k
            total ^= 1
        return total

    return in_one_axis([zeros(), ints()], {0: [end(x) for x in ints().tolist()]})


@case
def private_stack() -> Case:
    def end(x: int) -> int:
        stack, result = [x], 0
        while stack:
            x = stack.pop()
            result = result * 31 + x
            if x > 3 and len(stack) < 6:
                stack += [x // 2, x // 3]
        return result & 0xFFFFFFFF

    given = ints(0, 60)
    want = np.array([end(x) for x in given.tolist()], np.uint32).view(np.int32)
    return in_one_axis([zeros(), given], {0: want})


@case
def sorted() -> Case:
    return in_one_axis([ints(), "local:64"], {0: np.sort(ints().reshape(3, 16), 1)})


@case
def turned() -> Case:
    given = ints(shape=(7, 10))
    return [given, zeros((10, 7)), 10, 7], {1: given.T}, (12, 8), (4, 4)


@case
def strided() -> Case:
    given = ints(shape=64)
    want = [given[g + 3 * (15 - item)] + 3 for g in range(3) for item in range(16)]
    return in_one_axis([given, zeros(), "local:64"], {1: want})


@case
def long_atomics() -> Case:
    given = ints(0, 2**63, kind=np.uint64) * np.uint64(2)
    found = np.array([5, 6, 7, 2**64 - 1, 9, 0], np.uint64)
    total, bits = np.add.reduce(given), np.bitwise_xor.reduce(given)
    five, six = np.uint64(5), np.uint64(6)
    want = [total + five, bits ^ six, given.max(), given.min(), 9 + N, N]
    return in_one_axis([found, given], {0: np.array(want, np.uint64)})


@case
def local_long_atomics() -> Case:
    given = ints(-(2**60), 2**60, kind=np.int64)
    want = given.reshape(3, 8, 2).sum(1) + np.array([0, -1])
    return in_one_axis([zeros(6, np.int64), given], {0: want})


def quotients(shape: Any) -> Case:
    random = np.random.default_rng(2)
    x, y = random.uniform(-50, 50, shape), random.uniform(0.5, 9, shape)
    x, y = (each.astype(np.float32) for each in (x, y * random.choice((1, -1), shape)))
    whole = np.rint(x.astype(float) / y)
    rest = (x.astype(float) - whole * y).astype(np.float32)
    want = {2: rest, 3: np.copysign(np.abs(whole) % 128, whole)}
    return in_one_axis([x, y, zeros(shape, np.float32), zeros(shape)], want)


@case
def remainders() -> Case:
    return quotients(N)


@case
def remainders_of_two() -> Case:
    return quotients((N, 2))


@case
def mixed_vectors() -> Case:
    a = ints(-30000, 30000, (N, 8), np.int16)
    b = ints(0, 256, (N, 8), np.uint8)
    x = a.copy()
    x[:, 0::2] = x[:, 1::2] + b[:, 4:].astype(np.int16)
    bits = x.view(np.uint16)
    z = np.where(x < 0, (bits << 3 | bits >> 13).view(np.int16), x)
    wide = z.astype(np.int64) << 16 | b
    v = wide[:, :4] ^ wide[:, 4:]
    last = np.where((v > 0).any(1), v[:, 2], v[:, 3] + 7 >> 1)
    want = (v[:, 0] + v[:, 1] * 3 + last).astype(np.uint64).astype(np.uint32)
    return in_one_axis([a, b, zeros()], {2: want.view(np.int32)})


@case
def three_axes() -> Case:
    z, y, x = np.mgrid[0:4, 0:6, 0:7]
    weights = np.array([3, 5], np.int32)
    linear = (z % 2 * 3 + y % 3) * 7 + x
    want = weights[z % 2] * linear + y // 3 * 10 + z // 2
    return [zeros((4, 6, 7)), weights], {0: want}, (7, 6, 4), (7, 3, 2)


@case
def scanned() -> Case:
    want = np.cumsum(ints().reshape(3, 16), 1)
    return in_one_axis([ints(), "local:64", "local:64"], {0: want})


def check(program: ProgramLike, name: str, **how: Any) -> circ.Result:
    """Run a kernel of a form of the file, and compare with what numpy says."""
    arguments, want, size, group = CASES[name]()
    run = circ.run(
        *(program, *arguments), entry=name, global_size=size, local_size=group, **how
    )
    for number, expected in want.items():
        found = run.arrays[number]
        shaped = np.asarray(expected).reshape(found.shape)
        if found.dtype.kind == "f":
            np.testing.assert_allclose(found, shaped, 1e-6, 1e-6)
        else:
            np.testing.assert_array_equal(found, shaped)
    return run
