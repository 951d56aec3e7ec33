"""
The named functions against numpy's binary64, with the errors that docs/math.md states.

The functions run as they are, over numpy arrays in place of integers; that the two
instances of the algebra agree is tested on samples too.
"""

import math
import re
import zlib
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from vectors import VECTORS, Vector

from circ.dialects.common.algebra import INTS
from circ.dialects.common.functions import FUNCTIONS
from circ.dialects.common.power import float_power

ROOT = Path(__file__).parents[3]

SPECIAL = np.array(
    [
        *(0x00000000, 0x00000001, 0x00400000, 0x007FFFFF, 0x00800000, 0x00800001),
        *(0x33000000, 0x33800000, 0x3F000000, 0x3F7FFFFF, 0x3F800000, 0x3F800001),
        *(0x3FC90FDB, 0x40000000, 0x40490FDB, 0x42AEAC4F, 0x42B17218, 0x42D00000),
        *(0x4B000000, 0x4B800000, 0x4B800001, 0x5A0D64B5, 0x7F7FFFFF, 0x7F800000),
        0x7FC00000,
    ],
    np.uint64,
)
SPECIAL = np.concatenate([SPECIAL, SPECIAL[:-1] | np.uint64(1 << 31)])
"""Zeros, subnormal numbers, ones, halves, multiples of pi, bounds, infinities, NaN."""


def rsqrt(x: np.ndarray) -> np.ndarray:
    return 1 / np.sqrt(x)


Reference = Callable[..., np.ndarray]

UNARY: dict[str, tuple[Reference, tuple[tuple[float, float], ...]]] = {
    "exp": (np.exp, ((-104, 89),)),
    "exp2": (np.exp2, ((-150, 128),)),
    "expm1": (np.expm1, ((-20, 89), (-1, 1))),
    "log": (np.log, ((0.5, 2),)),
    "log2": (np.log2, ((0.5, 2),)),
    "log10": (np.log10, ((0.5, 2),)),
    "log1p": (np.log1p, ((-1, 2),)),
    "sinh": (np.sinh, ((-90, 90), (-2, 2))),
    "cosh": (np.cosh, ((-90, 90), (-2, 2))),
    "tanh": (np.tanh, ((-10, 10), (-1, 1))),
    "sin": (np.sin, ((-1e4, 1e4), (-7, 7))),
    "cos": (np.cos, ((-1e4, 1e4), (-7, 7))),
    "tan": (np.tan, ((-1e4, 1e4), (-7, 7))),
    "asin": (np.arcsin, ((-1, 1),)),
    "acos": (np.arccos, ((-1, 1),)),
    "atan": (np.arctan, ((-10, 10),)),
    "rsqrt": (rsqrt, ()),
    "cbrt": (np.cbrt, ((1, 8),)),
    "erf": (np.vectorize(math.erf), ((-1, 1), (-4, 4))),
    "atanh": (np.arctanh, ((-1, 1), (-0.01, 0.01))),
    "asinh": (np.arcsinh, ((-10, 10), (-1, 1))),
    "acosh": (np.arccosh, ((1, 2), (1, 100))),
}
"""Reference, and ranges to look at besides all numbers."""

_, _, TABLE = (ROOT / "docs/math.md").read_text().partition("## With an error")
LARGEST_ERRORS = {
    name: float(error)
    for name, error in reversed(
        re.findall(r"^\| `(\w+)`[^|]* \| ([\d.]+) \|", TABLE, re.M)
    )
}
"""In units in the last place, as documented."""


def generator(name: str) -> np.random.Generator:
    return np.random.default_rng(zlib.crc32(name.encode()))


def all_numbers(rng: np.random.Generator, count: int) -> Vector:
    """All exponents and signs alike."""
    return rng.integers(0, 1 << 32, count, dtype=np.uint64)


def between(rng: np.random.Generator, low: float, high: float, count: int) -> Vector:
    return VECTORS.bits(32, rng.uniform(low, high, count).astype(np.float32))


