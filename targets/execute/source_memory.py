"""The memref operations of the source interpreter: arrays of static shape."""

from collections.abc import Callable, Sequence

from xdsl.dialects import memref
from xdsl.ir import Operation, SSAValue

from circ.dialects.common.diagnostics import Diagnostic, unsupported
from circ.targets.execute.layout import (
    WORD,
    ArrayType,
    array_bytes,
    array_type,
    byte_strides,
    element_bytes,
)
from circ.targets.execute.segments import Frame
from circ.targets.execute.source_builder import Builder

WORD_MASK = (1 << WORD) - 1


def compile_memory(builder: Builder, op: Operation) -> bool:
    """Append the operation's steps; False where it is none of this module."""
    match op:
        case memref.LoadOp():
            compile_load(builder, op)
        case memref.StoreOp():
            compile_store(builder, op)
        case memref.AllocaOp():
            compile_alloca(builder, op)
        case memref.DimOp():
            compile_dim(builder, op)
        case _:
            return False
    return True


def array_of(op: Operation, value: SSAValue) -> ArrayType:
    array = array_type(value.type)
    if array is None:
        raise unsupported(op, f"type {value.type}")
    return array


def address(
    builder: Builder, array: ArrayType, base: SSAValue, indices: Sequence[SSAValue]
) -> Callable[[Frame], int]:
    """The address of an element; it wraps, like all arithmetic on addresses."""
    start = builder.slot(base)
    slots = builder.slots(indices)
    strides = byte_strides(array)
    match slots:
        case ():
            return lambda frame: frame[start]
        case (i,):
            (stride,) = strides
            return lambda frame: (frame[start] + frame[i] * stride) & WORD_MASK
        case (i, j):
            row, column = strides
            return lambda frame: (
                (frame[start] + frame[i] * row + frame[j] * column) & WORD_MASK
            )
        case _:
            pairs = tuple(zip(slots, strides, strict=True))

            def general(frame: Frame) -> int:
                offset = frame[start]
                for slot, stride in pairs:
                    offset += frame[slot] * stride
                return offset & WORD_MASK

            return general


def compile_load(builder: Builder, op: memref.LoadOp) -> None:
    array = array_of(op, op.memref)
    place = address(builder, array, op.memref, op.indices)
    load, size, location = builder.memory.load, element_bytes(array), op.location
    # Of an i1's byte only the lowest bit counts.
    mask = (1 << builder.scalar(op, op.res)) - 1
    target = builder.slot(op.res)

    def step(frame: Frame) -> None:
        frame[target] = load(place(frame), size, location) & mask

    builder.append(step)


def compile_store(builder: Builder, op: memref.StoreOp) -> None:
    array = array_of(op, op.memref)
    place = address(builder, array, op.memref, op.indices)
    store, size, location = builder.memory.store, element_bytes(array), op.location
    source = builder.slot(op.value)

    def step(frame: Frame) -> None:
        store(place(frame), size, frame[source], location)

    builder.append(step)


def compile_alloca(builder: Builder, op: memref.AllocaOp) -> None:
    """One object a frame, however often the operation is executed."""
    array = array_of(op, op.memref)
    if op.symbol_operands or op.dynamic_sizes:
        raise unsupported(op, "a size that is not known")
    align = max(element_bytes(array), 1)
    if op.alignment is not None:
        align = max(align, op.alignment.value.data)
    size = array_bytes(array)
    allocate, location = builder.memory.allocate, op.location
    target = builder.slot(op.memref)
    # A slot of its own: a jump never writes it.
    place = builder.constant_slot(0)
    builder.function.objects.append(place)

    def step(frame: Frame) -> None:
        if not frame[place]:
            frame[place] = allocate(size, align, location)
        frame[target] = frame[place]

    builder.append(step)


def compile_dim(builder: Builder, op: memref.DimOp) -> None:
    shape = array_of(op, op.source).get_shape()
    index, target, location = (
        builder.slot(op.index),
        builder.slot(op.result),
        op.location,
    )

    def step(frame: Frame) -> None:
        dimension = frame[index]
        if dimension >= len(shape):
            message = f"dimension {dimension} of an array that has {len(shape)}"
            raise Diagnostic(location, message)
        frame[target] = shape[dimension]

    builder.append(step)
