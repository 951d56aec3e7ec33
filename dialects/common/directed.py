"""
Float operations rounded other than to nearest even, in binary32 and binary64.

A result is a significand as wide as the format, the leading one in its top bit, whose
lowest bit stands for all that did not fit; `Rounded.pack` rounds it once. Quotients and
roots are those to nearest of the significands, and the remainder in integers says on
which side they are. What is zero, infinite or NaN is as rounded to nearest, but for
sums of exactly zero, which are -0 rounded downwards; that too is said in integers, so
that nothing depends on a machine's floats but quotients and roots of normal numbers.
"""

from circ.dialects.common.algebra import Algebra, V
from circ.dialects.common.floats import Floats

MODES = ("rtz", "rdn", "rup", "rmm")
"""Towards zero, downwards, upwards, to nearest with ties away from zero."""


class Rounded(Floats[V]):
    """Floats of one width over an algebra, and the mode in which they are rounded."""

    def __init__(self, k: Algebra[V], width: int, mode: str):
        super().__init__(k, width)
        assert mode in MODES, mode
        self.mode = mode
        self.one = 1 << self.fraction
        """The leading one of a significand of the format."""
        self.guard = width - self.fraction - 1
        """Bits of a wide significand below those of the format."""

    def is_infinite(self, value: V) -> V:
        return self.same(self.abs(value), self.infinity)

    def is_zero(self, value: V) -> V:
        return self.same(self.abs(value), 0)

    def shifted_right(self, value: V, amount: V) -> V:
        """Shifted, the lowest bit set where one fell off."""
        amount = self.ichoose(self.below(amount, self.width), amount, self.width - 1)
        shifted = self.lshr(value, amount)
        lost = self.isub(value, self.shl(shifted, amount))
        return self.ior(shifted, self.sticky(lost))

    def unpack(self, value: V) -> tuple[V, V]:
        """Biased exponent and wide significand of a finite number that is not zero."""
        size = self.abs(value)
        field = self.lshr(size, self.fraction)
        is_normal = self.inverse(self.same(field, 0))
        hidden = self.ichoose(is_normal, self.one, 0)
        significand = self.ior(self.iand(size, self.one - 1), hidden)
        field = self.iadd(self.ichoose(is_normal, field, 1), self.guard)
        return self.normalize(field, significand)

    def normalize(self, exponent: V, significand: V) -> tuple[V, V]:
        """The same number with the leading one in the top bit; zero stays."""
        places = self.iand(self.k.clz(self.width, significand), self.width - 1)
        return self.isub(exponent, places), self.shl(significand, places)

    def _away(self, sign: V) -> V:
        """What is added to the bits below the last: more than all is one more."""
        all_ones = (1 << self.guard) - 1
        match self.mode:
            case "rtz":
                return self.integer(0)
            case "rmm":
                return self.integer(1 << self.guard - 1)
            case _:
                return self.ichoose(self._outwards(sign), all_ones, 0)

    def _outwards(self, sign: V) -> V:
        """Is a number of this sign rounded away from zero, as far as to infinity?"""
        match self.mode:
            case "rtz":
                return self.k.const(1, 0)
            case "rmm":
                return self.k.const(1, 1)
            case _:
                negative = self.inverse(self.same(sign, 0))
                return negative if self.mode == "rdn" else self.inverse(negative)

    def pack(self, sign: V, exponent: V, significand: V) -> V:
        """The number with a wide significand and a biased exponent, rounded."""
        exponent, significand = self.normalize(exponent, significand)
        subnormal = self.iless(exponent, 1)
        excess = self.ichoose(subnormal, self.isub(1, exponent), 0)
        significand = self.shifted_right(significand, excess)
        kept = self.lshr(significand, self.guard)
        rest = self.iand(significand, (1 << self.guard) - 1)
        up = self.lshr(self.iadd(rest, self._away(sign)), self.guard)
        base = self.shl(self.isub(exponent, 1), self.fraction)
        base = self.ichoose(subnormal, 0, base)
        bits = self.iadd(self.iadd(base, kept), up)
        overflow = self.iless(2 * self.bias, exponent)
        limit = self.ichoose(self._outwards(sign), self.infinity, self.infinity - 1)
        return self.ior(self.ichoose(overflow, limit, bits), sign)


