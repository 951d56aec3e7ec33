"""
Accesses of which some lanes are left out: transfers past the end of a row, and masks.

A lane that is left out touches no memory. Where a transfer is whole, which is decided
when it is executed, it is one access; else its lanes are accessed one by one, like
those of a masked access. A loop that runs once or not at all stands for a condition.
"""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from xdsl.dialects import vector
from xdsl.dialects.builtin import i32
from xdsl.ir import Operation, SSAValue

from circ.dialects.circuit.comparisons import ICmpOp
from circ.dialects.circuit.constants import constant_of
from circ.dialects.circuit.conversions import SExtOp, TruncOp, ZExtOp
from circ.dialects.circuit.integers import AddOp, MulOp, SubOp
from circ.dialects.circuit.types import (
    ARCH,
    ARCH_WIDTH,
    BITS,
    LANES,
    VectorValueType,
    lane_type,
    width_of,
)
from circ.dialects.circuit.vectors import BroadcastOp, LaneOp, SetLaneOp
from circ.dialects.common.algebra import to_signed
from circ.dialects.source.vector import GatherOp, ScatterOp
from circ.dialects.source.vectors import lanes_inside, transfer_of
from circ.transforms.conversion.to_circuit.circuit_builder import (
    CircuitBuilder,
    Conversions,
    rule,
)
from circ.transforms.conversion.to_circuit.circuit_loops import loop_nest
from circ.transforms.conversion.to_circuit.memref_to_circuit import (
    array_of,
    indexed,
    load_element,
    store_element,
)
from circ.transforms.conversion.to_circuit.vector_to_circuit import (
    as_lane,
    lane,
    load_lanes,
    store_lanes,
    vector_wire,
)


def _at(
    b: CircuitBuilder, indices: Sequence[SSAValue], number: SSAValue
) -> list[SSAValue]:
    """The indices of a lane."""
    *outer, last = indices
    return [*outer, b.compute(AddOp, ARCH, last, number)]


def _with_lane(
    b: CircuitBuilder,
    value: SSAValue,
    array: SSAValue,
    indices: Sequence[SSAValue],
    number: SSAValue,
    offset: SSAValue | None = None,
) -> SSAValue:
    """A vector with one lane read from memory, at its number or an offset."""
    place = _at(b, indices, number if offset is None else offset)
    element = as_lane(b, load_element(b, array, place))
    return b.compute(SetLaneOp, value.type, value, element, number)


def _store_lane(
    b: CircuitBuilder,
    value: SSAValue,
    array: SSAValue,
    indices: Sequence[SSAValue],
    number: SSAValue,
    offset: SSAValue | None = None,
) -> None:
    element = lane(b, value, number)
    if indexed(b, array).element_type.name == "index":
        element = b.as_word(element)
    place = _at(b, indices, number if offset is None else offset)
    store_element(b, element, array, place)


# region Transfers


def _lanes_inside(
    b: CircuitBuilder, array: SSAValue, indices: Sequence[SSAValue]
) -> int | SSAValue:
    """How many lanes of the row are in the array."""
    extent = array_of(b, array).get_shape()[-1]
    if (bits := constant_of(indices[-1])) is not None:
        return lanes_inside(extent, LANES, to_signed(ARCH_WIDTH, bits))
    zero, all = b.constant(ARCH, 0), b.constant(ARCH, LANES)
    left = b.compute(SubOp, ARCH, b.constant(ARCH, extent), indices[-1])
    # No less than 0: where the difference wraps, the index is far off.
    behind = b.compare(ICmpOp, "sgt", indices[-1], b.constant(ARCH, extent))
    left = b.select(behind, zero, left)
    return b.select(b.compare(ICmpOp, "ult", left, all), left, all)


