"""
Accesses of which some lanes are left out: transfers past the end of a row, and masks.

A lane that is left out touches no memory. Where a transfer is whole, which is decided
when it is executed, it is one access; else its lanes are accessed one by one, like
those of a masked access. A loop that runs once or not at all stands for a condition.
"""

from collections.abc import Sequence

from xdsl.dialects import vector
from xdsl.ir import Operation, SSAValue

from circ.dialects.circuit.comparisons import ICmpOp
from circ.dialects.circuit.constants import constant_of
from circ.dialects.circuit.conversions import ZExtOp
from circ.dialects.circuit.integers import AddOp, MulOp, SubOp
from circ.dialects.circuit.types import (
    ARCH,
    ARCH_WIDTH,
    BITS,
    LANES,
    VectorValueType,
)
from circ.dialects.circuit.vectors import BroadcastOp, LaneOp, SetLaneOp
from circ.dialects.common.algebra import to_signed
from circ.dialects.source.vectors import Transfer, lanes_inside, transfer_of
from circ.transforms.conversion.circuit_builder import (
    CircuitBuilder,
    Conversions,
    rule,
)
from circ.transforms.conversion.circuit_loops import loop_nest
from circ.transforms.conversion.memref_to_circuit import (
    array_of,
    load_element,
    store_element,
)
from circ.transforms.conversion.vector_to_circuit import (
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
) -> SSAValue:
    """A vector with one lane read from memory."""
    element = as_lane(b, load_element(b, array, _at(b, indices, number)))
    return b.compute(SetLaneOp, value.type, value, element, number)


def _store_lane(
    b: CircuitBuilder,
    value: SSAValue,
    array: SSAValue,
    indices: Sequence[SSAValue],
    number: SSAValue,
) -> None:
    element = lane(b, value, number)
    if array_of(b, array).element_type.name == "index":
        element = b.as_word(element)
    store_element(b, element, array, _at(b, indices, number))


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
    indices = _checked_indices(b, op)
    if shape.broadcast:
        element = as_lane(b, load_element(b, array, indices))
        b.define(op.result, b.compute(BroadcastOp, type, element))
        return
    inside = LANES if shape.in_bounds else _lanes_inside(b, array, indices)
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
    indices = _checked_indices(b, op)
    inside = LANES if shape.in_bounds else _lanes_inside(b, array, indices)
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


def _checked_indices(b: CircuitBuilder, op: Transfer) -> list[SSAValue]:
    rank = array_of(b, op.source).get_num_dims()
    if len(op.indices) != rank:
        b.fail(f"{len(op.indices)} indices for an array of rank {rank}")
    return [b.value(index) for index in op.indices]


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


def convert_masked_load(b: CircuitBuilder, op: vector.MaskedLoadOp) -> None:
    vector_wire(b, op.result)
    array, mask = op.base, b.value(op.mask)
    indices = [b.value(index) for index in op.indices]

    def each(numbers: list[SSAValue], carried: list[SSAValue]) -> list[SSAValue]:
        (number,) = numbers
        zero, _, one = _lanes(b)

        def load(_: list[SSAValue], values: list[SSAValue]) -> list[SSAValue]:
            return [_with_lane(b, values[0], array, indices, number)]

        bounds = (zero, _enabled(b, mask, number), one)
        return loop_nest(b, [bounds], carried, True, load)

    value = [b.value(op.pass_thru)]
    b.define(op.result, *loop_nest(b, [_lanes(b)], value, True, each))


def convert_masked_store(b: CircuitBuilder, op: vector.MaskedStoreOp) -> None:
    vector_wire(b, op.value_to_store)
    array, mask, value = op.base, b.value(op.mask), b.value(op.value_to_store)
    indices = [b.value(index) for index in op.indices]

    def each(numbers: list[SSAValue], carried: list[SSAValue]) -> list[SSAValue]:
        (number,) = numbers
        zero, _, one = _lanes(b)

        def store(_: list[SSAValue], values: list[SSAValue]) -> list[SSAValue]:
            _store_lane(b, value, array, indices, number)
            return []

        bounds = (zero, _enabled(b, mask, number), one)
        return loop_nest(b, [bounds], [], True, store)

    loop_nest(b, [_lanes(b)], [], True, each)


# endregion

VECTOR_ACCESSES: tuple[type[Operation], ...] = (
    *(vector.LoadOp, vector.StoreOp),
    *(vector.TransferReadOp, vector.TransferWriteOp),
    *(vector.MaskedLoadOp, vector.MaskedStoreOp),
)

PARTIAL_VECTOR_CONVERSIONS: Conversions = dict(
    (
        rule(vector.TransferReadOp, convert_transfer_read),
        rule(vector.TransferWriteOp, convert_transfer_write),
        rule(vector.CreateMaskOp, convert_create_mask),
        rule(vector.MaskedLoadOp, convert_masked_load),
        rule(vector.MaskedStoreOp, convert_masked_store),
    )
)
