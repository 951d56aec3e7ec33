"""
The vector operations of the source interpreter.

A vector is one number with lane 0 in its lowest bits; a reduction goes from lane 0 up.
In memory lanes are accessed one after the other, masked ones only where active.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
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
from circ.dialects.common.lanes import by_lanes, pack, unpack
from circ.dialects.source import vector as own
from circ.dialects.source.arrays import indexed
from circ.dialects.source.descriptors import byte_strides, sizes_of
from circ.dialects.source.lane_meanings import Meaning, lane_meanings
from circ.dialects.source.layout import (
    WORD,
    element_bytes,
    has_rows,
    lane_count,
    lane_of,
    lane_width,
    vector_type,
)
from circ.dialects.source.vector_lanes import ExtractElementOp, InsertElementOp
from circ.dialects.source.vectors import (
    Element,
    Transfer,
    indices_of,
    transfer_of,
)
from circ.targets.execute.source.arith import CONVERSIONS, combination
from circ.targets.execute.source.builder import Builder, Compilers, lanewise
from circ.targets.execute.source.math import fma_of
from circ.targets.execute.source.memory import WORD_MASK, address, memory_of
from circ.targets.execute.steps import Frame

# region Lanes


def _append(builder: Builder, op: Operation, compute: Callable[..., int]) -> None:
    """Append a step that computes the result from the whole operands."""
    builder.apply(compute, builder.slots(op.operands), builder.slot(op.results[0]))


@dataclass(frozen=True)
class _Vector:
    """Lanes in a slot, and their type."""

    slot: int
    count: int
    type: Attribute


class _LaneSteps:
    """Appends the steps of an operation's meaning (`Lanes`)."""

    def __init__(self, builder: Builder, op: Operation):
        self._builder = builder
        self._op = op

    def lanes(self, value: SSAValue) -> _Vector:
        self._builder.lane(self._op, value)
        slot = self._builder.slot(value)
        return _Vector(slot, lane_count(value.type), lane_of(value.type))

    def constant(self, type: Attribute, numbers: Sequence[int]) -> _Vector:
        bits = pack(INTS, _width(type), numbers)
        return _Vector(self._builder.constant_slot(bits), len(numbers), type)

    def _step(
        self,
        compute: Callable[..., int],
        sources: Sequence[_Vector],
        count: int,
        type: Attribute,
    ) -> _Vector:
        target = self._builder.constant_slot(0)
        self._builder.apply(compute, [source.slot for source in sources], target)
        return _Vector(target, count, type)

    def pick(self, sources: Sequence[_Vector], places: Sequence[int]) -> _Vector:
        width, counts = _width(sources[0].type), [source.count for source in sources]

        def picked(*values: int) -> int:
            lanes = [
                lane
                for count, value in zip(counts, values, strict=True)
                for lane in unpack(INTS, count, width, value)
            ]
            return pack(INTS, width, [lanes[place] for place in places])

        return self._step(picked, sources, len(places), sources[0].type)

    def _lanewise(
        self, compute: Callable[..., int], operands: Sequence[_Vector], type: Attribute
    ) -> _Vector:
        count, widths = operands[0].count, [_width(value.type) for value in operands]
        to = _width(type)

        def lanes(*values: int) -> int:
            return by_lanes(INTS, count, widths, to, lambda c: compute(*c), values)

        return self._step(lanes, operands, count, type)

    def combine(
        self,
        kind: type[Operation],
        element: Attribute,
        first: _Vector,
        second: _Vector,
    ) -> _Vector:
        compute = combination(kind, _width(first.type), half_of(element))
        return self._lanewise(compute, (first, second), first.type)

    def widen(self, kind: type[Operation], value: _Vector, type: Attribute) -> _Vector:
        compute = partial(CONVERSIONS[kind], _width(value.type), _width(type))
        return self._lanewise(compute, (value,), type)

    def fma(self, x: _Vector, y: _Vector, z: _Vector) -> _Vector:
        return self._lanewise(fma_of(self._op, _width(x.type)), (x, y, z), x.type)


def _width(type: Attribute) -> int:
    width = lane_width(type)
    assert width is not None, type
    return width


def _compile_meaning(builder: Builder, op: Operation) -> None:
    for result in op.results:
        builder.lane(op, result)
    lanes = MEANINGS[type(op)](_LaneSteps(builder, op), op)
    for value, result in zip(lanes, op.results, strict=True):
        builder.copy(value.slot, builder.slot(result))


MEANINGS: Mapping[type[Operation], Meaning[_Vector, Operation]] = lane_meanings()


def _extract(builder: Builder, op: vector.ExtractOp | ExtractElementOp) -> None:
    width, count = builder.vector(op, op.vector), lane_count(op.vector.type)
    builder.lane(op, op.result)
    row, place = lane_count(op.result.type), _row_number(op, op.vector)

    def extracted(value: int, *positions: int) -> int:
        lanes, first = unpack(INTS, count, width, value), place(positions) * row
        return pack(INTS, width, lanes[first : first + row])

    _append(builder, op, extracted)


