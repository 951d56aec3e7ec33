"""
The vector operations of the source interpreter.

A vector is one number with lane 0 in its lowest bits; a reduction goes from lane 0 up.
In memory lanes are accessed one after the other, masked ones only where active.
"""

from collections.abc import Callable, Sequence
from functools import reduce
from itertools import product
from operator import lt
from typing import TypeAlias, cast

from xdsl.dialects import vector
from xdsl.dialects.builtin import VectorType
from xdsl.ir import Attribute, Operation, SSAValue

from circ.dialects.common.algebra import INTS, to_signed
from circ.dialects.common.diagnostics import unsupported
from circ.dialects.common.dispatch import rule
from circ.dialects.common.half import half_of
from circ.dialects.common.lanes import pack, unpack
from circ.dialects.source import vector as own
from circ.dialects.source.arrays import array_of, indexed
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
    indices_of,
    reduction_of,
    shuffled_lanes,
    transfer_of,
)
from circ.targets.execute.source.arith import combination
from circ.targets.execute.source.builder import Builder, Compilers, lanewise
from circ.targets.execute.source.math import fma_of
from circ.targets.execute.source.memory import WORD_MASK, address, memory_of
from circ.targets.execute.steps import Frame

# region Lanes


def _append(builder: Builder, op: Operation, compute: Callable[..., int]) -> None:
    """Append a step that computes the result from the whole operands."""
    builder.apply(compute, builder.slots(op.operands), builder.slot(op.results[0]))


def _pick(builder: Builder, op: Operation, chosen: Callable[[], Sequence[int]]) -> None:
    """
    Select the lanes of the result from those of the operands, numbered through them.
    """
    width = builder.vector(op, op.results[0])
    for value in op.operands:
        builder.lane(op, value)
    counts, places = [lane_count(value.type) for value in op.operands], chosen()

    def picked(*values: int) -> int:
        lanes = [
            lane
            for count, value in zip(counts, values, strict=True)
            for lane in unpack(INTS, count, width, value)
        ]
        return pack(INTS, width, [lanes[place] for place in places])

    _append(builder, op, picked)


def _broadcast(builder: Builder, op: vector.BroadcastOp) -> None:
    _pick(builder, op, lambda: broadcast_lanes(op))


def _shuffle(builder: Builder, op: vector.ShuffleOp) -> None:
    _pick(builder, op, lambda: shuffled_lanes(op))


def _shape_cast(builder: Builder, op: own.ShapeCastOp) -> None:
    _pick(builder, op, lambda: range(lane_count(op.result.type)))


def _extract_slice(builder: Builder, op: own.ExtractStridedSliceOp) -> None:
    _pick(builder, op, lambda: op.lanes)


def _insert_slice(builder: Builder, op: own.InsertStridedSliceOp) -> None:
    def chosen() -> Sequence[int]:
        count = lane_count(op.source.type)
        places = [*range(count, count + lane_count(op.dest.type))]
        for number, place in enumerate(op.lanes):
            places[place] = number
        return places

    _pick(builder, op, chosen)


def _extract(builder: Builder, op: vector.ExtractOp) -> None:
    width, count = builder.vector(op, op.vector), lane_count(op.vector.type)
    builder.lane(op, op.result)
    row, place = lane_count(op.result.type), _row_number(op, op.vector)

    def extracted(value: int, *positions: int) -> int:
        lanes, first = unpack(INTS, count, width, value), place(positions) * row
        return pack(INTS, width, lanes[first : first + row])

    _append(builder, op, extracted)


def _insert(builder: Builder, op: vector.InsertOp) -> None:
    width, count = builder.vector(op, op.dest), lane_count(op.dest.type)
    builder.lane(op, op.source)
    row, place = lane_count(op.source.type), _row_number(op, op.dest)

    def changed(value: int, dest: int, *positions: int) -> int:
        lanes, first = unpack(INTS, count, width, dest), place(positions) * row
        lanes[first : first + row] = unpack(INTS, row, width, value)
        return pack(INTS, width, lanes)

    _append(builder, op, changed)


