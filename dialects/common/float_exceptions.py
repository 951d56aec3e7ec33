"""
The exceptions of IEEE 754 that rounding raises.

A number is tiny where it is below the normal ones after rounding to the format's
precision, as on x86 and RISC-V; underflow is raised where such a result is inexact.
"""

from dataclasses import dataclass, field

from circ.dialects.common.exact_floats import Format

INEXACT, UNDERFLOW, OVERFLOW, BY_ZERO, INVALID = 1, 2, 4, 8, 16
"""The flags, as llvlir numbers them."""

UNBOUNDED = 40
"""Bits of an exponent that no operation on numbers of any format exceeds."""


@dataclass(frozen=True)
class Watched(Format):
    """A format that notes what each rounding raises."""

    raised: list[int] = field(compare=False)
    """Shared by the formats of one operation."""

    def rounded(
        self, significand: int, power: int, mode: str, negative: bool, sticky: bool
    ) -> int:
        found = super().rounded(significand, power, mode, negative, sticky)
        if significand or sticky:
            free = Format(UNBOUNDED, self.fraction)
            bits = free.rounded(significand, power, mode, negative, sticky)
            _, place = free.parts(free.abs(bits))
            exact = not sticky and self._is(found, abs(significand), power)
            self.raised.append(self._exceptions(place + self.fraction, exact))
        return found

    def _is(self, bits: int, magnitude: int, power: int) -> bool:
        """Is a float this number, but for its sign?"""
        if self.is_infinite(bits):
            return False
        size, place = self.parts(self.abs(bits))
        return _odd(size, place) == _odd(magnitude, power)

    def _exceptions(self, exponent: int, exact: bool) -> int:
        """Of a result that has this exponent where exponents have no limit."""
        bias = (1 << self.exponent - 1) - 1
        if exponent > bias:
            return OVERFLOW | INEXACT
        if exact:
            return 0
        return INEXACT | UNDERFLOW if exponent < 1 - bias else INEXACT


def _odd(magnitude: int, power: int) -> tuple[int, int]:
    """A number as an odd one times a power of two; zero is (0, 0)."""
    zeros = (magnitude & -magnitude).bit_length() - 1
    return (magnitude >> zeros, power + zeros) if magnitude else (0, 0)


def is_signalling(format: Format, bits: int) -> bool:
    """Is it a NaN that is not quiet?"""
    return format.is_nan(bits) and not bits & 1 << format.fraction - 1
