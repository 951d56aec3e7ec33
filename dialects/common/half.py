"""
The floats of 16 bits, binary16 and bfloat16, over the algebra.

No level computes with them: an operation extends its operands to binary32, which is
exact, computes, and rounds the result. For `+ - * /` and roots that is the correctly
rounded result: binary32 has 24 bits of precision, at least twice the 11 (8) of these
formats plus 2, so that rounding twice is rounding once (S. Figueroa, "When is double
rounding innocuous?", 1995). This holds for normal results. As to subnormal ones, sums
and products of binary16 are then exact in binary32, and so are sums of bfloat16. A
product of bfloat16 has 16 bits; to be rounded first, and then to round differently, it
would need more. A quotient of its 8-bit significands that is not halfway between two
multiples of 2**-133 is at least 2**-142 away from there, and binary32 reaches down to
2**-149. Remainders and the results of rounding to integers are exact. An fma, and
conversions from f64 and from wide integers, would be rounded twice to different
results; they round to odd first.
"""

from dataclasses import dataclass
from typing import cast

from xdsl.dialects.builtin import BFloat16Type, Float16Type, VectorType
from xdsl.ir import Attribute

from circ.dialects.common import arithmetic
from circ.dialects.common.algebra import INTS, Algebra, V, bits_to_float, float_to_bits

FRACTION = 23
"""Stored bits of the significand of binary32."""


