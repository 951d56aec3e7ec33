"""
Floats as the hardware of NaplesPU computes them (docs/reference/naplespu-isa.md,
section 5.3).

Each rule is the simplest one that gives every measured result bit for bit; what no
measurement has is said where it matters.
"""

from typing import TypeVar

from circ.dialects.common.algebra import Algebra

V = TypeVar("V")


def _not(k: Algebra[V], condition: V) -> V:
    return k.eq(1, condition, k.const(1, 0))


def field_gt(k: Algebra[V], x: V, y: V) -> V:
    """By sign, then by magnitude, which is wrong for two negative numbers."""
    low = k.const(32, 0x7FFFFFFF)
    negative_x, negative_y = k.extract(32, 31, 31, x), k.extract(32, 31, 31, y)
    greater = k.ult(32, k.and_(32, y, low), k.and_(32, x, low))
    return k.ite(1, k.eq(1, negative_x, negative_y), greater, negative_y)


def field_ge(k: Algebra[V], x: V, y: V) -> V:
    return k.or_(1, field_gt(k, x, y), k.eq(32, x, y))


def field_lt(k: Algebra[V], x: V, y: V) -> V:
    return _not(k, field_ge(k, x, y))


def field_le(k: Algebra[V], x: V, y: V) -> V:
    return _not(k, field_gt(k, x, y))


def ftoi(k: Algebra[V], x: V) -> V:
    """
    Truncation modulo 2^32, but 0 for magnitudes from 128 up to 256.

    Magnitudes from 2^32 on, infinities and NaN give the maximum for either sign.
    """
    exponent = k.zext(8, 64, k.extract(32, 30, 23, x))
    fraction = k.zext(23, 64, k.extract(32, 22, 0, x))
    significand = k.or_(64, fraction, k.const(64, 1 << 23))
    shift = k.sub(64, exponent, k.const(64, 127))
    magnitude = k.lshr(64, k.shl(64, significand, shift), k.const(64, 23))
    word = k.extract(64, 31, 0, magnitude)
    negative = k.extract(32, 31, 31, x)
    value = k.ite(32, negative, k.sub(32, k.const(32, 0), word), word)
    fault = k.eq(64, exponent, k.const(64, 127 + 7))
    zero = k.or_(1, fault, k.ult(64, exponent, k.const(64, 127)))
    value = k.ite(32, zero, k.const(32, 0), value)
    too_large = k.ult(64, k.const(64, 127 + 31), exponent)
    return k.ite(32, too_large, k.const(32, 0x7FFFFFFF), value)


def itof(k: Algebra[V], x: V) -> V:
    """
    To nearest even, but the exponent is counted up where rounding up gives a
    significand of all ones, and is not where it carries out of the significand.
    """
    negative = k.extract(32, 31, 31, x)
    magnitude = k.ite(32, negative, k.sub(32, k.const(32, 0), x), x)
    zeros = k.clz(32, magnitude)
    normal = k.shl(32, magnitude, zeros)
    kept, rest = k.extract(32, 31, 8, normal), k.extract(32, 7, 0, normal)
    half = k.const(8, 0x80)
    tie = k.and_(1, k.eq(8, rest, half), k.extract(24, 0, 0, kept))
    up = k.or_(1, k.ult(8, half, rest), tie)
    rounded = k.add(24, kept, k.zext(1, 24, up))
    ones = k.and_(1, up, k.eq(24, rounded, k.const(24, -1)))
    exponent = k.sub(8, k.const(8, 127 + 31), k.extract(32, 7, 0, zeros))
    exponent = k.add(8, exponent, k.zext(1, 8, ones))
    value = _packed(k, negative, exponent, k.extract(24, 22, 0, rounded))
    return k.ite(32, k.eq(32, x, k.const(32, 0)), x, value)


def _packed(k: Algebra[V], sign: V, exponent: V, fraction: V) -> V:
    return k.concat(1, 31, sign, k.concat(8, 23, exponent, fraction))


def _is_zero(k: Algebra[V], x: V) -> V:
    return k.eq(31, k.extract(32, 30, 0, x), k.const(31, 0))


def _significand(k: Algebra[V], x: V) -> V:
    """With its top bit, which a number of exponent 0 has as well."""
    fraction = k.zext(23, 64, k.extract(32, 22, 0, x))
    return k.or_(64, fraction, k.const(64, 1 << 23))


GUARD_BITS = 7
"""Bits of the smaller operand below the last one of the larger; the rest is dropped."""


