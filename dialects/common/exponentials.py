"""
Exponentials, logarithms, hyperbolic functions and their inverses, erf, in binary32.

After fdlibm (Sun Microsystems 1993; the float versions by I. L. Taylor and FreeBSD's
msun), with the same reductions and coefficients, written without branches. Each is one
fixed sequence of IEEE operations, hence the same bits at every level and machine. The
errors are measured in `docs/math.md`.
"""

from circ.dialects.common.algebra import Algebra, V
from circ.dialects.common.floats import Floats

WIDTH = 32
LN2_HIGH, LN2_LOW = 6.9314575195e-01, 1.4286067653e-06
"""The logarithm of 2; products of the high part with exponents are exact."""
NEAREST = 12582912.0
"""1.5 * 2**23: to add it rounds to an integer, which then is in the low bits."""


def _split(f: Floats[V], x: V) -> tuple[V, V]:
    """The nearest integer to `x`, as a float and as an integer."""
    moved = f.add(x, NEAREST)
    return f.sub(moved, NEAREST), f.isub(moved, f.value(NEAREST))


def _reduced(f: Floats[V], x: V) -> tuple[V, V, V]:
    """`x` as n ln 2 + high - low, with n an integer."""
    n, integer = _split(f, f.mul(x, 1.4426950216))
    return f.sub(x, f.mul(n, LN2_HIGH)), f.mul(n, LN2_LOW), integer


def _exponential(f: Floats[V], high: V, low: V) -> tuple[V, V]:
    """
    exp(high - low) - 1 in two parts, the first minus the second; |high| below 0.35.

    The rational function of fdlibm: r + r c / (2 - c).
    """
    r = f.sub(high, low)
    square = f.mul(r, r)
    inner = f.polynomial(square, 1.6666625440e-1, -2.7667332906e-3)
    c = f.sub(r, f.mul(square, inner))
    return high, f.sub(low, f.div(f.mul(r, c), f.sub(2.0, c)))


def exp(k: Algebra[V], width: int, x: V) -> V:
    """e to the power of x."""
    f = Floats(k, WIDTH)
    high, low, n = _reduced(f, f.clamp(x, -104.0, 89.0))
    above, below = _exponential(f, high, low)
    return f.scaled(f.sub(1.0, f.sub(below, above)), n)


def exp2(k: Algebra[V], width: int, x: V) -> V:
    """2 to the power of x."""
    f = Floats(k, WIDTH)
    x = f.clamp(x, -150.0, 128.0)
    n, integer = _split(f, x)
    rest = f.sub(x, n)
    # rest * ln 2 in two parts.
    high = f.mul(rest, LN2_HIGH)
    above, below = _exponential(f, high, f.mul(rest, -LN2_LOW))
    return f.scaled(f.sub(1.0, f.sub(below, above)), integer)


def expm1(k: Algebra[V], width: int, x: V) -> V:
    """e to the power of x, minus one, exact for small x too."""
    f = Floats(k, WIDTH)
    high, low, n = _reduced(f, f.clamp(x, -20.0, 89.0))
    above, below = _exponential(f, high, low)
    # 2^n p + (2^n - 1), with half of 2^n: n may be 128.
    scale = f.power_of_two(f.isub(n, 1))
    rest = f.sub(above, below)
    total = f.add(f.mul(scale, rest), f.sub(scale, 0.5))
    result = f.choose(f.same(n, 0), rest, f.mul(2.0, total))
    # The sign of zero, and numbers so small that they are their own result.
    tiny = f.below(f.abs(x), f.value(2.0**-25))
    return f.choose(tiny, x, result)


def tanh(k: Algebra[V], width: int, x: V) -> V:
    """Hyperbolic tangent, by way of expm1(2 |x|) or, below 1, expm1(-2 |x|)."""
    f = Floats(k, WIDTH)
    magnitude = f.abs(x)
    small = f.less(magnitude, 1.0)
    magnitude = f.choose(f.less(10.0, magnitude), 10.0, magnitude)
    doubled = f.add(magnitude, magnitude)
    t = expm1(k, width, f.choose(small, f.neg(doubled), doubled))
    quotient = f.div(f.choose(small, f.neg(t), 2.0), f.add(t, 2.0))
    result = f.choose(small, quotient, f.sub(1.0, quotient))
    return f.with_sign_of(x, f.abs(result))


def sinh(k: Algebra[V], width: int, x: V) -> V:
    """Hyperbolic sine: (t + t / (t + 1)) / 2 with t = expm1(|x|)."""
    f = Floats(k, WIDTH)
    magnitude = f.abs(x)
    t = expm1(k, width, magnitude)
    small = f.mul(0.5, f.add(t, f.div(t, f.add(t, 1.0))))
    # From 9 on exp(-x) does not count; the half avoids an early overflow.
    half = exp(k, width, f.mul(0.5, magnitude))
    large = f.mul(f.mul(0.5, half), half)
    result = f.choose(f.less(88.0, magnitude), large, small)
    return f.with_sign_of(x, f.abs(result))


