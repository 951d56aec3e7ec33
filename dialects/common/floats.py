"""
Notation for algorithms on floats over the algebra.

`Floats` is an algebra and a format together: its methods take values and constants
(Python floats where a float is meant, Python ints where an integer is), in a fixed
order of IEEE operations, so that every instance computes the same bits. Integers are as
wide as the format. Variable shift amounts must be below the width.
"""

from typing import Generic, cast

from circ.dialects.common import arithmetic
from circ.dialects.common.algebra import Algebra, V, float_to_bits

FRACTION_BITS = {32: 23, 64: 52}
"""Bits of the significand that are stored."""


class Floats(Generic[V]):
    """Floats and integers of one width over an algebra."""

    def __init__(self, k: Algebra[V], width: int):
        self.k = k
        self.width = width
        self.fraction = FRACTION_BITS[width]
        self.bias = (1 << (width - self.fraction - 2)) - 1
        self.infinity = (2 * self.bias + 1) << self.fraction
        self.sign_bit = 1 << (width - 1)
        self.one_bits = self.bias << self.fraction

    def value(self, value: V | float) -> V:
        """A float, which may be a Python number."""
        if isinstance(value, float):
            return self.k.const(self.width, float_to_bits(self.width, value))
        return cast("V", value)

    def integer(self, value: V | int) -> V:
        """An integer, which may be a Python number."""
        if isinstance(value, int):
            return self.k.const(self.width, value)
        return cast("V", value)

    # region Floats

    def add(self, lhs: V | float, rhs: V | float) -> V:
        return self.k.fadd(self.width, self.value(lhs), self.value(rhs))

    def sub(self, lhs: V | float, rhs: V | float) -> V:
        return self.k.fsub(self.width, self.value(lhs), self.value(rhs))

    def mul(self, lhs: V | float, rhs: V | float) -> V:
        return self.k.fmul(self.width, self.value(lhs), self.value(rhs))

    def div(self, lhs: V | float, rhs: V | float) -> V:
        return self.k.fdiv(self.width, self.value(lhs), self.value(rhs))

    def neg(self, value: V) -> V:
        return arithmetic.fneg(self.k, self.width, value)

    def abs(self, value: V) -> V:
        return arithmetic.fabs(self.k, self.width, value)

    def less(self, lhs: V | float, rhs: V | float) -> V:
        return self.k.flt(self.width, self.value(lhs), self.value(rhs))

    def equal(self, lhs: V | float, rhs: V | float) -> V:
        return self.k.feq(self.width, self.value(lhs), self.value(rhs))

    def choose(self, condition: V, then: V | float, otherwise: V | float) -> V:
        then, otherwise = self.value(then), self.value(otherwise)
        return self.k.ite(self.width, condition, then, otherwise)

    def clamp(self, value: V, low: float, high: float) -> V:
        """The nearest number between two; NaN stays."""
        value = self.choose(self.less(high, value), high, value)
        return self.choose(self.less(value, low), low, value)

    def polynomial(self, x: V, *coefficients: float) -> V:
        """Horner's rule; the constant comes first."""
        *rest, last = coefficients
        result: V | float = last
        for coefficient in reversed(rest):
            result = self.add(coefficient, self.mul(x, result))
        return self.value(result)

    def to_integer(self, value: V) -> V:
        """Towards zero, of the format's width."""
        return self.k.fptosi(self.width, self.width, value)

    def from_integer(self, value: V) -> V:
        return self.k.sitofp(self.width, self.width, value)

    def power_of_two(self, exponent: V) -> V:
        """Two to an integer for which that is a normal number."""
        return self.shl(self.iadd(exponent, self.bias), self.fraction)

    def scaled(self, value: V, exponent: V) -> V:
        """
        `value` times two to an integer, rounded once where it is about one.

        In two steps, the first of which is exact, so that the product may be
        subnormal or infinite.
        """
        half = self.ashr(exponent, 1)
        first = self.mul(value, self.power_of_two(half))
        return self.mul(first, self.power_of_two(self.isub(exponent, half)))

    def is_nan(self, value: V) -> V:
        return arithmetic.is_nan(self.k, self.width, value)

    def is_special(self, value: V) -> V:
        """Is it infinite or NaN?"""
        return self.below(self.infinity - 1, self.abs(value))

    def nan(self) -> V:
        return arithmetic.canonical_nan(self.k, self.width)

    def sign_of(self, value: V) -> V:
        """The sign bit in its place."""
        return self.iand(value, self.sign_bit)

    def with_sign_of(self, sign: V, magnitude: V) -> V:
        """A float without a sign, with that of another."""
        return self.ior(magnitude, self.sign_of(sign))

    # endregion
    # region Integers

    def iadd(self, lhs: V | int, rhs: V | int) -> V:
        return self.k.add(self.width, self.integer(lhs), self.integer(rhs))

    def isub(self, lhs: V | int, rhs: V | int) -> V:
        return self.k.sub(self.width, self.integer(lhs), self.integer(rhs))

    def imul(self, lhs: V | int, rhs: V | int) -> V:
        return self.k.mul(self.width, self.integer(lhs), self.integer(rhs))

    def imul_high(self, lhs: V | int, rhs: V | int) -> V:
        """The upper half of the unsigned product."""
        lhs, rhs = self.integer(lhs), self.integer(rhs)
        return arithmetic.mulhu(self.k, self.width, lhs, rhs)

    def iand(self, lhs: V | int, rhs: V | int) -> V:
        return self.k.and_(self.width, self.integer(lhs), self.integer(rhs))

    def ior(self, lhs: V | int, rhs: V | int) -> V:
        return self.k.or_(self.width, self.integer(lhs), self.integer(rhs))

    def ixor(self, lhs: V | int, rhs: V | int) -> V:
        return self.k.xor(self.width, self.integer(lhs), self.integer(rhs))

    def shl(self, lhs: V | int, rhs: V | int) -> V:
        return self.k.shl(self.width, self.integer(lhs), self.integer(rhs))

    def lshr(self, lhs: V | int, rhs: V | int) -> V:
        return self.k.lshr(self.width, self.integer(lhs), self.integer(rhs))

    def ashr(self, lhs: V | int, rhs: V | int) -> V:
        return self.k.ashr(self.width, self.integer(lhs), self.integer(rhs))

    def below(self, lhs: V | int, rhs: V | int) -> V:
        """Is an unsigned integer less than another?"""
        return self.k.ult(self.width, self.integer(lhs), self.integer(rhs))

    def iless(self, lhs: V | int, rhs: V | int) -> V:
        """Is a signed integer less than another?"""
        return self.k.slt(self.width, self.integer(lhs), self.integer(rhs))

    def same(self, lhs: V | int, rhs: V | int) -> V:
        return self.k.eq(self.width, self.integer(lhs), self.integer(rhs))

    def ichoose(self, condition: V, then: V | int, otherwise: V | int) -> V:
        then, otherwise = self.integer(then), self.integer(otherwise)
        return self.k.ite(self.width, condition, then, otherwise)

    def bit(self, condition: V) -> V:
        """A condition as the integer 0 or 1."""
        return self.k.zext(1, self.width, condition)

    def sticky(self, lost: V) -> V:
        """The integer 1 where any bit is set, else 0."""
        return self.bit(self.inverse(self.same(lost, 0)))

    # endregion
    # region Conditions

    def both(self, lhs: V, rhs: V) -> V:
        return self.k.and_(1, lhs, rhs)

    def either(self, lhs: V, rhs: V) -> V:
        return self.k.or_(1, lhs, rhs)

    def inverse(self, condition: V) -> V:
        return self.k.xor(1, condition, self.k.const(1, 1))

    # endregion
