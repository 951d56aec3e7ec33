"""
The algebra in which every operation's meaning is written, once.

A dialect writes what an operation computes as a function over `Algebra`; Python
integers (`INTS`) make it an interpreter and a folder, other instances make it a proof
or fast code. Widths in bits come first, values are unsigned bit patterns, comparisons
give one bit, every method is total and none raises (docs/reference/architecture.md,
section 2). Floats are IEEE 754 bit patterns of 32 or 64 bits, rounded to nearest even;
a NaN result is always the canonical quiet NaN, since payloads are not preserved between
levels.
"""

import math
import struct
from typing import Protocol, TypeVar

V = TypeVar("V")


class Algebra(Protocol[V]):
    """Operations on bit vectors; see the module's docstring for the conventions."""

    def const(self, width: int, value: int) -> V: ...
    def add(self, width: int, lhs: V, rhs: V) -> V: ...
    def sub(self, width: int, lhs: V, rhs: V) -> V: ...
    def mul(self, width: int, lhs: V, rhs: V) -> V: ...
    def udiv(self, width: int, lhs: V, rhs: V) -> V:
        """Unsigned quotient; all ones where `rhs` is zero."""
        ...

    def sdiv(self, width: int, lhs: V, rhs: V) -> V:
        """Signed quotient towards zero; -1 where `rhs` is zero, MIN / -1 is MIN."""
        ...

    def urem(self, width: int, lhs: V, rhs: V) -> V:
        """Unsigned remainder; `lhs` where `rhs` is zero."""
        ...

    def srem(self, width: int, lhs: V, rhs: V) -> V:
        """Remainder with the dividend's sign; `lhs` where `rhs` is zero."""
        ...

    def and_(self, width: int, lhs: V, rhs: V) -> V: ...
    def or_(self, width: int, lhs: V, rhs: V) -> V: ...
    def xor(self, width: int, lhs: V, rhs: V) -> V: ...
    def shl(self, width: int, lhs: V, rhs: V) -> V:
        """Left shift; an amount of the width or more gives zero."""
        ...

    def lshr(self, width: int, lhs: V, rhs: V) -> V:
        """Logical right shift; an amount of the width or more gives zero."""
        ...

    def ashr(self, width: int, lhs: V, rhs: V) -> V:
        """Arithmetic right shift; an amount of the width or more gives the sign."""
        ...

    def eq(self, width: int, lhs: V, rhs: V) -> V: ...
    def ult(self, width: int, lhs: V, rhs: V) -> V: ...
    def slt(self, width: int, lhs: V, rhs: V) -> V: ...
    def ite(self, width: int, condition: V, then: V, otherwise: V) -> V:
        """`then` where the one-bit `condition` is set; both arms are evaluated."""
        ...

    def zext(self, width: int, to: int, value: V) -> V: ...
    def sext(self, width: int, to: int, value: V) -> V: ...
    def extract(self, width: int, high: int, low: int, value: V) -> V:
        """Bits `high` down to `low` of `value`, both included."""
        ...

    def concat(self, width: int, low_width: int, high: V, low: V) -> V:
        """`high` (of `width` bits) above `low` (of `low_width` bits)."""
        ...

    def clz(self, width: int, value: V) -> V:
        """Leading zeros; the width for zero."""
        ...

    def ctz(self, width: int, value: V) -> V:
        """Trailing zeros; the width for zero."""
        ...

    def fadd(self, width: int, lhs: V, rhs: V) -> V: ...
    def fsub(self, width: int, lhs: V, rhs: V) -> V: ...
    def fmul(self, width: int, lhs: V, rhs: V) -> V: ...
    def fdiv(self, width: int, lhs: V, rhs: V) -> V: ...
    def frem(self, width: int, lhs: V, rhs: V) -> V:
        """The exact remainder of C's `fmod`: the sign of `lhs`, NaN for x/0."""
        ...

    def fsqrt(self, width: int, value: V) -> V: ...
    def feq(self, width: int, lhs: V, rhs: V) -> V: ...
    def flt(self, width: int, lhs: V, rhs: V) -> V: ...
    def fle(self, width: int, lhs: V, rhs: V) -> V: ...
    def fconvert(self, width: int, to: int, value: V) -> V:
        """Between float formats of `width` and `to` bits."""
        ...

    def sitofp(self, width: int, to: int, value: V) -> V: ...
    def uitofp(self, width: int, to: int, value: V) -> V: ...
    def fptosi(self, width: int, to: int, value: V) -> V:
        """Towards zero, saturating; NaN gives the maximum (llvlir's rule)."""
        ...

    def fptoui(self, width: int, to: int, value: V) -> V:
        """Towards zero, saturating; NaN gives the maximum (llvlir's rule)."""
        ...


