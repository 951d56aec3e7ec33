"""
The memref and affine operations of the source interpreter.

Arrays have static shapes and strides, and are the addresses of their first elements;
indices and the results of affine maps are words.
"""

from collections.abc import Callable, Sequence
from functools import partial, reduce
from itertools import product
from typing import TypeAlias

from xdsl.dialects import affine, memref
from xdsl.ir import Operation, SSAValue
from xdsl.ir.affine import AffineBinaryOpKind, AffineMap

from circ.dialects.common import arithmetic
from circ.dialects.common.algebra import INTS
from circ.dialects.common.arithmetic import meaning_at
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.dispatch import rule
from circ.dialects.common.half import half_of
from circ.dialects.common.memory import memory as natural
from circ.dialects.common.state import load, store
from circ.dialects.common.widths import WORD
from circ.dialects.source import descriptors
from circ.dialects.source.affine import OPERATORS, MaxOp, evaluate
from circ.dialects.source.arrays import (
    allocated,
    buffer_of,
    check_global,
    check_indices,
    copied,
    indexed,
)
from circ.dialects.source.descriptors import allocated_shape
from circ.dialects.source.layout import (
    ArrayType,
    array_alignment,
    array_bytes,
    dynamic_type,
    element_bytes,
    space_of,
)
from circ.dialects.source.memref import AtomicRMWOp, ExtractAlignedPointerAsIndexOp
from circ.dialects.source.views import VIEWS, is_dynamic, view_of
from circ.targets.execute.dynamic_objects import allocate
from circ.targets.execute.frame_machine import DYNAMIC, object_step
from circ.targets.execute.memory import CheckedMemory
from circ.targets.execute.source.arith import combination
from circ.targets.execute.source.builder import Builder, Compiler, Compilers, Slot
from circ.targets.execute.steps import Frame

WORD_MASK = (1 << WORD) - 1

AddressOf: TypeAlias = Callable[[Frame], int]
"""The address of an element."""


def results_of(
    builder: Builder, op: Operation, map: AffineMap, operands: Sequence[SSAValue]
) -> list[int]:
    """Slots of a map's results, for dimensions and then symbols."""

    def constant(number: int) -> int:
        return builder.constant_slot(INTS.const(WORD, number))

    def combine(kind: AffineBinaryOpKind, lhs: int, rhs: int) -> int:
        target = builder.constant_slot(0)
        compute = meaning_at(INTS, OPERATORS[kind], WORD)
        assert compute is not None
        builder.apply(compute, (lhs, rhs), target)
        return target

    return evaluate(op, map, builder.slots(operands), constant, combine)


def compile_apply(builder: Builder, op: affine.ApplyOp) -> None:
    (value,) = results_of(builder, op, op.map.data, op.mapOperands)
    builder.copy(value, builder.slot(op.result))


def extreme(better: Callable[..., int]) -> Compiler:
    """The signed minimum or maximum of a map's results."""

    def compile(builder: Builder, op: Operation) -> None:
        assert isinstance(op, affine.MinOp | MaxOp)
        first, *others = results_of(builder, op, op.map.data, op.operands)
        target = builder.slot(op.result)
        builder.copy(first, target)
        for other in others:
            builder.apply(partial(better, INTS, WORD), (target, other), target)

    return compile


def address(
    builder: Builder, op: Operation, base: SSAValue, slots: Sequence[int]
) -> AddressOf:
    """The address of an element; it wraps, like all arithmetic on addresses."""
    array = indexed(op, base)
    check_indices(op, array, len(slots))
    start = builder.slot(base)
    words = descriptors.byte_strides(builder, base)
    strides = [word for word in words if isinstance(word, int)]
    if len(strides) < len(words):
        return _dynamic_address(builder, start, slots, words)
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


def _dynamic_address(
    builder: Builder, start: int, slots: Sequence[int], words: Sequence[int | Slot]
) -> AddressOf:
    pairs = [*zip(slots, map(builder.as_slot, words), strict=True)]

    def address(frame: Frame) -> int:
        offset = frame[start]
        for slot, stride in pairs:
            offset += frame[slot] * frame[stride]
        return offset & WORD_MASK

    return address


