"""
The vector operations of the source interpreter, and what goes by lanes in memory.

A vector is one number with lane 0 in its lowest bits; a reduction goes from lane 0 up.
"""

from collections.abc import Callable, Sequence
from functools import partial, reduce
from itertools import product
from operator import lt
from typing import TypeAlias, cast

from xdsl.dialects import vector
from xdsl.dialects.builtin import VectorType
from xdsl.ir import Attribute, Operation, SSAValue

from circ.dialects.common.algebra import INTS, to_signed
from circ.dialects.common.diagnostics import unsupported
from circ.dialects.common.lanes import pack, unpack
from circ.dialects.source import vector as own
from circ.dialects.source.layout import (
    WORD,
    byte_strides,
    element_bytes,
    is_float,
    lane_count,
    lane_of,
    vector_type,
)
from circ.dialects.source.vectors import (
    Transfer,
    broadcast_lanes,
    place_of,
    positions_of,
    reduction_of,
    transfer_of,
)
from circ.targets.execute.source.arith import BINARY
from circ.targets.execute.source.builder import Builder, lanewise
from circ.targets.execute.source.math import fma_of
from circ.targets.execute.source.memory import Places, address, placed
from circ.targets.execute.source.views import array_of, indexed
from circ.targets.execute.steps import Frame


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
            _append(builder, op, fma_of(op, width))
        case vector.LoadOp():
            place = _place(builder, op, op.base, builder.slots(op.indices))
            _load(builder, op, place)
        case vector.StoreOp():
            place = _place(builder, op, op.base, builder.slots(op.indices))
            _store(builder, op, place)
        case vector.TransferReadOp():
            _transfer_read(builder, op)
        case vector.TransferWriteOp():
            _transfer_write(builder, op)
        case vector.CreateMaskOp():
            _create_mask(builder, op)
        case own.ConstantMaskOp():
            builder.vector(op, op.result)
            builder.constant(op.result, pack(INTS, 1, op.lanes))
        case own.ShapeCastOp():
            builder.vector(op, op.source)
            builder.vector(op, op.result)
            _append_whole(builder, op, _same)
        case vector.MaskedLoadOp():
            _masked_load(builder, op)
        case vector.MaskedStoreOp():
            _masked_store(builder, op)
        case own.ExtractStridedSliceOp():
            _extract_slice(builder, op)
        case own.InsertStridedSliceOp():
            _insert_slice(builder, op)
        case own.GatherOp():
            _gather(builder, op)
        case own.ScatterOp():
            _scatter(builder, op)
        case _:
            return False
    return True


def _append(builder: Builder, op: Operation, compute: Callable[..., int]) -> None:
    """A step that computes each lane of the result from those of the operands."""
    _append_whole(builder, op, lanewise(compute, op.operands, op.results[0]))


def _append_whole(builder: Builder, op: Operation, compute: Callable[..., int]) -> None:
    builder.apply(compute, builder.slots(op.operands), builder.slot(op.results[0]))


def _same(value: int) -> int:
    return value


def _broadcast(builder: Builder, op: vector.BroadcastOp) -> None:
    width, count = builder.vector(op, op.vector), lane_count(op.source.type)
    builder.lane(op, op.source)
    places = broadcast_lanes(op)

    def broadcast(value: int) -> int:
        lanes = unpack(INTS, count, width, value)
        return pack(INTS, width, [lanes[place] for place in places])

    _append_whole(builder, op, broadcast)


def _extract(builder: Builder, op: vector.ExtractOp) -> None:
    width, count = builder.vector(op, op.vector), lane_count(op.vector.type)
    builder.lane(op, op.result)
    row, place = lane_count(op.result.type), _row_number(op, op.vector)

    def extracted(value: int, *positions: int) -> int:
        lanes, first = unpack(INTS, count, width, value), place(positions) * row
        return pack(INTS, width, lanes[first : first + row])

    _append_whole(builder, op, extracted)


def _insert(builder: Builder, op: vector.InsertOp) -> None:
    width, count = builder.vector(op, op.dest), lane_count(op.dest.type)
    builder.lane(op, op.source)
    row, place = lane_count(op.source.type), _row_number(op, op.dest)

    def changed(value: int, dest: int, *positions: int) -> int:
        lanes, first = unpack(INTS, count, width, dest), place(positions) * row
        lanes[first : first + row] = unpack(INTS, row, width, value)
        return pack(INTS, width, lanes)

    _append_whole(builder, op, changed)


def _row_number(
    op: vector.ExtractOp | vector.InsertOp, value: SSAValue
) -> Callable[[Sequence[int]], int]:
    """The number of an element or row, from variable positions, which count modulo."""
    type = vector_type(value.type)
    assert type is not None, value
    shape = type.get_shape()
    place = place_of(op, shape)

    def number(variable: Sequence[int]) -> int:
        rest, row = iter(variable), 0
        for position, extent in zip(place, shape, strict=False):
            index = position if isinstance(position, int) else next(rest)
            row = row * extent + index % extent
        return row

    return number


