"""
Trigonometric functions in binary32.

The argument is reduced as M. H. Payne and R. N. Hanek do (Radian Reduction for
Trigonometric Functions, SIGNUM 1983), in integers and for every magnitude: the 24 bits
of the significand times the 96 bits of 2/pi that decide. The kernels are minimax
polynomials of Cephes (S. L. Moshier), with the reduced argument in two parts. Written
without branches; the errors are measured in `docs/math.md`.
"""

from circ.dialects.common.algebra import Algebra, V
from circ.dialects.common.floats import Floats

WIDTH = 32

TWO_OVER_PI = (
    0x00000028,
    0xBE60DB93,
    0x91054A7F,
    0x09D5F47D,
    0x4D377036,
    0xD8A5664F,
    0x10E4107F,
    0x9458EAF7,
)
"""The words of 2/pi after 26 zero bits: 2/pi is the sum of w[i] / 2^(32 i + 6)."""

HALF_PI = 0xC90FDAA2
"""pi/2 times 2^31."""


def _window(f: Floats[V], start: V) -> tuple[V, V, V]:
    """96 bits of 2/pi from bit `start` of the table on; 0 <= start <= 128."""
    words: list[V] = [f.integer(word) for word in TWO_OVER_PI]
    index = f.lshr(start, 5)
    four = f.same(f.iand(index, 4), 4)
    words[:4] = [f.ichoose(four, words[i + 4], words[i]) for i in range(4)]
    two = f.same(f.iand(index, 2), 2)
    words[:5] = [f.ichoose(two, words[i + 2], words[i]) for i in range(5)]
    one = f.same(f.iand(index, 1), 1)
    words[:4] = [f.ichoose(one, words[i + 1], words[i]) for i in range(4)]
    amount = f.iand(start, 31)
    # Two shifts, so that an amount of 0 takes nothing from the next word.
    back = f.ixor(amount, 31)
    first, second, third = (
        f.ior(f.shl(words[i], amount), f.lshr(f.lshr(words[i + 1], 1), back))
        for i in range(3)
    )
    return first, second, third


def _reduced(f: Floats[V], magnitude: V) -> tuple[V, V, V]:
    """
    The nearest multiple of pi/2, modulo 4, and what is left, in two parts.

    A number below pi/4 is left as it is.
    """
    significand = f.ior(f.iand(magnitude, 0x7FFFFF), 0x800000)
    start = f.isub(f.lshr(magnitude, 23), 126)
    near = f.iless(start, 0)
    start = f.ichoose(near, 0, start)
    first, second, third = _window(f, start)
    # The product modulo 4, as 2 bits before the point and 62 after it.
    low = f.imul(second, significand)
    middle = f.iadd(low, f.imul_high(third, significand))
    carry = f.bit(f.below(middle, low))
    high = f.iadd(f.imul(first, significand), f.imul_high(second, significand))
    high = f.iadd(high, carry)
    quadrant = f.lshr(f.iadd(high, 1 << 29), 30)
    # The signed rest in units of pi/2, after the point.
    high = f.ior(f.shl(high, 2), f.lshr(middle, 30))
    middle = f.shl(middle, 2)
    sign = f.ashr(high, 31)
    high, middle = f.ixor(high, sign), f.ixor(middle, sign)
    # 32 leading bits times pi/2.
    places = f.k.clz(WIDTH, f.ior(high, 1))
    leading = f.lshr(f.lshr(middle, 1), f.ixor(places, 31))
    leading = f.ior(f.shl(high, places), leading)
    product = f.lshr(f.imul_high(leading, HALF_PI), 1)
    head = f.from_integer(product)
    tail = f.from_integer(f.isub(product, f.to_integer(head)))
    scale = f.power_of_two(f.isub(-30, places))
    scale = f.ixor(scale, f.iand(sign, f.sign_bit))
    head, tail = f.mul(head, scale), f.mul(tail, scale)
    small = f.less(magnitude, 0.7853981633974483)
    return (
        f.ichoose(small, 0, quadrant),
        f.choose(small, magnitude, head),
        f.choose(small, 0.0, tail),
    )


def _kernels(f: Floats[V], head: V, tail: V) -> tuple[V, V]:
    """Sine and cosine of a reduced number in two parts."""
    z = f.mul(head, head)
    half = f.mul(0.5, z)
    cubic = f.mul(f.mul(z, head), f.polynomial(z, *SINE))
    sine = f.add(head, f.add(cubic, f.sub(tail, f.mul(half, tail))))
    fourth = f.mul(f.mul(z, z), f.polynomial(z, *COSINE))
    near = f.sub(1.0, half)
    lost = f.sub(f.sub(1.0, near), half)
    rest = f.add(lost, f.sub(fourth, f.mul(head, tail)))
    return sine, f.add(near, rest)


SINE = (-1.6666654611e-1, 8.3321608736e-3, -1.9515295891e-4)
COSINE = (4.166664568298827e-2, -1.388731625493765e-3, 2.443315711809948e-5)


def _finite(f: Floats[V], x: V, result: V) -> V:
    """`result`, or NaN where `x` is infinite or NaN."""
    return f.choose(f.below(f.abs(x), f.infinity), result, f.nan())


def sin(k: Algebra[V], width: int, x: V) -> V:
    """Sine."""
    f = Floats(k, WIDTH)
    quadrant, head, tail = _reduced(f, f.abs(x))
    sine, cosine = _kernels(f, head, tail)
    odd = f.same(f.iand(quadrant, 1), 1)
    sign = f.shl(f.lshr(quadrant, 1), 31)
    result = f.ixor(f.choose(odd, cosine, sine), f.ixor(sign, f.sign_of(x)))
    # Up to 2^-12 the sine is its argument; -0 and subnormals are among these.
    return _finite(f, x, f.choose(f.below(f.abs(x), f.value(2.0**-12)), x, result))