def memory_of(builder: Builder, op: Operation, array: SSAValue) -> CheckedMemory:
    """The memory of an access: main memory or the scratchpad."""
    type = indexed(op, array)
    access = natural(element_bytes(type), space=space_of(type) or 0)
    return CheckedMemory(builder.memory, op.location, access)


def accessed(
    builder: Builder,
    op: memref.LoadOp | memref.StoreOp | affine.LoadOp | affine.StoreOp,
) -> AddressOf:
    """The address of the element that an operation accesses."""
    if isinstance(op, affine.LoadOp | affine.StoreOp):
        indices = results_of(builder, op, op.map.data, op.indices)
    else:
        indices = builder.slots(op.indices)
    return address(builder, op, op.memref, indices)


def compile_load(builder: Builder, op: memref.LoadOp | affine.LoadOp) -> None:
    place, (result,) = accessed(builder, op), op.results
    state, width = memory_of(builder, op, op.memref), builder.scalar(op, result)
    target = builder.slot(result)

    def step(frame: Frame) -> None:
        frame[target] = load(INTS, state, width, place(frame))

    builder.append(step)


def compile_store(builder: Builder, op: memref.StoreOp | affine.StoreOp) -> None:
    place = accessed(builder, op)
    state, width = memory_of(builder, op, op.memref), builder.scalar(op, op.value)
    source = builder.slot(op.value)

    def step(frame: Frame) -> None:
        store(INTS, state, width, place(frame), frame[source])

    builder.append(step)


def compile_atomic(builder: Builder, op: AtomicRMWOp) -> None:
    """A load, the combination and a store; threads are not switched in between."""
    place = address(builder, op, op.memref, builder.slots(op.indices))
    state, width = memory_of(builder, op, op.memref), builder.scalar(op, op.result)
    source, target = builder.slot(op.value), builder.slot(op.result)
    combine = None
    if op.combination is not None:
        combine = combination(op.combination, width, half_of(op.value.type))

    def step(frame: Frame) -> None:
        at = place(frame)
        frame[target] = old = load(INTS, state, width, at)
        value = frame[source]
        new = value if combine is None else combine(old, value)
        store(INTS, state, width, at, new)

    builder.append(step)


def compile_alloca(builder: Builder, op: memref.AllocaOp | memref.AllocOp) -> None:
    """
    One object in each frame, however often the operation is executed, unless it must
    be a new one each time.
    """
    if (dynamic := dynamic_type(op.memref.type)) is not None:
        compile_dynamic_alloca(builder, op, dynamic)
        return
    array = allocated(op)
    if op in builder.repeated:
        compile_dynamic_alloca(builder, op, array)
        return
    align, size = array_alignment(array, op.alignment), array_bytes(array)
    target = builder.slot(op.memref)
    builder.append(
        object_step(builder.function, builder.memory, size, align, target, op.location)
    )


def compile_dynamic_alloca(
    builder: Builder, op: memref.AllocaOp | memref.AllocOp, array: ArrayType
) -> None:
    """A new object each time the operation is executed, until the function returns."""
    memory, location = builder.memory, op.location
    align, shape = (
        array_alignment(array, op.alignment),
        allocated_shape(builder, op, array),
    )
    size = builder.as_slot(reduce(builder.product, shape.sizes, element_bytes(array)))
    target = builder.slot(op.memref)

    def step(frame: Frame) -> None:
        frame[target], frame[DYNAMIC] = allocate(
            memory, frame[DYNAMIC], frame[size], align, location
        )

    builder.append(step)
    builder.define_dynamic(op.memref, shape.dynamic(op, array))


def compile_dealloc(builder: Builder, op: memref.DeallocOp) -> None:
    """Nothing: the frame is released as a whole."""
    indexed(op, op.memref)


def compile_rank(builder: Builder, op: memref.RankOp) -> None:
    builder.constant(op.rank, indexed(op, op.source).get_num_dims())


def compile_dim(builder: Builder, op: memref.DimOp) -> None:
    indexed(op, op.source)
    sizes = [*map(builder.as_slot, descriptors.sizes_of(builder, op.source))]
    index, target, location = (
        builder.slot(op.index),
        builder.slot(op.result),
        op.location,
    )

    def step(frame: Frame) -> None:
        dimension = frame[index]
        if dimension >= len(sizes):
            message = f"dimension {dimension} of an array of rank {len(sizes)}"
            raise Diagnostic(location, message)
        frame[target] = frame[sizes[dimension]]

    builder.append(step)