def to_signed(width: int, value: int) -> int:
    """The two's complement reading of an unsigned `value` of `width` bits."""
    return value - (1 << width) if value >> (width - 1) & 1 else value


_FLOAT = {32: struct.Struct("<f"), 64: struct.Struct("<d")}
_BITS = {32: struct.Struct("<I"), 64: struct.Struct("<Q")}
_NAN = {32: 0x7FC00000, 64: 0x7FF8000000000000}
_INFINITY = {32: 0x7F800000, 64: 0x7FF0000000000000}


def float_to_bits(width: int, value: float) -> int:
    """The bits of `value` rounded to nearest even in the format of `width` bits."""
    if value != value:
        return _NAN[width]
    try:
        return _BITS[width].unpack(_FLOAT[width].pack(value))[0]
    except OverflowError:
        return _INFINITY[width] | (1 << (width - 1) if value < 0 else 0)


def bits_to_float(width: int, bits: int) -> float:
    """The value of `bits` in the format of `width` bits; exact."""
    return _FLOAT[width].unpack(_BITS[width].pack(bits))[0]


def shortest_decimal(width: int, bits: int) -> str:
    """The shortest decimal, with a point, that reads back as a finite float's bits."""
    value = bits_to_float(width, bits)
    mantissa = bits & (1 << (23 if width == 32 else 52)) - 1
    for digits in range(1, 18):
        texts = [f"{value:.{digits}g}"]
        if not mantissa:
            # Floats above a power of two are twice as far from it as those below: a
            # decimal further from zero may read back where the nearest one does not.
            from decimal import ROUND_UP, Context

            further = Context(digits, ROUND_UP).create_decimal_from_float(value)
            texts.append(f"{float(further):.{digits}g}")
        for text in texts:
            if float_to_bits(width, float(text)) == bits:
                return with_point(text)
    raise AssertionError(f"17 digits are enough for {value}")


def with_point(decimal: str) -> str:
    """A decimal with a point in its mantissa, as MLIR's floats have."""
    mantissa, exponent, power = decimal.partition("e")
    return decimal if "." in mantissa else f"{mantissa}.0{exponent}{power}"


