"""
Powers: integer ones (EXP), those of floats (FEXP), and the cube root.

The float power is fdlibm's (Sun Microsystems 1993) in binary32 and binary64, written
without branches: the logarithm to base 2 in two parts, times the exponent in two
parts, and two to the power of that. The errors are measured in `docs/math.md`.
"""

from dataclasses import dataclass

from circ.dialects.common.algebra import Algebra, V
from circ.dialects.common.floats import Floats
from circ.dialects.common.rounding import round_even


def power(k: Algebra[V], width: int, base: V, exponent: V) -> V:
    """An integer to the power of an unsigned one, modulo two to the width; 0^0 is 1."""
    result = k.const(width, 1)
    for place in range(width):
        bit = k.extract(width, place, place, exponent)
        result = k.ite(width, bit, k.mul(width, result, base), result)
        if place < width - 1:
            base = k.mul(width, base, base)
    return result


def inverse_power(k: Algebra[V], width: int, base: V, exponent: V, power: V) -> V:
    """
    `power`, or where the exponent is negative the inverse of it, towards zero.

    A negative power of 1 or -1 is one of these, that of 0 is all ones like a division
    by zero, and of any other number 0.
    """
    negative = k.slt(width, exponent, k.const(width, 0))
    one, ones, zero = k.const(width, 1), k.const(width, -1), k.const(width, 0)
    odd = k.eq(width, k.and_(width, exponent, one), one)
    inverse = k.ite(width, k.eq(width, base, one), one, zero)
    of_minus_one = k.ite(width, odd, ones, one)
    inverse = k.ite(width, k.eq(width, base, ones), of_minus_one, inverse)
    inverse = k.ite(width, k.eq(width, base, zero), ones, inverse)
    return k.ite(width, negative, inverse, power)


def with_parity(
    k: Algebra[V], width: int, base: V, exponent_width: int, exponent: V, power: V
) -> V:
    """The power of a float's magnitude, negative for a negative base and odd power."""
    odd = k.extract(exponent_width, 0, 0, exponent)
    negative = k.extract(width, width - 1, width - 1, base)
    sign = k.zext(1, width, k.and_(1, odd, negative))
    sign = k.shl(width, sign, k.const(width, width - 1))
    return k.xor(width, power, sign)


@dataclass(frozen=True)
class _Format:
    """What the algorithm needs to know of a format."""

    cleared: int
    """Low bits that are cleared so that products are exact."""
    first: int
    second: int
    """The fractions of the roots of 3/2 and 3."""
    log: tuple[float, ...]
    exp: tuple[float, ...]
    offset_high: float
    offset_low: float
    """The logarithm of 3/2 to base 2."""
    factor: float
    factor_high: float
    factor_low: float
    """2 / (3 ln 2)."""
    ln2: float
    ln2_high: float
    ln2_low: float
    largest: float
    """From this on the exponent is even, and the power a limit but for 1 and -1."""
    top: float
    bottom: float
    """Powers of two from which on they are infinity, or zero."""


FORMATS = {
    32: _Format(
        cleared=12,
        first=0x1CC471,
        second=0x5DB3D7,
        log=(
            6.0000002384e-01,
            4.2857143283e-01,
            3.3333334327e-01,
            2.7272811532e-01,
            2.3066075146e-01,
            2.0697501302e-01,
        ),
        exp=(
            1.6666667163e-01,
            -2.7777778450e-03,
            6.6137559770e-05,
            -1.6533901999e-06,
            4.1381369442e-08,
        ),
        offset_high=5.84960938e-01,
        offset_low=1.56322085e-06,
        factor=9.6179670095e-01,
        factor_high=9.6191406250e-01,
        factor_low=-1.1736857402e-04,
        ln2=6.9314718246e-01,
        ln2_high=6.93145752e-01,
        ln2_low=1.42860654e-06,
        largest=2.0**34,
        top=129.0,
        bottom=-151.0,
    ),
    64: _Format(
        cleared=32,
        first=0x3988E << 32,
        second=0xBB67A << 32,
        log=(
            5.99999999999994648725e-01,
            4.28571428578550184252e-01,
            3.33333329818377432918e-01,
            2.72728123808534006489e-01,
            2.30660745775561754067e-01,
            2.06975017800338417784e-01,
        ),
        exp=(
            1.66666666666666019037e-01,
            -2.77777777770155933842e-03,
            6.61375632143793436117e-05,
            -1.65339022054652515390e-06,
            4.13813679705723846039e-08,
        ),
        offset_high=5.84962487220764160156e-01,
        offset_low=1.35003920212974897128e-08,
        factor=9.61796693925975554329e-01,
        factor_high=9.61796700954437255859e-01,
        factor_low=-7.02846165095275826516e-09,
        ln2=6.93147180559945286227e-01,
        ln2_high=6.93147182464599609375e-01,
        ln2_low=-1.90465429995776804525e-09,
        largest=2.0**64,
        top=1025.0,
        bottom=-1076.0,
    ),
}
"""The numbers of fdlibm's powf and pow."""


