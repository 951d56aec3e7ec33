"""binary16 and bfloat16: all patterns, and rounding against exact fractions."""

import math
import random
from collections.abc import Callable
from fractions import Fraction
from operator import add, mul, sub, truediv

import numpy as np
import pytest

from circ.dialects.common.algebra import INTS, bits_to_float, float_to_bits
from circ.dialects.common.half import Half

F16, BF16 = Half(10), Half(7)
FORMATS = pytest.mark.parametrize("half", (F16, BF16), ids=("f16", "bf16"))


def number(half: Half, bits: int) -> Fraction:
    return Fraction(bits_to_float(32, half.extend(INTS, bits)))


def finite(half: Half, below: int | None = None) -> int:
    """A pattern, also a subnormal one with the same probability as others."""
    sign = random.getrandbits(1) << 15
    return sign | random.randrange(half.infinity if below is None else below)


def rounded(half: Half, value: Fraction, negative: bool = False) -> int:
    """The nearest of a format, ties to even."""
    if not value:
        return 0x8000 if negative else 0
    sign, exact = 0x8000 if value < 0 else 0, abs(value)
    low, high = 0, half.infinity - 1
    largest = number(half, high)
    if exact >= largest + (largest - number(half, high - 1)) / 2:
        return sign | half.infinity
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (
            (middle, high) if number(half, middle) <= exact else (low, middle - 1)
        )
    if low == half.infinity - 1:
        return sign | low
    down, up = exact - number(half, low), number(half, low + 1) - exact
    return sign | (low if down < up or (down == up and low % 2 == 0) else low + 1)


@FORMATS
def test_every_pattern_is_extended_and_comes_back(half: Half):
    patterns = np.arange(1 << 16, dtype=np.uint16)
    if half is F16:
        wide = patterns.view(np.float16).astype(np.float32).view(np.uint32)
    else:
        wide = patterns.astype(np.uint32) << 16
    for bits, expected in zip(range(1 << 16), wide.tolist(), strict=True):
        extended = half.extend(INTS, bits)
        if bits & 0x7FFF > half.infinity:
            assert extended & 0x7FFFFFFF > 0x7F800000
            assert half.truncate(INTS, extended) == half.nan
        else:
            assert extended == expected
            assert half.truncate(INTS, extended) == bits


def test_truncation_is_numpys():
    random.seed(1)
    bits = [random.getrandbits(32) for _ in range(20_000)]
    for _ in range(40_000):
        near = F16.extend(INTS, random.getrandbits(16))
        step = random.choice((0, 1, -1, 0xFFF, 0x1000, 0x1001, 0x800))
        bits.append(near + step & 0xFFFFFFFF)
    numbers = np.array(bits, np.uint32).view(np.float32)
    with np.errstate(all="ignore"):
        expected = numbers.astype(np.float16).view(np.uint16).tolist()
    for pattern, value, want in zip(bits, numbers.tolist(), expected, strict=True):
        assert F16.truncate(INTS, pattern) == (F16.nan if math.isnan(value) else want)


OPERATIONS: dict[str, Callable[[Fraction, Fraction], Fraction]] = {
    "fadd": add,
    "fsub": sub,
    "fmul": mul,
    "fdiv": truediv,
}


@FORMATS
@pytest.mark.parametrize("name", OPERATIONS)
@pytest.mark.every(2, first=1)
def test_rounding_twice_is_rounding_once(half: Half, name: str):
    random.seed(2)
    compute, exact = getattr(INTS, name), OPERATIONS[name]
    for _ in range(2_000):
        lhs, rhs = finite(half), finite(half)
        if random.random() < 0.5:  # results that are subnormal
            lhs = finite(half, half.infinity >> 1)
        if name == "fdiv" and not rhs & 0x7FFF:
            continue
        wide = compute(32, half.extend(INTS, lhs), half.extend(INTS, rhs))
        value = exact(number(half, lhs), number(half, rhs))
        found = half.truncate(INTS, wide)
        if not value:
            found &= 0x7FFF
        assert found == rounded(half, value), (hex(lhs), hex(rhs))


def test_small_products_and_quotients_of_bfloat16():
    """All significands, where both formats have subnormal numbers."""
    for lhs in range(0x80, 0x100):
        for rhs in range(0x80, 0x100):
            for below in range(16, 27):
                # lhs * rhs * 2**-(149 + below - 7), and the same for quotients
                product = lhs * rhs
                unit = 133 - 149 - below + 23
                value = math.ldexp(product, unit - 133)
                wide = float_to_bits(32, value)
                expected = round(Fraction(product) * Fraction(2) ** unit)
                assert BF16.truncate(INTS, wide) == expected
            quotient = Fraction(lhs, rhs)
            for place in range(9):
                value = float_to_bits(32, math.ldexp(lhs / rhs, place - 134))
                expected = round(quotient * Fraction(2) ** (place - 1))
                assert BF16.truncate(INTS, value) == expected


@FORMATS
@pytest.mark.every(2, first=1)
def test_all_roots(half: Half):
    for bits in range(1, half.infinity):
        root = half.truncate(INTS, INTS.fsqrt(32, half.extend(INTS, bits)))
        exact = number(half, bits)
        # The root lies between the middles to its neighbours.
        low = (number(half, root - 1) + number(half, root)) / 2
        high = (number(half, root) + number(half, root + 1)) / 2
        assert low * low <= exact <= high * high


@FORMATS
@pytest.mark.every(2, first=1)
def test_fma_is_rounded_once(half: Half):
    random.seed(3)
    for _ in range(4_000):
        x, y, z = finite(half), finite(half), finite(half)
        product = number(half, x) * number(half, y)
        if random.random() < 0.5:  # cancellation
            z = rounded(half, -product) ^ random.choice((0, 1, 2, 0x8000))
            if z & 0x7FFF >= half.infinity:
                continue
        value = product + number(half, z)
        found = half.fma(INTS, x, y, z)
        if not value:
            found &= 0x7FFF
        assert found == rounded(half, value), (hex(x), hex(y), hex(z))


@FORMATS
@pytest.mark.every(2, first=1)
def test_numbers_of_64_bits_are_rounded_once(half: Half):
    random.seed(4)
    for _ in range(4_000):
        below = random.randrange(half.infinity - 1)
        middle = float((number(half, below) + number(half, below + 1)) / 2)
        towards = random.choice((middle, 0.0, math.inf))
        value = random.choice((1, -1)) * math.nextafter(middle, towards)
        found = half.truncate_wide(INTS, float_to_bits(64, value))
        assert found == rounded(half, Fraction(value)), value
    assert half.truncate_wide(INTS, float_to_bits(64, 1e300)) == half.infinity
    assert half.truncate_wide(INTS, float_to_bits(64, -0.0)) == 0x8000
    assert half.truncate_wide(INTS, float_to_bits(64, math.nan)) == half.nan


@FORMATS
@pytest.mark.parametrize("width", (1, 8, 16, 32, 64))
@pytest.mark.parametrize("signed", (False, True))
@pytest.mark.every(4, first=1)
def test_integers_are_rounded_once(half: Half, width: int, signed: bool):
    random.seed(5)
    for _ in range(1_000):
        bits = random.getrandbits(random.randint(1, width))
        if random.random() < 0.6:  # near a tie
            place = random.randrange(width)
            odd = random.getrandbits(half.fraction + 2) | 1
            bits = (odd << place) + random.choice((0, 1, -1))
        bits &= (1 << width) - 1
        value = bits - (1 << width) if signed and bits >> width - 1 else bits
        found = half.of_integer(INTS, width, bits, signed)
        assert found == rounded(half, Fraction(value)), value
