"""
Accesses of memory by vectors of other shapes than sixteen lanes, and masks for them.

An access touches the lanes of the vector and nothing behind them: whole vectors where
sixteen lanes are in a row, else elements. A part under a mask is one access again; a
transfer that is no row, or of lanes that are scalars, is one of each lane.
"""

from collections.abc import Sequence
from itertools import product
from typing import cast

from xdsl.dialects import arith, memref, scf, vector
from xdsl.dialects.builtin import IndexType, VectorType, i1, i32
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from circ.dialects.common.diagnostics import unsupported
from circ.dialects.source.layout import (
    LANES,
    byte_strides,
    element_bytes,
    lane_count,
    lane_of,
    vector_type,
)
from circ.dialects.source.vector import GatherOp, ScatterOp
from circ.dialects.source.vectors import Transfer, TransferShape, transfer_of
from circ.targets.execute.source.views import array_of, indexed
from circ.targets.execute.vector_parts import is_row, parts_of
from circ.transforms.conversion.to_circuit.vector_splitter import (
    Handler,
    Splitter,
    no_overflow,
)


def _check_row(op: Operation, value: SSAValue) -> None:
    """Diagnose a vector that is no row of an array, which has one dimension."""
    type = vector_type(value.type)
    if type is None or type.get_num_dims() != 1:
        raise unsupported(op, f"a value of type {value.type}")


def _check_access(op: Operation, base: SSAValue, value: SSAValue) -> None:
    _check_row(op, value)
    array = array_of(op, base)
    strides = byte_strides(array)
    if not strides or strides[-1] != element_bytes(array):
        raise unsupported(op, f"a vector of an array of type {array}")


def _are_scalars(value: SSAValue) -> bool:
    """Is each part of a vector one lane?"""
    return vector_type(parts_of(value.type)[0]) is None


def _behind(s: Splitter, indices: Sequence[SSAValue], lanes: int) -> list[SSAValue]:
    """The indices of an element so many lanes further on."""
    if not lanes:
        return list(indices)
    return [*indices[:-1], s.sum(indices[-1], s.index(lanes))]


# region Masks