@dataclass(frozen=True)
class Half:
    """A format of 16 bits."""

    fraction: int
    """Stored bits of the significand."""

    @property
    def dropped(self) -> int:
        """Bits of the significand that binary32 has more."""
        return FRACTION - self.fraction

    @property
    def infinity(self) -> int:
        return 0x7FFF >> self.fraction << self.fraction

    @property
    def nan(self) -> int:
        return self.infinity | 1 << self.fraction - 1

    def extend(self, k: Algebra[V], value: V) -> V:
        """As binary32; exact."""
        bits = k.zext(16, 32, value)
        if self.dropped == 16:
            return k.shl(32, bits, k.const(32, 16))
        magnitude = k.and_(32, bits, k.const(32, 0x7FFF))
        magnitude = k.shl(32, magnitude, k.const(32, self.dropped))
        exponents = k.const(32, self.infinity << self.dropped)
        exponent = k.and_(32, magnitude, exponents)
        # The exponent's bias grows by 112; infinities and NaN stay the highest.
        rebias = 0x7F800000 - (self.infinity << self.dropped) >> 1
        normal = k.add(32, magnitude, k.const(32, rebias))
        special = k.add(32, magnitude, k.const(32, 2 * rebias))
        # A subnormal number is a fraction of the smallest normal one.
        smallest = k.const(32, rebias + (1 << FRACTION))
        subnormal = k.fsub(32, k.add(32, magnitude, smallest), smallest)
        found = k.ite(32, k.eq(32, exponent, exponents), special, normal)
        is_small = k.eq(32, exponent, k.const(32, 0))
        found = k.ite(32, is_small, subnormal, found)
        sign = k.and_(32, bits, k.const(32, 0x8000))
        return k.or_(32, found, k.shl(32, sign, k.const(32, 16)))

    def truncate(self, k: Algebra[V], value: V) -> V:
        """Of binary32, rounded to nearest even."""
        sign = k.and_(32, value, k.const(32, 1 << 31))
        magnitude = k.and_(32, value, k.const(32, (1 << 31) - 1))
        dropped = k.const(32, self.dropped)
        is_odd = k.and_(32, k.lshr(32, magnitude, dropped), k.const(32, 1))
        half = k.const(32, (1 << self.dropped - 1) - 1)
        rounded = k.add(32, magnitude, k.add(32, half, is_odd))
        if self.dropped != 16:
            rebias = 0x7F800000 - (self.infinity << self.dropped) >> 1
            smallest = rebias + (1 << FRACTION)
            rounded = k.sub(32, rounded, k.const(32, rebias))
            most = k.const(32, (self.infinity << self.dropped) + rebias)
            too_large = k.ult(32, most, magnitude)
            infinity = k.const(32, self.infinity << self.dropped)
            rounded = k.ite(32, too_large, infinity, rounded)
            # The unit of this number in the last place is that of subnormal ones.
            unit = k.const(32, smallest + (self.dropped << FRACTION))
            subnormal = k.sub(32, k.fadd(32, magnitude, unit), unit)
            subnormal = k.shl(32, subnormal, dropped)
            is_small = k.ult(32, magnitude, k.const(32, smallest))
            rounded = k.ite(32, is_small, subnormal, rounded)
        found = k.lshr(32, rounded, dropped)
        is_nan = k.ult(32, k.const(32, 0x7F800000), magnitude)
        found = k.or_(32, found, k.lshr(32, sign, k.const(32, 16)))
        found = k.ite(32, is_nan, k.const(32, self.nan), found)
        return k.extract(32, 15, 0, found)

    def truncate_wide(self, k: Algebra[V], value: V) -> V:
        """Of binary64, rounded once: binary32 gets the odd one of two neighbours."""
        narrow = k.fconvert(64, 32, value)
        back = arithmetic.fabs(k, 64, k.fconvert(32, 64, narrow))
        exact = arithmetic.fabs(k, 64, value)
        one = k.const(32, 1)
        down = k.ite(32, k.flt(64, exact, back), k.sub(32, narrow, one), narrow)
        changed = k.or_(1, k.flt(64, exact, back), k.flt(64, back, exact))
        odd = k.ite(32, changed, k.or_(32, down, one), narrow)
        return self.truncate(k, odd)

    def of_integer(self, k: Algebra[V], width: int, value: V, signed: bool) -> V:
        """Of an integer, rounded once."""
        to = 64 if width == 64 and self.dropped == 16 else 32
        excess = width - (53 if to == 64 else 24)
        if excess > 0 and self.dropped == 16:
            # Large integers get the odd one of two neighbours of fewer bits. (Of
            # binary16 these are infinite.)
            limit = 1 << width - excess
            low = k.and_(width, value, k.const(width, (1 << excess) - 1))
            is_exact = k.eq(width, low, k.const(width, 0))
            sticky = k.ite(
                width, is_exact, k.const(width, 0), k.const(width, 1 << excess)
            )
            odd = k.or_(width, k.sub(width, value, low), sticky)
            bound = k.const(width, 2 * limit if signed else limit)
            moved = k.add(width, value, k.const(width, limit)) if signed else value
            value = k.ite(width, k.ult(width, moved, bound), value, odd)
        convert = k.sitofp if signed else k.uitofp
        number = convert(width, to, value)
        narrow = self.truncate_wide if to == 64 else self.truncate
        return narrow(k, number)

    def fma(self, k: Algebra[V], x: V, y: V, z: V) -> V:
        """The sum of a product and a number, rounded once."""
        a, b, c = (k.fconvert(32, 64, self.extend(k, each)) for each in (x, y, z))
        product = k.fmul(64, a, b)  # exact
        total = k.fadd(64, product, c)
        # Knuth's error of the sum, exact; NaN where the sum is not finite.
        rest = k.fsub(64, total, product)
        error = k.fsub(64, product, k.fsub(64, total, rest))
        error = k.fadd(64, error, k.fsub(64, c, rest))
        zero, one = k.const(64, 0), k.const(64, 1)
        above, below = k.flt(64, zero, error), k.flt(64, error, zero)
        # The sum becomes the odd one of its two neighbours around the exact sum.
        is_negative = k.flt(64, total, zero)
        outward = k.ite(1, is_negative, below, above)
        inward = k.ite(1, is_negative, above, below)
        down = k.ite(64, inward, k.sub(64, total, one), total)
        changed = k.or_(1, outward, inward)
        total = k.ite(64, changed, k.or_(64, down, one), total)
        return self.truncate_wide(k, total)


FORMATS: dict[type[Attribute], Half] = {Float16Type: Half(10), BFloat16Type: Half(7)}


def half_of(type: Attribute) -> Half | None:
    """The format of a scalar, or of a vector's lanes; None for any other type."""
    if type.__class__ is VectorType:
        type = cast("VectorType[Attribute]", type).element_type
    return FORMATS.get(type.__class__)


def float_bits(type: Attribute, width: int, value: float) -> int:
    """The bits of a number rounded to the nearest of a type of so many bits."""
    if (half := half_of(type)) is None:
        return float_to_bits(width, value)
    return half.truncate_wide(INTS, float_to_bits(64, value))


def float_of(type: Attribute, width: int, bits: int) -> float:
    """The number that the bits of a float type are."""
    if (half := half_of(type)) is None:
        return bits_to_float(width, bits)
    return bits_to_float(32, half.extend(INTS, bits))