def cosh(k: Algebra[V], width: int, x: V) -> V:
    """Hyperbolic cosine: (e + 1 / e) / 2 with e = exp(|x|)."""
    f = Floats(k, WIDTH)
    magnitude = f.abs(x)
    e = exp(k, width, magnitude)
    small = f.add(f.mul(0.5, e), f.div(0.5, e))
    half = exp(k, width, f.mul(0.5, magnitude))
    large = f.mul(f.mul(0.5, half), half)
    return f.choose(f.less(88.0, magnitude), large, small)


# region Logarithms

ROOT_HALF = 0x3F3504F3
"""The bits of the square root of 1/2."""


def _decomposed(f: Floats[V], x: V) -> tuple[V, V]:
    """
    `x` as 2^n m with m between the roots of 1/2 and 2: the integer n, and m.

    For positive finite numbers, subnormal ones too.
    """
    subnormal = f.less(x, 2.0**-126)
    x = f.choose(subnormal, f.mul(x, 2.0**25), x)
    moved = f.iadd(x, f.one_bits - ROOT_HALF)
    n = f.isub(f.lshr(moved, f.fraction), f.bias)
    m = f.iadd(f.iand(moved, (1 << f.fraction) - 1), ROOT_HALF)
    return f.isub(n, f.ichoose(subnormal, 25, 0)), m


def _log1p(f: Floats[V], x: V) -> tuple[V, V]:
    """ln(1 + x) = x - h + r for x of a reduced number: h = x^2 / 2, and r."""
    s = f.div(x, f.add(2.0, x))
    z = f.mul(s, s)
    w = f.mul(z, z)
    odd = f.mul(w, f.polynomial(w, 0.40000972152, 0.24279078841))
    even = f.mul(z, f.polynomial(w, 0.66666662693, 0.28498786688))
    half = f.mul(0.5, f.mul(x, x))
    return half, f.mul(s, f.add(half, f.add(even, odd)))


def _with_poles(f: Floats[V], x: V, result: V) -> V:
    """The logarithm of what is no positive finite number; `result` of others."""
    negative_infinity = f.integer(f.infinity | f.sign_bit)
    result = f.choose(f.less(x, 0.0), f.nan(), result)
    result = f.choose(f.equal(x, 0.0), negative_infinity, result)
    # Infinity and NaN are their own logarithms.
    special = f.is_special(x)
    result = f.choose(f.both(special, f.inverse(f.less(x, 0.0))), f.add(x, x), result)
    return result


def log(k: Algebra[V], width: int, x: V) -> V:
    """The natural logarithm."""
    f = Floats(k, WIDTH)
    integer, m = _decomposed(f, x)
    n = f.from_integer(integer)
    rest = f.sub(m, 1.0)
    half, r = _log1p(f, rest)
    low = f.add(r, f.mul(n, 9.0580006145e-06))
    inner = f.sub(f.sub(half, low), rest)
    return _with_poles(f, x, f.sub(f.mul(n, 6.9313812256e-01), inner))


def log1p(k: Algebra[V], width: int, x: V) -> V:
    """ln(1 + x), exact for small x too."""
    f = Floats(k, WIDTH)
    total = f.add(1.0, x)
    integer, m = _decomposed(f, total)
    # What the sum lost, relative to it.
    large = f.iless(0, integer)
    lost = f.choose(large, f.sub(1.0, f.sub(total, x)), f.sub(x, f.sub(total, 1.0)))
    correction = f.div(lost, total)
    near = f.same(integer, 0)
    rest = f.choose(near, x, f.sub(m, 1.0))
    correction = f.choose(near, 0.0, correction)
    n = f.from_integer(integer)
    half, r = _log1p(f, rest)
    low = f.add(r, f.add(f.mul(n, 9.0580006145e-06), correction))
    inner = f.sub(f.sub(half, low), rest)
    result = _with_poles(f, total, f.sub(f.mul(n, 6.9313812256e-01), inner))
    return f.choose(f.below(f.abs(x), f.value(2.0**-25)), x, result)


def _in_parts(f: Floats[V], m: V) -> tuple[V, V]:
    """ln m as a number of 12 bits and the rest."""
    rest = f.sub(m, 1.0)
    half, r = _log1p(f, rest)
    high = f.iand(f.sub(rest, half), -1 << 12)
    return high, f.add(f.sub(f.sub(rest, high), half), r)


def log2(k: Algebra[V], width: int, x: V) -> V:
    """The logarithm to base 2; exact for powers of 2."""
    f = Floats(k, WIDTH)
    integer, m = _decomposed(f, x)
    n = f.from_integer(integer)
    high, low = _in_parts(f, m)
    inverse_high, inverse_low = 1.4428710938e00, -1.7605285393e-04
    small = f.add(f.mul(f.add(low, high), inverse_low), f.mul(low, inverse_high))
    result = f.add(f.add(small, f.mul(high, inverse_high)), n)
    return _with_poles(f, x, result)


