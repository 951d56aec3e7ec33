"""
Division by a constant as multiplication and shifts, over the algebra.

H. S. Warren, "Hacker's Delight", second edition, chapter 10 (magic numbers; signed
powers of two: section 10-1). The rules for what has no quotient are circ's: all ones
for a division by zero. Everything works at any width, and is proved at 8 bits.
"""

from dataclasses import dataclass

from circ.dialects.common.algebra import Algebra, V, to_signed
from circ.dialects.common.arithmetic import icmp, mulhs, mulhu, neg


@dataclass(frozen=True)
class Magic:
    """`n / d` is the high half of `n * multiplier`, shifted right."""

    multiplier: int
    """In 0 ... 2^width - 1; read as signed by `signed_magic`."""
    shift: int
    add: bool = False
    """Is the true multiplier larger by 2^width?"""


def unsigned_magic(divisor: int, width: int) -> Magic:
    """The least multiplier for all words (section 10-10), for 2 <= d < 2^width."""
    words = 1 << width
    assert 2 <= divisor < words
    largest = words - 1 - words % divisor
    power = width
    while 1 << power <= largest * (divisor - 1 - ((1 << power) - 1) % divisor):
        power += 1
    multiplier = ((1 << power) + divisor - 1 - ((1 << power) - 1) % divisor) // divisor
    return Magic(multiplier % words, power - width, multiplier >= words)


def signed_magic(divisor: int, width: int) -> Magic:
    """The multiplier for signed words (section 10-6), for 2 <= |d| < 2^(width - 1)."""
    magnitude, top = abs(divisor), 1 << (width - 1)
    assert 2 <= magnitude < top
    bound = top + (divisor < 0)
    largest = bound - 1 - bound % magnitude
    power = width
    while 1 << power <= largest * (magnitude - (1 << power) % magnitude):
        power += 1
    multiplier = ((1 << power) + magnitude - (1 << power) % magnitude) // magnitude
    signed = multiplier if divisor > 0 else -multiplier
    return Magic(signed % (1 << width), power - width)


def quotient(k: Algebra[V], width: int, signed: bool, n: V, divisor: int) -> V:
    """The quotient of a number by a constant, given by its bits."""
    if divisor == 0:
        return k.const(width, -1)
    if divisor == 1:
        return n
    if signed:
        return _signed(k, width, n, to_signed(width, divisor))
    return _unsigned(k, width, n, divisor)


def remainder(k: Algebra[V], width: int, signed: bool, n: V, divisor: int) -> V:
    """The remainder of a number by a constant, given by its bits."""
    if divisor == 0:
        return n
    magnitude = abs(to_signed(width, divisor)) if signed else divisor
    if magnitude == 1:
        return k.const(width, 0)
    if magnitude.bit_count() == 1:
        if not signed:
            return k.and_(width, n, k.const(width, divisor - 1))
        rounded = k.add(width, n, _bias(k, width, n, magnitude))
        multiple = k.and_(width, rounded, k.const(width, -magnitude))
        return k.sub(width, n, multiple)
    whole = quotient(k, width, signed, n, divisor)
    return k.sub(width, n, k.mul(width, whole, k.const(width, divisor)))


def _unsigned(k: Algebra[V], width: int, n: V, divisor: int) -> V:
    if divisor.bit_count() == 1:
        return k.lshr(width, n, k.const(width, divisor.bit_length() - 1))
    if divisor > 1 << (width - 1):  # the quotient is 0 or 1
        large = icmp(k, "uge", width, n, k.const(width, divisor))
        return k.ite(width, large, k.const(width, 1), k.const(width, 0))
    magic = unsigned_magic(divisor, width)
    if magic.add and divisor % 2 == 0:
        # What is left of n is so much smaller that the multiplier fits.
        zeros = (divisor & -divisor).bit_length() - 1
        n = k.lshr(width, n, k.const(width, zeros))
        magic = _narrow_magic(width, divisor >> zeros, width - zeros)
    high = mulhu(k, width, n, k.const(width, magic.multiplier))
    shift = magic.shift
    if magic.add:
        # The sum n + high has one bit more; its half has not.
        rest = k.sub(width, n, high)
        rest = k.lshr(width, rest, k.const(width, 1))
        high = k.add(width, rest, high)
        shift -= 1
    return k.lshr(width, high, k.const(width, shift)) if shift else high


def _narrow_magic(width: int, divisor: int, bits: int) -> Magic:
    """The multiplier for numbers below two to the `bits`, which is below the width."""
    power = width
    while True:
        multiplier = (1 << power) // divisor + 1
        error = multiplier * divisor - (1 << power)
        if error << bits <= 1 << power:
            assert multiplier < 1 << width, "one bit less is room enough"
            return Magic(multiplier, power - width)
        power += 1


def _bias(k: Algebra[V], width: int, n: V, magnitude: int) -> V:
    """`magnitude - 1` where n is negative, else 0; a power of two."""
    power = magnitude.bit_length() - 1
    sign = k.ashr(width, n, k.const(width, width - 1)) if power > 1 else n
    return k.lshr(width, sign, k.const(width, width - power))


def _signed(k: Algebra[V], width: int, n: V, divisor: int) -> V:
    if divisor == -1:
        return neg(k, width, n)
    magnitude = abs(divisor)
    if magnitude.bit_count() == 1:
        biased = k.add(width, n, _bias(k, width, n, magnitude))
        power = k.const(width, magnitude.bit_length() - 1)
        result = k.ashr(width, biased, power)
        return neg(k, width, result) if divisor < 0 else result
    magic = signed_magic(divisor, width)
    result = mulhs(k, width, n, k.const(width, magic.multiplier))
    negative = magic.multiplier >= 1 << (width - 1)
    if divisor > 0 and negative:
        result = k.add(width, result, n)
    elif divisor < 0 and not negative:
        result = k.sub(width, result, n)
    if magic.shift:
        result = k.ashr(width, result, k.const(width, magic.shift))
    sign = k.lshr(width, result, k.const(width, width - 1))
    return k.add(width, result, sign)
