"""
How source types lie in registers and memory.

`index` and addresses have the machine's word of 32 bits; an i1 takes one byte in memory
and arrays are row-major (design, sections 3 and 4).
"""

from collections.abc import Sequence
from math import prod
from typing import TypeAlias, cast

from xdsl.dialects.builtin import (
    FixedBitwidthType,
    Float32Type,
    Float64Type,
    FunctionType,
    IndexType,
    IntegerType,
    MemRefType,
    NoneAttr,
    Signedness,
    StridedLayoutAttr,
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
    view = view_type(type)
    return view if view and isinstance(view.layout, NoneAttr) else None


def view_type(type: Attribute) -> ArrayType | None:
    """
    The type as that of an array with known strides, None for any other type.

    Its value is the address of the first element, so its offset may be unknown.
    """
    if not isinstance(type, MemRefType):
        return None
    array = cast(ArrayType, type)
    if (
        width_of(array.element_type) is None
        or not array.has_static_shape()
        or not isinstance(array.memory_space, NoneAttr)
        or _strides(array) is None
    ):
        return None
    return array


def _strides(array: ArrayType) -> Sequence[int] | None:
    """Elements between neighbours along each dimension; None where not known."""
    if isinstance(array.layout, NoneAttr):
        strides: list[int] = []
        stride = 1
        for extent in reversed(array.get_shape()):
            strides.append(stride)
            stride *= extent
        return strides[::-1]
    if not isinstance(array.layout, StridedLayoutAttr):
        return None
    given = array.layout.get_strides()
    known = [stride for stride in given if stride is not None]
    return known if len(known) == len(given) == array.get_num_dims() else None


def register_width(type: Attribute) -> int | None:
    """Bits of a value in a register: a scalar, or the address of code or an array."""
    if isinstance(type, FunctionType):
        return WORD
    return WORD if view_type(type) else width_of(type)


def element_bytes(array: ArrayType) -> int:
    width = width_of(array.element_type)
    assert width is not None, array
    return (width + 7) // 8


def array_bytes(array: ArrayType) -> int:
    return prod(array.get_shape()) * element_bytes(array)


def strides_of(array: ArrayType) -> tuple[int, ...]:
    """Elements between neighbours along each dimension."""
    strides = _strides(array)
    assert strides is not None, array
    return tuple(strides)


def offset_of(array: ArrayType) -> int | None:
    """Elements from the start of the buffer to the first one; None where unknown."""
    layout = array.layout
    return layout.get_offset() if isinstance(layout, StridedLayoutAttr) else 0


def byte_strides(array: ArrayType) -> tuple[int, ...]:
    """Bytes between neighbours along each dimension."""
    size = element_bytes(array)
    return tuple(stride * size for stride in strides_of(array))