def errors(result: Vector, exact: np.ndarray) -> np.ndarray:
    """The errors in units in the last place; infinite where a special value is off."""
    found = VECTORS.numbers(32, result).astype(np.float64)
    rounded = exact.astype(np.float32)
    same = (found == rounded) | (np.isnan(found) & np.isnan(rounded))
    same &= np.isnan(found) | (np.signbit(found) == np.signbit(rounded))
    unit = 2.0 ** (np.maximum(np.frexp(exact)[1], -125) - 24)
    error = np.abs(found - exact) / unit
    # A finite number where infinity is nearest is one unit off, at most.
    both = np.isfinite(found) & np.isfinite(exact)
    return np.where(same, np.where(both, error, 0.0), np.where(both, error, np.inf))


def worst(name: str, count: int) -> float:
    reference, ranges = UNARY[name]
    rng = generator(name)
    samples = [SPECIAL, all_numbers(rng, count)]
    samples += [between(rng, *bounds, count) for bounds in ranges]
    result = 0.0
    for bits in samples:
        with np.errstate(all="ignore"):
            exact = reference(VECTORS.numbers(32, bits).astype(np.float64))
            found = FUNCTIONS[name].compute(VECTORS, 32, bits)
            result = max(result, float(errors(found, exact).max()))
    return result


def test_every_function_is_measured():
    assert {*UNARY, "atan2", "fma"} == FUNCTIONS.keys()


@pytest.mark.parametrize("name", UNARY)
def test_error(name: str):
    assert worst(name, 100_000) <= LARGEST_ERRORS[name]


@pytest.mark.long
@pytest.mark.parametrize("name", UNARY)
def test_error_on_many_numbers(name: str):
    assert worst(name, 4_000_000) <= LARGEST_ERRORS[name]


def pairs(vector: Vector) -> tuple[Vector, Vector]:
    first, second = np.meshgrid(vector, vector)
    return first.ravel(), second.ravel()


def worst_of_two(
    compute: Callable[..., Vector],
    reference: Reference,
    ranges: tuple[tuple[tuple[float, float], tuple[float, float]], ...],
    count: int,
) -> float:
    rng = generator("two")
    samples = [pairs(SPECIAL), (all_numbers(rng, count), all_numbers(rng, count))]
    samples += [
        (between(rng, *first, count), between(rng, *second, count))
        for first, second in ranges
    ]
    result = 0.0
    for first, second in samples:
        with np.errstate(all="ignore"):
            exact = reference(
                VECTORS.numbers(32, first).astype(np.float64),
                VECTORS.numbers(32, second).astype(np.float64),
            )
            found = compute(VECTORS, 32, first, second)
            result = max(result, float(errors(found, exact).max()))
    return result


def test_atan2_error():
    ranges = (((-2, 2), (-2, 2)), ((-1e30, 1e30), (-1, 1)))
    compute = FUNCTIONS["atan2"].compute
    error = worst_of_two(compute, np.arctan2, ranges, 100_000)
    assert error <= LARGEST_ERRORS["atan2"]


POWER_RANGES = (
    ((0, 10), (-40, 40)),
    ((0.9, 1.1), (-1000, 1000)),
    ((0.9999, 1.0001), (-1e6, 1e6)),
    ((0, 1e-38), (-4, 4)),
)


def test_power_error():
    assert (
        worst_of_two(float_power, np.power, POWER_RANGES, 100_000)
        <= LARGEST_ERRORS["powf"]
    )


@pytest.mark.long
def test_errors_of_two_operands_on_many_numbers():
    assert (
        worst_of_two(float_power, np.power, POWER_RANGES, 4_000_000)
        <= LARGEST_ERRORS["powf"]
    )
    compute = FUNCTIONS["atan2"].compute
    ranges = (((-2, 2), (-2, 2)),)
    assert (
        worst_of_two(compute, np.arctan2, ranges, 4_000_000) <= LARGEST_ERRORS["atan2"]
    )


def test_power_of_integers_has_the_sign_of_its_base():
    base = np.repeat(np.array([-3.0, -1.0, -2.0, -0.5], np.float32), 81)
    exponent = np.tile(np.arange(-40, 41, dtype=np.float32), 4)
    found = float_power(VECTORS, 32, VECTORS.bits(32, base), VECTORS.bits(32, exponent))
    exact = np.power(base.astype(np.float64), exponent.astype(np.float64))
    assert float(errors(found, exact).max()) <= LARGEST_ERRORS["powf"]


