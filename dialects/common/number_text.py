"""
Numbers as text: of bit patterns of builtin scalar types, and back.

Integers are signed decimals of their width, i1 as 0 or 1, floats the shortest decimal
that reads back, NaN and infinities by name.
"""

import re
from typing import TypeAlias

from xdsl.dialects.builtin import (
    BFloat16Type,
    Float16Type,
    Float32Type,
    Float64Type,
)
from xdsl.ir import Attribute

from circ.dialects.common.algebra import shortest_decimal, to_signed
from circ.dialects.common.half import float_bits, float_of
from circ.dialects.common.widths import width_of

INTEGER = re.compile(r"[+-]?[0-9]+|[+-]?0[xX][0-9a-fA-F]+")
_HEXADECIMAL = re.compile(r"0[xX][0-9a-fA-F]+")
FLOAT = re.compile(
    r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?|[+-]?(nan|inf|infinity)",
    re.IGNORECASE,
)
MAX_DIGITS = 400
"""More digits than any number in range has; keeps hostile input cheap."""


Number: TypeAlias = int | float | str
"""A number as JSON shows it; NaN and infinities, which JSON lacks, as strings."""


def is_float(type: Attribute) -> bool:
    return isinstance(type, Float16Type | BFloat16Type | Float32Type | Float64Type)


def number_of(type: Attribute, bits: int) -> Number:
    """A value of a builtin scalar type as JSON shows it."""
    width = width_of(type)
    if not is_float(type):
        return bits if width == 1 else to_signed(width, bits)
    value = float_of(type, width, bits)
    if value != value or value in (float("inf"), float("-inf")):
        return str(value)
    if width == 64:
        return value
    if width == 16:
        texts = (f"{value:.{digits}g}" for digits in range(1, 6))
        return float(next(t for t in texts if float_bits(type, 16, float(t)) == bits))
    return float(shortest_decimal(width, bits))


def bits_of(type: Attribute, text: str) -> int:
    """
    The bit pattern of a builtin scalar type; raises a `ValueError` for malformed text.

    Integers are decimal or hexadecimal in -2**(w-1) ... 2**w - 1; floats are decimal,
    or hexadecimal for their bits as in MLIR.
    """
    width = width_of(type)
    if len(text) > MAX_DIGITS:
        raise ValueError(f"'{text[:20]}...' is too long for a number")
    if is_float(type):
        return _float_bits(type, width, text)
    if not INTEGER.fullmatch(text):
        raise ValueError(f"'{text}' is not an integer")
    value = int(text, 16 if "x" in text.lower() else 10)
    low, high = -(1 << (width - 1)), (1 << width) - 1
    if not low <= value <= high:
        raise ValueError(f"{text} is out of range {low} ... {high} of {type}")
    return value & high


def _float_bits(type: Attribute, width: int, text: str) -> int:
    if _HEXADECIMAL.fullmatch(text):
        bits = int(text, 16)
        if bits >> width:
            raise ValueError(f"{text} has more bits than {type}")
        return bits
    if not FLOAT.fullmatch(text):
        raise ValueError(f"'{text}' is not a number")
    value = float(text)
    bits = float_bits(type, width, value)
    if "inf" not in text.lower() and abs(float_of(type, width, bits)) == float("inf"):
        raise ValueError(f"{text} is out of range of {type}")
    return bits
