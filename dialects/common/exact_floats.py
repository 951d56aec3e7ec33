"""
Floats of any binary format, computed exactly with Python's integers and rounded once.

For formats that the algebra does not have (f16, bf16, f128), for fused operations and
for any rounding mode. A NaN that is a result is the canonical one.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import isqrt

from circ.dialects.common.algebra import to_signed

MODES = ("rne", "rtz", "rdn", "rup", "rmm")
"""To nearest even, towards zero, downwards, upwards, to nearest away from zero."""


@dataclass(frozen=True)
class Format:
    """A binary format of IEEE 754."""

    exponent: int
    """Bits of the exponent field."""
    fraction: int
    """Bits of the fraction field."""

    @property
    def width(self) -> int:
        return 1 + self.exponent + self.fraction

    @property
    def least(self) -> int:
        """The power of two of the lowest bit of a subnormal."""
        return 2 - (1 << self.exponent - 1) - self.fraction

    @property
    def infinity(self) -> int:
        return ((1 << self.exponent) - 1) << self.fraction

    @property
    def nan(self) -> int:
        return self.infinity | 1 << self.fraction - 1

    @property
    def sign(self) -> int:
        return 1 << self.width - 1

    @property
    def one(self) -> int:
        return ((1 << self.exponent - 1) - 1) << self.fraction

    def is_nan(self, bits: int) -> bool:
        return bits & ~self.sign > self.infinity

    def is_infinite(self, bits: int) -> bool:
        return bits & ~self.sign == self.infinity

    def abs(self, bits: int) -> int:
        return bits & ~self.sign

    def neg(self, bits: int) -> int:
        return bits ^ self.sign

    def copysign(self, bits: int, sign: int) -> int:
        return (bits & ~self.sign) | (sign & self.sign)

    def copysign_xor(self, bits: int, sign: int) -> int:
        return bits ^ (sign & self.sign)

    def copysign_not(self, bits: int, sign: int) -> int:
        return self.copysign(bits, ~sign)

    def parts(self, bits: int) -> tuple[int, int]:
        """
        Significand with sign, and power of two of its lowest bit; exact if finite.

        Infinities and NaN have the next exponent, and their fraction.
        """
        field = bits >> self.fraction & (1 << self.exponent) - 1
        significand = bits & (1 << self.fraction) - 1
        if field:
            significand |= 1 << self.fraction
        power = max(field, 1) - 1 + self.least
        return -significand if bits & self.sign else significand, power

    def rounded(
        self, significand: int, power: int, mode: str, negative: bool, sticky: bool
    ) -> int:
        """
        The float nearest to `significand * 2**power` in a mode.

        `sticky` says that the magnitude is a little more, by less than its lowest bit.
        """
        sign = self.sign if negative else 0
        magnitude = abs(significand)
        if not magnitude and not sticky:
            return sign
        magnitude, power = magnitude << 2 | sticky, power - 2
        excess = max(magnitude.bit_length() - self.fraction - 1, self.least - power, 0)
        if excess > magnitude.bit_length() + 1:  # less than half of the lowest
            magnitude, power, excess = 1, power + excess - 2, 2
        kept, rest = divmod(magnitude, 1 << excess)
        half = (1 << excess) >> 1
        up = {
            "rne": rest > half or (rest == half and kept & 1 and excess > 0),
            "rmm": excess > 0 and rest >= half,
            "rtz": False,
            "rdn": bool(rest) and negative,
            "rup": bool(rest) and not negative,
        }[mode]
        kept, power = kept + bool(up), power + excess
        if kept >> self.fraction + 1:
            kept, power = kept >> 1, power + 1
        # Below the format's precision only where the number is subnormal, or exact.
        short = self.fraction + 1 - kept.bit_length()
        shift = min(short, power - self.least)
        kept, power = kept << shift, power - shift
        field = power - self.least + (kept >> self.fraction)
        if field >= (1 << self.exponent) - 1:
            inwards = mode == "rtz" or mode == ("rup" if negative else "rdn")
            return sign | self.infinity - inwards
        return sign | field << self.fraction | kept & (1 << self.fraction) - 1


FORMATS = {
    "f16": Format(5, 10),
    "bf16": Format(8, 7),
    "f32": Format(8, 23),
    "f64": Format(11, 52),
    "f128": Format(15, 112),
}
"""By the names of the builtin types."""


def _sum(f: Format, terms: list[tuple[int, int]], mode: str, zero: bool) -> int:
    """The sum of two finite numbers; `zero` says that a zero result is negative."""
    ends = [power + abs(m).bit_length() for m, power in terms if m]
    # What is far below the larger one only counts as more or less than that.
    low = max(ends, default=0) - 2 * (2 * f.fraction + 4)
    terms = [
        ((m > 0) - (m < 0), low)
        if power + abs(m).bit_length() <= low or not m
        else (m, power)
        for m, power in terms
    ]
    low = min(power for _, power in terms)
    total = sum(significand << power - low for significand, power in terms)
    return f.rounded(total, low, mode, total < 0 or (not total and zero), False)


def fused(f: Format, mode: str, x: int, y: int, z: int) -> int:
    """`x * y + z`, rounded once."""
    sign = (x ^ y) & f.sign
    if f.is_nan(x) or f.is_nan(y) or f.is_nan(z):
        return f.nan
    infinite = f.is_infinite(x) or f.is_infinite(y)
    if infinite:
        opposite = f.is_infinite(z) and (z & f.sign) != sign
        none = not (x & ~f.sign and y & ~f.sign)
        return f.nan if none or opposite else sign | f.infinity
    if f.is_infinite(z):
        return z
    (a, p), (b, q), (c, r) = f.parts(x), f.parts(y), f.parts(z)
    same = sign == z & f.sign
    zero = bool(sign) if same and not (a * b or c) else mode == "rdn"
    return _sum(f, [(a * b, p + q), (c, r)], mode, zero)


def add(f: Format, mode: str, x: int, y: int) -> int:
    return fused(f, mode, x, f.one, y)


def subtract(f: Format, mode: str, x: int, y: int) -> int:
    return add(f, mode, x, y ^ f.sign)


def multiply(f: Format, mode: str, x: int, y: int) -> int:
    sign = (x ^ y) & f.sign
    if f.is_nan(x) or f.is_nan(y):
        return f.nan
    if f.is_infinite(x) or f.is_infinite(y):
        none = not (x & ~f.sign and y & ~f.sign)
        return f.nan if none else sign | f.infinity
    (a, p), (b, q) = f.parts(x), f.parts(y)
    return f.rounded(a * b, p + q, mode, bool(sign), False)


def divide(f: Format, mode: str, x: int, y: int) -> int:
    sign = (x ^ y) & f.sign
    if f.is_nan(x) or f.is_nan(y):
        return f.nan
    if f.is_infinite(x) or f.is_infinite(y):
        both = f.is_infinite(x) and f.is_infinite(y)
        return f.nan if both else sign | (f.infinity if f.is_infinite(x) else 0)
    if not y & ~f.sign:
        return f.nan if not x & ~f.sign else sign | f.infinity
    (a, p), (b, q) = f.parts(x), f.parts(y)
    shift = 2 * f.fraction + 4
    quotient, rest = divmod(abs(a) << shift, abs(b))
    return f.rounded(quotient, p - q - shift, mode, bool(sign), rest != 0)


def square_root(f: Format, mode: str, x: int) -> int:
    if f.is_nan(x) or (x & f.sign and x != f.sign):
        return f.nan
    if not x & ~f.sign or f.is_infinite(x):
        return x
    significand, power = f.parts(x)
    shift = 2 * f.fraction + 4 + (power & 1)
    root = isqrt(significand << shift)
    sticky = root * root != significand << shift
    return f.rounded(root, (power - shift) // 2, mode, False, sticky)


def remainder(f: Format, x: int, y: int) -> int:
    """C's fmod: exact, with the sign of `x`."""
    if f.is_nan(x) or f.is_nan(y) or f.is_infinite(x) or not y & ~f.sign:
        return f.nan
    if f.is_infinite(y):
        return x
    (a, p), (b, q) = f.parts(x), f.parts(y)
    a, b = abs(a), abs(b)
    if p >= q:
        rest = a * pow(2, p - q, b) % b
    elif q - p > a.bit_length():
        return x
    else:
        rest = a % (b << q - p)
    return f.rounded(rest, min(p, q), "rne", bool(x & f.sign), False)


