"""
The memref and affine operations of the source interpreter.

Arrays have static shapes and strides, and are the addresses of their first elements;
indices, and what affine maps make of them, are words.
"""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import product
from typing import TypeAlias

from xdsl.dialects import affine, memref
from xdsl.ir import Operation, SSAValue
from xdsl.ir.affine import (
    AffineBinaryOpExpr,
    AffineBinaryOpKind,
    AffineConstantExpr,
    AffineDimExpr,
    AffineExpr,
    AffineMap,
    AffineSymExpr,
)

from circ.dialects.common import arithmetic
from circ.dialects.common.algebra import INTS
from circ.dialects.common.diagnostics import Diagnostic, unsupported
from circ.dialects.common.memory import memory as natural
from circ.dialects.common.state import load, store
from circ.dialects.source.affine import MaxOp
from circ.dialects.source.layout import (
    WORD,
    ArrayType,
    array_alignment,
    array_bytes,
    array_type,
    byte_strides,
    dynamic_type,
    element_bytes,
    offset_of,
    row_bytes,
    space_of,
    strides_of,
)
from circ.dialects.source.memref import AtomicRMWOp, ExtractAlignedPointerAsIndexOp
from circ.targets.execute.dynamic_objects import allocate
from circ.targets.execute.frame_machine import DYNAMIC, object_step
from circ.targets.execute.memory import Placed
from circ.targets.execute.source.arith import BINARY
from circ.targets.execute.source.builder import Builder
from circ.targets.execute.source.views import (
    VIEWS,
    array_of,
    buffer_of,
    extent_of,
    indexed,
    view_of,
)
from circ.targets.execute.steps import Frame

WORD_MASK = (1 << WORD) - 1

Places: TypeAlias = Callable[[Frame], int]
"""The address of an element."""

AFFINE: dict[AffineBinaryOpKind, Callable[[int, int], int]] = {
    AffineBinaryOpKind.Add: partial(INTS.add, WORD),
    AffineBinaryOpKind.Mul: partial(INTS.mul, WORD),
    AffineBinaryOpKind.Mod: partial(arithmetic.floormods, INTS, WORD),
    AffineBinaryOpKind.FloorDiv: partial(arithmetic.floordivs, INTS, WORD),
    AffineBinaryOpKind.CeilDiv: partial(arithmetic.ceildivs, INTS, WORD),
}


def compile_memory(builder: Builder, op: Operation) -> bool:
    """Append the operation's steps; False where it is none of this module."""
    match op:
        case memref.LoadOp():
            place = address(builder, op, op.memref, builder.slots(op.indices))
            compile_load(builder, op, op.memref, place, op.res)
        case memref.StoreOp():
            place = address(builder, op, op.memref, builder.slots(op.indices))
            compile_store(builder, op, op.memref, place, op.value)
        case AtomicRMWOp():
            place = address(builder, op, op.memref, builder.slots(op.indices))
            compile_atomic(builder, op, place)
        case affine.LoadOp():
            indices = results_of(builder, op, op.map.data, op.indices)
            place = address(builder, op, op.memref, indices)
            compile_load(builder, op, op.memref, place, op.result)
        case affine.StoreOp():
            indices = results_of(builder, op, op.map.data, op.indices)
            place = address(builder, op, op.memref, indices)
            compile_store(builder, op, op.memref, place, op.value)
        case affine.ApplyOp():
            (value,) = results_of(builder, op, op.map.data, op.mapOperands)
            builder.copy(value, builder.slot(op.result))
        case affine.MinOp():
            compile_extreme(builder, op, arithmetic.mins)
        case MaxOp():
            compile_extreme(builder, op, arithmetic.maxs)
        case memref.AllocaOp() | memref.AllocOp():
            compile_alloca(builder, op)
        case memref.DeallocOp():
            indexed(op, op.memref)
        case memref.GetGlobalOp():
            compile_get_global(builder, op)
        case memref.CopyOp():
            compile_copy(builder, op)
        case memref.ExtractStridedMetaDataOp():
            compile_metadata(builder, op)
        case ExtractAlignedPointerAsIndexOp():
            back = buffer_of(op, array_of(op, op.source))
            compile_sum(builder, op.source, -back, op.aligned_pointer)
        case _ if isinstance(op, VIEWS):
            compile_view(builder, op)
        case memref.DimOp():
            compile_dim(builder, op)
        case memref.RankOp():
            builder.constant(op.rank, indexed(op, op.source).get_num_dims())
        case _:
            return False
    return True