def _short(f: Floats[V], format: _Format, value: V) -> V:
    """A number without its low bits."""
    return f.iand(value, -1 << format.cleared)


def _logarithm(f: Floats[V], format: _Format, x: V) -> tuple[V, V]:
    """log2 of a positive finite number in two parts, the first a short number."""
    subnormal = f.below(x, 1 << f.fraction)
    x = f.choose(subnormal, f.mul(x, 2.0 ** (f.fraction + 1)), x)
    fraction = f.iand(x, (1 << f.fraction) - 1)
    exponent = f.isub(f.lshr(x, f.fraction), f.bias)
    exponent = f.isub(exponent, f.ichoose(subnormal, f.fraction + 1, 0))
    # The significand goes near to 1 or to 3/2.
    low = f.inverse(f.below(format.first, fraction))
    high = f.inverse(f.below(fraction, format.second))
    middle = f.inverse(f.either(low, high))
    x = f.isub(f.ior(fraction, f.one_bits), f.ichoose(high, 1 << f.fraction, 0))
    n = f.from_integer(f.iadd(exponent, f.bit(high)))
    centre = f.choose(middle, 1.5, 1.0)
    # s = (x - c) / (x + c) in two parts.
    difference, total = f.sub(x, centre), f.add(x, centre)
    inverse = f.div(1.0, total)
    s = f.mul(difference, inverse)
    s_high = _short(f, format, s)
    t_high = _short(f, format, total)
    t_low = f.sub(x, f.sub(t_high, centre))
    rest = f.sub(f.sub(difference, f.mul(s_high, t_high)), f.mul(s_high, t_low))
    s_low = f.mul(inverse, rest)
    # 3/2 ln((1 + s) / (1 - s)) = s (3 + s^2 + r) in two parts.
    square = f.mul(s, s)
    r = f.mul(f.mul(square, square), f.polynomial(square, *format.log))
    r = f.add(r, f.mul(s_low, f.add(s_high, s)))
    square = f.mul(s_high, s_high)
    t_high = _short(f, format, f.add(f.add(3.0, square), r))
    t_low = f.sub(r, f.sub(f.sub(t_high, 3.0), square))
    u = f.mul(s_high, t_high)
    v = f.add(f.mul(s_low, t_high), f.mul(t_low, s))
    p_high = _short(f, format, f.add(u, v))
    p_low = f.sub(v, f.sub(p_high, u))
    # Times 2 / (3 ln 2), plus the centre's logarithm and n.
    z_high = f.mul(format.factor_high, p_high)
    offset_high = f.choose(middle, format.offset_high, 0.0)
    offset_low = f.choose(middle, format.offset_low, 0.0)
    z_low = f.add(f.mul(format.factor_low, p_high), f.mul(p_low, format.factor))
    z_low = f.add(z_low, offset_low)
    whole = f.add(f.add(f.add(z_high, z_low), offset_high), n)
    first = _short(f, format, whole)
    second = f.sub(z_low, f.sub(f.sub(f.sub(first, n), offset_high), z_high))
    return first, second