def convert(f: Format, to: Format, mode: str, x: int) -> int:
    """A number of one format in another."""
    sign = to.sign if x & f.sign else 0
    if f.is_nan(x):
        return to.nan
    if f.is_infinite(x):
        return sign | to.infinity
    significand, power = f.parts(x)
    return to.rounded(significand, power, mode, bool(sign), False)


def from_integer(to: Format, mode: str, value: int) -> int:
    return to.rounded(value, 0, mode, value < 0, False)


def from_signed(to: Format, mode: str, width: int, bits: int) -> int:
    """Of an integer of `width` bits with a sign."""
    return from_integer(to, mode, to_signed(width, bits))


def to_integer(f: Format, x: int, low: int, high: int) -> int:
    """Towards zero, clamped to a range; of NaN the highest."""
    if f.is_nan(x):
        return high
    if f.is_infinite(x):
        return low if x & f.sign else high
    significand, power = f.parts(x)
    if power >= 0 and significand and power > (high - low).bit_length():
        return low if significand < 0 else high
    size = abs(significand)
    size = size << power if power >= 0 else size >> -power
    return max(low, min(high, -size if significand < 0 else size))


def order(f: Format, x: int, y: int) -> int | None:
    """-1, 0 or 1 as the first is less, equal or greater; None where one is NaN."""
    if f.is_nan(x) or f.is_nan(y):
        return None
    keys = [-(v & ~f.sign) if v & f.sign else v for v in (x, y)]
    return (keys[0] > keys[1]) - (keys[0] < keys[1])


HOLDS: dict[str, Callable[[int | None], bool]] = {
    "fa": lambda order: False,
    "eq": lambda order: order == 0,
    "lt": lambda order: order == -1,
    "le": lambda order: order in (-1, 0),
    "gt": lambda order: order == 1,
    "ge": lambda order: order in (0, 1),
    "ne": lambda order: order != 0,
    "tr": lambda order: True,
}
"""The conditions of floats by the order of their operands."""


def holds(condition: str, f: Format, x: int, y: int) -> int:
    """One bit: does a condition hold of two floats?"""
    return int(HOLDS[condition](order(f, x, y)))


def smaller(f: Format, x: int, y: int) -> int:
    """The other operand where one is NaN; -0 is below +0."""
    if f.is_nan(x) or f.is_nan(y):
        return y if f.is_nan(x) else x
    compared = order(f, x, y)
    if not compared:
        return x | y
    return x if compared < 0 else y


def larger(f: Format, x: int, y: int) -> int:
    if f.is_nan(x) or f.is_nan(y):
        return y if f.is_nan(x) else x
    compared = order(f, x, y)
    if not compared:
        return x & y
    return x if compared > 0 else y
