"""Floats rounded in any mode, from exact fractions: an oracle without floats."""

from fractions import Fraction
from math import isqrt
from random import Random

PRECISION = {32: 24, 64: 53}
BIAS = {32: 127, 64: 1023}


def infinity(width: int) -> int:
    return (2 * BIAS[width] + 1) << PRECISION[width] - 1


def value_of(width: int, bits: int) -> Fraction | None:
    """The number that the bits stand for; None of infinities and NaN."""
    places = PRECISION[width] - 1
    size = bits & (1 << width - 1) - 1
    if size >= infinity(width):
        return None
    exponent, fraction = size >> places, size & (1 << places) - 1
    if exponent:
        fraction |= 1 << places
    value = Fraction(2) ** (max(exponent, 1) - BIAS[width] - places) * fraction
    return -value if bits >> width - 1 else value


def rounded(width: int, value: Fraction, mode: str) -> int:
    """The bits of a number that is not zero, rounded in a mode."""
    precision, bias = PRECISION[width], BIAS[width]
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
        bits = infinity(width) - (not outwards.get(mode, True))
    elif whole >> precision - 1:
        bits += exponent + bias - 1 << precision - 1
    return bits | negative << width - 1


def square_root(value: Fraction) -> Fraction:
    """So near to the root of a positive number that it is rounded alike."""
    scaled = value.numerator * value.denominator << 2400
    root = isqrt(scaled)
    bits = Fraction(root, value.denominator << 1200)
    return bits + Fraction(root * root != scaled, value.denominator << 1204)


def edge(random: Random, width: int) -> int:
    """The bits of a float, near a limit or a power of two more often than not."""
    places, bias = PRECISION[width] - 1, BIAS[width]
    most = 2 * bias + 1
    exponents = [0, 0, 1, 2, most, most - 1, most - 2, bias, bias - 1, bias + places]
    exponents += [random.randrange(most + 1), bias + random.randrange(-60, 60)]
    fractions = [0, 0, 1, 2, (1 << places) - 1, (1 << places) - 2, 1 << places - 1]
    fractions += [random.getrandbits(places)] * 3 + [1 << random.randrange(places)]
    bits = random.choice(exponents) << places | random.choice(fractions)
    return bits | random.getrandbits(1) << width - 1


def integer(random: Random, width: int) -> int:
    """The bits of an integer, of any length."""
    bits = random.getrandbits(width) >> random.randrange(width)
    bits = random.choice((bits, -bits, -1 - bits, 1 << width - 1, bits | 1))
    return bits & (1 << width) - 1
