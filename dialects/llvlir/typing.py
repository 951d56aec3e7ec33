"""
The types of a row's operands and result, given its type parameters.

They follow from the table's column `values` and are cached by row and parameters.
"""

from collections.abc import Sequence
from functools import cache

from xdsl.dialects.builtin import IntegerType
from xdsl.ir import Attribute
from xdsl.utils.exceptions import VerifyException

from circ.dialects.common.widths import WORD, width_of
from circ.dialects.llvlir.table import Row
from circ.dialects.llvlir.types import (
    FLOAT_FORMATS,
    B,
    FloatFormat,
    FormatType,
    GeneralType,
    P,
    RegisterType,
    T,
    address,
    f,
    floating,
    general,
    integer,
    is_integer,
    is_number,
    mask,
    r,
    vector,
    verify_document_lanes,
    verify_float,
    verify_integer,
    verify_lanes,
)


def verify_parameters(row: Row, types: Sequence[Attribute]) -> None:
    """Check the type parameters of a row: their number, kinds and ranges."""
    if len(types) != len(row.parameters):
        raise VerifyException(
            f"takes {len(row.parameters)} type parameters ({row.suffix}), "
            f"but has {len(types)}"
        )
    for letter, type in zip(row.parameters, types, strict=True):
        match letter:
            case "I":
                verify_integer(type)
            case "F":
                verify_float(type)
            case _:
                if not is_number(type):
                    raise VerifyException(
                        f"parameter {letter} must be an integer, but is {type}"
                    )
                _verify_number(row, letter, type.data)


def _verify_number(row: Row, letter: str, value: int) -> None:
    if letter == "V" or (letter == "N" and "m" in "".join(row.values)):
        verify_lanes(value)
        if row.crosses_lanes:
            verify_document_lanes(value)
    elif letter == "N" and not 0 <= value < 1 << 32:
        raise VerifyException(f"count must be from 0 to 2^32 - 1, but is {value}")
    elif letter == "L" and value not in (0, 1):
        raise VerifyException(f"linkage must be 0 (local) or 1, but is {value}")
    elif letter == "E" and value not in (0, 1):
        raise VerifyException(f"byte order must be 0 (le) or 1 (be), but is {value}")
    elif letter in "AP" and value not in (32, 64):
        raise VerifyException(f"an address must have 32 or 64 bits, but has {value}")
    elif letter == "T" and not 0 <= value < 1 << 64:
        raise VerifyException(f"T must be from 0 to 2^64 - 1, but is {value}")


def value_types(
    row: Row, types: tuple[Attribute, ...], address_width: int = WORD
) -> tuple[RegisterType | None, ...]:
    """
    The type of the result, then of each register operand.

    The result is None for a row without one; where the table allows any type (`mv`,
    `mvm`), the entry is None as well.
    """
    key = (row.number, types, address_width)
    known = _KNOWN.get(key)
    if known is None:
        verify_parameters(row, types)
        known = tuple(_type(row, token, types, address_width) for token in row.values)
        _KNOWN[key] = known
    return known


_Key = tuple[int, tuple[Attribute, ...], int]
_KNOWN: dict[_Key, tuple[RegisterType | None, ...]] = {}


_WITHOUT_ELEMENT: dict[str, RegisterType] = {"t": T, "q": B, "p": P}


def _type(
    row: Row, token: str, types: tuple[Attribute, ...], address_width: int
) -> RegisterType | None:
    letter, element = token[0], token[1:]
    if letter == "-" or element == "?":
        return None
    if letter == "a":
        return address(address_width)
    if letter in _WITHOUT_ELEMENT:
        return _WITHOUT_ELEMENT[letter]
    if letter == "m" and element.isdigit():
        return mask(int(element))
    if element == "A":
        return r(address_width)
    if element.isdigit():
        return r(int(element)) if letter == "r" else f(int(element))
    if letter == "m":
        return mask(_lanes(types, element))
    parameter = _parameter(row, types, element[0])
    if letter == "r":
        assert is_integer(parameter)
        return general(parameter)
    if letter == "f":
        assert isinstance(parameter, FLOAT_FORMATS)
        return floating(parameter)
    if element[1:] == ":2":
        return vector(_lanes(types, ""), _twice_as_wide(parameter))
    return vector(_lanes(types, element[1:]), parameter)


def _parameter(
    row: Row, types: tuple[Attribute, ...], element: str
) -> IntegerType | FloatFormat:
    """The type parameter of an element letter: I, J (second I), F or G (second F)."""
    letter, occurrence = {"I": "I0", "J": "I1", "F": "F0", "G": "F1"}[element]
    found = [
        type for name, type in zip(row.parameters, types, strict=True) if name == letter
    ][int(occurrence)]
    assert is_integer(found) or isinstance(found, FLOAT_FORMATS)
    return found


def _lanes(types: tuple[Attribute, ...], change: str) -> int:
    assert is_number(types[0])
    lanes = types[0].data
    if change:
        factor = int(change[1:])
        lanes = lanes * factor if change[0] == "*" else lanes // factor
        verify_document_lanes(lanes)
    return lanes


def _twice_as_wide(element: IntegerType | FloatFormat) -> IntegerType | FloatFormat:
    width = 2 * width_of(element)
    if is_integer(element):
        wide = integer(width)
        verify_integer(wide)
        return wide
    if width > 128 or isinstance(element, FormatType):
        raise VerifyException(f"no float type is twice as wide as {element}")
    return f(width).element


@cache
def mask_of(type: GeneralType) -> RegisterType:
    """The result type of `mvm`: a mask with a lane for each bit of an integer."""
    verify_lanes(width_of(type))
    return mask(width_of(type))