def results_of(
    builder: Builder, op: Operation, map: AffineMap, operands: Sequence[SSAValue]
) -> tuple[int, ...]:
    """Slots of a map's results for dimensions and then symbols."""
    if len(operands) != map.num_dims + map.num_symbols:
        raise unsupported(op, f"the map {map} of {len(operands)} operands")
    slots = builder.slots(operands)
    return tuple(
        expression(builder, op, result, slots[: map.num_dims], slots[map.num_dims :])
        for result in map.results
    )


def expression(
    builder: Builder,
    op: Operation,
    root: AffineExpr,
    dimensions: Sequence[int],
    symbols: Sequence[int],
) -> int:
    """The slot of an expression; operands before operators, without recursion."""
    done: list[int] = []
    pending: list[AffineExpr | AffineBinaryOpKind] = [root]
    while pending:
        match pending.pop():
            case AffineBinaryOpExpr(kind, lhs, rhs):
                pending += (kind, rhs, lhs)
            case AffineDimExpr(position):
                done.append(dimensions[position])
            case AffineSymExpr(position):
                done.append(symbols[position])
            case AffineConstantExpr(value):
                done.append(builder.constant_slot(INTS.const(WORD, value)))
            case AffineBinaryOpKind() as kind:
                second, first = done.pop(), done.pop()
                done.append(builder.constant_slot(0))
                builder.apply(AFFINE[kind], (first, second), done[-1])
            case other:
                raise unsupported(op, f"the expression {other}")
    (value,) = done
    return value


def compile_extreme(
    builder: Builder, op: affine.MinOp | MaxOp, better: Callable[..., int]
) -> None:
    """The smallest or largest result of the map, as signed numbers."""
    first, *others = results_of(builder, op, op.map.data, op.operands)
    target = builder.slot(op.result)
    builder.copy(first, target)
    for other in others:
        builder.apply(partial(better, INTS, WORD), (target, other), target)


def address(
    builder: Builder, op: Operation, base: SSAValue, slots: Sequence[int]
) -> Places:
    """The address of an element; it wraps, like all arithmetic on addresses."""
    strides = byte_strides(array := indexed(op, base))
    if len(slots) != len(strides):
        what = f"{len(slots)} indices for an array of rank {array.get_num_dims()}"
        raise unsupported(op, what)
    start = builder.slot(base)
    match tuple(slots):
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


def placed(builder: Builder, op: Operation, array: SSAValue) -> Placed:
    """Where an array is: main memory or the scratchpad."""
    type = indexed(op, array)
    access = natural(element_bytes(type), space=space_of(type) or 0)
    return Placed(builder.memory, op.location, access)


def compile_load(
    builder: Builder, op: Operation, array: SSAValue, place: Places, result: SSAValue
) -> None:
    state, width = placed(builder, op, array), builder.scalar(op, result)
    target = builder.slot(result)

    def step(frame: Frame) -> None:
        frame[target] = load(INTS, state, width, place(frame))

    builder.append(step)


def compile_store(
    builder: Builder, op: Operation, array: SSAValue, place: Places, value: SSAValue
) -> None:
    state, width = placed(builder, op, array), builder.scalar(op, value)
    source = builder.slot(value)

    def step(frame: Frame) -> None:
        store(INTS, state, width, place(frame), frame[source])

    builder.append(step)


def compile_atomic(builder: Builder, op: AtomicRMWOp, place: Places) -> None:
    """A load, the combination and a store; threads only take turns elsewhere."""
    state, width = placed(builder, op, op.memref), builder.scalar(op, op.result)
    source, target = builder.slot(op.value), builder.slot(op.result)
    combine = None if op.combination is None else BINARY[op.combination]

    def step(frame: Frame) -> None:
        at = place(frame)
        frame[target] = old = load(INTS, state, width, at)
        value = frame[source]
        new = value if combine is None else combine(width, old, value)
        store(INTS, state, width, at, new)

    builder.append(step)


def compile_alloca(builder: Builder, op: memref.AllocaOp | memref.AllocOp) -> None:
    """One object a frame, however often the operation is executed."""
    if (dynamic := dynamic_type(op.memref.type)) is not None:
        compile_dynamic_alloca(builder, op, dynamic)
        return
    if (array := array_type(op.memref.type)) is None:
        raise unsupported(op, f"an array of type {op.memref.type}")
    if space_of(array):
        raise unsupported(op, "an allocation in the scratchpad")
    align, size = array_alignment(array, op.alignment), array_bytes(array)
    target = builder.slot(op.memref)
    builder.append(
        object_step(builder.function, builder.memory, size, align, target, op.location)
    )