def _row_number(
    op: vector.ExtractOp | vector.InsertOp, value: SSAValue
) -> Callable[[Sequence[int]], int]:
    """The row-major number of an element or subvector; dynamic indices wrap."""
    type = vector_type(value.type)
    assert type is not None, value
    shape = type.get_shape()
    place = indices_of(op, shape)

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
    combine = combination(kind, width, half_of(op.vector.type))

    def reduced(value: int, *start: int) -> int:
        return reduce(combine, (*start, *unpack(INTS, count, width, value)))

    _append(builder, op, reduced)


def _fma(builder: Builder, op: vector.FMAOp) -> None:
    compute = fma_of(op, builder.vector(op, op.res))
    _append(builder, op, lanewise(compute, op.operands, op.res))


def _constant_mask(builder: Builder, op: own.ConstantMaskOp) -> None:
    builder.vector(op, op.result)
    builder.constant(op.result, pack(INTS, 1, op.lanes))


def _create_mask(builder: Builder, op: vector.CreateMaskOp) -> None:
    builder.vector(op, op.mask_vector)
    shape = cast(VectorType[Attribute], op.mask_vector.type).get_shape()
    lanes = list(product(*map(range, shape)))

    def mask(*counts: int) -> int:
        signed = [to_signed(WORD, count) for count in counts]
        return pack(INTS, 1, [int(all(map(lt, lane, signed))) for lane in lanes])

    _append(builder, op, mask)


# endregion
# region Memory

Addresses: TypeAlias = Callable[[Frame], Sequence[int | None]]
"""The address of each lane; None for one that is not accessed."""


def _load(
    builder: Builder,
    op: Operation,
    base: SSAValue,
    addresses: Addresses,
    other: SSAValue | None = None,
) -> None:
    """
    Append a step that loads the lanes of the result.

    A lane without an address comes from `other`, a vector or a scalar.
    """
    (result,) = op.results
    width, count = builder.vector(op, result), lane_count(result.type)
    load, size = memory_of(builder, op, base).load, element_bytes(indexed(op, base))
    target, lane_bits = builder.slot(result), (1 << width) - 1
    others = builder.constant_slot(0) if other is None else builder.slot(other)
    splat = other is not None and vector_type(other.type) is None

    def step(frame: Frame) -> None:
        rest = frame[others]
        lanes = [rest] * count if splat else unpack(INTS, count, width, rest)
        for lane, place in enumerate(addresses(frame)):
            if place is not None:
                lanes[lane] = load(place, size) & lane_bits
        frame[target] = pack(INTS, width, lanes)

    builder.append(step)


def _store(
    builder: Builder,
    op: Operation,
    base: SSAValue,
    addresses: Addresses,
    value: SSAValue,
) -> None:
    """Append a step that stores the lanes that have an address."""
    width, count = builder.vector(op, value), lane_count(value.type)
    store, size = memory_of(builder, op, base).store, element_bytes(indexed(op, base))
    source = builder.slot(value)

    def step(frame: Frame) -> None:
        lanes = unpack(INTS, count, width, frame[source])
        for place, lane in zip(addresses(frame), lanes, strict=True):
            if place is not None:
                store(place, size, lane)

    builder.append(step)


def _row(
    builder: Builder,
    op: Operation,
    base: SSAValue,
    indices: Sequence[SSAValue],
    value: SSAValue,
    mask: SSAValue | None = None,
) -> Addresses:
    """The addresses of the contiguous lanes of a vector of one dimension."""
    array = array_of(op, base)
    strides, size = byte_strides(array), element_bytes(array)
    if not strides or strides[-1] != size:
        raise unsupported(op, f"a vector of an array of type {array}")
    start = address(builder, op, base, builder.slots(indices))
    type = vector_type(value.type)
    if type is None or type.get_num_dims() != 1:
        raise unsupported(op, f"a value of type {value.type}")
    distances = [lane * size for lane in range(lane_count(type))]
    if mask is None:
        return lambda frame: _following(start(frame), distances)
    enabled = builder.slot(mask)

    def addresses(frame: Frame) -> Sequence[int | None]:
        on = frame[enabled]
        places = _following(start(frame), distances)
        return [place if on >> lane & 1 else None for lane, place in enumerate(places)]

    return addresses


def _following(start: int, distances: Sequence[int]) -> list[int]:
    return [start + distance & WORD_MASK for distance in distances]


