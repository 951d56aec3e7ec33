"""
Known bits and value ranges, as an instance of the algebra.

The meaning of an operation, evaluated with `BITS`, is what is known of its result: a
`Range` of unsigned and of signed numbers, whose leading bits in common are known bits.
Folding, legalisation and selection take their facts from there; no level has a table.

An object stands for one value, so that two operands that are the same object are equal.
A method returns an operand only where the result is that value.
"""

from collections.abc import Callable, Iterable
from itertools import product
from typing import NamedTuple

from circ.dialects.common.algebra import INTS, to_signed


class Range(NamedTuple):
    """What is known of a value of `width` bits: bounds, all included."""

    width: int
    low: int
    high: int
    """Bounds of the bits as an unsigned number."""
    least: int
    largest: int
    """Bounds of the bits as a signed number."""

    @property
    def constant(self) -> int | None:
        """The bits of the only value; None if there are several."""
        return self.low if self.low == self.high else None

    @property
    def unsigned_bits(self) -> int:
        """The width from which a zero extension gives the value."""
        return self.high.bit_length()

    @property
    def signed_bits(self) -> int:
        """The width from which a sign extension gives the value."""
        return max(self.largest, ~self.least).bit_length() + 1

    @property
    def is_positive(self) -> bool:
        """Is the sign bit known to be clear?"""
        return self.least >= 0

    def meet(self, other: "Range") -> "Range":
        """The intersection; this range if it is empty, as in unreachable code."""
        width, low, high, least, largest = self
        _, other_low, other_high, other_least, other_largest = other
        # Conditional expressions take a third of the time of `max` and `min`.
        low = low if low > other_low else other_low
        high = high if high < other_high else other_high
        least = least if least > other_least else other_least
        largest = largest if largest < other_largest else other_largest
        if low > high or least > largest:
            return self
        # What the unsigned bounds say of the signed ones, and these of them.
        half = 1 << width - 1
        first_least, first_largest = least, largest
        if high < half:
            first_least, first_largest = low, high
        elif low >= half:
            first_least, first_largest = low - 2 * half, high - 2 * half
        if least >= 0:
            low = low if low > least else least
            high = high if high < largest else largest
        elif largest < 0:
            low = low if low > least + 2 * half else least + 2 * half
            high = high if high < largest + 2 * half else largest + 2 * half
        least = least if least > first_least else first_least
        largest = largest if largest < first_largest else first_largest
        if low > high or least > largest:
            return self
        return Range(width, low, high, least, largest)

    def join(self, other: "Range") -> "Range":
        """The union, or the least range that includes it."""
        return Range(
            self.width,
            min(self.low, other.low),
            max(self.high, other.high),
            min(self.least, other.least),
            max(self.largest, other.largest),
        )


def unknown(width: int) -> Range:
    """Any value."""
    half = 1 << width - 1
    return Range(width, 0, 2 * half - 1, -half, half - 1)


def constant(width: int, bits: int) -> Range:
    """The one value with these bits."""
    signed = to_signed(width, bits)
    return Range(width, bits, bits, signed, signed)


def unsigned_range(width: int, low: int, high: int) -> Range:
    """A number from `low` to `high`, modulo 2 to the width; it may wrap altogether."""
    half = 1 << width - 1
    if low >> width != high >> width:
        return Range(width, 0, 2 * half - 1, -half, half - 1)
    ones = 2 * half - 1
    low, high = low & ones, high & ones
    if high < half:
        return Range(width, low, high, low, high)
    if low >= half:
        return Range(width, low, high, low - 2 * half, high - 2 * half)
    return Range(width, low, high, -half, half - 1)


def signed_range(width: int, least: int, largest: int) -> Range:
    """The same for a signed number."""
    half = 1 << width - 1
    ones = 2 * half - 1
    if least + half >> width != largest + half >> width:
        return Range(width, 0, ones, -half, half - 1)
    low, high = least & ones, largest & ones
    least, largest = (low ^ half) - half, (high ^ half) - half
    if least < 0 <= largest:
        return Range(width, 0, ones, least, largest)
    return Range(width, low, high, least, largest)


def _signed_corners(
    width: int,
    compute: Callable[[int, int], int],
    lhs: Iterable[int],
    rhs: Iterable[int],
) -> Range:
    """The signed range of a function that is monotone in each operand."""
    corners = [compute(x, y) for x, y in product(lhs, rhs)]
    return signed_range(width, min(corners), max(corners))


