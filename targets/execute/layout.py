"""
How source types lie in registers and memory.

`index` and addresses have the machine's word of 32 bits; an i1 takes one byte in memory
and arrays are row-major (design, sections 3 and 4).
"""

from math import prod
from typing import TypeAlias, cast

from xdsl.dialects.builtin import (
    FixedBitwidthType,
    Float32Type,
    Float64Type,
    IndexType,
    IntegerType,
    MemRefType,
    NoneAttr,
    Signedness,
)
from xdsl.ir import Attribute

WORD = 32
"""Bits of `index` and of an address."""

INTEGER_WIDTHS = (1, 8, 16, 32, 64)

ArrayType: TypeAlias = MemRefType[Attribute]


def width_of(type: Attribute) -> int | None:
    """Bits of a scalar type that circ computes with, None for any other type."""
    match type:
        case IntegerType():
            width = type.width.data
            signless = type.signedness.data is Signedness.SIGNLESS
            return width if signless and width in INTEGER_WIDTHS else None
        case IndexType():
            return WORD
        case Float32Type() | Float64Type():
            return cast(FixedBitwidthType, type).bitwidth
        case _:
            return None


def is_float(type: Attribute) -> bool:
    return isinstance(type, Float32Type | Float64Type)


def array_type(type: Attribute) -> ArrayType | None:
    """The type as that of an array in row-major order, None for any other type."""
    if not isinstance(type, MemRefType):
        return None
    array = cast(ArrayType, type)
    if (
        width_of(array.element_type) is None
        or not array.has_static_shape()
        or not isinstance(array.layout, NoneAttr)
        or not isinstance(array.memory_space, NoneAttr)
    ):
        return None
    return array


def register_width(type: Attribute) -> int | None:
    """Bits of a value in a register: a scalar, or the address of an array."""
    return WORD if array_type(type) else width_of(type)


def element_bytes(array: ArrayType) -> int:
    width = width_of(array.element_type)
    assert width is not None, array
    return (width + 7) // 8


def array_bytes(array: ArrayType) -> int:
    return prod(array.get_shape()) * element_bytes(array)


def byte_strides(array: ArrayType) -> tuple[int, ...]:
    """Bytes between neighbours along each dimension."""
    strides: list[int] = []
    stride = element_bytes(array)
    for extent in reversed(array.get_shape()):
        strides.append(stride)
        stride *= extent
    return tuple(reversed(strides))
