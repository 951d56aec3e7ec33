"""
The vector operations of the source interpreter, and what goes by lanes in memory.

A vector is one number with lane 0 in its lowest bits; a reduction goes from lane 0 up.
"""

from collections.abc import Callable
from functools import partial, reduce

from xdsl.dialects import vector
from xdsl.dialects.builtin import f32
from xdsl.ir import Operation, SSAValue

from circ.dialects.common.algebra import INTS
from circ.dialects.common.diagnostics import unsupported
from circ.dialects.common.functions import FUNCTIONS
from circ.dialects.common.lanes import pack, unpack
from circ.dialects.source.vectors import position_of, positions_of, reduction_of
from circ.targets.execute.layout import (
    LANES,
    WORD,
    byte_strides,
    element_bytes,
    is_float,
    lane_of,
    vector_type,
)
from circ.targets.execute.segments import Frame
from circ.targets.execute.source_arith import BINARY
from circ.targets.execute.source_builder import Builder, lanewise
from circ.targets.execute.source_memory import Places, address, memory_of
from circ.targets.execute.views import array_of


def compile_vector(builder: Builder, op: Operation) -> bool:
    """Append the operation's steps; False where it is none of this module."""
    match op:
        case vector.BroadcastOp():
            _broadcast(builder, op)
        case vector.ExtractOp():
            _extract(builder, op)
        case vector.InsertOp():
            _insert(builder, op)
        case vector.ReductionOp():
            _reduce(builder, op)
        case vector.ShuffleOp():
            _shuffle(builder, op)
        case vector.FMAOp():
            width = builder.vector(op, op.res)
            if lane_of(op.res.type) != f32:
                raise unsupported(op, f"type {op.res.type}")
            _append(builder, op, partial(FUNCTIONS["fma"].compute, INTS, width))
        case vector.LoadOp():
            place = _place(builder, op, op.base, builder.slots(op.indices))
            _load(builder, op, place)
        case vector.StoreOp():
            place = _place(builder, op, op.base, builder.slots(op.indices))
            _store(builder, op, place)
        case _:
            return False
    return True


def _append(builder: Builder, op: Operation, compute: Callable[..., int]) -> None:
    """A step that computes each lane of the result from those of the operands."""
    _append_whole(builder, op, lanewise(compute, op.operands, op.results[0]))


def _append_whole(builder: Builder, op: Operation, compute: Callable[..., int]) -> None:
    operands, target = builder.slots(op.operands), builder.slot(op.results[0])

    def step(frame: Frame) -> None:
        frame[target] = compute(*(frame[operand] for operand in operands))

    builder.append(step)


def _same(value: int) -> int:
    return value


def _broadcast(builder: Builder, op: vector.BroadcastOp) -> None:
    builder.vector(op, op.vector)
    if vector_type(op.source.type) is None:
        builder.scalar(op, op.source)
    _append(builder, op, _same)


def _extract(builder: Builder, op: vector.ExtractOp) -> None:
    width = builder.vector(op, op.vector)
    builder.scalar(op, op.result)
    position = position_of(op, LANES)

    def lane(value: int, position: int) -> int:
        return unpack(INTS, LANES, width, value)[position % LANES]

    if isinstance(position, int):
        _append_whole(builder, op, partial(lane, position=position))
    else:
        _append_whole(builder, op, lane)


def _insert(builder: Builder, op: vector.InsertOp) -> None:
    width = builder.vector(op, op.dest)
    builder.scalar(op, op.source)
    position = position_of(op, LANES)

    def changed(value: int, dest: int, position: int) -> int:
        lanes = unpack(INTS, LANES, width, dest)
        lanes[position % LANES] = value
        return pack(INTS, width, lanes)

    if isinstance(position, int):
        _append_whole(builder, op, partial(changed, position=position))
    else:
        _append_whole(builder, op, changed)


def _reduce(builder: Builder, op: vector.ReductionOp) -> None:
    width = builder.vector(op, op.vector)
    kind = reduction_of(op, is_float(lane_of(op.vector.type)))
    combine = partial(BINARY[kind], width)

    def reduced(value: int, *start: int) -> int:
        return reduce(combine, (*start, *unpack(INTS, LANES, width, value)))

    _append_whole(builder, op, reduced)


def _shuffle(builder: Builder, op: vector.ShuffleOp) -> None:
    width = builder.vector(op, op.v1)
    for value in (op.v2, op.result):
        builder.vector(op, value)
    places = positions_of(op, LANES)

    def shuffled(first: int, second: int) -> int:
        lanes = [
            lane
            for value in (first, second)
            for lane in unpack(INTS, LANES, width, value)
        ]
        return pack(INTS, width, [lanes[place] for place in places])

    _append_whole(builder, op, shuffled)


# region Memory


def _place(
    builder: Builder, op: Operation, base: SSAValue, indices: tuple[int, ...]
) -> Places:
    """The address of lane 0; the others must follow without gaps."""
    array = array_of(op, base)
    strides = byte_strides(array)
    if not strides or strides[-1] != element_bytes(array):
        raise unsupported(op, f"a vector of an array of type {array}")
    return address(builder, op, base, indices)


def _load(builder: Builder, op: vector.LoadOp, place: Places) -> None:
    load = memory_of(builder, op, op.base).load
    size = element_bytes(array_of(op, op.base))
    width, location = builder.vector(op, op.result), op.location
    mask, target = (1 << width) - 1, builder.slot(op.result)

    def step(frame: Frame) -> None:
        start, lanes = place(frame), list[int]()
        for lane in range(LANES):
            address = INTS.const(WORD, start + lane * size)
            lanes.append(load(address, size, location) & mask)
        frame[target] = pack(INTS, width, lanes)

    builder.append(step)


def _store(builder: Builder, op: vector.StoreOp, place: Places) -> None:
    store = memory_of(builder, op, op.base).store
    size = element_bytes(array_of(op, op.base))
    width, location = builder.vector(op, op.vector), op.location
    source = builder.slot(op.vector)

    def step(frame: Frame) -> None:
        start = place(frame)
        for i, lane in enumerate(unpack(INTS, LANES, width, frame[source])):
            store(INTS.const(WORD, start + i * size), size, lane, location)

    builder.append(step)


# endregion
