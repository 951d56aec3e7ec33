"""
Floats of any format against exact rationals, and very large ones against each other.

The rationals round by themselves (`exact_rounding`); exact floats and floats in
integers must both give the same bits.
"""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from random import Random

import pytest
from exact_rounding import Shape, edge, rounded, square_root, value_of

from circ.dialects.common import exact_floats as exact
from circ.dialects.common import soft_floats as soft
from circ.dialects.common.algebra import INTS
from circ.dialects.common.exact_floats import MODES, Format
from circ.dialects.common.soft_floats import Soft
from circ.dialects.common.words import Words

SHAPES = ((2, 2), (2, 3), (4, 4), (3, 5), (6, 26), (8, 56), (15, 65))
"""Bits of the exponent, and of sign and fraction."""
BINARY: dict[str, Callable[[Fraction, Fraction], Fraction]] = {
    "add": lambda x, y: x + y,
    "sub": lambda x, y: x - y,
    "mul": lambda x, y: x * y,
    "div": lambda x, y: x / y,
}
EXACT: dict[str, Callable[[Format, str, int, int], int]] = {
    "add": exact.add,
    "sub": exact.subtract,
    "mul": exact.multiply,
    "div": exact.divide,
}
TRIALS = (40, pytest.param(4000, marks=pytest.mark.long))


def of(shape: tuple[int, int]) -> tuple[Format, Shape]:
    exponent, rest = shape
    return Format(exponent, rest - 1), Shape(exponent, rest - 1)


@pytest.mark.parametrize("trials", TRIALS)
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_arithmetic(shape: tuple[int, int], trials: int):
    (f, oracle), random = of(shape), Random(trials)
    for mode, _ in product(MODES, range(trials)):
        r = Soft(INTS, f, mode)
        x, y, z = (edge(random, oracle) for _ in range(3))
        a, b, c = (value_of(oracle, bits) for bits in (x, y, z))
        if a is None or b is None or c is None:
            continue
        for base, compute in BINARY.items():
            if (base == "div" and not b) or not (value := compute(a, b)):
                continue
            expected = rounded(oracle, value, mode)
            assert EXACT[base](f, mode, x, y) == expected, (base, mode, x, y)
            assert soft.ARITHMETIC[base](r, x, y) == expected, (base, mode, x, y)
        if value := a * b + c:
            expected = rounded(oracle, value, mode)
            assert exact.fused(f, mode, x, y, z) == expected, (mode, x, y, z)
            assert soft.fused(r, x, y, z) == expected, (mode, x, y, z)
        if a > 0 and trials < 100:
            expected = rounded(oracle, square_root(a), mode)
            assert exact.square_root(f, mode, x) == expected, (mode, x)
            assert soft.square_root(r, x) == expected, (mode, x)
        if b:
            rest = abs(a) % abs(b)
            expected = rounded(oracle, rest, mode) if rest else 0
            expected |= x & f.sign
            assert exact.remainder(f, x, y) == expected, (x, y)


@pytest.mark.parametrize("trials", TRIALS)
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_conversions(shape: tuple[int, int], trials: int):
    (f, oracle), random = of(shape), Random(trials)
    for mode, _ in product(MODES, range(trials)):
        other, its = of(random.choice(SHAPES))
        r, x = Soft(INTS, f, mode), edge(random, its)
        if value := value_of(its, x):
            expected = rounded(oracle, value, mode)
            assert exact.convert(other, f, mode, x) == expected, (mode, other, x)
            assert soft.convert(r, other, x) == expected, (mode, other, x)
        width = random.choice((8, 24, 64, 100))
        if number := random.getrandbits(width) >> random.randrange(width):
            expected = rounded(oracle, Fraction(number), mode)
            assert exact.from_integer(f, mode, number) == expected, (mode, number)
            assert soft.from_integer(r, width, False, number) == expected
        y = edge(random, oracle)
        if (value := value_of(oracle, y)) is not None:
            most = (1 << width - 1) - 1
            whole = max(~most, min(most, int(value)))  # towards zero
            assert exact.to_integer(f, y, ~most, most) == whole, (width, y)
            found = soft.to_integer(Soft(INTS, f), width, True, y)
            assert found == INTS.const(width, whole), (width, y)


LARGE = (Format(27, 5), Format(31, 1), Format(31, 39), Format(31, 4095))


@pytest.mark.parametrize("trials", (4, pytest.param(100, marks=pytest.mark.long)))
@pytest.mark.parametrize("f", LARGE, ids=str)
def test_exponents_of_many_bits(f: Format, trials: int):
    """Numbers that are 2**31 bits apart are neither aligned nor written out."""
    random = Random(trials)
    words = Words(INTS, 32, (1, 8, 16, 32))

    def number() -> int:
        if random.random() < 0.5:
            return random.getrandbits(f.width)
        edges = (0, 1, f.infinity, f.infinity - 1, 1 << f.fraction, f.one, f.one + 1)
        return random.choice(edges) ^ f.sign * random.getrandbits(1)

    def number_of(value: tuple[int, ...]) -> int:
        return sum(word << 32 * place for place, word in enumerate(value))

    for mode, _ in product(MODES, range(trials)):
        x, y, z = number(), number(), number()
        r = Soft(INTS, f, mode)
        for base, compute in EXACT.items():
            expected = compute(f, mode, x, y)
            assert soft.ARITHMETIC[base](r, x, y) == expected, (base, mode, x, y)
        fused = exact.fused(f, mode, x, y, z)
        assert soft.fused(r, x, y, z) == fused, (mode, x, y, z)
        if f.width < 100:
            in_words = (words.const(f.width, value) for value in (x, y, z))
            assert number_of(soft.fused(Soft(words, f, mode), *in_words)) == fused
        for other in (Format(8, 23), Format(31, 20), Format(3, 3)):
            expected = exact.convert(f, other, mode, x)
            assert soft.convert(Soft(INTS, other, mode), f, x) == expected
        narrow = exact.convert(f, Format(8, 23), mode, y)
        expected = exact.convert(Format(8, 23), f, mode, narrow)
        assert soft.convert(r, Format(8, 23), narrow) == expected
        rest = exact.remainder(f, x, y)
        if not f.is_nan(rest):
            assert f.abs(rest) < f.abs(y) or f.is_infinite(f.abs(y)), (x, y)


def test_remainders_of_numbers_far_apart():
    """By Fermat: 2**(p - 1) is one more than a multiple of a prime p."""
    f, prime = Format(31, 64), (1 << 61) - 1
    large = f.one + (prime - 1 << f.fraction) % (1 << 30 + f.fraction)
    distance = (prime - 1) % (1 << 30)
    divisor = exact.from_integer(f, "rne", prime)
    expected = exact.from_integer(f, "rne", pow(2, distance, prime))
    assert exact.remainder(f, large, divisor) == expected
