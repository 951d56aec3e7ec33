"""
Masked accesses, and transfers past the end of a dimension.

A lane that is masked out or past the end accesses no memory. A transfer that is in
bounds, which is tested at run time, is one access; otherwise its lanes are accessed one
by one, like those of a masked access, of lanes that are not consecutive, and of a shape
of several dimensions. Loops go over the lanes, in spans if there are many; lanes of 64
bits are unrolled.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeAlias

from xdsl.dialects import vector
from xdsl.dialects.builtin import i1, i32
from xdsl.ir import Operation, SSAValue

from circ.dialects.circuit.comparisons import ICmpOp
from circ.dialects.circuit.constants import constant_of
from circ.dialects.circuit.conversions import SExtOp, TruncOp, ZExtOp
from circ.dialects.circuit.integers import AddOp, AndOp, MulOp, SubOp
from circ.dialects.circuit.types import (
    ARCH,
    ARCH_WIDTH,
    VectorValueType,
    is_vector,
    lane_count,
    lane_type,
    lane_width,
    vector_of,
)
from circ.dialects.circuit.vectors import BroadcastOp
from circ.dialects.common.algebra import to_signed
from circ.dialects.common.dispatch import rule
from circ.dialects.common.widths import width_of
from circ.dialects.source.arrays import indexed
from circ.dialects.source.descriptors import sizes_of
from circ.dialects.source.layout import has_rows
from circ.dialects.source.vector import (
    GatherOp,
    ScatterOp,
)
from circ.dialects.source.vectors import (
    Transfer,
    TransferShape,
    lanes_inside,
    transfer_of,
)
from circ.transforms.conversion.to_circuit.circuit_builder import (
    CircuitBuilder,
    Conversions,
)
from circ.transforms.conversion.to_circuit.circuit_loops import loop_nest, when
from circ.transforms.conversion.to_circuit.memref_to_circuit import (
    load_element,
    store_element,
)
from circ.transforms.conversion.to_circuit.vector_to_circuit import (
    Row,
    as_lane,
    lane,
    load_lanes,
    numbers_below,
    of_lanes,
    picked,
    row_of,
    shape_of_vector,
    store_lanes,
    vector_wire,
    with_lane,
)

Number: TypeAlias = SSAValue | int
"""The number of a lane."""
Loader: TypeAlias = Callable[[Number], SSAValue]
Storer: TypeAlias = Callable[[Number], None]


def is_looped(type: VectorValueType) -> bool:
    """Do loops go over the lanes, or are they unrolled?"""
    return lane_width(type) <= ARCH_WIDTH


def spans_of(b: CircuitBuilder, type: VectorValueType) -> list[range]:
    """
    The lanes of each loop; one span of all lanes if they are unrolled.

    A loop goes over at most the lanes of one register: indexing a longer vector costs
    more.
    """
    count = lane_count(type)
    size = b.machine.lanes if is_looped(type) else count
    return [range(i, min(i + size, count)) for i in range(0, count, size)]


def piece_of(b: CircuitBuilder, value: SSAValue, span: range) -> SSAValue:
    """Consecutive lanes of a vector."""
    return picked(b, vector_of(lane_type(value.type), len(span)), [value], span)


def joined_lanes(
    b: CircuitBuilder, type: VectorValueType, pieces: Sequence[SSAValue]
) -> SSAValue:
    """The concatenation of the pieces."""
    return picked(b, type, pieces, range(lane_count(type)))


def load_lane(b: CircuitBuilder, row: Row, number: Number) -> SSAValue:
    return as_lane(b, load_element(b, row.base, row.place(b, number)))


def _with_loaded(
    b: CircuitBuilder, value: SSAValue, row: Row, number: Number
) -> SSAValue:
    """A vector with one lane loaded from memory."""
    return with_lane(b, value, load_lane(b, row, number), number)


def store_lane(
    b: CircuitBuilder,
    value: SSAValue,
    number: Number,
    base: SSAValue,
    place: Sequence[SSAValue],
) -> None:
    element = lane(b, value, number)
    if indexed(b.op, base).element_type.name == "index":
        element = b.as_word(element)
    store_element(b, element, base, place)


# region Rows


def _lanes_inside(b: CircuitBuilder, row: Row, lanes: int) -> int | SSAValue:
    """The number of lanes in bounds."""
    size, index = sizes_of(b, row.base)[-1], row.indices[-1]
    if isinstance(size, int) and (bits := constant_of(index)) is not None:
        return lanes_inside(size, lanes, to_signed(width_of(index.type), bits))
    zero, all, extent = b.constant(ARCH, 0), b.constant(ARCH, lanes), b.as_wire(size)
    left = b.compute(SubOp, ARCH, extent, index)
    # At least 0: where the difference wraps, the index is far out of bounds.
    behind = b.compare(ICmpOp, "sgt", index, extent)
    left = b.select(behind, zero, left)
    return b.select(b.compare(ICmpOp, "ult", left, all), left, all)


def _parted(
    b: CircuitBuilder, inside: SSAValue, lanes: int
) -> tuple[tuple[SSAValue, SSAValue, SSAValue], tuple[SSAValue, SSAValue, SSAValue]]:
    """Bounds of the loops for the access as a whole and for single lanes."""
    zero, one, all = (b.constant(ARCH, number) for number in (0, 1, lanes))
    whole = b.select(b.compare(ICmpOp, "eq", inside, all), one, zero)
    first = b.compute(MulOp, ARCH, whole, all)
    return (zero, whole, one), (first, inside, one)


def _load_inside(b: CircuitBuilder, padding: SSAValue, row: Row) -> SSAValue:
    """Load the lanes in bounds, and padding for the others."""
    type = padding.type
    assert is_vector(type)
    count = lane_count(type)
    inside = _lanes_inside(b, row, count)
    if inside == count:
        return load_lanes(b, type, row)
    if isinstance(inside, int):
        for number in range(inside):
            padding = _with_loaded(b, padding, row, number)
        return padding

    def load_whole(_: list[SSAValue], carried: list[SSAValue]) -> list[SSAValue]:
        return [load_lanes(b, type, row)]

    def load_one(number: list[SSAValue], carried: list[SSAValue]) -> list[SSAValue]:
        return [_with_loaded(b, carried[0], row, number[0])]

    whole, single = _parted(b, inside, count)
    value = loop_nest(b, [whole], [padding], True, load_whole)
    return loop_nest(b, [single], value, True, load_one)[0]


def _store_inside(b: CircuitBuilder, value: SSAValue, row: Row) -> None:
    """Store the lanes in bounds."""
    count = lane_count(value.type)
    inside = _lanes_inside(b, row, count)
    if inside == count:
        store_lanes(b, value, row)
        return

    def store_whole(_: list[SSAValue], carried: list[SSAValue]) -> list[SSAValue]:
        store_lanes(b, value, row)
        return []

    def store_one(number: list[SSAValue], carried: list[SSAValue]) -> list[SSAValue]:
        store_lane(b, value, number[0], row.base, row.place(b, number[0]))
        return []

    if isinstance(inside, int):
        for number in range(inside):
            store_lane(b, value, number, row.base, row.place(b, number))
        return
    whole, single = _parted(b, inside, count)
    loop_nest(b, [whole], [], True, store_whole)
    loop_nest(b, [single], [], True, store_one)


def _clamped(b: CircuitBuilder, row: Row, lanes: int) -> Row:
    """Clamp the start of a row to the extent, so that no sum wraps."""
    if lanes <= b.machine.lanes or constant_of(row.indices[-1]) is not None:
        return row
    *outer, last = row.indices
    extent = b.as_wire(sizes_of(b, row.base)[-1])
    last = b.select(b.compare(ICmpOp, "slt", last, extent), last, extent)
    return Row(row.base, [*outer, last], row.subscripts)


# endregion
# region Transfers


def _transfer_mask(
    b: CircuitBuilder, op: Transfer, shape: TransferShape, row: Row
) -> SSAValue | None:
    """The mask of a transfer and its bounds, combined."""
    mask = None if op.mask is None else b.value(op.mask)
    if mask is not None and shape.checked:
        extent = b.as_wire(sizes_of(b, op.source)[-1])
        left = b.compute(SubOp, ARCH, extent, row.indices[-1])
        inside = numbers_below(b, range(lane_count(mask.type)), left)
        mask = b.compute(AndOp, mask.type, mask, inside)
    return mask


class _Lanes:
    """The lanes of a transfer that is done lane by lane."""

    def __init__(self, b: CircuitBuilder, op: Transfer, shape: TransferShape):
        self.b, self.op, self.shape = b, op, shape
        self.indices = [b.value(index) for index in op.indices]
        self.extents = sizes_of(b, op.source)
        self._inside: dict[tuple[int, int], SSAValue] = {}
        """By dimension and offset, whether an index is in bounds."""
        self._below: dict[tuple[int, int], SSAValue] = {}
        """By dimension and position, the bit of the mask."""

    def place(self, offset: Sequence[int]) -> list[SSAValue]:
        b = self.b
        return [
            b.compute(AddOp, ARCH, index, b.constant(ARCH, step)) if step else index
            for index, step in zip(self.indices, offset, strict=True)
        ]

    def condition(self, number: int, offset: Sequence[int]) -> SSAValue | None:
        """Is a lane enabled and in bounds? None where it always is."""
        b, found = self.b, None
        if self.op.mask is not None:
            found = self._mask_lane(self.op.mask, self.shape.mask_lanes[number])
        for dimension in self.shape.checked:
            key = dimension, offset[dimension]
            if key not in self._inside:
                index, limit = self.indices[dimension], self._limit(*key)
                self._inside[key] = b.compare(ICmpOp, "slt", index, limit)
            inside = self._inside[key]
            found = inside if found is None else b.compute(AndOp, i1, found, inside)
        return found

    def _limit(self, dimension: int, step: int) -> SSAValue:
        """The extent of a dimension less the offset of a lane."""
        b, extent = self.b, self.extents[dimension]
        if isinstance(extent, int):
            return b.constant(ARCH, extent - step)
        return b.compute(SubOp, ARCH, extent, b.constant(ARCH, step))

    def _mask_lane(self, mask: SSAValue, number: int) -> SSAValue:
        """The mask bit of a lane; for a `create_mask`, computed from its sizes."""
        b, op = self.b, mask.owner
        if not isinstance(op, vector.CreateMaskOp):
            return lane(b, b.value(mask), number)
        found, stride = b.constant(i1, 1), lane_count(b.value(mask).type)
        for dimension, (extent, limit) in enumerate(
            zip(shape_of_vector(mask), op.mask_dim_sizes, strict=True)
        ):
            stride //= extent
            key = dimension, number // stride % extent
            if key not in self._below:
                place = b.constant(ARCH, key[1])
                self._below[key] = b.compare(ICmpOp, "slt", place, b.value(limit))
            found = b.compute(AndOp, i1, found, self._below[key])
        return found

    def load(self, type: VectorValueType) -> SSAValue:
        """The loaded vector, with padding for lanes that are not accessed."""
        b, lanes = self.b, list[SSAValue]()
        for number, offset in enumerate(self.shape.offsets):
            condition = self.condition(number, offset)
            if condition is None:
                lanes += self._load(offset)
            else:
                assert isinstance(self.op, vector.TransferReadOp)
                padding = as_lane(b, b.value(self.op.padding))
                lanes += when(b, condition, partial(self._load, offset), [padding])
        return of_lanes(b, type, lanes)

    def _load(self, offset: Sequence[int]) -> list[SSAValue]:
        element = load_element(self.b, self.op.source, self.place(offset))
        return [as_lane(self.b, element)]

    def store(self, value: SSAValue) -> None:
        for number, offset in enumerate(self.shape.offsets):
            condition = self.condition(number, offset)
            if condition is None:
                self._store(value, number, offset)
            else:
                store = partial(self._store, value, number, offset)
                when(self.b, condition, store)

    def _store(
        self, value: SSAValue, number: int, offset: Sequence[int]
    ) -> list[SSAValue]:
        store_lane(self.b, value, number, self.op.source, self.place(offset))
        return []


def _in_row(b: CircuitBuilder, op: Transfer, type: VectorValueType) -> bool:
    """Is it done on whole rows, or by loops over the lanes?"""
    shape, array = transfer_of(op), indexed(b.op, op.source)
    whole = op.mask is None and not shape.checked
    along = shape.dimensions == (array.get_num_dims() - 1,)
    return along and has_rows(array) and (whole or is_looped(type))


def convert_transfer_read(b: CircuitBuilder, op: vector.TransferReadOp) -> None:
    type = vector_wire(b, op.result)
    shape, array = transfer_of(op), op.source
    if shape.is_broadcast and op.mask is None:
        element = load_element(b, array, [b.value(index) for index in op.indices])
        b.define(op.result, b.compute(BroadcastOp, type, as_lane(b, element)))
        return
    if not _in_row(b, op, type):
        b.define(op.result, _Lanes(b, op, shape).load(type))
        return
    row = row_of(b, op.result, array, op.indices)
    if op.mask is None and not shape.checked:
        b.define(op.result, load_lanes(b, type, row))
        return
    padding = b.compute(BroadcastOp, type, as_lane(b, b.value(op.padding)))
    if (mask := _transfer_mask(b, op, shape, row)) is not None:
        b.define(op.result, _load_masked(b, mask, padding, row))
        return
    row = _clamped(b, row, lane_count(type))
    pieces = [
        _load_inside(b, piece_of(b, padding, span), row.further(b, span.start))
        for span in spans_of(b, type)
    ]
    b.define(op.result, joined_lanes(b, type, pieces))


def convert_transfer_write(b: CircuitBuilder, op: vector.TransferWriteOp) -> None:
    type, value = vector_wire(b, op.vector), b.value(op.vector)
    shape = transfer_of(op)
    if not _in_row(b, op, type):
        _Lanes(b, op, shape).store(value)
        return
    row = row_of(b, op.vector, op.source, op.indices)
    if op.mask is None and not shape.checked:
        store_lanes(b, value, row)
        return
    if (mask := _transfer_mask(b, op, shape, row)) is not None:
        _store_masked(b, mask, value, row)
        return
    row = _clamped(b, row, lane_count(type))
    for span in spans_of(b, type):
        _store_inside(b, piece_of(b, value, span), row.further(b, span.start))


# endregion
# region Masks


def each_enabled(
    b: CircuitBuilder,
    mask: SSAValue,
    initial: list[SSAValue],
    body: Callable[[SSAValue, list[SSAValue]], list[SSAValue]],
) -> list[SSAValue]:
    """
    A loop over the enabled lanes, from lane 0 up.

    `body` takes the number of a lane and the carried values, and returns the next ones.
    """
    zero, one, all = (b.constant(ARCH, n) for n in (0, 1, lane_count(mask.type)))

    def each(numbers: list[SSAValue], carried: list[SSAValue]) -> list[SSAValue]:
        """A condition, as a loop of at most one iteration."""
        (number,) = numbers
        enabled = b.compute(ZExtOp, ARCH, lane(b, mask, number))
        bounds = (zero, enabled, one)
        return loop_nest(
            b, [bounds], carried, True, lambda _, values: body(number, values)
        )

    return loop_nest(b, [(zero, all, one)], initial, True, each)


def load_enabled(
    b: CircuitBuilder,
    mask: SSAValue,
    other: SSAValue,
    loader: Callable[[range], Loader],
) -> SSAValue:
    """A vector of the enabled lanes, which `loader` loads in each span, and `other`."""
    type = other.type
    assert is_vector(type)
    pieces: list[SSAValue] = []
    for span in spans_of(b, type):
        load, on, off = loader(span), piece_of(b, mask, span), piece_of(b, other, span)

        def load_one(
            number: SSAValue, carried: list[SSAValue], load: Loader = load
        ) -> list[SSAValue]:
            return [with_lane(b, carried[0], load(number), number)]

        if is_looped(type):
            pieces += each_enabled(b, on, [off], load_one)
            continue
        lanes: list[SSAValue] = []
        for i in range(len(span)):
            bodies = partial(_listed, load, i)
            lanes += when(b, lane(b, on, i), bodies, [lane(b, off, i)])
        pieces.append(of_lanes(b, off.type, lanes))
    return joined_lanes(b, type, pieces)


def _listed(load: Loader, number: Number) -> list[SSAValue]:
    return [load(number)]


def store_enabled(
    b: CircuitBuilder,
    mask: SSAValue,
    value: SSAValue,
    storer: Callable[[range], Storer],
) -> None:
    """Store the enabled lanes by `storer` in each span."""
    type = value.type
    assert is_vector(type)
    for span in spans_of(b, type):
        store, on = storer(span), piece_of(b, mask, span)

        def store_one(
            number: Number, carried: Sequence[SSAValue] = (), store: Storer = store
        ) -> list[SSAValue]:
            store(number)
            return []

        if is_looped(type):
            each_enabled(b, on, [], store_one)
            continue
        for i in range(len(span)):
            when(b, lane(b, on, i), partial(store_one, i))


def _load_masked(
    b: CircuitBuilder, mask: SSAValue, other: SSAValue, row: Row
) -> SSAValue:
    def loader(span: range) -> Loader:
        piece = row.further(b, span.start)
        return lambda number: load_lane(b, piece, number)

    return load_enabled(b, mask, other, loader)


def _store_masked(b: CircuitBuilder, mask: SSAValue, value: SSAValue, row: Row) -> None:
    def storer(span: range) -> Storer:
        lanes, piece = piece_of(b, value, span), row.further(b, span.start)
        return lambda number: store_lane(
            b, lanes, number, piece.base, piece.place(b, number)
        )

    store_enabled(b, mask, value, storer)


def convert_masked_load(b: CircuitBuilder, op: vector.MaskedLoadOp) -> None:
    vector_wire(b, op.result)
    row = row_of(b, op.result, op.base, op.indices)
    check_row(b, op.base)
    result = _load_masked(b, b.value(op.mask), b.value(op.pass_thru), row)
    b.define(op.result, result)


def convert_masked_store(b: CircuitBuilder, op: vector.MaskedStoreOp) -> None:
    vector_wire(b, op.value_to_store)
    row = row_of(b, op.value_to_store, op.base, op.indices)
    check_row(b, op.base)
    _store_masked(b, b.value(op.mask), b.value(op.value_to_store), row)


def check_row(b: CircuitBuilder, base: SSAValue) -> None:
    """Diagnose an array whose last dimension is strided."""
    array = indexed(b.op, base)
    if not has_rows(array):
        b.fail(f"a vector of an array of type {array}")


def _scattered(
    b: CircuitBuilder, op: GatherOp | ScatterOp
) -> Callable[[range], Callable[[Number], list[SSAValue]]]:
    """By range, the function that computes the indices of a lane."""
    type = vector_wire(b, op.index_vec)
    rank = indexed(b.op, op.base).get_num_dims()
    if len(op.indices) != rank:
        b.fail(f"{len(op.indices)} indices for an array of rank {rank}")
    if not rank:
        b.fail(f"an array of type {op.base.type}")
    *outer, last = (b.value(index) for index in op.indices)
    numbers, width = b.value(op.index_vec), lane_width(type)

    def placer(span: range) -> Callable[[Number], list[SSAValue]]:
        piece = piece_of(b, numbers, span)

        def place(number: Number) -> list[SSAValue]:
            found = lane(b, piece, number)
            if width < ARCH_WIDTH:
                found = b.compute(SExtOp, i32, found)
            elif width > ARCH_WIDTH:
                found = b.compute(TruncOp, i32, found)
            return [*outer, b.compute(AddOp, ARCH, last, b.as_word(found))]

        return place

    return placer


def convert_gather(b: CircuitBuilder, op: GatherOp) -> None:
    vector_wire(b, op.result)
    placer = _scattered(b, op)

    def loader(span: range) -> Loader:
        place = placer(span)
        return lambda number: as_lane(b, load_element(b, op.base, place(number)))

    result = load_enabled(b, b.value(op.mask), b.value(op.pass_thru), loader)
    b.define(op.result, result)


def convert_scatter(b: CircuitBuilder, op: ScatterOp) -> None:
    vector_wire(b, op.value)
    placer, value = _scattered(b, op), b.value(op.value)

    def storer(span: range) -> Storer:
        place, lanes = placer(span), piece_of(b, value, span)
        return lambda number: store_lane(b, lanes, number, op.base, place(number))

    store_enabled(b, b.value(op.mask), value, storer)


# endregion

VECTOR_ACCESSES: tuple[type[Operation], ...] = (
    *(vector.LoadOp, vector.StoreOp),
    *(vector.TransferReadOp, vector.TransferWriteOp),
    *(vector.MaskedLoadOp, vector.MaskedStoreOp),
    *(GatherOp, ScatterOp),
)

PARTIAL_VECTOR_CONVERSIONS: Conversions = dict(
    (
        rule(vector.TransferReadOp, convert_transfer_read),
        rule(vector.TransferWriteOp, convert_transfer_write),
        rule(vector.MaskedLoadOp, convert_masked_load),
        rule(vector.MaskedStoreOp, convert_masked_store),
        rule(GatherOp, convert_gather),
        rule(ScatterOp, convert_scatter),
    )
)
