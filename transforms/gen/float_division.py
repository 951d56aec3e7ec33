"""
Division of small integers by way of binary32, in gen.

For integers n and d below 2^24, d not 0, the quotient rounded to nearest has the whole
part of n / d: that is at least 1 / d below the next integer, and half a unit in the
last place is less (docs/naplespu.md has the proof). Integers below 2^24 convert without
rounding, and NaplesPU rounds quotients correctly, so that truncation gives the integer.
The hardware's conversion to integers takes magnitudes from 128 up to 256 for 0
(`naplespu_isa` section 5.3): the dividend is scaled by 2^8, so that these stand for
quotients below 1.
"""

from dataclasses import dataclass

from xdsl.dialects.builtin import UnitAttr
from xdsl.ir import SSAValue

from circ.transforms.gen.constant_division import Code

SMALL = 23
"""Bits of the operands: a dividend scaled by 2^8 is a signed word."""

SCALED = "circ.scaled"
"""The attribute of a CVT whose lowest byte is not needed: one that is lost is 0."""

SCALE = 8
"""The power of two that a dividend is scaled by."""


@dataclass(frozen=True)
class FloatDivision:
    """How the machine divides by way of floats."""

    scaled: bool = True
    """Does a conversion to integers lose magnitudes from 128 up to 256?"""

    def quotient(self, code: Code, n: SSAValue, d: SSAValue) -> SSAValue:
        """
        The quotient of words that are below 2^23 and not negative.

        For d = 0 it is a number whose lower 23 bits are ones.
        """
        if not self.scaled:
            return _truncated(code, n, d)
        scaled = _scaled(code, n, d)
        return code.emit("SHR", code.unsigned, scaled, SCALE)

    def signed_quotient(self, code: Code, n: SSAValue, d: SSAValue) -> SSAValue:
        """The quotient of words from -2^15 up to 2^15; for d = 0 any number."""
        if not self.scaled:
            return _truncated(code, n, d)
        scaled = _scaled(code, n, d)
        # Its magnitude is at most 2^23: the upper eight bits are all like the sign.
        up = code.emit("SHR", code.unsigned, scaled, code.width - SCALE)
        return code.emit(
            "ASR", code.signed, code.emit("ADD", code.signed, scaled, up), SCALE
        )


def _scaled(code: Code, n: SSAValue, d: SSAValue) -> SSAValue:
    scaled = _truncated(code, code.emit("SHL", code.signed, n, SCALE), d)
    code.ops[-1].attributes[SCALED] = UnitAttr()
    return scaled


def _truncated(code: Code, n: SSAValue, d: SSAValue) -> SSAValue:
    numerator, denominator = (code.convert("float", code.signed, x) for x in (n, d))
    ratio = code.emit("DIV", "float", numerator, denominator)
    return code.convert(code.signed, "float", ratio)


def is_large(code: Code, opcode: str, n: SSAValue, d: SSAValue) -> SSAValue:
    """
    A bool: does an operand not fit 23 bits?

    A division by zero counts as large for a quotient, not for a remainder, which is
    `n - q * 0` for whatever q.
    """
    if opcode == "DIV":
        d = code.emit("ADD", code.signed, d, -1)
    bits = code.emit("OR", code.unsigned, n, d)
    return code.emit(
        "NE", code.unsigned, code.emit("SHR", code.unsigned, bits, SMALL), 0
    )


def ones_if_zero(code: Code, d: SSAValue, quotient: SSAValue) -> SSAValue:
    """The quotient, but all ones for a division by zero."""
    zero = code.emit("EQ", code.unsigned, d, 0)
    mask = code.emit("SEL", code.unsigned, zero, -1, 0)
    return code.emit("OR", code.unsigned, quotient, mask)