def log10(k: Algebra[V], width: int, x: V) -> V:
    """The logarithm to base 10."""
    f = Floats(k, WIDTH)
    integer, m = _decomposed(f, x)
    n = f.from_integer(integer)
    high, low = _in_parts(f, m)
    inverse_high, inverse_low = 4.3432617188e-01, -3.1689971365e-05
    small = f.add(f.mul(n, 7.9034151668e-07), f.mul(f.add(low, high), inverse_low))
    small = f.add(small, f.mul(low, inverse_high))
    small = f.add(small, f.mul(high, inverse_high))
    result = f.add(small, f.mul(n, 3.0102920532e-01))
    return _with_poles(f, x, result)


# endregion
# region Inverse hyperbolic functions


def atanh(k: Algebra[V], width: int, x: V) -> V:
    """Inverse hyperbolic tangent: log1p(2 |x| / (1 - |x|)) / 2; NaN beyond 1."""
    f = Floats(k, WIDTH)
    magnitude = f.abs(x)
    doubled = f.add(magnitude, magnitude)
    rest = f.sub(1.0, magnitude)
    # Below 1/2 the quotient is 2 |x| and a small term, with less error.
    near = f.add(doubled, f.div(f.mul(doubled, magnitude), rest))
    quotient = f.choose(f.less(magnitude, 0.5), near, f.div(doubled, rest))
    result = f.mul(0.5, log1p(k, width, quotient))
    # Half of a subnormal number is not exact.
    result = f.choose(f.less(magnitude, 2.0**-25), magnitude, result)
    return f.with_sign_of(x, f.abs(result))


def _log_of_sum(f: Floats[V], x: V, rest: V) -> V:
    """ln(1 + rest), or ln 2x for numbers so large that both are the same."""
    large = f.less(2.0**28, x)
    logarithm = log1p(f.k, WIDTH, f.choose(large, x, rest))
    return f.add(logarithm, f.choose(large, 0.6931471805599453, 0.0))


def asinh(k: Algebra[V], width: int, x: V) -> V:
    """Inverse hyperbolic sine: ln(1 + |x| + x^2 / (1 + sqrt(1 + x^2)))."""
    f = Floats(k, WIDTH)
    magnitude = f.abs(x)
    square = f.mul(x, x)
    root = f.k.fsqrt(WIDTH, f.add(1.0, square))
    rest = f.add(magnitude, f.div(square, f.add(1.0, root)))
    return f.with_sign_of(x, f.abs(_log_of_sum(f, magnitude, rest)))


def acosh(k: Algebra[V], width: int, x: V) -> V:
    """Inverse hyperbolic cosine: ln(1 + t + sqrt(t (t + 2))), t = x - 1."""
    f = Floats(k, WIDTH)
    t = f.sub(x, 1.0)
    root = f.k.fsqrt(WIDTH, f.mul(t, f.add(t, 2.0)))
    result = _log_of_sum(f, x, f.add(t, root))
    return f.choose(f.less(x, 1.0), f.nan(), result)


# endregion
# region The error function

ERF = (
    1.2837916612625122e-01,
    -3.7612625956535339e-01,
    1.1283578723669052e-01,
    -2.6853347197175026e-02,
    5.1871621981263161e-03,
    -7.9978530993685126e-04,
    7.8069031587801874e-05,
)
"""erf(x) / x - 1 as a polynomial in x^2, for x up to 1."""
ERFC = (
    4.6777515672147274e-03,
    -2.0666733384132385e-02,
    4.1333060711622238e-02,
    -4.8227142542600632e-02,
    3.4454204142093658e-02,
    -1.3071279041469097e-02,
    -4.9645692342892289e-04,
    3.3542879391461611e-03,
    -1.5213601291179657e-03,
    4.8022255214164034e-05,
    2.0433630561456084e-04,
    -7.5740230386145413e-05,
    9.1151923697907478e-06,
)
"""1 - erf(x) as a polynomial in x - 2, for x between 1 and 3.9375."""


def erf(k: Algebra[V], width: int, x: V) -> V:
    """The error function, by minimax polynomials up to 1 and 3.9375; then 1."""
    f = Floats(k, WIDTH)
    magnitude = f.abs(x)
    square = f.mul(x, x)
    small = f.add(magnitude, f.mul(magnitude, f.polynomial(square, *ERF)))
    large = f.sub(1.0, f.polynomial(f.sub(magnitude, 2.0), *ERFC))
    large = f.choose(f.less(magnitude, 3.9375), large, 1.0)
    result = f.choose(f.less(1.0, magnitude), large, small)
    return f.with_sign_of(x, f.abs(result))


# endregion
