"""
The textual form of values: from bit patterns to numbers and back.

Types of other packages say themselves how their values are shown (`Represented`).
"""

import re
from decimal import Decimal
from typing import TypeAlias

from xdsl.dialects.builtin import IndexType
from xdsl.ir import Attribute

from circ.dialects.common import number_text
from circ.dialects.common.algebra import INTS
from circ.dialects.common.lanes import unpack
from circ.dialects.common.number_text import FLOAT, INTEGER, MAX_DIGITS, Number
from circ.dialects.common.represented import Represented
from circ.dialects.source.layout import (
    lane_count,
    lane_of,
    lane_width,
    register_width,
    scalar_width,
    vector_type,
)

_PLAIN = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?")
"""Numbers without superfluous digits before the point."""


Nested: TypeAlias = Number | list[Number] | list["Nested"]
"""A number, or the numbers of an array, in a list for each dimension."""


def number_of(type: Attribute, bits: int) -> Number | list[Number]:
    """A value as JSON shows it: a number, or those of a vector's lanes."""
    if vector_type(type) is None:
        return scalar_of(type, bits)
    width = lane_width(type)
    assert width is not None, type
    lanes = unpack(INTS, lane_count(type), width, bits)
    return [scalar_of(lane_of(type), lane) for lane in lanes]


def scalar_of(type: Attribute, bits: int) -> Number:
    """
    A scalar, or an address, as JSON shows it.

    What a type of another package shows is a number where one says exactly the same.
    """
    if not isinstance(type, Represented):
        known = scalar_width(type) is not None
        return number_text.number_of(type if known else IndexType(), bits)
    text = type.text_of(bits)
    if len(text) > MAX_DIGITS or not _PLAIN.fullmatch(text):
        return text
    number = float(text) if "." in text else int(text)
    return number if Decimal(repr(number)) == Decimal(text) else text


def text_of(type: Attribute, bits: int) -> str:
    if vector_type(type) is None:
        if isinstance(type, Represented):
            return type.text_of(bits)
        return str(scalar_of(type, bits))
    return nested_text(number_of(type, bits))


def nested_text(value: Nested) -> str:
    """Numbers in brackets; nested as deep as an array has dimensions."""
    if not isinstance(value, list):
        return str(value)
    return f"[{', '.join(map(nested_text, value))}]"


def bits_of(type: Attribute, text: str) -> int:
    """The bit pattern of a scalar; raises a `ValueError` for text that is none."""
    if not isinstance(type, Represented):
        return number_text.bits_of(type, text)
    if len(text) > MAX_DIGITS:
        raise ValueError(f"'{text[:20]}...' is too long for a value of {type}")
    try:
        bits, width = type.bits_of(text), register_width(type)
    except OverflowError as error:  # Python's, of an integer that an infinity is
        raise ValueError(str(error)) from None
    if width is None or not 0 <= bits < 1 << width:
        raise ValueError(f"'{text}' has more than {width} bits as {type}: {bits:#x}")
    return bits


def unread_bits(text: str) -> int:
    """An unused parameter accepts any number."""
    if not INTEGER.fullmatch(text) and not FLOAT.fullmatch(text):
        raise ValueError(f"'{text}' is not a number")
    return 0
