"""
What the operations compute, over circ's algebra: for integers, and for circuits.

A number is its bits. Results that the type does not have are its least or its greatest
value (saturation); results between two values are rounded to the nearer one, halves
upwards.
"""

from circ.dialects.common import arithmetic, rounding
from circ.dialects.common.algebra import Algebra, V

WIDE = 64

BIASES = {32: (127, 23), 64: (1023, 52)}
"""Of floats by their widths: the exponent's bias, and the bits of the fraction."""


def saturated(k: Algebra[V], wide: int, width: int, value: V) -> V:
    """A signed number of `wide` bits as the nearest of `width` bits."""
    if width == wide:
        return value
    least, most = k.const(wide, -1 << width - 1), k.const(wide, (1 << width - 1) - 1)
    value = arithmetic.mins(k, wide, arithmetic.maxs(k, wide, value, least), most)
    return k.extract(wide, width - 1, 0, value)


def rounded(k: Algebra[V], width: int, places: int, value: V) -> V:
    """A signed number divided by 2**places."""
    if places == 0:
        return value
    half = k.const(width, 1 << places - 1)
    return k.ashr(width, k.add(width, value, half), k.const(width, places))


def add(k: Algebra[V], width: int, lhs: V, rhs: V) -> V:
    wide = 2 * width
    total = k.add(wide, k.sext(width, wide, lhs), k.sext(width, wide, rhs))
    return saturated(k, wide, width, total)


def sub(k: Algebra[V], width: int, lhs: V, rhs: V) -> V:
    wide = 2 * width
    difference = k.sub(wide, k.sext(width, wide, lhs), k.sext(width, wide, rhs))
    return saturated(k, wide, width, difference)


def product(k: Algebra[V], width: int, wide: int, lhs: V, rhs: V) -> V:
    """The exact product, in at least twice the bits."""
    return k.mul(wide, k.sext(width, wide, lhs), k.sext(width, wide, rhs))


def mul(k: Algebra[V], width: int, fraction: int, lhs: V, rhs: V) -> V:
    wide = 2 * width
    exact = product(k, width, wide, lhs, rhs)
    return saturated(k, wide, width, rounded(k, wide, fraction, exact))


def convert(
    k: Algebra[V], width: int, fraction: int, to: int, to_fraction: int, value: V
) -> V:
    """Between formats; integers have no bits after the point."""
    wide = min(2 * max(width, to), WIDE)
    value = k.sext(width, wide, value) if wide > width else value
    if to_fraction > fraction:
        value = k.shl(wide, value, k.const(wide, to_fraction - fraction))
    else:
        value = rounded(k, wide, fraction - to_fraction, value)
    return saturated(k, wide, to, value)


def _power(k: Algebra[V], width: int, exponent: int) -> V:
    """A power of two as a float."""
    bias, places = BIASES[width]
    return k.const(width, bias + exponent << places)


def from_float(k: Algebra[V], width: int, to: int, fraction: int, value: V) -> V:
    """The nearest value, of two the even one; zero for NaN."""
    scaled = k.fmul(width, value, _power(k, width, fraction))
    number = k.fptosi(width, WIDE, rounding.round_even(k, width, scaled))
    number = saturated(k, WIDE, to, number)
    return k.ite(to, k.feq(width, value, value), number, k.const(to, 0))


def to_float(k: Algebra[V], width: int, fraction: int, to: int, value: V) -> V:
    """The nearest float."""
    return k.fmul(to, k.sitofp(width, to, value), _power(k, to, -fraction))
