"""
The square root of binary32 where a machine has none, rounded to nearest even.

Newton's steps for 1 / sqrt(m), m between 1 and 4, and one of Heron's give a candidate
that is off by one unit at most; the remainder in integers says whether it is.
"""

from circ.dialects.common.algebra import Algebra, V
from circ.dialects.common.floats import Floats

WIDTH = 32


def square_root(k: Algebra[V], width: int, x: V) -> V:
    """The result of `k.fsqrt`, by additions, multiplications and one division."""
    f = Floats(k, WIDTH)
    subnormal = f.below(x, 1 << f.fraction)
    scaled = f.choose(subnormal, f.mul(x, 2.0**24), x)
    exponent = f.isub(f.lshr(scaled, f.fraction), f.bias)
    odd = f.iand(exponent, 1)
    significand = f.iand(scaled, (1 << f.fraction) - 1)
    m = f.iadd(significand, f.shl(f.iadd(odd, f.bias), f.fraction))
    # C. Lomont, Fast Inverse Square Root, 2003.
    y = f.isub(0x5F3759DF, f.lshr(m, 1))
    half = f.mul(0.5, m)
    for _ in range(2):
        y = f.mul(y, f.sub(1.5, f.mul(half, f.mul(y, y))))
    root = f.mul(m, y)
    root = f.mul(0.5, f.add(root, f.div(m, root)))
    # (c - 1/2)^2 < n < (c + 1/2)^2 in integers: -c < n - c^2 <= c.
    candidate = f.isub(root, (f.bias - 1) << f.fraction)
    n = f.shl(f.ior(significand, 1 << f.fraction), f.iadd(odd, 23))
    rest = f.isub(n, f.imul(candidate, candidate))
    up = f.bit(f.iless(candidate, rest))
    down = f.bit(f.inverse(f.iless(f.isub(0, candidate), rest)))
    candidate = f.isub(f.iadd(candidate, up), down)
    scale = f.iadd(f.ashr(exponent, 1), f.bias - 1)
    scale = f.isub(scale, f.ichoose(subnormal, 12, 0))
    result = f.iadd(f.shl(scale, f.fraction), candidate)
    # Zeros and infinity are their own roots, numbers below zero have none.
    itself = f.either(f.equal(x, 0.0), f.same(x, f.infinity))
    ordinary = f.less(0.0, x)
    return f.choose(itself, x, f.choose(ordinary, result, f.nan()))
