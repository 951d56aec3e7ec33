"""
The array types of `memref` operations, and the restrictions on them.

The conversion to circuits and the source interpreter have the same restrictions; each
function raises a `Diagnostic` where an operation violates one.
"""

from xdsl.dialects import memref
from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.ir import Attribute, Operation, SSAValue

from circ.dialects.common.diagnostics import Diagnostic, unsupported
from circ.dialects.source.advice import type_advice
from circ.dialects.source.layout import (
    ArrayType,
    array_type,
    dynamic_type,
    element_bytes,
    offset_of,
    space_of,
    view_type,
)


def array_of(op: Operation, value: SSAValue) -> ArrayType:
    """The type of an array of static shape and strides."""
    array = view_type(value.type)
    if array is None:
        what = f"a value of type {value.type}"
        raise unsupported(op, what, type_advice(value.type))
    return array


def indexed(op: Operation, value: SSAValue) -> ArrayType:
    """Like `array_of`; extents and strides may be dynamic."""
    return dynamic_type(value.type) or array_of(op, value)


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
    source, target = indexed(op, op.source), indexed(op, op.destination)
    ranks = source.get_num_dims(), target.get_num_dims()
    if ranks[0] != ranks[1] or source.element_type != target.element_type:
        raise unsupported(op, f"a copy from {source} to {target}")
    for extent, other in zip(source.get_shape(), target.get_shape(), strict=True):
        if extent != other and DYNAMIC_INDEX not in (extent, other):
            raise unsupported(op, f"a copy from {source} to {target}")
    return source, target