def compile_get_global(builder: Builder, op: memref.GetGlobalOp) -> None:
    type, address = builder.globals.get(op.name_.string_value(), (None, 0))
    check_global(op, type)
    builder.constant(op.memref, address)


def compile_view(builder: Builder, op: Operation) -> None:
    if is_dynamic(op):
        compile_dynamic_view(builder, op)
        return
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


def compile_dynamic_view(builder: Builder, op: Operation) -> None:
    view, result = descriptors.dynamic_view(op, builder), op.results[0]
    base, target, constant = (
        builder.slot(view.base),
        builder.slot(result),
        view.constant,
    )
    pairs = [
        (builder.slot(index), builder.as_slot(stride)) for index, stride in view.scaled
    ]
    moved = [*map(builder.as_slot, view.moved)]

    def step(frame: Frame) -> None:
        place = frame[base] + constant
        for slot, stride in pairs:
            place += frame[slot] * frame[stride]
        frame[target] = (place + sum(frame[slot] for slot in moved)) & WORD_MASK

    builder.append(step)
    builder.define_dynamic(result, view.shape.dynamic(op, indexed(op, result)))


def compile_sum(
    builder: Builder, address: SSAValue, constant: int, result: SSAValue
) -> None:
    source, target = builder.slot(address), builder.slot(result)

    def step(frame: Frame) -> None:
        frame[target] = (frame[source] + constant) & WORD_MASK

    builder.append(step)


def compile_pointer(builder: Builder, op: ExtractAlignedPointerAsIndexOp) -> None:
    back = buffer_of(op, indexed(op, op.source))
    compile_sum(builder, op.source, -back, op.aligned_pointer)


def compile_metadata(builder: Builder, op: memref.ExtractStridedMetaDataOp) -> None:
    array = indexed(op, op.source)
    compile_sum(builder, op.source, -buffer_of(op, array), op.base_buffer)
    numbers = descriptors.metadata_of(op, builder)
    for result, number in zip(op.results[1:], numbers, strict=True):
        builder.copy(builder.as_slot(number), builder.slot(result))


def compile_copy(builder: Builder, op: memref.CopyOp) -> None:
    """Element by element, in row-major order."""
    source, _ = copied(op)
    size = element_bytes(source)
    extents = [*map(builder.as_slot, descriptors.sizes_of(builder, op.source))]
    memory = memory_of(builder, op, op.source)
    memory_to = memory_of(builder, op, op.destination)
    start, end = builder.slot(op.source), builder.slot(op.destination)
    steps, steps_to = (
        [*map(builder.as_slot, descriptors.byte_strides(builder, array))]
        for array in (op.source, op.destination)
    )
    strides = [*zip(steps, steps_to, strict=True)]

    def step(frame: Frame) -> None:
        for indices in product(*(range(frame[extent]) for extent in extents)):
            place, to = frame[start], frame[end]
            for index, (stride, stride_to) in zip(indices, strides, strict=True):
                place += index * frame[stride]
                to += index * frame[stride_to]
            value = memory.load(place & WORD_MASK, size)
            memory_to.store(to & WORD_MASK, size, value)

    builder.append(step)


MEMORY: Compilers = {
    affine.MinOp: extreme(arithmetic.mins),
    MaxOp: extreme(arithmetic.maxs),
    **dict.fromkeys(VIEWS, compile_view),
    **dict(
        (
            rule(memref.LoadOp, compile_load),
            rule(memref.StoreOp, compile_store),
            rule(AtomicRMWOp, compile_atomic),
            rule(affine.LoadOp, compile_load),
            rule(affine.StoreOp, compile_store),
            rule(affine.ApplyOp, compile_apply),
            rule(memref.AllocaOp, compile_alloca),
            rule(memref.AllocOp, compile_alloca),
            rule(memref.DeallocOp, compile_dealloc),
            rule(memref.GetGlobalOp, compile_get_global),
            rule(memref.CopyOp, compile_copy),
            rule(memref.ExtractStridedMetaDataOp, compile_metadata),
            rule(ExtractAlignedPointerAsIndexOp, compile_pointer),
            rule(memref.DimOp, compile_dim),
            rule(memref.RankOp, compile_rank),
        )
    ),
}
