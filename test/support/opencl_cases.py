"""Kernels of OpenCL C, and what numpy says of them: ids, control flow, memory."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import circ
from circ.tools.api import ProgramLike

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


FILE = Path(__file__).parents[1] / "data" / "opencl" / "kernels.cl"

CASES: dict[str, Callable[[], Case]] = {}


def case(made: Callable[[], Case]) -> Callable[[], Case]:
    CASES[made.__name__] = made
    return made


def check(program: ProgramLike, name: str, **how: Any) -> circ.Result:
    """Run a kernel of a form of the file; the array it has written is as wanted."""
    made = CASES[name]()
    result = circ.run(
        *(program, *made.arguments),
        entry=name,
        global_size=made.size,
        local_size=made.group,
        offset=made.offset,
        **how,
    )
    found, want = result.arrays[made.out], np.asarray(made.want)
    if found.dtype.kind == "f" and name not in ("halves", "to_floats"):
        np.testing.assert_allclose(found, want.reshape(found.shape), 2e-6, 2e-6)
    else:
        np.testing.assert_array_equal(found, want.reshape(found.shape))
    return result


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