def add(r: Rounded[V], x: V, y: V) -> V:
    """The larger one stays, the other one is shifted."""
    swap = r.below(r.abs(x), r.abs(y))
    large, small = r.ichoose(swap, y, x), r.ichoose(swap, x, y)
    sign, other_sign = r.sign_of(large), r.sign_of(small)
    exponent, significand = r.unpack(large)
    other_exponent, other = r.unpack(small)
    # A zero has the exponent of the lowest number, or less.
    other = r.ichoose(r.is_zero(small), 0, other)
    distance = r.isub(exponent, other_exponent)
    # One bit is for the carry.
    other = r.shifted_right(r.lshr(other, 1), distance)
    significand = r.lshr(significand, 1)
    differ = r.inverse(r.same(sign, other_sign))
    difference = r.isub(significand, other)
    total = r.ichoose(differ, difference, r.iadd(significand, other))
    result = r.pack(sign, r.iadd(exponent, 1), total)
    zero = r.sign_bit if r.mode == "rdn" else 0
    zero = r.ichoose(differ, zero, sign)
    nothing = r.either(r.is_zero(large), r.same(total, 0))
    result = r.ichoose(nothing, zero, result)
    # The larger is NaN, or infinite and so not changed by another but its opposite.
    opposite = r.both(differ, r.is_infinite(small))
    is_nan = r.either(opposite, r.below(r.infinity, r.abs(large)))
    special = r.ichoose(is_nan, r.nan(), large)
    return r.ichoose(r.is_special(large), special, result)


def subtract(r: Rounded[V], x: V, y: V) -> V:
    return add(r, x, r.ixor(y, r.sign_bit))


def _halves(r: Rounded[V], value: V) -> tuple[V, V]:
    half = r.width // 2
    return r.lshr(value, half), r.iand(value, (1 << half) - 1)


def _upper_product(r: Rounded[V], x: V, y: V) -> V:
    """The upper half of the product, its lowest bit set where the lower is not zero."""
    (x_high, x_low), (y_high, y_low) = _halves(r, x), _halves(r, y)
    carried, _ = _halves(r, r.imul(x_low, y_low))
    first, middle = _halves(r, r.iadd(r.imul(x_high, y_low), carried))
    second, _ = _halves(r, r.iadd(r.imul(x_low, y_high), middle))
    high = r.iadd(r.imul(x_high, y_high), r.iadd(first, second))
    return r.ior(high, r.sticky(r.imul(x, y)))


def multiply(r: Rounded[V], x: V, y: V) -> V:
    (exponent, significand), (other_exponent, other) = r.unpack(x), r.unpack(y)
    exponent = r.isub(r.iadd(exponent, other_exponent), r.bias - 1)
    product = _upper_product(r, significand, other)
    sign = r.sign_of(r.ixor(x, y))
    infinite = r.either(r.is_infinite(x), r.is_infinite(y))
    zero = r.either(r.is_zero(x), r.is_zero(y))
    return _limited(r, x, y, infinite, zero, r.pack(sign, exponent, product))


def _limited(r: Rounded[V], x: V, y: V, infinite: V, zero: V, result: V) -> V:
    """A product or quotient: infinite or zero where it must be, both is NaN."""
    sign = r.sign_of(r.ixor(x, y))
    result = r.ichoose(zero, sign, result)
    result = r.ichoose(infinite, r.ior(sign, r.infinity), result)
    is_nan = r.either(r.below(r.infinity, r.abs(x)), r.below(r.infinity, r.abs(y)))
    return r.ichoose(r.either(is_nan, r.both(infinite, zero)), r.nan(), result)


def _nearest(r: Rounded[V], significand: V, exponent: V | int) -> V:
    """The float of a wide significand that has only zeros below."""
    fraction = r.iand(r.lshr(significand, r.guard), r.one - 1)
    return r.ior(fraction, r.shl(exponent, r.fraction))


def _corrected(r: Rounded[V], nearest: V, remainder: V) -> V:
    """The wide significand of a number that was rounded to nearest."""
    significand = r.ior(r.iand(nearest, r.one - 1), r.one)
    up, down = r.iless(0, remainder), r.iless(remainder, 0)
    wide = r.shl(significand, r.guard)
    return r.isub(r.iadd(wide, r.bit(up)), r.bit(down))


