"""
The array types of `memref` operations, and the restrictions on them.

The conversion to circuits and the source interpreter have the same restrictions; each
function raises a `Diagnostic` where an operation violates one.
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
from circ.dialects.source.meaning import type_advice


def array_of(op: Operation, value: SSAValue) -> ArrayType:
    """The type of an array of static shape and strides."""
    array = view_type(value.type)
    if array is None:
        what = f"a value of type {value.type}"
        raise unsupported(op, what, type_advice(value.type))
    return array


def indexed(op: Operation, value: SSAValue) -> ArrayType:
    """
    Like `array_of`; the first extent may be dynamic, since no address depends on it.
    """
    return dynamic_type(value.type) or array_of(op, value)


def extent_of(op: Operation, value: SSAValue) -> SSAValue | int:
    """The first extent of an array, if it can be determined."""
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
    """The offset of an array in its buffer, in bytes."""
    offset = offset_of(array)
    if offset is None:
        raise unsupported(op, f"the buffer of {array}, whose offset is not known,")
    return offset * element_bytes(array)


def allocated(op: memref.AllocaOp | memref.AllocOp) -> ArrayType:
    """The type of an allocation of static shape in main memory."""
    if (array := array_type(op.memref.type)) is None:
        what = f"an array of type {op.memref.type}"
        raise unsupported(op, what, type_advice(op.memref.type))
    if space_of(array):
        raise unsupported(op, "an allocation in the scratchpad")
    return array


def dynamic_extent(op: memref.AllocaOp | memref.AllocOp, array: ArrayType) -> SSAValue:
    """The operand with the first extent of an allocation of dynamic shape."""
    if len(op.dynamic_sizes) != 1:
        what = f"{len(op.dynamic_sizes)} sizes for an array of {array}"
        raise unsupported(op, what)
    return op.dynamic_sizes[0]


def check_indices(op: Operation, array: ArrayType, count: int) -> None:
    """Check that the number of indices is the array's rank."""
    rank = array.get_num_dims()
    if count != rank:
        raise unsupported(op, f"{count} indices for an array of rank {rank}")


def check_global(op: memref.GetGlobalOp, type: Attribute | None) -> None:
    """Check that a global exists (its type is not None) and is accessed as its type."""
    name = op.name_.string_value()
    if type is None:
        message = f"'{op.name}': there is no global @{name}"
        raise Diagnostic(op.location, message)
    if type != op.memref.type:
        message = f"'{op.name}': @{name} is a {type}, but is read as {op.memref.type}"
        raise Diagnostic(op.location, message)


def copied(op: memref.CopyOp) -> tuple[ArrayType, ArrayType]:
    """The types of the source and the destination, which may differ in layout only."""
    source, target = array_of(op, op.source), array_of(op, op.destination)
    if (source.get_shape(), source.element_type) != (
        target.get_shape(),
        target.element_type,
    ):
        raise unsupported(op, f"a copy from {source} to {target}")
    return source, target


def metadata_of(op: memref.ExtractStridedMetaDataOp) -> Sequence[int]:
    """The results after the buffer: the offset, the sizes and the strides."""
    array = array_of(op, op.source)
    numbers = (offset_of(array) or 0, *array.get_shape(), *strides_of(array))
    if len(numbers) != len(op.results) - 1:
        raise unsupported(op, f"{len(op.results)} results for an array of {array}")
    return numbers
