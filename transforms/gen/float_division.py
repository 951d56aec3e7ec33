"""
Division of small integers by way of binary32, over the algebra.

For integers n and d below 2^24, d not 0, the quotient rounded to nearest has the whole
part of n / d: that is at least 1 / d below the next integer, and half a unit in the
last place is less (docs/naplespu.md has the proof). Integers below 2^24 convert without
rounding, and NaplesPU rounds quotients correctly, so that truncation gives the integer.
The hardware's conversion to integers takes magnitudes from 128 up to 256 for 0
(docs/reference/naplespu-isa.md, section 5.3): the dividend is scaled by 2^8, so that
these stand for quotients below 1.
"""

from dataclasses import dataclass

from circ.dialects.common.algebra import Algebra, V
from circ.dialects.common.arithmetic import icmp
from circ.transforms.gen.emitter import WORD, scaled_fptosi

SMALL = 23
"""Bits of the operands: a dividend scaled by 2^8 is a signed word."""

SCALE = 8
"""The power of two that a dividend is scaled by."""


@dataclass(frozen=True)
class FloatDivision:
    """How the machine divides by way of floats."""

    scaled: bool = True
    """Does a conversion to integers lose magnitudes from 128 up to 256?"""

    def quotient(self, k: Algebra[V], n: V, d: V) -> V:
        """
        The quotient of words that are below 2^23 and not negative.

        For d = 0 it is a number whose lower 23 bits are ones.
        """
        if not self.scaled:
            return k.fptosi(WORD, WORD, _ratio(k, n, d))
        return k.lshr(WORD, _scaled(k, n, d), k.const(WORD, SCALE))

    def signed_quotient(self, k: Algebra[V], n: V, d: V) -> V:
        """The quotient of words from -2^15 up to 2^15; for d = 0 any number."""
        if not self.scaled:
            return k.fptosi(WORD, WORD, _ratio(k, n, d))
        scaled = _scaled(k, n, d)
        # Its magnitude is at most 2^23: the upper eight bits are all like the sign.
        up = k.lshr(WORD, scaled, k.const(WORD, WORD - SCALE))
        return k.ashr(WORD, k.add(WORD, scaled, up), k.const(WORD, SCALE))


def _scaled(k: Algebra[V], n: V, d: V) -> V:
    n = k.shl(WORD, n, k.const(WORD, SCALE))
    return scaled_fptosi(k, WORD, _ratio(k, n, d))


def _ratio(k: Algebra[V], n: V, d: V) -> V:
    numerator, denominator = (k.sitofp(WORD, WORD, x) for x in (n, d))
    return k.fdiv(WORD, numerator, denominator)


def is_large(k: Algebra[V], opcode: str, n: V, d: V) -> V:
    """
    One bit: does an operand not fit 23 bits?

    A division by zero counts as large for a quotient, not for a remainder, which is
    `n - q * 0` for whatever q.
    """
    if opcode == "DIV":
        d = k.add(WORD, d, k.const(WORD, -1))
    high = k.lshr(WORD, k.or_(WORD, n, d), k.const(WORD, SMALL))
    return icmp(k, "ne", WORD, high, k.const(WORD, 0))


def ones_if_zero(k: Algebra[V], d: V, quotient: V) -> V:
    """The quotient, but all ones for a division by zero."""
    zero = k.const(WORD, 0)
    mask = k.ite(WORD, k.eq(WORD, d, zero), k.const(WORD, -1), zero)
    return k.or_(WORD, quotient, mask)