def fadd(k: Algebra[V], x: V, y: V) -> V:
    """
    Rounded half up in front of the normalization, which shifts zeros in.

    The smaller number is lost where the exponents differ by 23. An exponent that
    overflows wraps, one below 0 gives 0. A zero is neutral, but of two, the second of
    which is negative, the sum is 0x00C00000.
    """
    magnitude = k.const(32, 0x7FFFFFFF)
    swapped = k.ult(32, k.and_(32, x, magnitude), k.and_(32, y, magnitude))
    large, small = k.ite(32, swapped, y, x), k.ite(32, swapped, x, y)
    exponent = k.extract(32, 30, 23, large)
    distance = k.sub(8, exponent, k.extract(32, 30, 23, small))
    guard = k.const(64, GUARD_BITS)
    addend = k.shl(64, _significand(k, small), guard)
    addend = k.lshr(64, addend, k.zext(8, 64, distance))
    lost = k.eq(8, distance, k.const(8, 23))
    addend = k.ite(64, lost, k.const(64, 0), addend)
    base = k.shl(64, _significand(k, large), guard)
    differ = k.extract(32, 31, 31, k.xor(32, x, y))
    total = k.ite(64, differ, k.sub(64, base, addend), k.add(64, base, addend))
    up = k.zext(1, 32, k.extract(64, GUARD_BITS - 1, GUARD_BITS - 1, total))
    rounded = k.add(32, k.extract(64, GUARD_BITS + 31, GUARD_BITS, total), up)
    zeros = k.clz(32, rounded)
    fraction = k.extract(32, 30, 8, k.shl(32, rounded, zeros))
    above = k.add(32, k.zext(8, 32, exponent), k.const(32, 8))
    exponent = k.extract(32, 7, 0, k.sub(32, above, zeros))
    value = _packed(k, k.extract(32, 31, 31, large), exponent, fraction)
    none = k.or_(1, k.eq(32, rounded, k.const(32, 0)), k.ult(32, above, zeros))
    value = k.ite(32, none, k.const(32, 0), value)
    negative = k.extract(32, 31, 31, y)
    neither = k.ite(32, negative, k.const(32, 0x00C00000), k.const(32, 0))
    x_is_zero, y_is_zero = _is_zero(k, x), _is_zero(k, y)
    value = k.ite(32, x_is_zero, k.ite(32, y_is_zero, neither, y), value)
    return k.ite(32, k.ult(1, x_is_zero, y_is_zero), x, value)


def fsub(k: Algebra[V], x: V, y: V) -> V:
    return fadd(k, x, k.xor(32, y, k.const(32, 1 << 31)))


def fmul(k: Algebra[V], x: V, y: V) -> V:
    """
    Rounded by bit 23 of the product of significands, also where that bit is kept.

    The exponent wraps; a zero, also a negative one, gives 0.
    """

    product = k.mul(64, _significand(k, x), _significand(k, y))
    large = k.extract(64, 47, 47, product)
    kept = k.lshr(64, product, k.ite(64, large, k.const(64, 24), k.const(64, 23)))
    up = k.extract(64, 23, 23, product)
    rounded = k.add(64, kept, k.zext(1, 64, up))
    exponent = k.add(8, k.extract(32, 30, 23, x), k.extract(32, 30, 23, y))
    exponent = k.sub(8, exponent, k.const(8, 127))
    for carry in (large, k.extract(64, 24, 24, rounded)):
        exponent = k.add(8, exponent, k.zext(1, 8, carry))
    sign = k.extract(32, 31, 31, k.xor(32, x, y))
    value = _packed(k, sign, exponent, k.extract(64, 22, 0, rounded))
    zero = k.or_(1, _is_zero(k, x), _is_zero(k, y))
    return k.ite(32, zero, k.const(32, 0), value)


def fdiv(k: Algebra[V], x: V, y: V) -> V:
    """
    Rounded to nearest with exponents from 0, 2^-127, to 255, 2^128, as numbers.

    A subnormal number of at least 2^-127 is one of exponent 0, a smaller one a zero;
    quotients of exponent 0 are cut off to subnormal numbers. NaN is 0x7F800001.
    """
    sign = k.and_(32, k.xor(32, x, y), k.const(32, 1 << 31))
    infinity = k.const(32, 0x7F800000)
    quotient = k.fdiv(32, _between_one_and_two(k, x), _between_one_and_two(k, y))
    exponent = k.sub(32, _exponent(k, x), _exponent(k, y))
    exponent = k.add(32, exponent, _exponent(k, quotient))
    fraction = k.extract(32, 22, 0, quotient)
    value = _packed(k, k.const(1, 0), k.extract(32, 7, 0, exponent), fraction)
    subnormal = k.lshr(32, k.or_(32, value, k.const(32, 1 << 23)), k.const(32, 1))
    value = k.ite(32, k.eq(32, exponent, k.const(32, 0)), subnormal, value)
    large = k.slt(32, k.const(32, 255), exponent)
    small = k.slt(32, exponent, k.const(32, 0))
    large = k.or_(1, large, k.or_(1, _is_infinite(k, x), _is_tiny(k, y)))
    small = k.or_(1, small, k.or_(1, _is_tiny(k, x), _is_infinite(k, y)))
    value = k.ite(32, large, infinity, k.ite(32, small, k.const(32, 0), value))
    nan = k.and_(1, _is_tiny(k, x), _is_tiny(k, y))
    nan = k.or_(1, nan, k.and_(1, _is_infinite(k, x), _is_infinite(k, y)))
    for operand in (x, y):
        top = k.and_(32, operand, k.const(32, 0x7FFFFFFF))
        nan = k.or_(1, nan, k.ult(32, infinity, top))
    return k.ite(32, nan, k.const(32, 0x7F800001), k.or_(32, sign, value))


def _exponent(k: Algebra[V], x: V) -> V:
    return k.zext(8, 32, k.extract(32, 30, 23, x))


def _between_one_and_two(k: Algebra[V], x: V) -> V:
    """A number as a divider sees it, but for its sign and exponent."""
    is_subnormal = k.eq(32, _exponent(k, x), k.const(32, 0))
    x = k.ite(32, is_subnormal, k.shl(32, x, k.const(32, 1)), x)
    return _packed(k, k.const(1, 0), k.const(8, 127), k.extract(32, 22, 0, x))


def _is_infinite(k: Algebra[V], x: V) -> V:
    return k.eq(31, k.extract(32, 30, 0, x), k.const(31, 0x7F800000))


def _is_tiny(k: Algebra[V], x: V) -> V:
    """Is it below 2^-127 in magnitude, and so a zero to the divider?"""
    return k.ult(32, k.and_(32, x, k.const(32, 0x7FFFFFFF)), k.const(32, 1 << 22))