def _parted(
    b: CircuitBuilder, inside: SSAValue
) -> tuple[tuple[SSAValue, SSAValue, SSAValue], tuple[SSAValue, SSAValue, SSAValue]]:
    """Bounds of the loops for the whole row and for its lanes one by one."""
    zero, one, all = (b.constant(ARCH, number) for number in (0, 1, LANES))
    whole = b.select(b.compare(ICmpOp, "eq", inside, all), one, zero)
    first = b.compute(MulOp, ARCH, whole, all)
    return (zero, whole, one), (first, inside, one)


def convert_transfer_read(b: CircuitBuilder, op: vector.TransferReadOp) -> None:
    type = vector_wire(b, op.result)
    shape, array = transfer_of(op), op.source
    indices = [b.value(index) for index in op.indices]
    if shape.is_broadcast:
        element = as_lane(b, load_element(b, array, indices))
        b.define(op.result, b.compute(BroadcastOp, type, element))
        return
    inside = LANES if not shape.checked else _lanes_inside(b, array, indices)
    if inside == LANES:
        b.define(op.result, load_lanes(b, type, array, indices, op.indices))
        return
    padding = b.compute(BroadcastOp, type, as_lane(b, b.value(op.padding)))
    if isinstance(inside, int):
        value = padding
        for number in range(inside):
            value = _with_lane(b, value, array, indices, b.constant(ARCH, number))
        b.define(op.result, value)
        return

    def load_whole(_: list[SSAValue], carried: list[SSAValue]) -> list[SSAValue]:
        return [load_lanes(b, type, array, indices, op.indices)]

    def load_one(number: list[SSAValue], carried: list[SSAValue]) -> list[SSAValue]:
        return [_with_lane(b, carried[0], array, indices, number[0])]

    whole, single = _parted(b, inside)
    value = loop_nest(b, [whole], [padding], True, load_whole)
    b.define(op.result, *loop_nest(b, [single], value, True, load_one))


def convert_transfer_write(b: CircuitBuilder, op: vector.TransferWriteOp) -> None:
    vector_wire(b, op.vector)
    shape, array, value = transfer_of(op), op.source, b.value(op.vector)
    indices = [b.value(index) for index in op.indices]
    inside = LANES if not shape.checked else _lanes_inside(b, array, indices)
    if inside == LANES:
        store_lanes(b, value, array, indices, op.indices)
        return
    if isinstance(inside, int):
        for number in range(inside):
            _store_lane(b, value, array, indices, b.constant(ARCH, number))
        return

    def store_whole(_: list[SSAValue], carried: list[SSAValue]) -> list[SSAValue]:
        store_lanes(b, value, array, indices, op.indices)
        return []

    def store_one(number: list[SSAValue], carried: list[SSAValue]) -> list[SSAValue]:
        _store_lane(b, value, array, indices, *number)
        return []

    whole, single = _parted(b, inside)
    loop_nest(b, [whole], [], True, store_whole)
    loop_nest(b, [single], [], True, store_one)


# endregion
# region Masks


def convert_create_mask(b: CircuitBuilder, op: vector.CreateMaskOp) -> None:
    """The lanes below a signed number."""
    type = vector_wire(b, op.mask_vector)
    (count,) = op.mask_dim_sizes
    numbers = VectorValueType(b.as_integer(b.value(count)).type, type.shape)
    lanes = sum(number << number * ARCH_WIDTH for number in range(LANES))
    limit = b.compute(BroadcastOp, numbers, b.as_integer(b.value(count)))
    mask = b.compare(ICmpOp, "slt", b.packed_constant(numbers, lanes), limit)
    b.define(op.mask_vector, mask)


def _enabled(b: CircuitBuilder, mask: SSAValue, number: SSAValue) -> SSAValue:
    """1 where a lane of a mask is on, else 0."""
    bit = b.compute(LaneOp, BITS.element_type, mask, number)
    return b.compute(ZExtOp, ARCH, bit)


def _lanes(b: CircuitBuilder) -> tuple[SSAValue, SSAValue, SSAValue]:
    zero, all, one = (b.constant(ARCH, number) for number in (0, LANES, 1))
    return zero, all, one