class Ints:
    """
    Python integers, always in `0 <= value < 2**width`.

    Binary32 results are computed in binary64 and rounded once more, which is exact for
    + - * / and sqrt, since 53 >= 2 * 24 + 2 (Figueroa's theorem).
    """

    def const(self, width: int, value: int) -> int:
        return value & ((1 << width) - 1)

    def add(self, width: int, lhs: int, rhs: int) -> int:
        return (lhs + rhs) & ((1 << width) - 1)

    def sub(self, width: int, lhs: int, rhs: int) -> int:
        return (lhs - rhs) & ((1 << width) - 1)

    def mul(self, width: int, lhs: int, rhs: int) -> int:
        return (lhs * rhs) & ((1 << width) - 1)

    def udiv(self, width: int, lhs: int, rhs: int) -> int:
        return lhs // rhs if rhs else (1 << width) - 1

    def sdiv(self, width: int, lhs: int, rhs: int) -> int:
        if not rhs:
            return (1 << width) - 1
        dividend, divisor = to_signed(width, lhs), to_signed(width, rhs)
        quotient = abs(dividend) // abs(divisor)
        return self.const(
            width, -quotient if (dividend < 0) != (divisor < 0) else quotient
        )

    def urem(self, width: int, lhs: int, rhs: int) -> int:
        return lhs % rhs if rhs else lhs

    def srem(self, width: int, lhs: int, rhs: int) -> int:
        if not rhs:
            return lhs
        dividend = to_signed(width, lhs)
        remainder = abs(dividend) % abs(to_signed(width, rhs))
        return self.const(width, -remainder if dividend < 0 else remainder)

    def and_(self, width: int, lhs: int, rhs: int) -> int:
        return lhs & rhs

    def or_(self, width: int, lhs: int, rhs: int) -> int:
        return lhs | rhs

    def xor(self, width: int, lhs: int, rhs: int) -> int:
        return lhs ^ rhs

    def shl(self, width: int, lhs: int, rhs: int) -> int:
        return (lhs << rhs) & ((1 << width) - 1) if rhs < width else 0

    def lshr(self, width: int, lhs: int, rhs: int) -> int:
        return lhs >> rhs if rhs < width else 0

    def ashr(self, width: int, lhs: int, rhs: int) -> int:
        return self.const(width, to_signed(width, lhs) >> min(rhs, width))

    def eq(self, width: int, lhs: int, rhs: int) -> int:
        return int(lhs == rhs)

    def ult(self, width: int, lhs: int, rhs: int) -> int:
        return int(lhs < rhs)

    def slt(self, width: int, lhs: int, rhs: int) -> int:
        return int(to_signed(width, lhs) < to_signed(width, rhs))

    def ite(self, width: int, condition: int, then: int, otherwise: int) -> int:
        return then if condition else otherwise

    def zext(self, width: int, to: int, value: int) -> int:
        return value

    def sext(self, width: int, to: int, value: int) -> int:
        return self.const(to, to_signed(width, value))

    def extract(self, width: int, high: int, low: int, value: int) -> int:
        return value >> low & ((1 << (high - low + 1)) - 1)

    def concat(self, width: int, low_width: int, high: int, low: int) -> int:
        return high << low_width | low

    def clz(self, width: int, value: int) -> int:
        # The count of a narrow type may not fit it (8 in i1 does not): it wraps.
        return self.const(width, width - value.bit_length())

    def ctz(self, width: int, value: int) -> int:
        count = (value & -value).bit_length() - 1 if value else width
        return self.const(width, count)

    def fadd(self, width: int, lhs: int, rhs: int) -> int:
        return float_to_bits(
            width, bits_to_float(width, lhs) + bits_to_float(width, rhs)
        )

    def fsub(self, width: int, lhs: int, rhs: int) -> int:
        return float_to_bits(
            width, bits_to_float(width, lhs) - bits_to_float(width, rhs)
        )

    def fmul(self, width: int, lhs: int, rhs: int) -> int:
        return float_to_bits(
            width, bits_to_float(width, lhs) * bits_to_float(width, rhs)
        )

    def fdiv(self, width: int, lhs: int, rhs: int) -> int:
        dividend, divisor = bits_to_float(width, lhs), bits_to_float(width, rhs)
        if divisor:
            return float_to_bits(width, dividend / divisor)
        if not dividend or dividend != dividend:
            return _NAN[width]
        return _INFINITY[width] | ((lhs ^ rhs) >> (width - 1) << (width - 1))

    def frem(self, width: int, lhs: int, rhs: int) -> int:
        try:
            remainder = math.fmod(bits_to_float(width, lhs), bits_to_float(width, rhs))
        except ValueError:  # infinity or division by zero
            return _NAN[width]
        return float_to_bits(width, remainder)

    def fsqrt(self, width: int, value: int) -> int:
        radicand = bits_to_float(width, value)
        if radicand < 0:
            return _NAN[width]
        return float_to_bits(width, math.sqrt(radicand))

    def feq(self, width: int, lhs: int, rhs: int) -> int:
        return int(bits_to_float(width, lhs) == bits_to_float(width, rhs))

    def flt(self, width: int, lhs: int, rhs: int) -> int:
        return int(bits_to_float(width, lhs) < bits_to_float(width, rhs))

    def fle(self, width: int, lhs: int, rhs: int) -> int:
        return int(bits_to_float(width, lhs) <= bits_to_float(width, rhs))

    def fconvert(self, width: int, to: int, value: int) -> int:
        return float_to_bits(to, bits_to_float(width, value))

    def sitofp(self, width: int, to: int, value: int) -> int:
        return _int_to_float_bits(to, to_signed(width, value))

    def uitofp(self, width: int, to: int, value: int) -> int:
        return _int_to_float_bits(to, value)

    def fptosi(self, width: int, to: int, value: int) -> int:
        limit = 1 << (to - 1)
        return _float_to_int(width, to, value, -limit, limit - 1)

    def fptoui(self, width: int, to: int, value: int) -> int:
        return _float_to_int(width, to, value, 0, (1 << to) - 1)


def _int_to_float_bits(width: int, value: int) -> int:
    """Round an integer once; through binary64 a 64-bit one would be rounded twice."""
    precision = {32: 24, 64: 53}[width]
    excess = abs(value).bit_length() - precision
    if excess > 0:
        magnitude, rest = divmod(abs(value), 1 << excess)
        half = 1 << (excess - 1)
        magnitude += int(rest > half or (rest == half and magnitude & 1))
        value = (-magnitude if value < 0 else magnitude) << excess
    return float_to_bits(width, float(value))


def _float_to_int(width: int, to: int, bits: int, low: int, high: int) -> int:
    value = bits_to_float(width, bits)
    if value != value or value >= high:
        return high & ((1 << to) - 1)
    if value <= low:
        return low & ((1 << to) - 1)
    return int(value) & ((1 << to) - 1)


INTS = Ints()
