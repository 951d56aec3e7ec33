"""Floating-point numbers as assembly writes them, rounded to the nearest even."""

import math
import re
import struct

from circ.targets.naplespu.assembler.lines import StatementError

_DECIMAL = re.compile(r"([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")
_HEXADECIMAL = re.compile(
    r"0[xX]([0-9a-fA-F]+\.?[0-9a-fA-F]*|\.[0-9a-fA-F]+)[pP][+-]?[0-9]+"
)
_NOT_A_NUMBER = {4: 0x7FFFFFFF, 8: (1 << 63) - 1}
"""The one that LLVM's MC writes."""


def real_bytes(text: str, size: int) -> bytes:
    """
    A binary32 (4 bytes) or binary64 (8 bytes), little-endian.

    Raises StatementError for text that is no such number.
    """
    is_negative = text.startswith("-")
    literal = text[text[:1] in ("+", "-") :].lstrip().lower()
    if literal == "nan":
        word = _NOT_A_NUMBER[size] | is_negative << (8 * size - 1)
        return word.to_bytes(size, "little")
    if literal in ("inf", "infinity"):
        number = math.inf
    elif _HEXADECIMAL.fullmatch(literal):
        number = _from_hexadecimal(literal)
    elif _DECIMAL.fullmatch(literal):
        number = float(literal)
        if size == 4 and number and number < math.inf:
            number = _rounded_to_odd(literal, number)
    else:
        raise StatementError(f"'{text}' is no floating-point number")
    number = -number if is_negative else number
    try:
        return struct.pack("<f" if size == 4 else "<d", number)
    except OverflowError:
        return struct.pack("<f", math.copysign(math.inf, number))


def _from_hexadecimal(literal: str) -> float:
    try:
        return float.fromhex(literal)
    except OverflowError:
        return math.inf


def _rounded_to_odd(literal: str, nearest: float) -> float:
    """
    The double beside an inexact number that has an odd significand.

    Rounded again to fewer bits, it gives what the number itself gives.
    """
    from fractions import Fraction  # 8 ms that few programs need

    exact = Fraction(literal)
    if exact == Fraction(nearest):
        return nearest
    if struct.pack("<d", nearest)[0] & 1:
        return nearest
    return math.nextafter(nearest, math.inf if exact > nearest else 0.0)