Body: TypeAlias = Callable[[SSAValue, list[SSAValue]], list[SSAValue]]
"""From the number of a lane and carried values, what is carried on."""


def _each_enabled(
    b: CircuitBuilder, mask: SSAValue, initial: list[SSAValue], body: Body
) -> list[SSAValue]:
    """Do something for each lane that a mask leaves, from lane 0 up."""

    def each(numbers: list[SSAValue], carried: list[SSAValue]) -> list[SSAValue]:
        (number,) = numbers
        zero, _, one = _lanes(b)
        bounds = (zero, _enabled(b, mask, number), one)
        return loop_nest(
            b, [bounds], carried, True, lambda _, values: body(number, values)
        )

    return loop_nest(b, [_lanes(b)], initial, True, each)


def convert_masked_load(b: CircuitBuilder, op: vector.MaskedLoadOp) -> None:
    vector_wire(b, op.result)
    array, mask = op.base, b.value(op.mask)
    indices = [b.value(index) for index in op.indices]

    def load(number: SSAValue, carried: list[SSAValue]) -> list[SSAValue]:
        return [_with_lane(b, carried[0], array, indices, number)]

    b.define(op.result, *_each_enabled(b, mask, [b.value(op.pass_thru)], load))


def convert_masked_store(b: CircuitBuilder, op: vector.MaskedStoreOp) -> None:
    vector_wire(b, op.value_to_store)
    array, mask, value = op.base, b.value(op.mask), b.value(op.value_to_store)
    indices = [b.value(index) for index in op.indices]

    def store(number: SSAValue, carried: list[SSAValue]) -> list[SSAValue]:
        _store_lane(b, value, array, indices, number)
        return []

    _each_enabled(b, mask, [], store)


def _scattered(
    b: CircuitBuilder, op: GatherOp | ScatterOp
) -> tuple[list[SSAValue], Callable[[SSAValue], SSAValue]]:
    """The indices in common, and what is added to the last one in a lane."""
    type = vector_wire(b, op.index_vec)
    rank = indexed(b, op.base).get_num_dims()
    if len(op.indices) != rank:
        b.fail(f"{len(op.indices)} indices for an array of rank {rank}")
    if not rank:
        b.fail(f"an array of type {op.base.type}")
    numbers, width = b.value(op.index_vec), width_of(lane_type(type))

    def offset(number: SSAValue) -> SSAValue:
        found = lane(b, numbers, number)
        if width < ARCH_WIDTH:
            found = b.compute(SExtOp, i32, found)
        elif width > ARCH_WIDTH:
            found = b.compute(TruncOp, i32, found)
        return b.as_word(found)

    return [b.value(index) for index in op.indices], offset


def convert_gather(b: CircuitBuilder, op: GatherOp) -> None:
    vector_wire(b, op.result)
    mask, (indices, offset) = b.value(op.mask), _scattered(b, op)

    def load(number: SSAValue, carried: list[SSAValue]) -> list[SSAValue]:
        return [_with_lane(b, carried[0], op.base, indices, number, offset(number))]

    b.define(op.result, *_each_enabled(b, mask, [b.value(op.pass_thru)], load))


def convert_scatter(b: CircuitBuilder, op: ScatterOp) -> None:
    vector_wire(b, op.value)
    mask, value = b.value(op.mask), b.value(op.value)
    indices, offset = _scattered(b, op)

    def store(number: SSAValue, carried: list[SSAValue]) -> list[SSAValue]:
        _store_lane(b, value, op.base, indices, number, offset(number))
        return []

    _each_enabled(b, mask, [], store)


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
        rule(vector.CreateMaskOp, convert_create_mask),
        rule(vector.MaskedLoadOp, convert_masked_load),
        rule(vector.MaskedStoreOp, convert_masked_store),
        rule(GatherOp, convert_gather),
        rule(ScatterOp, convert_scatter),
    )
)
