"""
The layout of source types in registers and memory.

`index` and addresses are 32 bits wide; an i1 takes one byte in memory and arrays are
row-major (docs/reference/architecture.md, sections 3 and 4).
"""

from collections.abc import Sequence
from math import prod
from typing import TypeAlias, cast

from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
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

from circ.dialects.common import number_text
from circ.dialects.common.memory import SCRATCHPAD_SPACE
from circ.dialects.common.represented import representation_of
from circ.dialects.common.signatures import MOST_LANES, dynamic_words
from circ.dialects.common.state import size_of
from circ.dialects.common.widths import WORD, width_of

INTEGER_WIDTHS = (1, 8, 16, 32, 64)

ArrayType: TypeAlias = MemRefType[Attribute]


def scalar_width(type: Attribute) -> int | None:
    """Bits of a supported scalar type, None for any other type."""
    match type := representation_of(type):
        case IntegerType():
            width = type.width.data
            signless = type.signedness.data is Signedness.SIGNLESS
            return width if signless and width in INTEGER_WIDTHS else None
        case _ if isinstance(type, IndexType) or number_text.is_float(type):
            return width_of(type)
        case _:
            return None


def vector_type(type: Attribute) -> VectorType[Attribute] | None:
    """The type if it is a supported vector type, else None."""
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
    """The element type of a vector; any other type itself."""
    vector = vector_type(type)
    return type if vector is None else vector.element_type


def lane_width(type: Attribute) -> int | None:
    """Bits of a scalar or of a vector's lanes, None for any other type."""
    return scalar_width(lane_of(type))


def is_float(type: Attribute) -> bool:
    return number_text.is_float(representation_of(type))


def array_type(type: Attribute) -> ArrayType | None:
    """The type if it is a row-major array of static shape, else None."""
    view = view_type(type)
    return view if view and isinstance(view.layout, NoneAttr) else None


def view_type(type: Attribute) -> ArrayType | None:
    """
    The type if it is an array of static shape and strides, else None.

    Its value is the address of the first element, so its offset may be dynamic.
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
    The type if it is an array with a dynamic extent or stride, else None.

    Its value is the address of the first element and `dynamic_words` words.
    """
    if not isinstance(type, MemRefType):
        return None
    array = cast(ArrayType, type)
    layout = array.layout
    if (
        scalar_width(array.element_type) is None
        or space_of(array) is None
        or not isinstance(layout, NoneAttr | StridedLayoutAttr)
        or not dynamic_words(array)
    ):
        return None
    if isinstance(layout, StridedLayoutAttr):
        fits = len(layout.get_strides()) == array.get_num_dims()
        return array if fits else None
    return array


def space_of(array: ArrayType) -> int | None:
    """
    The address space of an array, 0 or the scratchpad's; None for any other space.
    """
    match array.memory_space:
        case NoneAttr():
            return 0
        case IntegerAttr() as space if space.value.data == SCRATCHPAD_SPACE:
            return SCRATCHPAD_SPACE
        case _:
            return None


def _strides(array: ArrayType) -> Sequence[int] | None:
    """The strides in elements; None where they are not known."""
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
    """Bits of a scalar, a vector, or the address of an array or function."""
    if isinstance(type, FunctionType):
        return WORD
    if (vector := vector_type(type)) is not None:
        return width_of(vector)
    return WORD if view_type(type) or dynamic_type(type) else scalar_width(type)


def element_bytes(array: ArrayType) -> int:
    width = scalar_width(array.element_type)
    assert width is not None, array
    return size_of(width)


def array_bytes(array: ArrayType) -> int:
    return prod(array.get_shape()) * element_bytes(array)


def array_alignment(array: ArrayType, given: Attribute | None) -> int:
    """
    The alignment of an array in bytes: `given`, but at least an element's.

    An array that has room for a word is aligned like a word, since a view of it may
    have wider elements than the array.
    """
    fits = DYNAMIC_INDEX in array.get_shape() or array_bytes(array) >= WORD // 8
    align = max(element_bytes(array), WORD // 8 if fits else 1)
    return max(align, given.value.data) if isinstance(given, IntegerAttr) else align


def strides_of(array: ArrayType) -> tuple[int, ...]:
    """The strides in elements."""
    strides = _strides(array)
    assert strides is not None, array
    return tuple(strides)


def has_rows(array: ArrayType) -> bool:
    """Are the elements along the last dimension known to be contiguous?"""
    if isinstance(layout := array.layout, StridedLayoutAttr):
        return [*layout.get_strides()][-1:] == [1]
    return array.get_num_dims() > 0


def is_contiguous(array: ArrayType) -> bool:
    """Are the elements contiguous, in row-major order?"""
    expected = 1
    for extent, stride in zip(reversed(array.get_shape()), reversed(strides_of(array))):
        if extent != 1 and stride != expected:
            return False
        expected *= extent
    return True


def offset_of(array: ArrayType) -> int | None:
    """The offset from the start of the buffer in elements; None where it is dynamic."""
    layout = array.layout
    return layout.get_offset() if isinstance(layout, StridedLayoutAttr) else 0


def byte_strides(array: ArrayType) -> tuple[int, ...]:
    """The strides in bytes."""
    size = element_bytes(array)
    return tuple(stride * size for stride in strides_of(array))