def _reduce(builder: Builder, op: vector.ReductionOp) -> None:
    width = builder.vector(op, op.vector)
    count = lane_count(op.vector.type)
    kind = reduction_of(op, is_float(lane_of(op.vector.type)))
    combine = partial(BINARY[kind], width)

    def reduced(value: int, *start: int) -> int:
        return reduce(combine, (*start, *unpack(INTS, count, width, value)))

    _append_whole(builder, op, reduced)


def _shuffle(builder: Builder, op: vector.ShuffleOp) -> None:
    width = builder.vector(op, op.v1)
    for value in (op.v2, op.result):
        builder.vector(op, value)
    one, other = lane_count(op.v1.type), lane_count(op.v2.type)
    places = positions_of(op)

    def shuffled(first: int, second: int) -> int:
        lanes = [*unpack(INTS, one, width, first), *unpack(INTS, other, width, second)]
        return pack(INTS, width, [lanes[place] for place in places])

    _append_whole(builder, op, shuffled)


def _extract_slice(builder: Builder, op: own.ExtractStridedSliceOp) -> None:
    width, count = builder.vector(op, op.vector), lane_count(op.vector.type)
    builder.vector(op, op.result)
    places = op.lanes

    def slice(value: int) -> int:
        lanes = unpack(INTS, count, width, value)
        return pack(INTS, width, [lanes[place] for place in places])

    _append_whole(builder, op, slice)


def _insert_slice(builder: Builder, op: own.InsertStridedSliceOp) -> None:
    width, count = builder.vector(op, op.source), lane_count(op.source.type)
    builder.vector(op, op.dest)
    whole, places = lane_count(op.dest.type), op.lanes

    def changed(source: int, dest: int) -> int:
        lanes, new = (
            unpack(INTS, whole, width, dest),
            unpack(INTS, count, width, source),
        )
        for place, lane in zip(places, new, strict=True):
            lanes[place] = lane
        return pack(INTS, width, lanes)

    _append_whole(builder, op, changed)


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


def _row_lanes(op: Operation, value: SSAValue) -> int:
    """The lanes of a vector of one dimension, which lies in a row of an array."""
    type = vector_type(value.type)
    if type is None or type.get_num_dims() != 1:
        raise unsupported(op, f"a value of type {value.type}")
    return lane_count(type)


Reader: TypeAlias = Callable[[int, int], int]
"""The lane of a number in the row that begins at an address."""

Writer: TypeAlias = Callable[[int, int, int], None]


def _reader(builder: Builder, op: Operation, base: SSAValue, width: int) -> Reader:
    load = placed(builder, op, base).load
    size, mask = element_bytes(array_of(op, base)), (1 << width) - 1

    def read(start: int, lane: int) -> int:
        address = INTS.const(WORD, start + lane * size)
        return load(address, size) & mask

    return read


def _writer(builder: Builder, op: Operation, base: SSAValue) -> Writer:
    store = placed(builder, op, base).store
    size = element_bytes(array_of(op, base))

    def write(start: int, lane: int, value: int) -> None:
        store(INTS.const(WORD, start + lane * size), size, value)

    return write


def _load(builder: Builder, op: vector.LoadOp, place: Places) -> None:
    width, target = builder.vector(op, op.result), builder.slot(op.result)
    read, count = _reader(builder, op, op.base, width), _row_lanes(op, op.result)

    def step(frame: Frame) -> None:
        start = place(frame)
        frame[target] = pack(INTS, width, [read(start, i) for i in range(count)])

    builder.append(step)


def _store(builder: Builder, op: vector.StoreOp, place: Places) -> None:
    width, source = builder.vector(op, op.vector), builder.slot(op.vector)
    write, count = _writer(builder, op, op.base), _row_lanes(op, op.vector)

    def step(frame: Frame) -> None:
        start = place(frame)
        for i, lane in enumerate(unpack(INTS, count, width, frame[source])):
            write(start, i, lane)

    builder.append(step)


def _transferred(builder: Builder, op: Transfer) -> Callable[[Frame], list[int | None]]:
    """The address of each lane of a transfer, None for one that is left out."""
    transfer, array = transfer_of(op), array_of(op, op.source)
    indices = builder.slots(op.indices)
    first = address(builder, op, op.source, indices)
    shape, strides = array.get_shape(), byte_strides(array)
    lanes: list[tuple[int, list[tuple[int, int]]]] = []
    for offset in transfer.offsets:
        distance = sum(step * by for step, by in zip(offset, strides, strict=True))
        limits = [(indices[k], shape[k] - offset[k]) for k in transfer.checked]
        lanes.append((distance, limits))
    mask = None if op.mask is None else builder.slot(op.mask)
    mask_lanes = transfer.mask_lanes

    def places(frame: Frame) -> list[int | None]:
        start, on = first(frame), -1 if mask is None else frame[mask]
        return [
            start + distance
            if on >> bit & 1
            and all(to_signed(WORD, frame[slot]) < limit for slot, limit in limits)
            else None
            for bit, (distance, limits) in zip(mask_lanes, lanes, strict=True)
        ]

    return places


