"""
The arrays that operations of `memref` use: their types, and what must hold of them.

Circuits and the interpreter of the source have the same limits; each function raises a
diagnostic where an operation is beyond them.
"""

from collections.abc import Sequence

from xdsl.dialects import memref
from xdsl.ir import Attribute, Operation, SSAValue

from circ.dialects.common.diagnostics import Diagnostic, unsupported
from circ.dialects.source.layout import (
    ArrayType,
    array_type,
    dynamic_type,
    element_bytes,
    offset_of,
    space_of,
    strides_of,
    view_type,
)


def array_of(op: Operation, value: SSAValue) -> ArrayType:
    """The type of an array whose shape and strides are known, or a diagnostic."""
    array = view_type(value.type)
    if array is None:
        raise unsupported(op, f"a value of type {value.type}")
    return array


def indexed(op: Operation, value: SSAValue) -> ArrayType:
    """As `array_of`; the first extent need not be known, since no address needs it."""
    return dynamic_type(value.type) or array_of(op, value)


def extent_of(op: Operation, value: SSAValue) -> SSAValue | int:
    """The first extent of an array, or a diagnostic where that is not known."""
    while dynamic_type(value.type) is not None:
        match value.owner:
            case memref.AllocaOp() | memref.AllocOp() as made:
                return made.dynamic_sizes[0]
            case memref.CastOp() as cast:
                value = cast.source
            case _:
                raise unsupported(op, f"the extent of {value.type}")
    return array_of(op, value).get_shape()[0]


def buffer_of(op: Operation, array: ArrayType) -> int:
    """Bytes from the start of the buffer to an array, or a diagnostic."""
    offset = offset_of(array)
    if offset is None:
        raise unsupported(op, f"the buffer of {array}, whose offset is not known,")
    return offset * element_bytes(array)


def allocated(op: memref.AllocaOp | memref.AllocOp) -> ArrayType:
    """The type of an allocation of static shape."""
    if (array := array_type(op.memref.type)) is None:
        raise unsupported(op, f"an array of type {op.memref.type}")
    if space_of(array):
        raise unsupported(op, "an allocation in the scratchpad")
    return array


def dynamic_extent(op: memref.AllocaOp | memref.AllocOp, array: ArrayType) -> SSAValue:
    """The first extent of an allocation of dynamic shape."""
    if len(op.dynamic_sizes) != 1:
        what = f"{len(op.dynamic_sizes)} sizes for an array of {array}"
        raise unsupported(op, what)
    return op.dynamic_sizes[0]


def check_indices(op: Operation, array: ArrayType, count: int) -> None:
    """Check that there are as many indices as dimensions."""
    rank = array.get_num_dims()
    if count != rank:
        raise unsupported(op, f"{count} indices for an array of rank {rank}")


def check_global(op: memref.GetGlobalOp, type: Attribute | None) -> None:
    """Check that a global is read as the type that it has; None if there is none."""
    name = op.name_.string_value()
    if type is None:
        message = f"'{op.name}': there is no global @{name}"
        raise Diagnostic(op.location, message)
    if type != op.memref.type:
        message = f"'{op.name}': @{name} is a {type}, but is read as {op.memref.type}"
        raise Diagnostic(op.location, message)


def copied(op: memref.CopyOp) -> tuple[ArrayType, ArrayType]:
    """The types of the source and the destination, which differ in strides only."""
    source, target = array_of(op, op.source), array_of(op, op.destination)
    if (source.get_shape(), source.element_type) != (
        target.get_shape(),
        target.element_type,
    ):
        raise unsupported(op, f"a copy from {source} to {target}")
    return source, target


def metadata_of(op: memref.ExtractStridedMetaDataOp) -> Sequence[int]:
    """The results after the buffer: the offset, the extents and the strides."""
    array = array_of(op, op.source)
    numbers = (offset_of(array) or 0, *array.get_shape(), *strides_of(array))
    if len(numbers) != len(op.results) - 1:
        raise unsupported(op, f"{len(op.results)} results for an array of {array}")
    return numbers
