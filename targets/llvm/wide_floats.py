"""Conversions between floats and integers of 65 to 128 bits, lane by lane."""

from circ.dialects.common import arithmetic
from circ.dialects.common.algebra import float_to_bits
from circ.targets.llvm.any_width import AnyWidth
from circ.targets.llvm.integer_meanings import is_negative
from circ.targets.llvm.source_algebra import INTEGERS, WIDEST, WORD, Number

FRACTIONS = {32: 23, 64: 52}
"""The bits of a float's fraction, by its width."""


def from_integer(k: AnyWidth, name: str, width: int, to: int, value: Number) -> Number:
    """
    `uitofp` or `sitofp`, rounded once: the float of `to` bits.

    The highest 64 bits of the magnitude are converted, the last of which stands for all
    below it; what they are multiplied by is a power of two.
    """
    negative = k.const(1, 0)
    if name == "sitofp":
        negative = is_negative(k, width, value)
        value = k.sext(width, WIDEST, value)
        value = arithmetic.abs_(k, WIDEST, value)
    elif width < WIDEST:
        value = k.zext(width, WIDEST, value)
    zeros = k.clz(WIDEST, value)
    value = k.shl(WIDEST, value, k.and_(WIDEST, zeros, k.const(WIDEST, WIDEST - 1)))
    high = k.extract(WIDEST, WIDEST - 1, WORD, value)
    low = k.extract(WIDEST, WORD - 1, 0, value)
    rest = k.zext(1, WORD, k.icmp("ne", WORD, low, k.const(WORD, 0)))
    (whole,) = k.or_(WORD, high, rest)
    fraction = FRACTIONS[to]
    bias = (1 << to - 2 - fraction) - 1
    exponent = k.sub(WIDEST, k.const(WIDEST, bias + WORD), zeros)
    power = k.shl(to, k.extract(WIDEST, to - 1, 0, exponent), k.const(to, fraction))
    product = k.k.fmul(to, k.k.uitofp(WORD, to, whole), power[0])
    sign = k.shl(to, k.zext(1, to, negative), k.const(to, to - 1))
    return k.or_(to, (product,), sign)


def to_integer(k: AnyWidth, name: str, width: int, to: int, value: Number) -> Number:
    """`fptoui` or `fptosi` of a float of `width` bits: saturates, NaN is 0."""
    is_signed, fraction = name == "fptosi", FRACTIONS[width]
    bits = (k.k.cast(value[0], INTEGERS[width]),)
    negative = is_negative(k, width, bits)
    biased = k.extract(width, width - 2, fraction, bits)
    count = width - 1 - fraction
    exponent = k.zext(count, WIDEST, biased)
    significand = k.zext(fraction, WIDEST, k.extract(width, fraction - 1, 0, bits))
    significand = k.or_(WIDEST, significand, k.const(WIDEST, 1 << fraction))
    # The point is behind the significand at this exponent.
    point = k.const(WIDEST, (1 << count - 1) - 1 + fraction)
    most = k.const(WIDEST, WIDEST - 1)
    left = arithmetic.minu(k, WIDEST, k.sub(WIDEST, exponent, point), most)
    right = arithmetic.minu(k, WIDEST, k.sub(WIDEST, point, exponent), most)
    is_left = k.icmp("uge", WIDEST, exponent, point)
    magnitude = k.ite(
        WIDEST,
        is_left,
        k.shl(WIDEST, significand, left),
        k.lshr(WIDEST, significand, right),
    )
    number = k.ite(
        WIDEST, negative, k.sub(WIDEST, k.const(WIDEST, 0), magnitude), magnitude
    )
    number = number if to == WIDEST else k.extract(WIDEST, to - 1, 0, number)
    lowest, highest = 0, (1 << to) - 1
    if is_signed:
        lowest, highest = -1 << to - 1, (1 << to - 1) - 1
    is_low = k.fcmp("olt", width, value, _float(k, width, lowest))
    number = k.ite(to, is_low, k.const(to, lowest), number)
    is_high = k.fcmp("oge", width, value, _float(k, width, highest + 1))
    number = k.ite(to, is_high, k.const(to, highest), number)
    return k.ite(to, k.fcmp("ord", width, value, value), number, k.const(to, 0))


def _float(k: AnyWidth, width: int, number: int) -> Number:
    return k.const(width, float_to_bits(width, float(number)))