def _transfer_read(builder: Builder, op: vector.TransferReadOp) -> None:
    width, target = builder.vector(op, op.result), builder.slot(op.result)
    places, padding = _transferred(builder, op), builder.slot(op.padding)
    read = _reader(builder, op, op.source, width)

    def step(frame: Frame) -> None:
        lanes = [
            frame[padding] if place is None else read(place, 0)
            for place in places(frame)
        ]
        frame[target] = pack(INTS, width, lanes)

    builder.append(step)


def _transfer_write(builder: Builder, op: vector.TransferWriteOp) -> None:
    width, source = builder.vector(op, op.vector), builder.slot(op.vector)
    count = lane_count(op.vector.type)
    places, write = _transferred(builder, op), _writer(builder, op, op.source)

    def step(frame: Frame) -> None:
        lanes = unpack(INTS, count, width, frame[source])
        for place, lane in zip(places(frame), lanes, strict=True):
            if place is not None:
                write(place, 0, lane)

    builder.append(step)


def _create_mask(builder: Builder, op: vector.CreateMaskOp) -> None:
    builder.vector(op, op.mask_vector)
    shape = cast(VectorType[Attribute], op.mask_vector.type).get_shape()
    lanes = list(product(*map(range, shape)))

    def mask(*counts: int) -> int:
        signed = [to_signed(WORD, count) for count in counts]
        return pack(INTS, 1, [int(all(map(lt, lane, signed))) for lane in lanes])

    _append_whole(builder, op, mask)


def _masked_load(builder: Builder, op: vector.MaskedLoadOp) -> None:
    count = _row_lanes(op, op.result)
    width, target = builder.vector(op, op.result), builder.slot(op.result)
    place = _place(builder, op, op.base, builder.slots(op.indices))
    read = _reader(builder, op, op.base, width)
    mask, other = builder.slot(op.mask), builder.slot(op.pass_thru)

    def step(frame: Frame) -> None:
        start = place(frame)
        lanes = unpack(INTS, count, width, frame[other])
        for i in range(count):
            if frame[mask] >> i & 1:
                lanes[i] = read(start, i)
        frame[target] = pack(INTS, width, lanes)

    builder.append(step)


def _masked_store(builder: Builder, op: vector.MaskedStoreOp) -> None:
    count = _row_lanes(op, op.value_to_store)
    width = builder.vector(op, op.value_to_store)
    place = _place(builder, op, op.base, builder.slots(op.indices))
    write = _writer(builder, op, op.base)
    mask, source = builder.slot(op.mask), builder.slot(op.value_to_store)

    def step(frame: Frame) -> None:
        start = place(frame)
        for i, lane in enumerate(unpack(INTS, count, width, frame[source])):
            if frame[mask] >> i & 1:
                write(start, i, lane)

    builder.append(step)


def _scattered(
    builder: Builder, op: own.GatherOp | own.ScatterOp
) -> Callable[[Frame], list[tuple[int, int]]]:
    """The lanes that a mask leaves, each with its address."""
    width, count = builder.vector(op, op.index_vec), lane_count(op.index_vec.type)
    builder.vector(op, op.mask)
    start = address(builder, op, op.base, builder.slots(op.indices))
    if not op.indices:
        raise unsupported(op, f"an array of type {op.base.type}")
    stride = byte_strides(indexed(op, op.base))[-1]
    numbers, mask = builder.slot(op.index_vec), builder.slot(op.mask)

    def addresses(frame: Frame) -> list[tuple[int, int]]:
        first, lanes = start(frame), unpack(INTS, count, width, frame[numbers])
        return [
            (i, INTS.const(WORD, first + to_signed(width, lane) * stride))
            for i, lane in enumerate(lanes)
            if frame[mask] >> i & 1
        ]

    return addresses


def _gather(builder: Builder, op: own.GatherOp) -> None:
    width, count = builder.vector(op, op.result), lane_count(op.result.type)
    addresses = _scattered(builder, op)
    load = placed(builder, op, op.base).load
    size, lane_bits = element_bytes(indexed(op, op.base)), (1 << width) - 1
    other, target = builder.slot(op.pass_thru), builder.slot(op.result)

    def step(frame: Frame) -> None:
        lanes = unpack(INTS, count, width, frame[other])
        for i, place in addresses(frame):
            lanes[i] = load(place, size) & lane_bits
        frame[target] = pack(INTS, width, lanes)

    builder.append(step)


def _scatter(builder: Builder, op: own.ScatterOp) -> None:
    width, count = builder.vector(op, op.value), lane_count(op.value.type)
    addresses = _scattered(builder, op)
    store = placed(builder, op, op.base).store
    size, source = element_bytes(indexed(op, op.base)), builder.slot(op.value)

    def step(frame: Frame) -> None:
        lanes = unpack(INTS, count, width, frame[source])
        for i, place in addresses(frame):
            store(place, size, lanes[i])

    builder.append(step)
