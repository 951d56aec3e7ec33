"""Kernels of OpenCL C against what numpy says they compute, at several levels."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from math import erf
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from c_compiler import needs_clang

import circ

pytestmark = needs_clang

FILE = Path(__file__).parents[1] / "data" / "opencl" / "kernels.cl"
N = 48
ITEMS = np.arange(N)
Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Case:
    """A kernel's arguments, and what the one of number `out` is after it."""

    arguments: Sequence[object]
    want: object
    out: int = 0
    size: Sequence[int] = (N,)
    group: Sequence[int] | None = (16,)
    offset: Sequence[int] | None = None


CASES: dict[str, Callable[[], Case]] = {}


def case(made: Callable[[], Case]) -> Callable[[], Case]:
    CASES[made.__name__] = made
    return made


def ints(low: int = -100, high: int = 100, shape: Any = N, kind: Any = np.int32):
    return np.random.default_rng(7).integers(low, high, shape, kind)


def floats(low: float = -3, high: float = 3, shape: Any = N, kind: Any = np.float32):
    return np.random.default_rng(9).uniform(low, high, shape).astype(kind)


def zeros(shape: Any = N, kind: Any = np.int32) -> Array:
    return np.zeros(shape, kind)


def each(function: Callable[..., Any], *arrays: Array) -> Array:
    return np.array([function(*row) for row in zip(*(a.tolist() for a in arrays))])