def compile_dynamic_alloca(
    builder: Builder, op: memref.AllocaOp | memref.AllocOp, array: ArrayType
) -> None:
    """An object each time that the operation is executed, until the function ends."""
    if len(op.dynamic_sizes) != 1:
        what = f"{len(op.dynamic_sizes)} sizes for an array of {array}"
        raise unsupported(op, what)
    memory, location = builder.memory, op.location
    row, align = row_bytes(array), array_alignment(array, op.alignment)
    extent, target = builder.slot(op.dynamic_sizes[0]), builder.slot(op.memref)

    def step(frame: Frame) -> None:
        size = frame[extent] * row & WORD_MASK
        frame[target], frame[DYNAMIC] = allocate(
            memory, frame[DYNAMIC], size, align, location
        )

    builder.append(step)


def compile_dim(builder: Builder, op: memref.DimOp) -> None:
    shape = indexed(op, op.source).get_shape()
    index, target, location = (
        builder.slot(op.index),
        builder.slot(op.result),
        op.location,
    )
    extent = extent_of(op, op.source) if shape else 0
    known = isinstance(extent, int)
    first = builder.constant_slot(extent) if known else builder.slot(extent)

    def step(frame: Frame) -> None:
        dimension = frame[index]
        if dimension >= len(shape):
            message = f"dimension {dimension} of an array that has {len(shape)}"
            raise Diagnostic(location, message)
        frame[target] = shape[dimension] if dimension else frame[first]

    builder.append(step)


def compile_get_global(builder: Builder, op: memref.GetGlobalOp) -> None:
    name = op.name_.string_value()
    if name not in builder.globals:
        raise Diagnostic(op.location, f"there is no global '{name}'")
    type, address = builder.globals[name]
    if type != op.memref.type:
        message = f"'{name}' is a {type}, but is read as {op.memref.type}"
        raise Diagnostic(op.location, message)
    builder.constant(op.memref, address)


def compile_view(builder: Builder, op: Operation) -> None:
    view = view_of(op)
    base, target = builder.slot(view.base), builder.slot(op.results[0])
    constant = view.constant
    pairs = [(builder.slot(index), size) for index, size in view.scaled]

    def step(frame: Frame) -> None:
        place = frame[base] + constant
        for slot, size in pairs:
            place += frame[slot] * size
        frame[target] = place & WORD_MASK

    builder.append(step)


def compile_sum(
    builder: Builder, address: SSAValue, constant: int, result: SSAValue
) -> None:
    source, target = builder.slot(address), builder.slot(result)

    def step(frame: Frame) -> None:
        frame[target] = (frame[source] + constant) & WORD_MASK

    builder.append(step)


def compile_metadata(builder: Builder, op: memref.ExtractStridedMetaDataOp) -> None:
    array = array_of(op, op.source)
    compile_sum(builder, op.source, -buffer_of(op, array), op.base_buffer)
    numbers = (offset_of(array) or 0, *array.get_shape(), *strides_of(array))
    if len(numbers) != len(op.results) - 1:
        raise unsupported(op, f"{len(op.results)} results for an array of {array}")
    for result, number in zip(op.results[1:], numbers, strict=True):
        builder.constant(result, INTS.const(WORD, number))


def compile_copy(builder: Builder, op: memref.CopyOp) -> None:
    """Element by element, in the order of the indices."""
    source, target = array_of(op, op.source), array_of(op, op.destination)
    shape = source.get_shape()
    if shape != target.get_shape() or source.element_type != target.element_type:
        raise unsupported(op, f"a copy from {source} to {target}")
    size = element_bytes(source)
    memory = placed(builder, op, op.source)
    memory_to = placed(builder, op, op.destination)
    start, end = builder.slot(op.source), builder.slot(op.destination)
    strides = list(zip(byte_strides(source), byte_strides(target), strict=True))

    def step(frame: Frame) -> None:
        for indices in product(*map(range, shape)):
            place, to = frame[start], frame[end]
            for index, (stride, stride_to) in zip(indices, strides, strict=True):
                place += index * stride
                to += index * stride_to
            value = memory.load(place & WORD_MASK, size)
            memory_to.store(to & WORD_MASK, size, value)

    builder.append(step)
