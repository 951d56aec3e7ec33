"""
Floats of any binary format in integers over the algebra, rounded once in any mode.

What `exact_floats` computes with Python's integers, for machines: a number is a sign,
an exponent of 32 or 64 bits and a significand, the lowest bit of which stands for all
below it where it has more bits than are kept. A NaN that is a result is the canonical
one.
"""

from collections.abc import Callable
from typing import Generic

from circ.dialects.common import arithmetic
from circ.dialects.common.algebra import Algebra, V
from circ.dialects.common.exact_floats import Format

WORD = 32
MOST_IN_A_WORD = 26
"""Bits of the exponents that are computed with in a word; sums have a few more."""


def whole(width: int) -> int:
    """The width of the words that hold a number: nothing is to be cut off above it."""
    return -(-width // WORD) * WORD


class Soft(Generic[V]):
    """Floats of one format over an algebra, and the mode in which they are rounded."""

    def __init__(
        self, k: Algebra[V], format: Format, mode: str = "rne", exponents: int = WORD
    ):
        """Exponents have so many bits while they are computed with, or more."""
        self.k = k
        self.format = format
        self.mode = mode
        is_short = format.exponent <= MOST_IN_A_WORD
        self.exponents = exponents if is_short else 2 * WORD
        self.far = -(1 << self.exponents - 2)
        """An exponent below that of any number."""
        self.width = format.width
        self.precision = format.fraction + 1

    # region Integers of several widths

    def bits(self, value: int) -> V:
        """Constant bits of a float."""
        return self.k.const(self.width, value)

    def power(self, value: int) -> V:
        """A constant exponent."""
        return self.k.const(self.exponents, value)

    def resized(self, width: int, to: int, value: V) -> V:
        """With zeros above, or the low bits."""
        if width == to:
            return value
        if width < to:
            return self.k.zext(width, to, value)
        return self.k.extract(width, to - 1, 0, value)

    def moved(self, name: str, width: int, value: V, amount: V) -> V:
        """Shifted by an exponent below the width."""
        amount = self.resized(self.exponents, width, amount)
        below: Callable[..., V] | None = getattr(self.k, "shifted_below", None)
        if below is not None:  # without a remainder of the amount
            return below(name, width, value, amount)
        shift = {"shl": self.k.shl, "lshr": self.k.lshr}[name]
        return shift(width, value, amount)

    def limited(self, amount: V, most: int) -> V:
        return arithmetic.minu(self.k, self.exponents, amount, self.power(most))

    def with_sticky(self, width: int, value: V, lost: V) -> V:
        """The lowest bit set where a bit is lost."""
        return self.k.or_(width, value, self.k.zext(1, width, lost))

    def shifted_right(self, width: int, value: V, amount: V) -> V:
        """The lowest bit set where one falls off: by at most all but that."""
        amount = self.limited(amount, width - 1)
        shifted = self.moved("lshr", width, value, amount)
        back = self.moved("shl", width, shifted, amount)
        return self.with_sticky(width, shifted, self.differ(width, back, value))

    def normalized(self, width: int, exponent: V, significand: V) -> tuple[V, V]:
        """The same number with its leading one in the top bit; zero stays."""
        k = self.k
        zeros = self.resized(width, self.exponents, k.clz(width, significand))
        amount = self.limited(zeros, width - 1)
        significand = self.moved("shl", width, significand, amount)
        return k.sub(self.exponents, exponent, zeros), significand

    # endregion
    # region Bits

    def both(self, a: V, b: V) -> V:
        return self.k.and_(1, a, b)

    def either(self, a: V, b: V) -> V:
        return self.k.or_(1, a, b)

    def inverse(self, bit: V) -> V:
        return self.k.xor(1, bit, self.k.const(1, 1))

    def differ(self, width: int, a: V, b: V) -> V:
        return arithmetic.icmp(self.k, "ne", width, a, b)

    def is_zero_integer(self, width: int, value: V) -> V:
        return self.k.eq(width, value, self.k.const(width, 0))

    # endregion
    # region Fields of a float

    def sign(self, x: V) -> V:
        return self.k.extract(self.width, self.width - 1, self.width - 1, x)

    def abs(self, x: V) -> V:
        return self.k.and_(self.width, x, self.bits(self.format.sign - 1))

    def neg(self, x: V) -> V:
        return self.k.xor(self.width, x, self.bits(self.format.sign))

    def signed(self, sign: V, magnitude: V) -> V:
        """A float from its sign as a bit."""
        negative = self.k.or_(self.width, magnitude, self.bits(self.format.sign))
        return self.k.ite(self.width, sign, negative, magnitude)

    def is_nan(self, x: V) -> V:
        infinity = self.bits(self.format.infinity)
        return self.k.ult(self.width, infinity, self.abs(x))

    def is_infinite(self, x: V) -> V:
        infinity = self.bits(self.format.infinity)
        return self.k.eq(self.width, self.abs(x), infinity)

    def is_zero(self, x: V) -> V:
        return self.is_zero_integer(self.width, self.abs(x))

    def unpacked(self, x: V) -> tuple[V, V]:
        """
        The exponent of the lowest bit of a finite number, and its significand.

        That has the format's precision; it does not begin with one if subnormal.
        """
        k, f, width = self.k, self.format, self.width
        size = self.abs(x)
        field = k.lshr(width, size, self.bits(f.fraction))
        is_low = self.is_zero_integer(width, field)
        fraction = k.and_(width, size, self.bits((1 << f.fraction) - 1))
        whole = k.or_(width, fraction, self.bits(1 << f.fraction))
        significand = k.ite(width, is_low, fraction, whole)
        exponent = self.resized(width, self.exponents, field)
        exponent = k.ite(self.exponents, is_low, self.power(1), exponent)
        exponent = k.add(self.exponents, exponent, self.power(f.least - 1))
        return exponent, self.resized(width, self.precision, significand)

    # endregion
    # region Rounding

    def _outwards(self, sign: V) -> V:
        """Is a number of this sign rounded away from zero, as far as to infinity?"""
        match self.mode:
            case "rtz":
                return self.k.const(1, 0)
            case "rdn":
                return sign
            case "rup":
                return self.inverse(sign)
            case _:
                return self.k.const(1, 1)

    def _away(self, width: int, guard: int, sign: V, kept: V) -> V:
        """What is added to the bits below the last: more than all is one more."""
        k, half = self.k, 1 << guard - 1
        match self.mode:
            case "rne":
                odd = k.and_(width, kept, k.const(width, 1))
                return k.add(width, odd, k.const(width, half - 1))
            case "rmm":
                return k.const(width, half)
            case "rtz":
                return k.const(width, 0)
            case _:
                most, nothing = k.const(width, 2 * half - 1), k.const(width, 0)
                return k.ite(width, self._outwards(sign), most, nothing)

    def rounded(self, sign: V, exponent: V, width: int, significand: V) -> V:
        """The float nearest to a significand times a power of two."""
        k, f = self.k, self.format
        if width < self.precision + 2:
            wide = self.precision + 2
            significand, width = k.zext(width, wide, significand), wide
        nothing = self.is_zero_integer(width, significand)
        exponent, significand = self.normalized(width, exponent, significand)
        bias = (1 << f.exponent - 1) - 1
        exponent = k.add(self.exponents, exponent, self.power(width - 1 + bias))
        subnormal = k.slt(self.exponents, exponent, self.power(1))
        excess = k.sub(self.exponents, self.power(1), exponent)
        excess = k.ite(self.exponents, subnormal, excess, self.power(0))
        significand = self.shifted_right(width, significand, excess)
        guard = width - self.precision
        kept = k.lshr(width, significand, k.const(width, guard))
        rest = k.and_(width, significand, k.const(width, (1 << guard) - 1))
        rest = k.add(width, rest, self._away(width, guard, sign, kept))
        up = k.lshr(width, rest, k.const(width, guard))
        field = self.resized(
            self.exponents, self.width, k.sub(self.exponents, exponent, self.power(1))
        )
        field = k.shl(self.width, field, self.bits(f.fraction))
        field = k.ite(self.width, subnormal, self.bits(0), field)
        kept = self.resized(width, self.width, k.add(width, kept, up))
        found = k.add(self.width, field, kept)
        overflow = k.slt(self.exponents, self.power(2 * bias), exponent)
        limits = self.bits(f.infinity), self.bits(f.infinity - 1)
        limit = k.ite(self.width, self._outwards(sign), *limits)
        found = k.ite(self.width, overflow, limit, found)
        found = k.ite(self.width, nothing, self.bits(0), found)
        return self.signed(sign, found)

    # endregion


def _special(r: Soft[V], is_nan: V, infinite: V, sign: V, result: V) -> V:
    """The result, or infinity, or NaN."""
    infinity = r.signed(sign, r.bits(r.format.infinity))
    result = r.k.ite(r.width, infinite, infinity, result)
    return r.k.ite(r.width, is_nan, r.bits(r.format.nan), result)


def _sum(r: Soft[V], width: int, one: tuple[V, V, V], other: tuple[V, V, V]) -> V:
    """Of two numbers of sign, exponent and significand, normalized or zero."""
    k, numbers = r.k, list[tuple[V, V, V]]()
    for sign, power, m in (one, other):
        # A zero is small enough to vanish.
        power = k.ite(r.exponents, r.is_zero_integer(width, m), r.power(r.far), power)
        numbers.append((sign, power, m))
    (sign, power, m), (sign2, power2, m2) = numbers
    less = k.and_(1, k.eq(r.exponents, power, power2), k.ult(width, m, m2))
    swap = r.either(k.slt(r.exponents, power, power2), less)
    large = k.ite(r.exponents, swap, power2, power)
    distance = k.sub(r.exponents, large, k.ite(r.exponents, swap, power, power2))
    # One bit is for the carry; three below are enough for what is shifted out.
    size = whole(width + 4)
    three = k.const(size, 3)
    high, low = k.ite(width, swap, m2, m), k.ite(width, swap, m, m2)
    high, low = (k.shl(size, k.zext(width, size, n), three) for n in (high, low))
    low = r.shifted_right(size, low, distance)
    differ = k.xor(1, sign, sign2)
    total = k.ite(size, differ, k.sub(size, high, low), k.add(size, high, low))
    sign = k.ite(1, swap, sign2, sign)
    nothing = r.is_zero_integer(size, total)
    zero = k.ite(1, differ, k.const(1, int(r.mode == "rdn")), sign)
    sign = k.ite(1, nothing, zero, sign)
    return r.rounded(sign, k.sub(r.exponents, large, r.power(3)), size, total)


def _normal(r: Soft[V], x: V) -> tuple[V, V]:
    return r.normalized(r.precision, *r.unpacked(x))


def add(r: Soft[V], x: V, y: V) -> V:
    signs = r.sign(x), r.sign(y)
    one, other = ((s, *_normal(r, n)) for s, n in zip(signs, (x, y), strict=True))
    result = _sum(r, r.precision, one, other)
    infinite = r.is_infinite(x), r.is_infinite(y)
    opposite = r.both(r.both(*infinite), r.k.xor(1, *signs))
    is_nan = r.either(r.either(r.is_nan(x), r.is_nan(y)), opposite)
    sign = r.k.ite(1, infinite[0], *signs)
    return _special(r, is_nan, r.either(*infinite), sign, result)


def subtract(r: Soft[V], x: V, y: V) -> V:
    return add(r, x, r.neg(y))


def _product(r: Soft[V], x: V, y: V) -> tuple[V, V, V]:
    """Sign, exponent, and significand of twice the precision."""
    k, wide = r.k, 2 * r.precision
    (power, m), (power2, m2) = r.unpacked(x), r.unpacked(y)
    factors = (k.zext(r.precision, wide, n) for n in (m, m2))
    sign = k.xor(1, r.sign(x), r.sign(y))
    return sign, k.add(r.exponents, power, power2), k.mul(wide, *factors)


def _infinite_product(r: Soft[V], x: V, y: V) -> tuple[V, V]:
    """Is a product undefined, or of NaN? Is it infinite?"""
    infinite = r.either(r.is_infinite(x), r.is_infinite(y))
    zero = r.either(r.is_zero(x), r.is_zero(y))
    is_nan = r.either(r.is_nan(x), r.is_nan(y))
    return r.either(is_nan, r.both(infinite, zero)), infinite


def multiply(r: Soft[V], x: V, y: V) -> V:
    sign, power, m = _product(r, x, y)
    result = r.rounded(sign, power, 2 * r.precision, m)
    return _special(r, *_infinite_product(r, x, y), sign, result)


def fused(r: Soft[V], x: V, y: V, z: V) -> V:
    """`x * y + z`, rounded once."""
    k, wide = r.k, 2 * r.precision
    sign, power, m = _product(r, x, y)
    power, m = r.normalized(wide, power, m)
    other, n = _normal(r, z)
    n = k.shl(wide, k.zext(r.precision, wide, n), k.const(wide, r.precision))
    other = k.sub(r.exponents, other, r.power(r.precision))
    result = _sum(r, wide, (sign, power, m), (r.sign(z), other, n))
    is_nan, infinite = _infinite_product(r, x, y)
    opposite = r.both(r.is_infinite(z), k.xor(1, sign, r.sign(z)))
    is_nan = r.either(is_nan, r.both(infinite, opposite))
    is_nan = r.either(is_nan, r.is_nan(z))
    sign = k.ite(1, infinite, sign, r.sign(z))
    return _special(r, is_nan, r.either(infinite, r.is_infinite(z)), sign, result)


def divide(r: Soft[V], x: V, y: V) -> V:
    """By the quotient of significands, with two bits more than are kept."""
    k, more = r.k, r.precision + 2
    wide, size = whole(r.precision + more), whole(r.precision + 4)
    (power, m), (power2, m2) = _normal(r, x), _normal(r, y)
    dividend = k.shl(wide, k.zext(r.precision, wide, m), k.const(wide, more))
    divisor = k.zext(r.precision, wide, m2)
    quotient = k.udiv(wide, dividend, divisor)
    rest = k.sub(wide, dividend, k.mul(wide, quotient, divisor))
    found = k.shl(size, r.resized(wide, size, quotient), k.const(size, 1))
    lost = r.inverse(r.is_zero_integer(wide, rest))
    power = k.sub(r.exponents, k.sub(r.exponents, power, power2), r.power(more + 1))
    sign = k.xor(1, r.sign(x), r.sign(y))
    result = r.rounded(sign, power, size, r.with_sticky(size, found, lost))
    zero = r.either(r.is_zero(x), r.is_infinite(y))
    result = k.ite(r.width, zero, r.signed(sign, r.bits(0)), result)
    infinite = r.either(r.is_infinite(x), r.is_zero(y))
    is_nan = r.either(r.is_nan(x), r.is_nan(y))
    is_nan = r.either(is_nan, r.both(zero, infinite))
    return _special(r, is_nan, infinite, sign, result)


def square_root(r: Soft[V], x: V) -> V:
    """The root's bits in turn, with two more than are kept."""
    k, p = r.k, r.precision
    exponent, radicand = root_start(r, x)
    size = WORD
    root, rest = k.const(size, 0), k.const(size, 0)
    for place in range(p + 2):
        if place + 4 > size:  # as many words as the bits so far need
            wide = size + WORD
            root, rest = k.zext(size, wide, root), k.zext(size, wide, rest)
            size = wide
        low, digits = p - 1 - 2 * place, k.const(size, 0)
        if low >= 0:
            digits = k.zext(2, size, k.extract(p + 1, low + 1, low, radicand))
        elif low == -1:  # a zero follows
            digits = k.zext(1, size, k.extract(p + 1, 0, 0, radicand))
            digits = k.shl(size, digits, k.const(size, 1))
        root, rest = root_bit(r, size, root, rest, digits)
    return root_end(r, x, exponent, size, root, rest)


def root_start(r: Soft[V], x: V) -> tuple[V, V]:
    """
    The exponent of a root with its last two bits, and what it is the root of.

    That has one bit more than the precision; as many bits as the root has, and as
    many again, begin with it, and zeros follow.
    """
    k, p = r.k, r.precision
    power, m = _normal(r, x)
    power = k.sub(r.exponents, power, r.power(p + 3))
    odd = k.and_(r.exponents, power, r.power(1))
    half = k.ashr(r.exponents, k.sub(r.exponents, power, odd), r.power(1))
    radicand = r.moved("shl", p + 1, k.zext(p, p + 1, m), odd)
    return k.sub(r.exponents, half, r.power(1)), radicand


def root_bit(r: Soft[V], size: int, root: V, rest: V, digits: V) -> tuple[V, V]:
    """A root and its remainder with one bit more, from two more of the radicand."""
    k = r.k
    one, two = k.const(size, 1), k.const(size, 2)
    rest = k.or_(size, k.shl(size, rest, two), digits)
    trial = k.or_(size, k.shl(size, root, two), one)
    fits = r.inverse(k.ult(size, rest, trial))
    rest = k.ite(size, fits, k.sub(size, rest, trial), rest)
    return k.or_(size, k.shl(size, root, one), k.zext(1, size, fits)), rest


def root_end(r: Soft[V], x: V, exponent: V, size: int, root: V, rest: V) -> V:
    """The root of a number, from its exponent and all its bits."""
    k = r.k
    found = k.shl(size, root, k.const(size, 1))
    lost = r.inverse(r.is_zero_integer(size, rest))
    zero = k.const(1, 0)
    result = r.rounded(zero, exponent, size, r.with_sticky(size, found, lost))
    itself = r.either(r.is_zero(x), r.is_infinite(x))
    result = k.ite(r.width, itself, x, result)
    negative = r.both(r.sign(x), r.inverse(r.is_zero(x)))
    is_nan = r.either(r.is_nan(x), negative)
    return k.ite(r.width, is_nan, r.bits(r.format.nan), result)


ARITHMETIC = {
    "add": add,
    "sub": subtract,
    "mul": multiply,
    "div": divide,
    "sqrt": square_root,
}


def convert(r: Soft[V], source: Format, x: V) -> V:
    """A number of another format."""
    s = Soft(r.k, source, exponents=r.exponents)
    r = Soft(r.k, r.format, r.mode, s.exponents)
    result = r.rounded(s.sign(x), *_with_width(s, x))
    return _special(r, s.is_nan(x), s.is_infinite(x), s.sign(x), result)


def _with_width(s: Soft[V], x: V) -> tuple[V, int, V]:
    power, m = s.unpacked(x)
    return power, s.precision, m


def from_integer(r: Soft[V], width: int, is_signed: bool, value: V) -> V:
    k = r.k
    sign = k.const(1, 0)
    if is_signed:
        sign = k.slt(width, value, k.const(width, 0))
        value = arithmetic.abs_(k, width, value)
    return r.rounded(sign, r.power(0), width, value)


def to_integer(s: Soft[V], to: int, is_signed: bool, x: V) -> V:
    """Towards zero, clamped to what there is; of NaN the highest."""
    k, p = s.k, s.precision
    wide = max(p + 1, to)  # a shift by the precision is below the width
    power, m = s.unpacked(x)
    m = s.resized(p, wide, m)
    negative = k.slt(s.exponents, power, s.power(0))
    left = s.moved("shl", wide, m, s.limited(power, wide - 1))
    down = s.limited(k.sub(s.exponents, s.power(0), power), p)
    right = s.moved("lshr", wide, m, down)
    size = s.resized(wide, to, k.ite(wide, negative, right, left))
    sign = s.sign(x)
    lowest, highest = 0, (1 << to) - 1
    if is_signed:
        lowest, highest = 1 << to - 1, (1 << to - 1) - 1
    found = k.ite(to, sign, arithmetic.neg(k, to, size), size) if is_signed else size
    # As large as the first power of two that there is not, which no subnormal is.
    limit = to - int(is_signed) - p + 1
    beyond = arithmetic.icmp(k, "sge", s.exponents, power, s.power(limit))
    if s.format.least >= limit:
        beyond = s.both(beyond, k.extract(wide, p - 1, p - 1, m))
    beyond = s.either(beyond, s.is_infinite(x))
    end = k.ite(to, sign, k.const(to, lowest), k.const(to, highest))
    if not is_signed:
        beyond = s.either(beyond, sign)
    found = k.ite(to, beyond, end, found)
    return k.ite(to, s.is_nan(x), k.const(to, highest), found)


def composed(r: Soft[V], width: int, x: V, y: V) -> V:
    """`x * 2**y` of signed integers, rounded; a zero has no sign."""
    k, far = r.k, (1 << r.format.exponent) + 2 * r.format.fraction + width
    wide = max(width, r.exponents)
    if width < wide:
        y = k.sext(width, wide, y)
    # Further away every number overflows, or is less than half of the lowest.
    y = arithmetic.maxs(k, wide, y, k.const(wide, -far))
    y = arithmetic.mins(k, wide, y, k.const(wide, far))
    sign = k.slt(width, x, k.const(width, 0))
    size = arithmetic.abs_(k, width, x)
    return r.rounded(sign, r.resized(wide, r.exponents, y), width, size)


def order(s: Soft[V], condition: str, x: V, y: V) -> V:
    """One bit: does a condition (`exact_floats.HOLDS`) hold of two floats?"""
    k = s.k
    if condition in ("fa", "tr"):
        return k.const(1, int(condition == "tr"))
    keys = [
        k.ite(s.width, s.sign(n), arithmetic.neg(k, s.width, s.abs(n)), s.abs(n))
        for n in (x, y)
    ]
    signed = condition if condition in ("eq", "ne") else f"s{condition}"
    found = arithmetic.icmp(k, signed, s.width, *keys)
    unordered = s.either(s.is_nan(x), s.is_nan(y))
    if condition == "ne":
        return s.either(found, unordered)
    return s.both(found, s.inverse(unordered))


def smaller(s: Soft[V], x: V, y: V) -> V:
    """The other operand where one is NaN; -0 is below +0."""
    return _chosen(s, "lt", s.k.or_(s.width, x, y), x, y)


def larger(s: Soft[V], x: V, y: V) -> V:
    return _chosen(s, "gt", s.k.and_(s.width, x, y), x, y)


def _chosen(s: Soft[V], condition: str, if_equal: V, x: V, y: V) -> V:
    k, width = s.k, s.width
    found = k.ite(width, order(s, condition, x, y), x, y)
    found = k.ite(width, order(s, "eq", x, y), if_equal, found)
    found = k.ite(width, s.is_nan(y), x, found)
    return k.ite(width, s.is_nan(x), y, found)