def _exponential(f: Floats[V], format: _Format, high: V, low: V) -> V:
    """Two to the power of a number in two parts."""
    total = f.add(low, high)
    above = f.less(format.top, total)
    below = f.less(total, format.bottom)
    outside = f.either(above, below)
    limit = f.choose(above, format.top, format.bottom)
    high, low = f.choose(outside, limit, high), f.choose(outside, 0.0, low)
    n = round_even(f.k, f.width, f.add(low, high))
    high = f.sub(high, n)
    t = _short(f, format, f.add(low, high))
    u = f.mul(t, format.ln2_high)
    v = f.add(f.mul(f.sub(low, f.sub(t, high)), format.ln2), f.mul(t, format.ln2_low))
    z = f.add(u, v)
    w = f.sub(v, f.sub(z, u))
    t = f.mul(z, z)
    t = f.sub(z, f.mul(t, f.polynomial(t, *format.exp)))
    r = f.sub(f.div(f.mul(z, t), f.sub(t, 2.0)), f.add(w, f.mul(z, w)))
    return f.scaled(f.sub(1.0, f.sub(r, z)), f.to_integer(n))


def float_power(k: Algebra[V], width: int, x: V, y: V) -> V:
    """A float to the power of a float; special cases as C's Annex F has them."""
    f = Floats(k, width)
    format = FORMATS[width]
    exponent = f.clamp(y, -format.largest, format.largest)
    magnitude = f.abs(x)
    first, second = _logarithm(f, format, magnitude)
    # y log2 x in two parts.
    head = _short(f, format, exponent)
    low = f.add(f.mul(f.sub(exponent, head), first), f.mul(exponent, second))
    result = _exponential(f, format, f.mul(head, first), low)
    # Zero and infinity, where the exponent's sign decides.
    grows = f.less(0.0, y)
    at_zero, at_infinity = f.equal(magnitude, 0.0), f.same(magnitude, f.infinity)
    infinite = f.choose(
        f.either(f.both(at_zero, grows), f.both(at_infinity, f.inverse(grows))),
        0.0,
        f.integer(f.infinity),
    )
    result = f.choose(f.either(at_zero, at_infinity), infinite, result)
    # The sign of a negative base: integers, odd or even, or no number.
    bound = 2.0 ** (width - 2)
    size = f.abs(y)
    size = f.choose(f.less(bound, size), bound, size)
    integer = f.to_integer(size)
    whole = f.equal(f.from_integer(integer), size)
    odd = f.both(whole, f.same(f.iand(integer, 1), 1))
    negative = f.same(f.sign_of(x), f.sign_bit)
    result = f.ior(result, f.ichoose(f.both(odd, negative), f.sign_bit, 0))
    fractional = f.both(f.less(x, 0.0), f.inverse(f.either(whole, at_infinity)))
    unordered = f.either(f.is_nan(x), f.is_nan(y))
    result = f.choose(f.either(unordered, fractional), f.nan(), result)
    one = f.either(f.equal(x, 1.0), f.equal(y, 0.0))
    return f.choose(one, 1.0, result)


THIRD = 0x55555556
"""2^32 / 3, rounded up: the upper half of a product with it is a third."""
OF_ZERO = 709958130
"""What a third of the bits of a binary32 lacks to those of its cube root."""


def cbrt(k: Algebra[V], width: int, x: V) -> V:
    """
    The cube root, in binary32.

    From the estimate of fdlibm, as there rounded so that its square is exact before
    Halley's iteration.
    """
    f = Floats(k, 32)
    magnitude = f.abs(x)
    # The cube root of 2^24 is 2^8.
    subnormal = f.less(magnitude, 2.0**-126)
    m = f.choose(subnormal, f.mul(magnitude, 2.0**24), magnitude)
    t = f.iadd(f.imul_high(m, THIRD), OF_ZERO)
    # The first terms of the series of the root of m / t^3 at 1, to 12 bits.
    r = f.mul(f.mul(t, t), f.div(t, m))
    t = f.mul(t, f.polynomial(r, 14 / 9, -7 / 9, 2 / 9))
    t = f.iand(f.iadd(t, 1 << 11), -1 << 12)
    r = f.div(m, f.mul(t, t))
    t = f.add(t, f.mul(t, f.div(f.sub(r, t), f.add(f.add(t, t), r))))
    t = f.choose(subnormal, f.mul(t, 2.0**-8), t)
    # Zeros, infinities and NaN are their own roots.
    own = f.either(f.is_special(x), f.equal(x, 0.0))
    return f.choose(own, f.add(x, x), f.with_sign_of(x, f.abs(t)))
