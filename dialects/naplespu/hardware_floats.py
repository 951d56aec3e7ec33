"""
Floats as the hardware of NaplesPU computes them (`naplespu_isa` section 5.3).

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


def _exponent_is_zero(k: Algebra[V], x: V) -> V:
    return k.eq(8, k.extract(32, 30, 23, x), k.const(8, 0))


def _significand(k: Algebra[V], x: V) -> V:
    fraction = k.zext(23, 64, k.extract(32, 22, 0, x))
    return k.or_(64, fraction, k.const(64, 1 << 23))


def fadd(k: Algebra[V], x: V, y: V) -> V:
    """
    Rounded half up in front of the normalization, which shifts zeros in.

    The smaller number is lost where the exponents differ by 23, and the exponent wraps.
    A subnormal number, which no measurement has, counts as a zero; a zero is neutral,
    but of two, the second of which is negative, the sum is 0x00C00000.
    """
    magnitude = k.const(32, 0x7FFFFFFF)
    swapped = k.ult(32, k.and_(32, x, magnitude), k.and_(32, y, magnitude))
    large, small = k.ite(32, swapped, y, x), k.ite(32, swapped, x, y)
    exponent = k.extract(32, 30, 23, large)
    distance = k.sub(8, exponent, k.extract(32, 30, 23, small))
    guard = k.const(64, 24)
    addend = k.shl(64, _significand(k, small), guard)
    addend = k.lshr(64, addend, k.zext(8, 64, distance))
    lost = k.eq(8, distance, k.const(8, 23))
    addend = k.ite(64, lost, k.const(64, 0), addend)
    base = k.shl(64, _significand(k, large), guard)
    differ = k.extract(32, 31, 31, k.xor(32, x, y))
    total = k.ite(64, differ, k.sub(64, base, addend), k.add(64, base, addend))
    up = k.zext(1, 32, k.extract(64, 23, 23, total))
    rounded = k.add(32, k.extract(64, 55, 24, total), up)
    zeros = k.clz(32, rounded)
    fraction = k.extract(32, 30, 8, k.shl(32, rounded, zeros))
    exponent = k.add(8, exponent, k.const(8, 8))
    exponent = k.sub(8, exponent, k.extract(32, 7, 0, zeros))
    value = _packed(k, k.extract(32, 31, 31, large), exponent, fraction)
    value = k.ite(32, k.eq(32, rounded, k.const(32, 0)), k.const(32, 0), value)
    negative = k.extract(32, 31, 31, y)
    neither = k.ite(32, negative, k.const(32, 0x00C00000), k.const(32, 0))
    x_is_zero, y_is_zero = _exponent_is_zero(k, x), _exponent_is_zero(k, y)
    value = k.ite(32, x_is_zero, k.ite(32, y_is_zero, neither, y), value)
    return k.ite(32, k.ult(1, x_is_zero, y_is_zero), x, value)


def fsub(k: Algebra[V], x: V, y: V) -> V:
    return fadd(k, x, k.xor(32, y, k.const(32, 1 << 31)))


def fmul(k: Algebra[V], x: V, y: V) -> V:
    """
    Rounded by bit 23 of the product of significands, also where that bit is kept.

    The exponent wraps; a zero, also a negative one, and a subnormal number give 0.
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
    zero = k.or_(1, _exponent_is_zero(k, x), _exponent_is_zero(k, y))
    return k.ite(32, zero, k.const(32, 0), value)


def _flush(k: Algebra[V], x: V) -> V:
    """A subnormal number becomes the zero of its sign."""
    sign = k.and_(32, x, k.const(32, 1 << 31))
    return k.ite(32, _exponent_is_zero(k, x), sign, x)


def fdiv(k: Algebra[V], x: V, y: V) -> V:
    """IEEE's without subnormal numbers, and with a NaN of its own."""
    value = k.fdiv(32, _flush(k, x), _flush(k, y))
    nan = _not(k, k.feq(32, value, value))
    return k.ite(32, nan, k.const(32, 0x7F800001), _flush(k, value))