def _logical(width: int, lhs: Range, rhs: Range, bits: int) -> Range:
    """
    Bitwise logic, of which `bits` is the result for the lower bounds.

    Leading bits that are known of both operands are known of the result; logic on two
    sign extensions is a sign extension from the wider one.
    """
    open_bits = max(
        (lhs.low ^ lhs.high).bit_length(), (rhs.low ^ rhs.high).bit_length()
    )
    mask = (1 << open_bits) - 1
    limit = 1 << max(lhs.signed_bits, rhs.signed_bits) - 1
    first = unsigned_range(width, bits & ~mask, bits | mask)
    return first.meet(signed_range(width, -limit, limit - 1))


def _quotient(dividend: int, divisor: int) -> int:
    """Towards zero."""
    quotient = abs(dividend) // abs(divisor)
    return -quotient if (dividend < 0) != (divisor < 0) else quotient


def _bit(holds: bool, fails: bool) -> Range:
    """One bit: 1 if a comparison surely holds, 0 if it surely fails, else unknown."""
    return constant(1, int(holds)) if holds or fails else unknown(1)


def _maybe_positive(width: int, is_positive: bool) -> Range:
    """Any value, or any without a sign bit; results that are NaN have none."""
    return unsigned_range(width, 0, (1 << width - is_positive) - 1)