def _vector_load(builder: Builder, op: vector.LoadOp) -> None:
    _load(builder, op, op.base, _row(builder, op, op.base, op.indices, op.result))


def _vector_store(builder: Builder, op: vector.StoreOp) -> None:
    addresses = _row(builder, op, op.base, op.indices, op.vector)
    _store(builder, op, op.base, addresses, op.vector)


def _masked_load(builder: Builder, op: vector.MaskedLoadOp) -> None:
    addresses = _row(builder, op, op.base, op.indices, op.result, op.mask)
    _load(builder, op, op.base, addresses, op.pass_thru)


def _masked_store(builder: Builder, op: vector.MaskedStoreOp) -> None:
    value = op.value_to_store
    addresses = _row(builder, op, op.base, op.indices, value, op.mask)
    _store(builder, op, op.base, addresses, value)


def _transferred(builder: Builder, op: Transfer) -> Addresses:
    """The addresses of a transfer; None for lanes that are out of bounds."""
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

    def addresses(frame: Frame) -> list[int | None]:
        start, on = first(frame), -1 if mask is None else frame[mask]
        return [
            start + distance & WORD_MASK
            if on >> bit & 1
            and all(to_signed(WORD, frame[slot]) < limit for slot, limit in limits)
            else None
            for bit, (distance, limits) in zip(mask_lanes, lanes, strict=True)
        ]

    return addresses


def _transfer_read(builder: Builder, op: vector.TransferReadOp) -> None:
    builder.vector(op, op.result)
    _load(builder, op, op.source, _transferred(builder, op), op.padding)


def _transfer_write(builder: Builder, op: vector.TransferWriteOp) -> None:
    builder.vector(op, op.vector)
    _store(builder, op, op.source, _transferred(builder, op), op.vector)


def _scattered(builder: Builder, op: own.GatherOp | own.ScatterOp) -> Addresses:
    """The addresses of a gather or scatter, whose lanes are added to the last index."""
    width, count = builder.vector(op, op.index_vec), lane_count(op.index_vec.type)
    builder.vector(op, op.mask)
    start = address(builder, op, op.base, builder.slots(op.indices))
    if not op.indices:
        raise unsupported(op, f"an array of type {op.base.type}")
    stride = byte_strides(indexed(op, op.base))[-1]
    numbers, mask = builder.slot(op.index_vec), builder.slot(op.mask)

    def addresses(frame: Frame) -> list[int | None]:
        first, on = start(frame), frame[mask]
        lanes = unpack(INTS, count, width, frame[numbers])
        return [
            first + to_signed(width, lane) * stride & WORD_MASK if on >> i & 1 else None
            for i, lane in enumerate(lanes)
        ]

    return addresses


def _gather(builder: Builder, op: own.GatherOp) -> None:
    builder.vector(op, op.result)
    _load(builder, op, op.base, _scattered(builder, op), op.pass_thru)


def _scatter(builder: Builder, op: own.ScatterOp) -> None:
    builder.vector(op, op.value)
    _store(builder, op, op.base, _scattered(builder, op), op.value)


# endregion

VECTOR: Compilers = dict(
    (
        rule(vector.BroadcastOp, _broadcast),
        rule(vector.ExtractOp, _extract),
        rule(vector.InsertOp, _insert),
        rule(vector.ReductionOp, _reduce),
        rule(vector.ShuffleOp, _shuffle),
        rule(own.ShapeCastOp, _shape_cast),
        rule(own.ExtractStridedSliceOp, _extract_slice),
        rule(own.InsertStridedSliceOp, _insert_slice),
        rule(vector.FMAOp, _fma),
        rule(own.ConstantMaskOp, _constant_mask),
        rule(vector.CreateMaskOp, _create_mask),
        rule(vector.LoadOp, _vector_load),
        rule(vector.StoreOp, _vector_store),
        rule(vector.MaskedLoadOp, _masked_load),
        rule(vector.MaskedStoreOp, _masked_store),
        rule(vector.TransferReadOp, _transfer_read),
        rule(vector.TransferWriteOp, _transfer_write),
        rule(own.GatherOp, _gather),
        rule(own.ScatterOp, _scatter),
    )
)