def divide(r: Rounded[V], x: V, y: V) -> V:
    (exponent, significand), (other_exponent, other) = r.unpack(x), r.unpack(y)
    quotient = r.div(_nearest(r, significand, r.bias), _nearest(r, other, r.bias))
    # Between 1/2 and 2; of the remainder the low bits say all.
    below_one = r.bit(r.below(quotient, r.one_bits))
    found = r.ior(r.iand(quotient, r.one - 1), r.one)
    dividend = r.lshr(significand, r.guard)
    dividend = r.shl(dividend, r.iadd(below_one, r.fraction))
    remainder = r.isub(dividend, r.imul(found, r.lshr(other, r.guard)))
    exponent = r.iadd(r.isub(exponent, other_exponent), r.bias)
    exponent = r.isub(exponent, below_one)
    sign = r.sign_of(r.ixor(x, y))
    result = r.pack(sign, exponent, _corrected(r, quotient, remainder))
    infinite = r.either(r.is_infinite(x), r.is_zero(y))
    zero = r.either(r.is_zero(x), r.is_infinite(y))
    return _limited(r, x, y, infinite, zero, result)


def square_root(r: Rounded[V], x: V) -> V:
    exponent, significand = r.unpack(x)
    odd = r.iand(r.isub(exponent, r.bias), 1)
    root = r.k.fsqrt(r.width, _nearest(r, significand, r.iadd(odd, r.bias)))
    found = r.ior(r.iand(root, r.one - 1), r.one)
    radicand = r.shl(r.lshr(significand, r.guard), r.iadd(odd, r.fraction))
    remainder = r.isub(radicand, r.imul(found, found))
    half = r.ashr(r.isub(exponent, r.iadd(odd, r.bias)), 1)
    wide = _corrected(r, root, remainder)
    result = r.pack(r.integer(0), r.iadd(half, r.bias), wide)
    itself = r.either(r.is_zero(x), r.same(x, r.infinity))
    # Negative numbers and NaN are above the infinity as integers.
    result = r.ichoose(r.below(r.infinity, x), r.nan(), result)
    return r.ichoose(itself, x, result)


ARITHMETIC = {"add": 2, "sub": 2, "mul": 2, "div": 2, "sqrt": 1}
"""Operations on floats of one width, with the numbers of their operands."""


def arithmetic(mode: str, name: str, width: int, k: Algebra[V], *operands: V) -> V:
    """One of ARITHMETIC, rounded in a mode."""
    r = Rounded(k, width, mode)
    if name == "sqrt":
        return square_root(r, *operands)
    binary = {"add": add, "sub": subtract, "mul": multiply, "div": divide}
    return binary[name](r, *operands)


def _narrowed(k: Algebra[V], width: int, to: int, significand: V) -> V:
    """A wide significand of another width."""
    if width <= to:
        wide = k.zext(width, to, significand)
        return k.shl(to, wide, k.const(to, to - width)) if width < to else wide
    high = k.extract(width, width - 1, width - to, significand)
    low = k.extract(width, width - to - 1, 0, significand)
    lost = k.xor(1, k.eq(width - to, low, k.const(width - to, 0)), k.const(1, 1))
    return k.or_(to, high, k.zext(1, to, lost))


def from_integer(
    mode: str, is_signed: bool, width: int, to: int, k: Algebra[V], value: V
) -> V:
    """An integer of a width as a float of another, rounded in a mode."""
    r = Rounded(k, to, mode)
    zero = k.const(width, 0)
    negative = k.slt(width, value, zero) if is_signed else k.const(1, 0)
    size = k.ite(width, negative, k.sub(width, zero, value), value)
    wide = max(width, to)
    size = k.zext(width, wide, size) if wide > width else size
    is_zero, nothing = k.eq(width, value, zero), k.const(wide, 0)
    places = k.ite(wide, is_zero, nothing, k.clz(wide, size))
    significand = _narrowed(k, wide, to, k.shl(wide, size, places))
    places = k.extract(wide, to - 1, 0, places) if wide > to else places
    exponent = r.isub(r.bias + wide - 1, places)
    sign = r.ichoose(negative, r.sign_bit, 0)
    result = r.pack(sign, exponent, significand)
    return k.ite(to, is_zero, k.const(to, 0), result)


def convert(mode: str, width: int, to: int, k: Algebra[V], value: V) -> V:
    """A float of a width as one of another, rounded in a mode."""
    if width <= to:
        return k.fconvert(width, to, value)  # exact
    r, narrow = Rounded(k, width, mode), Rounded(k, to, mode)
    exponent, significand = r.unpack(value)
    exponent = r.isub(exponent, r.bias - narrow.bias)
    # An exponent that is far below any is still so when it is cut off.
    result = narrow.pack(
        k.extract(width, width - 1, width - to, r.sign_of(value)),
        k.extract(width, to - 1, 0, exponent),
        _narrowed(k, width, to, significand),
    )
    special = r.either(r.is_special(value), r.is_zero(value))
    return k.ite(to, special, k.fconvert(width, to, value), result)