def test_power_in_binary64():
    """numpy's own power is right to a unit; special values are the same."""
    special = np.array(
        [0, 1, -1, 2, -2, 3, -3, 0.5, np.inf, np.nan, 1e308, 5e-324, 2.0**53 + 2]
    )
    special = np.concatenate([special, -special])
    first, second = np.meshgrid(special, special)
    rng = np.random.default_rng(5)
    first = np.concatenate([first.ravel(), rng.uniform(0, 10, 100_000)])
    second = np.concatenate([second.ravel(), rng.uniform(-300, 300, 100_000)])
    bits = VECTORS.bits(64, first), VECTORS.bits(64, second)
    with np.errstate(all="ignore"):
        exact = np.power(first, second)
        found = VECTORS.numbers(64, float_power(VECTORS, 64, *bits))
        assert (np.isnan(exact) == np.isnan(found)).all()
        number = ~np.isnan(exact)
        distance = (exact.view(np.int64) - found.view(np.int64))[number]
    assert np.abs(distance).max() <= 1


def agreeing(count: int) -> None:
    for name, function in FUNCTIONS.items():
        rng = generator(name)
        operands = [
            np.concatenate([rng.permutation(SPECIAL), all_numbers(rng, count)])
            for _ in range(function.arity)
        ]
        found = function.compute(VECTORS, 32, *operands)
        for column in zip(found, *operands, strict=True):
            result, *bits = map(int, column)
            assert function.compute(INTS, 32, *bits) == result, (name, bits)


def test_integers_agree_with_vectors():
    agreeing(40)


@pytest.mark.long
def test_integers_agree_with_vectors_on_many_numbers():
    agreeing(10_000)


# region Fused multiply-add


def fused(x: np.ndarray, y: np.ndarray, z: np.ndarray) -> Vector:
    """
    Exact: the product in binary64, and the sum rounded to odd before binary32.

    S. Boldo and G. Melquiond, Emulation of a FMA and correctly rounded sums, 2008.
    """
    product = x * y
    total = product + z
    part = total - product
    error = (product - (total - part)) + (z - part)
    even = total.view(np.uint64) & np.uint64(1) == 0
    towards = np.where(error > 0, np.inf, -np.inf)
    inexact = (error != 0) & even & np.isfinite(total)
    total = np.where(inexact, np.nextafter(total, towards), total)
    return VECTORS.bits(32, total.astype(np.float32))


def exponents(rng: np.random.Generator, low: int, high: int, count: int) -> Vector:
    exponent = rng.integers(low, high, count).astype(np.uint64)
    fraction = rng.integers(0, 1 << 23, count).astype(np.uint64)
    sign = rng.integers(0, 2, count).astype(np.uint64)
    return sign << np.uint64(31) | exponent << np.uint64(23) | fraction


def test_fma_is_exact():
    rng = generator("fma")
    count = 100_000
    x, y = between(rng, -2, 2, count), between(rng, -2, 2, count)
    near = VECTORS.fmul(32, x, y) ^ np.uint64(1 << 31)
    near = near + rng.integers(0, 3, count).astype(np.uint64)
    few = SPECIAL[::2]
    grid = [part.ravel() for part in np.meshgrid(few, few, few)]
    samples = [
        grid,
        (x, y, near),
        (x, y, between(rng, -2, 2, count)),
        [all_numbers(rng, count) for _ in range(3)],
    ]
    for x_range, y_range, z_range in (
        ((0, 80), (40, 90), (0, 30)),
        ((0, 100), (0, 40), (0, 2)),
        ((100, 150), (100, 150), (80, 170)),
        ((180, 200), (180, 200), (250, 255)),
    ):
        samples.append([exponents(rng, *r, count) for r in (x_range, y_range, z_range)])
    for bits in samples:
        with np.errstate(all="ignore"):
            numbers = [VECTORS.numbers(32, b).astype(np.float64) for b in bits]
            expected = fused(*numbers)
            found = FUNCTIONS["fma"].compute(VECTORS, 32, *bits)
        assert (found == expected).all()


# endregion
