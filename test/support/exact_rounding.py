"""Floats rounded in any mode, from exact fractions: an oracle without floats."""

from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from random import Random


@dataclass(frozen=True)
class Shape:
    """A binary format: bits of its exponent and its fraction."""

    exponent: int
    places: int

    @property
    def width(self) -> int:
        return 1 + self.exponent + self.places

    @property
    def bias(self) -> int:
        return (1 << self.exponent - 1) - 1

    @property
    def infinity(self) -> int:
        return (2 * self.bias + 1) << self.places


Kind = int | Shape
"""A format, or the width of binary32 or binary64."""


def shape(kind: Kind) -> Shape:
    if isinstance(kind, int):
        return {32: Shape(8, 23), 64: Shape(11, 52)}[kind]
    return kind


def value_of(kind: Kind, bits: int) -> Fraction | None:
    """The number that the bits stand for; None of infinities and NaN."""
    f = shape(kind)
    places = f.places
    size = bits & (1 << f.width - 1) - 1
    if size >= f.infinity:
        return None
    exponent, fraction = size >> places, size & (1 << places) - 1
    if exponent:
        fraction |= 1 << places
    value = Fraction(2) ** (max(exponent, 1) - f.bias - places) * fraction
    return -value if bits >> f.width - 1 else value


def rounded(kind: Kind, value: Fraction, mode: str) -> int:
    """The bits of a number that is not zero, rounded in a mode."""
    f = shape(kind)
    precision, bias = f.places + 1, f.bias
    size, negative = abs(value), value < 0
    exponent = size.numerator.bit_length() - size.denominator.bit_length()
    if Fraction(2) ** exponent > size:
        exponent -= 1
    exponent = max(exponent, 1 - bias)
    units = size / Fraction(2) ** (exponent - (precision - 1))
    whole = units.numerator // units.denominator
    rest = units - whole
    half = Fraction(1, 2)
    outwards = {"rtz": False, "rdn": negative, "rup": not negative}
    up = {
        "rne": rest > half or (rest == half and whole & 1 == 1),
        "rmm": rest >= half,
    }.get(mode, outwards.get(mode, False) and rest > 0)
    whole += up
    if whole == 1 << precision:
        whole, exponent = whole // 2, exponent + 1
    bits = whole
    if exponent > bias:
        bits = f.infinity - (not outwards.get(mode, True))
    elif whole >> precision - 1:
        bits += exponent + bias - 1 << precision - 1
    return bits | negative << f.width - 1


def square_root(value: Fraction) -> Fraction:
    """So near to the root of a positive number that it is rounded alike."""
    scaled = value.numerator * value.denominator << 2400
    root = isqrt(scaled)
    bits = Fraction(root, value.denominator << 1200)
    return bits + Fraction(root * root != scaled, value.denominator << 1204)


def edge(random: Random, kind: Kind) -> int:
    """The bits of a float, near a limit or a power of two more often than not."""
    f = shape(kind)
    places, bias = f.places, f.bias
    most = 2 * bias + 1
    exponents = [0, 0, 1, 2, most, most - 1, most - 2, bias, bias - 1, bias + places]
    exponents += [random.randrange(most + 1), bias + random.randrange(-60, 60)]
    fractions = [0, 0, 1, 2, (1 << places) - 1, (1 << places) - 2, 1 << places - 1]
    fractions += [random.getrandbits(places)] * 3 + [1 << random.randrange(places)]
    exponent = max(0, min(most, random.choice(exponents)))
    bits = exponent << places | random.choice(fractions) % (1 << places)
    return bits | random.getrandbits(1) << f.width - 1


def integer(random: Random, width: int) -> int:
    """The bits of an integer, of any length."""
    bits = random.getrandbits(width) >> random.randrange(width)
    bits = random.choice((bits, -bits, -1 - bits, 1 << width - 1, bits | 1))
    return bits & (1 << width) - 1
