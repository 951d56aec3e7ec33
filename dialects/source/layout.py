"""
How source types lie in registers and memory.

`index` and addresses have the machine's word of 32 bits; an i1 takes one byte in memory
and arrays are row-major (design, sections 3 and 4).
"""

from collections.abc import Sequence
from math import prod
from typing import TypeAlias, cast

from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    Float32Type,
    Float64Type,
    FunctionType,
    IndexType,
    IntegerAttr,
    IntegerType,
    MemRefType,
    NoneAttr,
    Signedness,
    StridedLayoutAttr,
    VectorType,
)
from xdsl.ir import Attribute

from circ.dialects.common.memory import SCRATCHPAD_SPACE
from circ.dialects.common.signatures import MOST_LANES, WORD
from circ.dialects.common.state import size_of
from circ.dialects.common.widths import width_of

INTEGER_WIDTHS = (1, 8, 16, 32, 64)

ArrayType: TypeAlias = MemRefType[Attribute]


def scalar_width(type: Attribute) -> int | None:
    """Bits of a scalar type that programs may use, None for any other type."""
    match type:
        case IntegerType():
            width = type.width.data
            signless = type.signedness.data is Signedness.SIGNLESS
            return width if signless and width in INTEGER_WIDTHS else None
        case IndexType() | Float32Type() | Float64Type():
            return width_of(type)
        case _:
            return None


def vector_type(type: Attribute) -> VectorType[Attribute] | None:
    """The type as that of a vector that circ computes with, None for any other."""
    if not isinstance(type, VectorType):
        return None
    vector = cast(VectorType[Attribute], type)
    fits = not vector.get_num_scalable_dims()
    fits = fits and 1 <= prod(vector.get_shape()) <= MOST_LANES
    return vector if fits and scalar_width(vector.element_type) is not None else None


def lane_count(type: Attribute) -> int:
    """Lanes of a vector of any shape; 1 for any other type."""
    vector = vector_type(type)
    return 1 if vector is None else prod(vector.get_shape())


def lane_of(type: Attribute) -> Attribute:
    """The type of the lanes of a vector; any other type is its own."""
    vector = vector_type(type)
    return type if vector is None else vector.element_type


def lane_width(type: Attribute) -> int | None:
    """Bits of a scalar or of a vector's lanes, None for any other type."""
    return scalar_width(lane_of(type))


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
        scalar_width(array.element_type) is None
        or not array.has_static_shape()
        or space_of(array) is None
        or _strides(array) is None
    ):
        return None
    return array


def dynamic_type(type: Attribute) -> ArrayType | None:
    """
    The type as that of an array in row-major order whose first extent is not known.

    None for any other type, and where further extents are not known.
    """
    if not isinstance(type, MemRefType):
        return None
    array = cast(ArrayType, type)
    extents = array.get_shape()
    fits = (
        scalar_width(array.element_type) is not None
        and isinstance(array.layout, NoneAttr)
        and space_of(array) == 0
    )
    if not fits or not extents or extents[0] != DYNAMIC_INDEX:
        return None
    return None if DYNAMIC_INDEX in extents[1:] else array


def space_of(array: ArrayType) -> int | None:
    """The address space of an array: 0 or the scratchpad's; None for any other."""
    match array.memory_space:
        case NoneAttr():
            return 0
        case IntegerAttr() as space if space.value.data == SCRATCHPAD_SPACE:
            return SCRATCHPAD_SPACE
        case _:
            return None


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
    """Bits of a value in a register: a number, or the address of code or an array."""
    if isinstance(type, FunctionType):
        return WORD
    if (vector := vector_type(type)) is not None:
        return width_of(vector)
    return WORD if view_type(type) else scalar_width(type)


def element_bytes(array: ArrayType) -> int:
    width = scalar_width(array.element_type)
    assert width is not None, array
    return size_of(width)


def array_bytes(array: ArrayType) -> int:
    return prod(array.get_shape()) * element_bytes(array)


def array_alignment(array: ArrayType, given: Attribute | None) -> int:
    """
    The alignment of an array's bytes: what is given, but at least an element's.

    An array that has room for a word is aligned like one, since a view of it may have
    wider elements than the array.
    """
    fits = array.get_shape()[:1] == (DYNAMIC_INDEX,) or array_bytes(array) >= WORD // 8
    align = max(element_bytes(array), WORD // 8 if fits else 1)
    return max(align, given.value.data) if isinstance(given, IntegerAttr) else align


def row_bytes(array: ArrayType) -> int:
    """Bytes of what one step of the first index is, in an array in row-major order."""
    return prod(array.get_shape()[1:]) * element_bytes(array)


def strides_of(array: ArrayType) -> tuple[int, ...]:
    """Elements between neighbours along each dimension."""
    strides = _strides(array)
    assert strides is not None, array
    return tuple(strides)


def is_contiguous(array: ArrayType) -> bool:
    """Do the elements lie in a row, in the order of their indices?"""
    expected = 1
    for extent, stride in zip(reversed(array.get_shape()), reversed(strides_of(array))):
        if extent != 1 and stride != expected:
            return False
        expected *= extent
    return True


def offset_of(array: ArrayType) -> int | None:
    """Elements from the start of the buffer to the first one; None where unknown."""
    layout = array.layout
    return layout.get_offset() if isinstance(layout, StridedLayoutAttr) else 0


def byte_strides(array: ArrayType) -> tuple[int, ...]:
    """Bytes between neighbours along each dimension."""
    size = element_bytes(array)
    return tuple(stride * size for stride in strides_of(array))
