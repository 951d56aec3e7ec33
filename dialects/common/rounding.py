"""
Floats rounded to integers, and signs copied: exact, in binary32 and binary64.

From two to the fraction's bits on every number is an integer already, and infinities
and NaN are left alone there too. The sign of the operand stays, on zero as well.
"""

from circ.dialects.common.algebra import Algebra, V
from circ.dialects.common.floats import Floats


def copysign(k: Algebra[V], width: int, magnitude: V, sign: V) -> V:
    """The first number with the sign of the second; NaN has one too."""
    f = Floats(k, width)
    return f.with_sign_of(sign, f.abs(magnitude))


def _whole(f: Floats[V], value: V, result: V) -> V:
    """`result` with the sign of `value`, or `value` where that is an integer."""
    limit = f.integer(f.bias + f.fraction << f.fraction)
    small = f.below(f.abs(value), limit)
    return f.choose(small, f.with_sign_of(value, f.abs(result)), value)


def trunc(k: Algebra[V], width: int, value: V) -> V:
    """Towards zero."""
    f = Floats(k, width)
    return _whole(f, value, f.from_integer(f.to_integer(value)))


def floor(k: Algebra[V], width: int, value: V) -> V:
    """Downwards."""
    f = Floats(k, width)
    towards_zero = f.from_integer(f.to_integer(value))
    one = f.choose(f.less(value, towards_zero), 1.0, 0.0)
    return _whole(f, value, f.sub(towards_zero, one))


def ceil(k: Algebra[V], width: int, value: V) -> V:
    """Upwards."""
    f = Floats(k, width)
    towards_zero = f.from_integer(f.to_integer(value))
    one = f.choose(f.less(towards_zero, value), 1.0, 0.0)
    return _whole(f, value, f.add(towards_zero, one))


def round_even(k: Algebra[V], width: int, value: V) -> V:
    """To the nearest, to even from halfway."""
    f = Floats(k, width)
    # The sum has no bits below the point: its rounding is the one asked for.
    limit = f.integer(f.bias + f.fraction << f.fraction)
    return _whole(f, value, f.sub(f.add(f.abs(value), limit), limit))


def round_away(k: Algebra[V], width: int, value: V) -> V:
    """To the nearest, away from zero from halfway."""
    f = Floats(k, width)
    magnitude = f.abs(value)
    towards_zero = f.from_integer(f.to_integer(magnitude))
    # The difference is exact.
    rest = f.sub(magnitude, towards_zero)
    one = f.choose(f.less(rest, 0.5), 0.0, 1.0)
    return _whole(f, value, f.add(towards_zero, one))
