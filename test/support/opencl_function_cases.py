"""Kernels of OpenCL C, and what numpy says of them: vectors and built-in functions."""

from math import erf

import numpy as np
from opencl_cases import Case, N, case, each, floats, ints, zeros


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