def cos(k: Algebra[V], width: int, x: V) -> V:
    """Cosine."""
    f = Floats(k, WIDTH)
    quadrant, head, tail = _reduced(f, f.abs(x))
    sine, cosine = _kernels(f, head, tail)
    odd = f.same(f.iand(quadrant, 1), 1)
    quadrant = f.iadd(quadrant, 1)
    sign = f.shl(f.lshr(quadrant, 1), 31)
    return _finite(f, x, f.ixor(f.choose(odd, sine, cosine), sign))


def tan(k: Algebra[V], width: int, x: V) -> V:
    """Tangent: the quotient of the kernels."""
    f = Floats(k, WIDTH)
    quadrant, head, tail = _reduced(f, f.abs(x))
    sine, cosine = _kernels(f, head, tail)
    odd = f.same(f.iand(quadrant, 1), 1)
    numerator = f.choose(odd, f.neg(cosine), sine)
    quotient = f.div(numerator, f.choose(odd, sine, cosine))
    result = f.ixor(quotient, f.sign_of(x))
    return _finite(f, x, f.choose(f.below(f.abs(x), f.value(2.0**-12)), x, result))


# region Inverse functions

ARC = (
    -3.33329491539e-1,
    1.99777106478e-1,
    -1.38776856032e-1,
    8.05374449538e-2,
)
HALF_PI_LOW = -4.371138828673793e-08
"""pi/2 minus its nearest binary32."""


def _arc(f: Floats[V], numerator: V, denominator: V) -> V:
    """
    The arc tangent of a quotient of numbers without a sign.

    Cephes: from tan(3 pi/8) on pi/2 - atan(1/t), from tan(pi/8) on
    pi/4 + atan((t - 1) / (t + 1)); these quotients are taken directly.
    """
    steep = f.less(f.mul(denominator, 2.414213562373095), numerator)
    middle = f.less(f.mul(denominator, 0.4142135623730950), numerator)
    top = f.choose(middle, f.sub(numerator, denominator), numerator)
    bottom = f.choose(middle, f.add(numerator, denominator), denominator)
    top = f.choose(steep, f.neg(denominator), top)
    bottom = f.choose(steep, numerator, bottom)
    t = f.div(top, bottom)
    z = f.mul(t, t)
    cubic = f.mul(f.mul(z, t), f.polynomial(z, *ARC))
    offset = f.choose(middle, 0.7853981633974483, 0.0)
    offset = f.choose(steep, 1.5707963267948966, offset)
    low = f.choose(middle, 0.5 * HALF_PI_LOW, 0.0)
    low = f.choose(steep, HALF_PI_LOW, low)
    return f.add(offset, f.add(t, f.add(cubic, low)))


def atan(k: Algebra[V], width: int, x: V) -> V:
    """Arc tangent."""
    f = Floats(k, WIDTH)
    magnitude = f.abs(x)
    # From 2^24 on it is pi/2 to the last bit.
    bounded = f.choose(f.less(2.0**40, magnitude), 2.0**40, magnitude)
    result = f.with_sign_of(x, f.abs(_arc(f, bounded, f.value(1.0))))
    return f.choose(f.below(f.abs(x), f.value(2.0**-12)), x, result)


def atan2(k: Algebra[V], width: int, y: V, x: V) -> V:
    """The angle of the point (x, y), between -pi and pi; C's rules for zeros."""
    f = Floats(k, WIDTH)
    numerator, denominator = f.abs(y), f.abs(x)
    # Two infinities are like two ones, two zeros like zero and one. A common factor
    # keeps sums finite and small quotients exact.
    larger = f.choose(f.less(numerator, denominator), denominator, numerator)
    infinite = f.same(larger, f.infinity)
    numerator = f.choose(
        infinite, f.choose(f.same(numerator, f.infinity), 1.0, 0.0), numerator
    )
    denominator = f.choose(
        infinite, f.choose(f.same(denominator, f.infinity), 1.0, 0.0), denominator
    )
    origin = f.equal(larger, 0.0)
    denominator = f.choose(origin, 1.0, denominator)
    factor = f.choose(f.less(larger, 1.0), 2.0**64, 2.0**-64)
    huge = f.both(f.less(2.0**64, larger), f.inverse(infinite))
    tiny = f.both(f.less(larger, 2.0**-64), f.inverse(origin))
    factor = f.choose(f.either(huge, tiny), factor, 1.0)
    numerator, denominator = f.mul(numerator, factor), f.mul(denominator, factor)
    angle = f.abs(_arc(f, numerator, denominator))
    left = f.same(f.sign_of(x), f.sign_bit)
    opposite = f.sub(3.141592653589793, f.sub(angle, 2.0 * HALF_PI_LOW))
    result = f.with_sign_of(y, f.choose(left, opposite, angle))
    unordered = f.either(f.is_nan(x), f.is_nan(y))
    return f.choose(unordered, f.nan(), result)


def _cathetus(f: Floats[V], x: V) -> V:
    """The root of 1 - x^2."""
    product = f.mul(f.sub(1.0, x), f.add(1.0, x))
    return f.k.fsqrt(WIDTH, product)


def asin(k: Algebra[V], width: int, x: V) -> V:
    """Arc sine; NaN beyond 1."""
    f = Floats(k, WIDTH)
    return atan2(k, width, x, _cathetus(f, x))


def acos(k: Algebra[V], width: int, x: V) -> V:
    """Arc cosine; NaN beyond 1."""
    f = Floats(k, WIDTH)
    return atan2(k, width, _cathetus(f, x), x)


# endregion