class Bits:
    """Ranges: what is computed is a range in which the result is."""

    def const(self, width: int, value: int) -> Range:
        return constant(width, INTS.const(width, value))

    def add(self, width: int, lhs: Range, rhs: Range) -> Range:
        if not rhs.high:
            return lhs
        first = unsigned_range(width, lhs.low + rhs.low, lhs.high + rhs.high)
        least, largest = lhs.least + rhs.least, lhs.largest + rhs.largest
        return first.meet(signed_range(width, least, largest))

    def sub(self, width: int, lhs: Range, rhs: Range) -> Range:
        if lhs is rhs:
            return constant(width, 0)
        if not rhs.high:
            return lhs
        first = unsigned_range(width, lhs.low - rhs.high, lhs.high - rhs.low)
        least, largest = lhs.least - rhs.largest, lhs.largest - rhs.least
        return first.meet(signed_range(width, least, largest))

    def mul(self, width: int, lhs: Range, rhs: Range) -> Range:
        if rhs.constant == 1:
            return lhs
        first = unsigned_range(width, lhs.low * rhs.low, lhs.high * rhs.high)
        return first.meet(_signed_corners(width, int.__mul__, lhs[3:], rhs[3:]))

    def udiv(self, width: int, lhs: Range, rhs: Range) -> Range:
        if rhs.constant in (0, 1):
            return lhs if rhs.low else constant(width, -1 % (1 << width))
        if not rhs.low:
            return unknown(width)
        return unsigned_range(width, lhs.low // rhs.high, lhs.high // rhs.low)

    def sdiv(self, width: int, lhs: Range, rhs: Range) -> Range:
        if rhs.constant in (0, 1):
            return lhs if rhs.low else constant(width, -1 % (1 << width))
        if rhs.least <= 0 <= rhs.largest:
            return unknown(width)
        return _signed_corners(width, _quotient, lhs[3:], rhs[3:])

    def urem(self, width: int, lhs: Range, rhs: Range) -> Range:
        if lhs.high < rhs.low or not rhs.high:
            return lhs
        if lhs is rhs:
            return constant(width, 0)
        most = min(lhs.high, rhs.high - 1) if rhs.low else lhs.high
        return unsigned_range(width, 0, most)

    def srem(self, width: int, lhs: Range, rhs: Range) -> Range:
        if not rhs.high:
            return lhs
        if lhs is rhs:
            return constant(width, 0)
        least, largest = min(lhs.least, 0), max(lhs.largest, 0)
        if not rhs.least <= 0 <= rhs.largest:
            most = max(abs(rhs.least), abs(rhs.largest)) - 1
            least, largest = max(least, -most), min(largest, most)
        return signed_range(width, least, largest)

    def and_(self, width: int, lhs: Range, rhs: Range) -> Range:
        is_mask = rhs.low == rhs.high and not rhs.high & rhs.high + 1
        if lhs is rhs or (is_mask and lhs.high <= rhs.high):
            return lhs
        most = unsigned_range(width, 0, min(lhs.high, rhs.high))
        return _logical(width, lhs, rhs, lhs.low & rhs.low).meet(most)

    def or_(self, width: int, lhs: Range, rhs: Range) -> Range:
        if lhs is rhs or not rhs.high:
            return lhs
        least = unsigned_range(width, max(lhs.low, rhs.low), (1 << width) - 1)
        return _logical(width, lhs, rhs, lhs.low | rhs.low).meet(least)

    def xor(self, width: int, lhs: Range, rhs: Range) -> Range:
        if not rhs.high:
            return lhs
        if lhs is rhs:
            return constant(width, 0)
        return _logical(width, lhs, rhs, lhs.low ^ rhs.low)

    def shl(self, width: int, lhs: Range, rhs: Range) -> Range:
        if not rhs.high or not lhs.high:
            return lhs
        amount = rhs.constant
        if amount is None or amount >= width:
            return unknown(width) if amount is None else constant(width, 0)
        first = unsigned_range(width, lhs.low << amount, lhs.high << amount)
        least, largest = lhs.least << amount, lhs.largest << amount
        return first.meet(signed_range(width, least, largest))

    def lshr(self, width: int, lhs: Range, rhs: Range) -> Range:
        if not rhs.high:
            return lhs
        fewest, most = min(rhs.low, width), min(rhs.high, width)
        return unsigned_range(width, lhs.low >> most, lhs.high >> fewest)

    def ashr(self, width: int, lhs: Range, rhs: Range) -> Range:
        if not rhs.high:
            return lhs
        amounts = min(rhs.low, width), min(rhs.high, width)
        return _signed_corners(width, int.__rshift__, lhs[3:], amounts)

    def eq(self, width: int, lhs: Range, rhs: Range) -> Range:
        same = lhs is rhs or (lhs.constant is not None and lhs.constant == rhs.constant)
        return _bit(same, self._are_apart(lhs, rhs))

    def _are_apart(self, lhs: Range, rhs: Range) -> bool:
        unsigned = lhs.high < rhs.low or rhs.high < lhs.low
        return unsigned or lhs.largest < rhs.least or rhs.largest < lhs.least

    def ult(self, width: int, lhs: Range, rhs: Range) -> Range:
        return _bit(lhs.high < rhs.low, lhs is rhs or lhs.low >= rhs.high)

    def slt(self, width: int, lhs: Range, rhs: Range) -> Range:
        return _bit(lhs.largest < rhs.least, lhs is rhs or lhs.least >= rhs.largest)

    def ite(self, width: int, condition: Range, then: Range, otherwise: Range) -> Range:
        if condition.constant is not None:
            return then if condition.constant else otherwise
        if then is otherwise:
            return then
        return then.join(otherwise)

    def zext(self, width: int, to: int, value: Range) -> Range:
        return unsigned_range(to, value.low, value.high)

    def sext(self, width: int, to: int, value: Range) -> Range:
        return signed_range(to, value.least, value.largest)

    def extract(self, width: int, high: int, low: int, value: Range) -> Range:
        to = high - low + 1
        first = unsigned_range(to, value.low >> low, value.high >> low)
        return first.meet(signed_range(to, value.least >> low, value.largest >> low))

    def concat(self, width: int, low_width: int, high: Range, low: Range) -> Range:
        return unsigned_range(
            width + low_width,
            high.low << low_width | low.low,
            high.high << low_width | low.high,
        )

    def clz(self, width: int, value: Range) -> Range:
        most = width - value.low.bit_length()
        return unsigned_range(width, width - value.high.bit_length(), most)

    def ctz(self, width: int, value: Range) -> Range:
        most = value.high.bit_length() - 1 if value.low else width
        return unsigned_range(width, 0, most)

    def fadd(self, width: int, lhs: Range, rhs: Range) -> Range:
        return _maybe_positive(width, lhs.is_positive and rhs.is_positive)

    def fsub(self, width: int, lhs: Range, rhs: Range) -> Range:
        return unknown(width)

    def fmul(self, width: int, lhs: Range, rhs: Range) -> Range:
        return _maybe_positive(
            width, lhs is rhs or (lhs.is_positive and rhs.is_positive)
        )

    fdiv = fmul

    def frem(self, width: int, lhs: Range, rhs: Range) -> Range:
        return _maybe_positive(width, lhs.is_positive)

    def fsqrt(self, width: int, value: Range) -> Range:
        return _maybe_positive(width, value.is_positive)

    def feq(self, width: int, lhs: Range, rhs: Range) -> Range:
        return unknown(1)

    flt = fle = feq

    def fconvert(self, width: int, to: int, value: Range) -> Range:
        return _maybe_positive(to, value.is_positive)

    def sitofp(self, width: int, to: int, value: Range) -> Range:
        return _maybe_positive(to, value.is_positive)

    def uitofp(self, width: int, to: int, value: Range) -> Range:
        return _maybe_positive(to, True)

    def fptosi(self, width: int, to: int, value: Range) -> Range:
        return _maybe_positive(to, value.is_positive)

    def fptoui(self, width: int, to: int, value: Range) -> Range:
        return unknown(to)


BITS = Bits()
