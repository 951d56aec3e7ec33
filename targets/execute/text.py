"""
The textual form of values: from bit patterns to numbers and back.

Results are printed as signed decimals of their width, i1 as 0 or 1, floats as the
shortest decimal that reads back, NaN and infinities by name (design, section 4).
"""

import re
from typing import TypeAlias

from xdsl.ir import Attribute

from circ.dialects.common.algebra import (
    INTS,
    bits_to_float,
    float_to_bits,
    shortest_decimal,
    to_signed,
)
from circ.dialects.common.lanes import unpack
from circ.dialects.source.layout import (
    is_float,
    lane_count,
    lane_of,
    lane_width,
    register_width,
    vector_type,
)

_INTEGER = re.compile(r"[+-]?[0-9]+|[+-]?0[xX][0-9a-fA-F]+")
_HEXADECIMAL = re.compile(r"0[xX][0-9a-fA-F]+")
_FLOAT = re.compile(
    r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?|[+-]?(nan|inf|infinity)",
    re.IGNORECASE,
)
MAX_DIGITS = 400
"""More digits than any number in range has; keeps hostile input cheap."""


Number: TypeAlias = int | float | str
"""A number as JSON shows it; NaN and infinities, which JSON lacks, as strings."""


def number_of(type: Attribute, bits: int) -> Number | list[Number]:
    """A value as JSON shows it: a number, or those of a vector's lanes."""
    if vector_type(type) is None:
        return scalar_of(type, bits)
    width = lane_width(type)
    assert width is not None, type
    lanes = unpack(INTS, lane_count(type), width, bits)
    return [scalar_of(lane_of(type), lane) for lane in lanes]


def scalar_of(type: Attribute, bits: int) -> Number:
    """A scalar as JSON shows it."""
    width = register_width(type)
    assert width is not None, type
    if not is_float(type):
        return bits if width == 1 else to_signed(width, bits)
    value = bits_to_float(width, bits)
    if value != value or value in (float("inf"), float("-inf")):
        return str(value)
    if width == 64:
        return value
    return float(shortest_decimal(width, bits))


def text_of(type: Attribute, bits: int) -> str:
    value = number_of(type, bits)
    return f"[{', '.join(map(str, value))}]" if isinstance(value, list) else str(value)


def bits_of(type: Attribute, text: str) -> int:
    """
    The bit pattern of a number; raises a `ValueError` for malformed text.

    Integers are decimal or hexadecimal in -2**(w-1) ... 2**w - 1; floats are decimal,
    or hexadecimal for their bits as in MLIR.
    """
    width = register_width(type)
    assert width is not None, type
    if len(text) > MAX_DIGITS:
        raise ValueError(f"'{text[:20]}...' is too long for a number")
    if is_float(type):
        return _float_bits(type, width, text)
    if not _INTEGER.fullmatch(text):
        raise ValueError(f"'{text}' is not an integer")
    value = int(text, 16 if "x" in text.lower() else 10)
    low, high = -(1 << (width - 1)), (1 << width) - 1
    if not low <= value <= high:
        raise ValueError(f"{text} is out of range {low} ... {high} of {type}")
    return value & high


def unread_bits(text: str) -> int:
    """An unused parameter accepts any number."""
    if not _INTEGER.fullmatch(text) and not _FLOAT.fullmatch(text):
        raise ValueError(f"'{text}' is not a number")
    return 0


def _float_bits(type: Attribute, width: int, text: str) -> int:
    if _HEXADECIMAL.fullmatch(text):
        bits = int(text, 16)
        if bits >> width:
            raise ValueError(f"{text} has more bits than {type}")
        return bits
    if not _FLOAT.fullmatch(text):
        raise ValueError(f"'{text}' is not a number")
    value = float(text)
    bits = float_to_bits(width, value)
    if "inf" not in text.lower() and abs(bits_to_float(width, bits)) == float("inf"):
        raise ValueError(f"{text} is out of range of {type}")
    return bits