def group_ids(size: int, group: int) -> Array:
    i = np.arange(size)
    return i % group + 100 * (i // group) + 10000 * -(-size // group)


@case
def ids_1d() -> Case:
    return Case([zeros(50)], group_ids(50, 7), size=(50,), group=(7,))


@case
def ids_2d() -> Case:
    y, x = np.mgrid[0:6, 0:10]
    want = 1000 * (y // 3) + 100 * (x // 4) + 10 * (y % 3) + x % 4
    return Case([zeros((6, 10))], want, size=(10, 6), group=(4, 3))


@case
def ids_3d() -> Case:
    z, y, x = np.mgrid[0:4, 0:3, 0:4]
    want = (z % 2 * 3 + y) * 2 + x % 2 + 3000 + 20000
    return Case([zeros((4, 3, 4))], want, size=(4, 3, 4), group=(2, 3, 2))


@case
def ids_by_axis() -> Case:
    want = np.mgrid[0:4, 0:6][0] + 400
    return Case([zeros((4, 6)), 1], want, size=(6, 4), group=(3, 2))


@case
def with_offset() -> Case:
    return Case([zeros()], ITEMS + 5, offset=(5,))


@case
def required() -> Case:
    return Case([zeros()], np.full(N, 16), group=None)


@case
def divergent_if() -> Case:
    def want(x: int) -> int:
        if x % 2:
            return 3 * x if x > 0 else -x
        return x // 3 if x > 50 else int(np.fmod(x, 7))

    return Case([zeros(), ints()], each(want, ints()))


@case
def nested_loops() -> Case:
    def want(x: int) -> int:
        total = 0
        for a in range(min(x & 15, 11)):
            for b in range(a):
                if (a + b) % 3 == 0:
                    continue
                if a * b > 40:
                    break
                total += a * b + 1
        return total

    return Case([zeros(), ints()], each(want, ints()))


@case
def early_return() -> Case:
    def want(i: int, x: int) -> int:
        return next(k for k in range(99) if x + k * k > 100) if i < 37 else 0

    return Case([zeros(), ints(), 37], each(want, ITEMS, ints()), group=(7,))


@case
def jumps() -> Case:
    def want(x: int) -> int:
        x, steps = x & 31, 0
        while True:
            steps += 1
            if x > 20:
                x -= 13
                if x & 1:
                    continue
                break
            x += 7
            if steps >= 9:
                break
        return 100 * steps + x

    return Case([zeros(), ints()], each(want, ints()))


@case
def switched() -> Case:
    def want(x: int) -> int:
        return {0: 1, 1: x + 5, 2: 5, 5: -x}.get(x & 7, 9)

    return Case([zeros(), ints()], each(want, ints()))


@case
def window_sum() -> Case:
    x = ints(shape=N + 1)
    return Case([zeros(), x], [x[max(i - 1, 0) : i + 2].sum() for i in range(N)])


@case
def by_table() -> Case:
    x = ints(0, 256)

    def want(x: int, other: int) -> int:
        simple = {0: 1 - x, 1: x * x + 1, 2: 4, 3: 10 - x, 4: 1 - x, 5: other + 1}
        return {7: x % 3, 9: 100, **simple}.get(x & 15, 1)

    return Case([zeros(), x], each(want, x, x[ITEMS ^ 1]))


@case
def sub_groups() -> Case:
    size, group = 80, 40  # of 16, 16 and 8 items
    x, rows = ints(shape=size), list[list[int]]()
    for i in range(size):
        first = i - i % group % 16
        part = x[first : first + min(16, group - first % group)].tolist()
        lane, count = i - first, len(part)
        own, down = part[lane], lane + 3
        rows.append(
            [
                sum(part),
                max(part[: lane + 1]),
                sum(part[:lane]),
                part[3],
                any(v > 90 for v in part) + 2 * all(v > -95 for v in part),
                part[lane ^ 5] if lane ^ 5 < count else own,
                (part[down] if down < count else own)
                if down < 16
                else -part[down - 16],
                lane + 100 * (first % group // 16) + 1000 * count + 300000,
            ]
        )
    return Case([zeros((size, 8)), x], rows, size=(size,), group=(group,))


@case
def sub_group_blocks() -> Case:
    x = ints(0, 99, (2 * N,), np.uint32)
    return Case([zeros(2 * N, np.uint32), x], x + 1, group=(16,))


@case
def half_functions() -> Case:
    x = floats(kind=np.float16)
    root = np.sqrt(abs(x))
    after = np.nextafter(x, np.float16(9))
    pairs = x.reshape(-1, 2).repeat(2, 0)
    squares = pairs * pairs
    want = [
        x * x + np.maximum(x, np.float16(1)) - root,
        np.where(x > 0.5, after, np.clip(x, -1, 0)),
        (x - np.floor(x)) + np.floor(x),
        squares[:, 0] + squares[:, 1],
    ]
    return Case([zeros((N, 4), np.float16), x], np.stack(want, 1))


@case
def collatz() -> Case:
    def want(x: int) -> int:
        n = 0
        while x > 1:
            x, n = 3 * x + 1 if x & 1 else x >> 1, n + 1
        return n

    given = ints(1, 99, kind=np.uint32)
    return Case([zeros(kind=np.uint32), given], each(want, given))


@case
def mandelbrot() -> Case:
    f, found = np.float32, zeros((6, 9))
    for row, column in np.ndindex(found.shape):
        cx, cy = f(-2 + 0.25 * column), f(-1 + 0.25 * row)
        x = y = f(0)
        n = 0
        while n < 50 and x * x + y * y <= 4:
            x, y, n = x * x - y * y + cx, 2 * x * y + cy, n + 1
        found[row, column] = n
    given = [zeros((6, 9)), -2.0, -1.0, 0.25]
    return Case(given, found, size=(9, 6), group=(4, 2))


@case
def saxpy() -> Case:
    x, y = floats(), floats(0, 1)
    return Case([y, x, 2.0], 2 * x + y, group=None)


@case
def bytes() -> Case:
    given = ints(-128, 128, kind=np.int8)
    want = (given.astype(int) * 3 + 1).astype(np.uint8)
    return Case([zeros(kind=np.uint8), given], want)


@case
def shorts() -> Case:
    given = ints(0, 65536, kind=np.uint16)
    return Case([zeros(kind=np.int16), given], (given >> 3).astype(int) - 7)


@case
def longs() -> Case:
    given = ints(-(2**31), 2**31, kind=np.int64)
    want = each(lambda x: x * x // 7 - (x >> 5), given)
    return Case([zeros(kind=np.int64), given], want)


@case
def doubles() -> Case:
    given = floats(kind=np.float64)
    want = np.sqrt(np.abs(given)) / 3 + given
    return Case([zeros(kind=np.float64), given], want)


@case
def constants() -> Case:
    table, primes = ints(shape=4), np.array([2, 3, 5, 7, 11, 13, 17, 19])
    return Case([zeros(), table], table[ITEMS & 3] * primes[ITEMS & 7])


@case
def private_array() -> Case:
    def want(x: int) -> int:
        a = [x * k for k in range(16)]
        for k in range(16):
            a[k * 5 & 15] += a[(x + k) & 15]
        return a[x & 15]

    return Case([zeros(), ints()], each(want, ints()))


@case
def convolution() -> Case:
    x = floats()
    want = np.convolve(x, [0.25, 0.5, 0.25], "same")
    return Case([zeros(kind=np.float32), x, N], want)


def product(group: tuple[int, int]) -> Case:
    a, b = floats(shape=(8, 8)), floats(0, 1, shape=(8, 8))
    given = [zeros((8, 8), np.float32), a, b, 8]
    return Case(given, a @ b, size=(8, 8), group=group)


@case
def matmul() -> Case:
    return product((8, 2))


@case
def tiled() -> Case:
    return product((4, 4))


@case
def mixed_pointers() -> Case:
    return Case([zeros(), zeros(), ints()], np.where(ints() & 1, ints(), 0))


@case
def triple_of() -> Case:
    return Case([zeros(), ints()], 3 * ints())


@case
def calls_kernel() -> Case:
    return Case([zeros(), ints()], 3 * ints() + 1)


POINT = np.array([1, 2, 3, 4], np.int32).tobytes() + np.float32(0.5).tobytes()


@case
def struct_direct() -> Case:
    return Case([zeros(kind=np.float32), POINT], np.full(N, 2.5))


@case
def struct_indexed() -> Case:
    return Case([zeros(kind=np.float32), POINT], (ITEMS & 3) + 1.5)


@case
def struct_written() -> Case:
    same = (3 * ITEMS & 3) == (ITEMS & 3)
    want = (3 * ITEMS & 3) + 1.5 + np.where(same, ITEMS, 0)
    return Case([zeros(kind=np.float32), POINT], want)


@case
def struct_array() -> Case:
    layout = {"names": ["tag", "wide", "small"], "offsets": [0, 8, 16]}
    kind = np.dtype({**layout, "formats": ["i1", "i8", "i2"], "itemsize": 24})
    given, want = np.zeros(N, kind), np.zeros(N, kind)
    for made in (given, want):
        made["tag"], made["wide"], made["small"] = ITEMS - 20, 10**12 * ITEMS, 7 * ITEMS
    want["wide"] += (ITEMS - 20) * 7 * ITEMS
    return Case([given.view(np.uint8)], want.view(np.uint8))


@case
def struct_local() -> Case:
    points = ints(shape=(3, 16, 5))
    return Case([zeros((N, 5)), points], points[:, ::-1])


@case
def reversed() -> Case:
    x = ints(shape=256)
    want = x.reshape(2, 128)[:, ::-1].ravel()
    return Case([zeros(256), x], want, size=(256,), group=(128,))


@case
def tree_sum() -> Case:
    x = ints()
    return Case([zeros(3), x, "local:64"], x.reshape(3, 16).sum(1))


@case
def global_barrier() -> Case:
    return Case([zeros(), zeros()], ((ITEMS % 16 + 1) % 16) ** 2)


@case
def copies() -> Case:
    want = zeros(2 * N)
    want[::2] = ints() + ITEMS % 16
    return Case([zeros(2 * N), ints(), "local:64"], want)


@case
def histogram() -> Case:
    x = ints(0, 256, kind=np.uint8)
    return Case([x, zeros(8)], np.bincount(x & 7, minlength=8), out=1)


@case
def atomics() -> Case:
    x = ints()
    reduce = [np.bitwise_and, np.bitwise_or, np.bitwise_xor]
    start = np.array([0, 0, 0, 0, -1, 0, 0, 100, 0, 0], np.int32)
    bits = [int(f.reduce(x)) for f in reduce]
    want = [x.sum(), -x.sum(), min(x.min(), 0), max(x.max(), 0), *bits, 100 - N, 5, N]
    return Case([start, x], np.array(want))


@case
def atomics_c11() -> Case:
    x = ints()
    return Case([zeros(3), x], np.array([x.sum(), (x & 1).sum(), x.max()]))


def rows(group: int = 16) -> Array:
    return ints().astype(int).reshape(-1, group)


@case
def group_reduce() -> Case:
    total, most = rows().sum(1), rows().max(1)
    return Case([zeros(), ints()], np.repeat(total + 10000 * most, 16))


@case
def group_scan() -> Case:
    least = np.minimum.accumulate(rows(), 1)
    before = np.hstack([np.full((3, 1), 2**31 - 1), least[:, :-1]])
    want = np.cumsum(rows(), 1) * 100 + np.fmod(before, 100)
    return Case([zeros(), ints()], want.ravel())


@case
def group_float() -> Case:
    x = floats().reshape(3, 16)
    return Case([zeros(kind=np.float32), x.ravel()], (np.cumsum(x, 1) - x).ravel())


@case
def group_votes() -> Case:
    x = rows()
    want = (x > 90).any(1) + 2 * (x > -99).all(1) + 4 * x[:, 2]
    return Case([zeros(), ints()], np.repeat(want, 16))


@case
def swizzles() -> Case:
    v = ints(shape=(N, 4))
    return Case([zeros((N, 4)), v], v[:, [3, 0, 1, 2]] + 2 * v[:, [2, 2, 0, 1]])


@case
def vector_argument() -> Case:
    k = np.array([1, 2, 3, 4], np.float32)
    v = floats(shape=(N, 4)) * k
    given = [zeros((N, 4), np.float32), floats(shape=(N, 4)), k]
    return Case(given, np.where(v < 8, v, v[:, ::-1]))


@case
def vectors_of_3() -> Case:
    v = ints(shape=(N, 3))
    return Case([zeros((N, 3)), v], v[:, [2, 0, 1]] + [1, 2, 3])


@case
def vectors_of_16() -> Case:
    v = ints(shape=(N, 16))
    half = v[:, :8] + v[:, 8:]
    quarter = half[:, ::2] * half[:, 1::2]
    return Case([zeros((N, 16)), v], v[:, ::-1] + np.tile(quarter, 4))


@case
def compared() -> Case:
    x = floats(shape=(N, 2))
    c = (x > [1, 2]).astype(int)
    want = -c[:, 0] - 10 * c[:, 1] + 100 * c.any(1) + 1000 * c.all(1)
    return Case([zeros(), x], want)


@case
def shuffled() -> Case:
    v, mask = ints(shape=(N, 4)), ints(0, 99, (N, 4), np.uint32)
    one = np.take_along_axis(v, mask & 3, 1)
    two = np.take_along_axis(np.hstack([v, v + 1]), mask & 7, 1)
    return Case([zeros((N, 4)), v, mask], one + 100 * two)


@case
def geometry() -> Case:
    a = floats(shape=(N, 4))
    b = a[:, [1, 2, 3, 0]]
    size = np.linalg.norm(a, axis=1)
    want = (a * b).sum(1) + size + np.linalg.norm((a - b)[:, :2], axis=1)
    want += a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]
    want += size + np.linalg.norm(a[:, :3], axis=1)
    return Case([zeros(kind=np.float32), a], want)


def signed(x: int, bits: int = 32) -> int:
    return (x + (1 << bits - 1)) % (1 << bits) - (1 << bits - 1)


def clamped(x: int, bits: int = 32) -> int:
    return max(-(1 << bits - 1), min((1 << bits - 1) - 1, x))


def rotated(x: int, by: int, bits: int = 32) -> int:
    word = x % (1 << bits)
    return signed(word << by % bits | word >> (bits - by % bits), bits)


def leading(x: int, bits: int) -> int:
    return bits - (x % (1 << bits)).bit_length()


@case
def integers() -> Case:
    a, b = ints(-(2**31), 2**31), ints(-(2**31), 2**31)[::-1].copy()
    a[:3], b[:3] = [0, 5, -(2**31)], [3, -(2**31), 2**31 - 1]

    def want(x: int, y: int) -> list[int]:
        low = [signed(v, 24) for v in (x, y)]
        trailing = 32 if x == 0 else (x & -x).bit_length() - 1
        return [
            *(signed(abs(x)), signed(abs(x - y)), clamped(x + y), clamped(x - y)),
            *((x + y) >> 1, (x + y + 1) >> 1, leading(x, 32), trailing),
            *(x * y >> 32, clamped(x * y + x), rotated(x, y), (x % 2**32).bit_count()),
            *(max(-5, min(1000, x)), signed(low[0] * low[1])),
            *(signed(max(x, y) - (min(x, y) >> 1)), signed(x << 16 | y & 0xFFFF)),
        ]

    return Case([zeros((N, 16)), a, b], each(want, a, b))


@case
def small_integers() -> Case:
    given = ints(-128, 128, (N, 2), np.int8)

    def want(x: int, y: int) -> list[int]:
        ones = signed((y % 256).bit_count(), 8)
        last = leading(x, 8) + 10 * ones
        return [clamped(x + y, 8), clamped(x - y, 8), abs(y), last]

    return Case([zeros((N, 4), np.int16), given], each(want, *given.T))


@case
def long_integers() -> Case:
    given = ints(-(2**63), 2**63 - 1, kind=np.int64)

    def want(x: int) -> int:
        parts = (x * x >> 64) + rotated(x, 5, 64) + clamped(3 * x + 1, 64)
        return signed(parts + leading(x, 64) + ((x + 9) >> 1), 64)

    return Case([zeros(kind=np.int64), given], each(want, given))


@case
def maths() -> Case:
    x = floats().astype(float)
    want = [
        *(np.sin(x), np.cos(x), np.exp(x), np.log(abs(x)), abs(x) ** 1.5),
        *(np.cbrt(x), each(erf, x), np.tanh(x), np.arctan2(x, 2), x**3),
        *(np.sin(np.pi * x), np.hypot(x, 1)),
    ]
    return Case([zeros((N, 12), np.float32), floats()], np.array(want).T)


@case
def maths_2() -> Case:
    x = floats().astype(float)
    mantissa, exponent = np.frexp(x)
    want = [
        *(np.modf(x)[0], np.trunc(x), mantissa, exponent, x - np.floor(x)),
        *(np.rint(2 * x), x * x + 1, 1 / np.sqrt(x * x + 1)),
    ]
    return Case([zeros((N, 8), np.float32), floats()], np.array(want).T)


@case
def commons() -> Case:
    x = floats(shape=(N, 4))
    t = np.clip(x / 2, 0, 1)
    want = x + (x[:, ::-1] - x) * 0.25 + (x >= 0.5) + t * t * (3 - 2 * t)
    want += np.sign(x) + x + np.clip(x, -1, 1)
    return Case([zeros((N, 4), np.float32), x], want)


@case
def relations() -> Case:
    x = floats()
    x[:8] = [np.nan, np.inf, -np.inf, 0.0, -0.0, 1e-40, 1.0, -1e-40]
    normal = np.isfinite(x) & (abs(x) >= np.float32(2**-126))
    parts = [np.isnan(x), np.isinf(x), np.isfinite(x), np.signbit(x), normal]
    parts += [x == x, np.isnan(x), (x < 1) | (x > 1)]
    # The sign of a NaN is that of its bits.
    want = sum(part.astype(int) << k for k, part in enumerate(parts))
    return Case([zeros(), x], want)


@case
def converted() -> Case:
    x = floats(-50, 300, (N, 4))
    x[0] = [0.5, 1.5, np.nan, np.inf]
    want = np.clip(np.rint(np.nan_to_num(x)), 0, 255).astype(np.uint8)
    return Case([zeros((N, 4), np.uint8), x], want)


@case
def rounded() -> Case:
    x = floats(-9, 9)
    x[:4] = [0.5, 1.5, -0.5, -2.5]
    want = np.array([np.rint(x), np.trunc(x), np.ceil(x), np.floor(x)]).T
    return Case([zeros((N, 4)), x], want.astype(int))


@case
def to_floats() -> Case:
    given = ints(-(2**63), 2**63 - 1, kind=np.int64)
    given[:4] = [2**24 + 1, -(2**24) - 1, 2**63 - 1, 5]

    def want(x: int) -> list[float]:
        near = np.float32(x)
        down = near if int(near) <= x else np.nextafter(near, np.float32(-np.inf))
        up = near if int(near) >= x else np.nextafter(near, np.float32(np.inf))
        return [float(v) for v in (near, down if x > 0 else up, up, down)]

    return Case([zeros((N, 4), np.float32), given], each(want, given))


@case
def halves() -> Case:
    x = floats()
    total = x.astype(np.float16).astype(np.float32) + x
    near = total.astype(np.float16)
    less = np.nextafter(near, np.float16(0))
    want = np.where(abs(near.astype(np.float32)) > abs(total), less, near)
    return Case([zeros(kind=np.float16), x], want)


@case
def bits_as() -> Case:
    bits = floats().view(np.uint32)
    low = (bits & 0xFFFF).astype(np.int16).astype(np.int32).view(np.uint32)
    return Case([zeros(kind=np.uint32), floats()], bits ^ low)


@case
def selected() -> Case:
    a, b = ints(), ints()[::-1].copy()
    x, y = np.where(a < 0, b, a), np.where(b < 0, b, a)
    return Case([zeros(), a, b], ((a & ~0x0F0F) | (b & 0x0F0F)) + 3 * x + 5 * y)


@cache
def module() -> object:
    return circ.load(str(FILE))


@pytest.mark.parametrize("name", CASES)
def test_kernel(name: str):
    check(name, "source", 1)


LARGE = ("maths", "geometry", "integers", "collatz")
"""Kernels that take seconds to compile."""


def on_the_machine() -> Iterator[Any]:
    """At opt=2 or opt=3; the long tests run the rest."""
    for number, name in enumerate(CASES):
        for opt in (2, 3):
            is_short = (number + opt) % 2 == 0 and name not in LARGE
            yield pytest.param(name, opt, marks=() if is_short else pytest.mark.long)


@pytest.mark.parametrize("name, opt", list(on_the_machine()))
def test_kernel_on_lanes_and_threads(name: str, opt: int):
    check(name, "naplespu", 8, 16, opt)


@pytest.mark.long
@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("level", ("circuit", "llvlir", "gen", "naplespu"))
def test_kernel_at_every_level(name: str, level: str):
    check(name, level, 1)


@pytest.mark.long
@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("level, lanes", (("gen", 8), ("gen", 16), ("naplespu", 8)))
def test_kernel_in_lanes(name: str, level: str, lanes: int):
    check(name, level, 1, lanes)


@pytest.mark.long
@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("threads, lanes", ((1, 1), (8, 1), (1, 8), (3, 16)))
def test_kernel_for_its_sizes(name: str, threads: int, lanes: int):
    check(name, "naplespu", threads, lanes, 3)


def check(name: str, level: str, threads: int, lanes: int = 1, opt: int = 2) -> None:
    made = CASES[name]()
    result = circ.run(
        module(),
        *made.arguments,
        entry=name,
        level=level,
        threads=threads,
        lanes=lanes,
        opt=opt,
        global_size=made.size,
        local_size=made.group,
        offset=made.offset,
    )
    found, want = result.arrays[made.out], np.asarray(made.want)
    if found.dtype.kind == "f" and name not in ("halves", "to_floats"):
        np.testing.assert_allclose(found, want.reshape(found.shape), 2e-6, 2e-6)
    else:
        np.testing.assert_array_equal(found, want.reshape(found.shape))


@pytest.mark.parametrize("lanes", (1, pytest.param(8, marks=pytest.mark.long), 16))
def test_printed(lanes: int):
    """Text of items, in their order."""
    x = ints()
    printed = circ.run(
        module(), x, entry="printed", global_size=N, local_size=16, lanes=lanes
    )
    lines = [f"{i}: {v} of {v * 1.5:.2f}\n" for i, v in enumerate(x.tolist()) if v > 0]
    assert printed.output == "".join(lines)


@pytest.mark.parametrize("level, lanes", (("source", 1), ("naplespu", 16)))
def test_printed_vectors(level: str, lanes: int):
    x = ints(shape=3)
    printed = circ.run(
        *(module(), x),
        entry="printed_vectors",
        level=level,
        global_size=3,
        lanes=lanes,
    )
    lines = [
        f"{v}.0,1.5,-2.0,{i}.0|{v},1,-2|{i:04x},00ff\n"
        f"{v << 33},{-1 << 33} {2**64 - 1} 250,{i},1,2 100%\n"
        for i, v in enumerate(x.tolist())
    ]
    by_statement = [line.splitlines(True) for line in lines]
    if lanes > 1:  # lanes take turns at each statement
        lines = [*(a for a, _ in by_statement), *(b for _, b in by_statement)]
    assert printed.output == "".join(lines)


def test_there_are_many():
    assert len(CASES) >= 60


def test_example():
    given = ints(0, 256, 512, np.uint8)
    path = Path(__file__).parents[2] / "examples" / "histogram.cl"
    counts = zeros(256, np.uint32)
    run = circ.run(str(path), given, counts, global_size=512, local_size=64, threads=8)
    np.testing.assert_array_equal(run.arrays[1], np.bincount(given, minlength=256))