def _all_on(s: Splitter, lanes: int) -> list[SSAValue]:
    """The parts of a mask, off behind the last lane."""
    on = [int(lane < lanes) for lane in range(-(-lanes // LANES) * LANES)]
    return s.constants(VectorType(i1, [len(on)]), on)


def _both(s: Splitter, one: SSAValue, other: SSAValue) -> SSAValue:
    return s.make(arith.AndIOp, [one, other], one.type)


def _mask_parts(s: Splitter, mask: SSAValue, lanes: int) -> list[SSAValue]:
    """A mask's parts, off behind the last lane."""
    parts = list(s.of(mask))
    if lanes % LANES:
        parts[-1] = _both(s, parts[-1], _all_on(s, lanes)[-1])
    return parts


def _below(s: Splitter, count: SSAValue, lanes: int) -> list[SSAValue]:
    """The parts of a mask that is on below a signed number."""
    if lanes > LANES:  # so that the differences do not wrap
        count = s.make(arith.MaxSIOp, [count, s.index(0)], IndexType())
    part = VectorType(i1, [LANES])
    return [
        s.make(vector.CreateMaskOp, _behind(s, [count], -first), part)
        for first in range(0, lanes, LANES)
    ]


def create_mask(s: Splitter, op: Operation) -> None:
    """A mask of several dimensions is on where those of all dimensions are."""
    assert isinstance(op, vector.CreateMaskOp)
    type = cast(VectorType[Attribute], op.mask_vector.type)
    shape = type.get_shape()
    columns = [
        _below(s, count, extent)
        for count, extent in zip(op.mask_dim_sizes, shape, strict=True)
    ]
    if len(shape) == 1:
        s.define(op.mask_vector, columns[0])
        return
    bits = [
        [s.extract(parts[i // LANES], i % LANES) for i in range(extent)]
        for parts, extent in zip(columns, shape, strict=True)
    ]
    lanes: list[SSAValue] = []
    for place in product(*map(range, shape)):
        first, *others = (bits[k][i] for k, i in enumerate(place))
        for other in others:
            first = _both(s, first, other)
        lanes.append(first)
    s.define(op.mask_vector, s.assembled(type, lanes))


def _conditional(
    s: Splitter, condition: SSAValue | None, op: Operation, other: SSAValue | None
) -> Sequence[SSAValue]:
    """The result of an operation under a condition, or else another value."""
    if condition is None:
        return s.add(op).results
    at = op.location
    end = scf.YieldOp.create(operands=op.results, location=at)
    regions = [Region(Block([op, end])), Region()]
    if other is not None:
        end = scf.YieldOp.create(operands=[other], location=at)
        regions[1] = Region(Block([end]))
    made = scf.IfOp.create(
        operands=[condition],
        result_types=op.result_types,
        regions=regions,
        location=at,
    )
    return s.add(made).results


def _load_one(
    s: Splitter, base: SSAValue, place: Sequence[SSAValue], element: Attribute
) -> Operation:
    return memref.LoadOp.create(
        operands=[base, *place], result_types=[element], location=s.op.location
    )


def _store_one(
    s: Splitter, lane: SSAValue, base: SSAValue, place: Sequence[SSAValue]
) -> Operation:
    return memref.StoreOp.create(operands=[lane, base, *place], location=s.op.location)


# endregion
# region Rows


def _load_row(
    s: Splitter, base: SSAValue, indices: Sequence[SSAValue], result: SSAValue
) -> None:
    element, count = lane_of(result.type), lane_count(result.type)
    parts: list[SSAValue] = []
    for k, part in enumerate(parts_of(result.type)):
        if vector_type(part) and (k + 1) * LANES <= count:
            operands = [base, *_behind(s, indices, k * LANES)]
            parts.append(s.make(vector.LoadOp, operands, part))
            continue
        rest = range(k * LANES, count) if vector_type(part) else (k,)
        lanes = [
            s.add(_load_one(s, base, _behind(s, indices, i), element)).results[0]
            for i in rest
        ]
        if vector_type(part):
            (value,) = s.assembled(VectorType(element, [len(lanes)]), lanes)
            parts.append(value)
        else:
            parts += lanes
    s.define(result, parts)


def _store_row(
    s: Splitter, value: SSAValue, base: SSAValue, indices: Sequence[SSAValue]
) -> None:
    count = lane_count(value.type)
    for k, part in enumerate(s.of(value)):
        whole = vector_type(part.type) is not None
        if whole and (k + 1) * LANES <= count:
            operands = [part, base, *_behind(s, indices, k * LANES)]
            s.add(vector.StoreOp.create(operands=operands, location=s.op.location))
            continue
        for i in range(k * LANES, count) if whole else (k,):
            lane = s.extract(part, i % LANES) if whole else part
            s.add(_store_one(s, lane, base, _behind(s, indices, i)))


def _load(s: Splitter, op: Operation) -> None:
    assert isinstance(op, vector.LoadOp)
    _check_access(op, op.base, op.result)
    _load_row(s, op.base, op.indices, op.result)


def _store(s: Splitter, op: Operation) -> None:
    assert isinstance(op, vector.StoreOp)
    _check_access(op, op.base, op.vector)
    _store_row(s, op.vector, op.base, op.indices)


def _load_masked(
    s: Splitter,
    base: SSAValue,
    indices: Sequence[SSAValue],
    masks: Sequence[SSAValue],
    others: Sequence[SSAValue],
) -> list[SSAValue]:
    """The parts of a row under masks, of other parts where these are off."""
    parts: list[SSAValue] = []
    for k, (mask, other) in enumerate(zip(masks, others, strict=True)):
        operands = [base, *_behind(s, indices, k * LANES), mask, other]
        parts.append(s.make(vector.MaskedLoadOp, operands, other.type))
    return parts


def _store_masked(
    s: Splitter,
    parts: Sequence[SSAValue],
    base: SSAValue,
    indices: Sequence[SSAValue],
    masks: Sequence[SSAValue],
) -> None:
    for k, (mask, part) in enumerate(zip(masks, parts, strict=True)):
        operands = [base, *_behind(s, indices, k * LANES), mask, part]
        at = s.op.location
        s.add(vector.MaskedStoreOp.create(operands=operands, location=at))


def _masked_load(s: Splitter, op: Operation) -> None:
    assert isinstance(op, vector.MaskedLoadOp)
    _check_access(op, op.base, op.result)
    count, element = lane_count(op.result.type), lane_of(op.result.type)
    if not _are_scalars(op.result):
        masks = _mask_parts(s, op.mask, count)
        parts = _load_masked(s, op.base, op.indices, masks, s.of(op.pass_thru))
        s.define(op.result, parts)
        return
    lanes: list[SSAValue] = []
    columns = zip(s.lanes(op.mask), s.of(op.pass_thru), strict=True)
    for i, (on, other) in enumerate(columns):
        load = _load_one(s, op.base, _behind(s, op.indices, i), element)
        lanes += _conditional(s, on, load, other)
    s.define(op.result, lanes)


def _masked_store(s: Splitter, op: Operation) -> None:
    assert isinstance(op, vector.MaskedStoreOp)
    value = op.value_to_store
    _check_access(op, op.base, value)
    if not _are_scalars(value):
        masks = _mask_parts(s, op.mask, lane_count(value.type))
        _store_masked(s, s.of(value), op.base, op.indices, masks)
        return
    for i, (on, lane) in enumerate(zip(s.lanes(op.mask), s.of(value), strict=True)):
        store = _store_one(s, lane, op.base, _behind(s, op.indices, i))
        _conditional(s, on, store, None)


# endregion
# region Transfers


def _masks_of(s: Splitter, op: Transfer, transfer: TransferShape) -> list[SSAValue]:
    """The parts of what a row's mask and its bounds leave of it."""
    (count,) = transfer.shape
    masks = _all_on(s, count) if op.mask is None else _mask_parts(s, op.mask, count)
    if transfer.checked:
        extent = array_of(op, op.source).get_shape()[-1]
        operands = [s.index(extent), op.indices[-1]]
        left = s.make(arith.SubiOp, operands, IndexType(), no_overflow())
        inside = _below(s, left, count)
        masks = [_both(s, *pair) for pair in zip(masks, inside, strict=True)]
    return masks


def _whole_rows(s: Splitter, op: Transfer) -> list[list[SSAValue]] | None:
    """The indices of the parts of a row without a mask, where all are whole."""
    (count,) = transfer_of(op).shape
    if op.mask is not None or count % LANES:
        return None
    extent = s.index(array_of(op, op.source).get_shape()[-1])
    # What begins behind the end is left out; so that sums do not wrap:
    last = s.make(arith.MinSIOp, [op.indices[-1], extent], IndexType())
    indices = [*op.indices[:-1], last]
    return [_behind(s, indices, first) for first in range(0, count, LANES)]


class _Lanes:
    """The lanes of a transfer that is done one by one."""

    def __init__(self, s: Splitter, op: Transfer, transfer: TransferShape):
        self.s, self.op, self.transfer = s, op, transfer
        self.shape = array_of(op, op.source).get_shape()
        self.mask = None if op.mask is None else s.lanes(op.mask)
        self._inside: dict[tuple[int, int], SSAValue] = {}

    def place(self, offset: Sequence[int]) -> list[SSAValue]:
        s = self.s
        return [
            s.sum(index, s.index(step)) if step else index
            for index, step in zip(self.op.indices, offset, strict=True)
        ]

    def condition(self, lane: int, offset: Sequence[int]) -> SSAValue | None:
        """Is a lane on, and before the end? None where it always is."""
        s, found = self.s, None
        if self.mask is not None:
            found = self.mask[self.transfer.mask_lanes[lane]]
        for dimension in self.transfer.checked:
            key = dimension, offset[dimension]
            if key not in self._inside:
                limit = s.index(self.shape[dimension] - offset[dimension])
                index = self.op.indices[dimension]
                self._inside[key] = s.compare("slt", index, limit)
            inside = self._inside[key]
            found = inside if found is None else _both(s, found, inside)
        return found


def _transfer_read(s: Splitter, op: Operation) -> None:
    assert isinstance(op, vector.TransferReadOp)
    transfer, array = transfer_of(op), array_of(op, op.source)
    element = lane_of(op.result.type)
    row = is_row(array, transfer)
    if row and op.mask is None and not transfer.checked:
        _load_row(s, op.source, op.indices, op.result)
        return
    if row and not _are_scalars(op.result):
        types = parts_of(op.result.type)
        if (rows := _whole_rows(s, op)) is not None:
            parts = [
                s.make(type(op), [op.source, *indices, op.padding], part, op.properties)
                for indices, part in zip(rows, types, strict=True)
            ]
            s.define(op.result, parts)
            return
        others = [s.make(vector.BroadcastOp, [op.padding], part) for part in types]
        masks = _masks_of(s, op, transfer)
        s.define(op.result, _load_masked(s, op.source, op.indices, masks, others))
        return
    lanes = _Lanes(s, op, transfer)
    found: list[SSAValue] = []
    for lane, offset in enumerate(transfer.offsets):
        condition = lanes.condition(lane, offset)
        load = _load_one(s, op.source, lanes.place(offset), element)
        found += _conditional(s, condition, load, op.padding)
    s.define(op.result, s.assembled(op.result.type, found))


def _transfer_write(s: Splitter, op: Operation) -> None:
    assert isinstance(op, vector.TransferWriteOp)
    transfer, array = transfer_of(op), array_of(op, op.source)
    row = is_row(array, transfer)
    if row and op.mask is None and not transfer.checked:
        _store_row(s, op.vector, op.source, op.indices)
        return
    if row and not _are_scalars(op.vector):
        if (rows := _whole_rows(s, op)) is not None:
            for indices, part in zip(rows, s.of(op.vector), strict=True):
                made = vector.TransferWriteOp.create(
                    operands=[part, op.source, *indices],
                    properties=dict(op.properties),
                    location=op.location,
                )
                s.add(made)
            return
        masks = _masks_of(s, op, transfer)
        _store_masked(s, s.of(op.vector), op.source, op.indices, masks)
        return
    lanes, values = _Lanes(s, op, transfer), s.lanes(op.vector)
    for lane, offset in enumerate(transfer.offsets):
        condition = lanes.condition(lane, offset)
        store = _store_one(s, values[lane], op.source, lanes.place(offset))
        _conditional(s, condition, store, None)


# endregion
# region Gathers


def _index_parts(s: Splitter, value: SSAValue) -> list[SSAValue]:
    """The indices as vectors; those of 64 bits as the words that count."""
    parts = s.of(value)
    if vector_type(parts[0].type):
        return parts
    words = [s.make(arith.TruncIOp, [lane], i32) for lane in s.lanes(value)]
    return s.assembled(VectorType(i32, [len(words)]), words)


def _check_scattered(op: GatherOp | ScatterOp) -> None:
    indexed(op, op.base)
    if not op.indices:
        raise unsupported(op, f"an array of type {op.base.type}")


def _place(s: Splitter, op: GatherOp | ScatterOp, number: SSAValue) -> list[SSAValue]:
    """The indices of the element that a lane is, in the array."""
    if number.type != IndexType():
        number = s.make(arith.IndexCastOp, [number], IndexType())
    return [*op.indices[:-1], s.sum(op.indices[-1], number)]


def _gather(s: Splitter, op: Operation) -> None:
    assert isinstance(op, GatherOp)
    _check_scattered(op)
    element, parts = lane_of(op.result.type), list[SSAValue]()
    if _are_scalars(op.result):
        values = (op.index_vec, op.mask, op.pass_thru)
        for number, on, other in zip(*map(s.lanes, values), strict=True):
            load = _load_one(s, op.base, _place(s, op, number), element)
            parts += _conditional(s, on, load, other)
    else:
        numbers = _index_parts(s, op.index_vec)
        masks = _mask_parts(s, op.mask, lane_count(op.result.type))
        for number, on, other in zip(numbers, masks, s.of(op.pass_thru), strict=True):
            operands = [op.base, *op.indices, number, on, other]
            parts.append(s.make(GatherOp, operands, other.type))
    s.define(op.result, parts)


def _scatter(s: Splitter, op: Operation) -> None:
    assert isinstance(op, ScatterOp)
    _check_scattered(op)
    if _are_scalars(op.value):
        values = (op.index_vec, op.mask, op.value)
        for number, on, lane in zip(*map(s.lanes, values), strict=True):
            store = _store_one(s, lane, op.base, _place(s, op, number))
            _conditional(s, on, store, None)
        return
    numbers = _index_parts(s, op.index_vec)
    masks = _mask_parts(s, op.mask, lane_count(op.value.type))
    for number, on, part in zip(numbers, masks, s.of(op.value), strict=True):
        operands = [op.base, *op.indices, number, on, part]
        s.add(ScatterOp.create(operands=operands, location=op.location))


# endregion

ACCESSES: dict[type[Operation], Handler] = {
    vector.LoadOp: _load,
    vector.StoreOp: _store,
    vector.MaskedLoadOp: _masked_load,
    vector.MaskedStoreOp: _masked_store,
    vector.TransferReadOp: _transfer_read,
    vector.TransferWriteOp: _transfer_write,
    GatherOp: _gather,
    ScatterOp: _scatter,
}