def _insert(builder: Builder, op: vector.InsertOp | InsertElementOp) -> None:
    width, count = builder.vector(op, op.dest), lane_count(op.dest.type)
    builder.lane(op, op.source)
    row, place = lane_count(op.source.type), _row_number(op, op.dest)

    def changed(value: int, dest: int, *positions: int) -> int:
        lanes, first = unpack(INTS, count, width, dest), place(positions) * row
        lanes[first : first + row] = unpack(INTS, row, width, value)
        return pack(INTS, width, lanes)

    _append(builder, op, changed)


def _row_number(op: Element, value: SSAValue) -> Callable[[Sequence[int]], int]:
    """The row-major number of an element or subvector; dynamic indices wrap."""
    type = vector_type(value.type)
    assert type is not None, value
    shape = type.get_shape()
    place = indices_of(op, shape)

    def number(variable: Sequence[int]) -> int:
        rest, row = iter(variable), 0
        for position, extent in zip(place, shape, strict=False):
            index = position if isinstance(position, int) else next(rest)
            row = row * extent + (index & WORD_MASK) % extent
        return row

    return number


def _fma(builder: Builder, op: vector.FMAOp) -> None:
    compute = fma_of(op, builder.vector(op, op.res))
    _append(builder, op, lanewise(compute, op.operands, op.res))


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
    array = indexed(op, base)
    size = element_bytes(array)
    if not has_rows(array):
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


def _compressed(
    builder: Builder, op: own.ExpandLoadOp | own.CompressStoreOp, value: SSAValue
) -> Addresses:
    """Consecutive addresses for the enabled lanes."""
    row = _row(builder, op, op.base, op.indices, value)
    enabled, count = builder.slot(op.mask), lane_count(value.type)

    def addresses(frame: Frame) -> Sequence[int | None]:
        on, places = frame[enabled], iter(row(frame))
        return [next(places) if on >> lane & 1 else None for lane in range(count)]

    return addresses


def _expand_load(builder: Builder, op: own.ExpandLoadOp) -> None:
    _load(builder, op, op.base, _compressed(builder, op, op.result), op.pass_thru)


def _compress_store(builder: Builder, op: own.CompressStoreOp) -> None:
    _store(builder, op, op.base, _compressed(builder, op, op.value), op.value)


def _transferred(builder: Builder, op: Transfer) -> Addresses:
    """The addresses of a transfer; None for lanes that are out of bounds."""
    transfer = transfer_of(op)
    indices = builder.slots(op.indices)
    first = address(builder, op, op.source, indices)
    extents, strides = (
        [*map(builder.as_slot, words)]
        for words in (sizes_of(builder, op.source), byte_strides(builder, op.source))
    )
    lanes: list[tuple[list[tuple[int, int]], list[tuple[int, int, int]]]] = []
    for offset in transfer.offsets:
        steps = [pair for pair in zip(offset, strides, strict=True) if pair[0]]
        limits = [(indices[k], offset[k], extents[k]) for k in transfer.checked]
        lanes.append((steps, limits))
    mask = None if op.mask is None else builder.slot(op.mask)
    mask_lanes = transfer.mask_lanes

    def addresses(frame: Frame) -> list[int | None]:
        start, on = first(frame), -1 if mask is None else frame[mask]
        return [
            start + sum(step * frame[by] for step, by in steps) & WORD_MASK
            if on >> bit & 1
            and all(
                to_signed(WORD, frame[index]) + step < to_signed(WORD, frame[extent])
                for index, step, extent in limits
            )
            else None
            for bit, (steps, limits) in zip(mask_lanes, lanes, strict=True)
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
    stride = builder.as_slot(byte_strides(builder, op.base)[-1])
    numbers, mask = builder.slot(op.index_vec), builder.slot(op.mask)

    def addresses(frame: Frame) -> list[int | None]:
        first, on = start(frame), frame[mask]
        lanes = unpack(INTS, count, width, frame[numbers])
        return [
            first + to_signed(width, lane) * frame[stride] & WORD_MASK
            if on >> i & 1
            else None
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
        *((op, _compile_meaning) for op in MEANINGS),
        rule(vector.ExtractOp, _extract),
        rule(vector.InsertOp, _insert),
        rule(ExtractElementOp, _extract),
        rule(InsertElementOp, _insert),
        rule(vector.FMAOp, _fma),
        rule(vector.CreateMaskOp, _create_mask),
        rule(vector.LoadOp, _vector_load),
        rule(vector.StoreOp, _vector_store),
        rule(vector.MaskedLoadOp, _masked_load),
        rule(vector.MaskedStoreOp, _masked_store),
        rule(vector.TransferReadOp, _transfer_read),
        rule(vector.TransferWriteOp, _transfer_write),
        rule(own.ExpandLoadOp, _expand_load),
        rule(own.CompressStoreOp, _compress_store),
        rule(own.GatherOp, _gather),
        rule(own.ScatterOp, _scatter),
    )
)
