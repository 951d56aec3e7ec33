"""
`vector` to gates: LANE, SET_LANE, BROADCAST, and accesses of whole vectors.

Vectors of several dimensions have their lanes in row-major order. Lane numbers are
taken modulo the number of lanes. A reduction goes from lane 0 up, as MLIR specifies for
floats, after the start value if there is one. In memory lanes are contiguous and
aligned like their type, or as `alignment` finds; an i1 takes a byte.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import prod
from typing import cast

from xdsl.dialects import vector
from xdsl.dialects.builtin import VectorType, i1, i8
from xdsl.ir import Attribute, SSAValue

from circ.dialects.circuit.comparisons import ICmpOp
from circ.dialects.circuit.conversions import TruncOp, ZExtOp
from circ.dialects.circuit.integers import AddOp, AndOp, MulOp, URemOp
from circ.dialects.circuit.memory import LoadOp, StoreOp
from circ.dialects.circuit.types import (
    ARCH,
    ARCH_WIDTH,
    DEPEND,
    VectorValueType,
    is_vector,
    lane_count,
    lane_type,
    like,
    vector_of,
)
from circ.dialects.circuit.vectors import BroadcastOp, LaneOp, SetLaneOp
from circ.dialects.common.algebra import INTS
from circ.dialects.common.dispatch import rule
from circ.dialects.common.lanes import pack
from circ.dialects.common.memory import memory
from circ.dialects.source.arrays import indexed
from circ.dialects.source.descriptors import byte_strides
from circ.dialects.source.layout import element_bytes, is_float, lane_of, space_of
from circ.dialects.source.vector import (
    ConstantMaskOp,
    ExtractStridedSliceOp,
    InsertStridedSliceOp,
    ShapeCastOp,
)
from circ.dialects.source.vectors import (
    broadcast_lanes,
    indices_of,
    reduction_of,
    shuffled_lanes,
)
from circ.transforms.conversion.to_circuit.alignment import known_alignment
from circ.transforms.conversion.to_circuit.circuit_builder import (
    CircuitBuilder,
    Conversions,
)
from circ.transforms.conversion.to_circuit.halves_to_circuit import combiner
from circ.transforms.conversion.to_circuit.math_to_circuit import convert_fma
from circ.transforms.conversion.to_circuit.memref_to_circuit import address_of


def vector_wire(b: CircuitBuilder, value: SSAValue) -> VectorValueType:
    """The wire type of a vector; a `Diagnostic` for any other value."""
    type = b.type_of(value)
    if not is_vector(type):
        b.fail(f"a value of type {value.type}")
    return type


def shape_of_vector(value: SSAValue) -> Sequence[int]:
    """The shape of a vector of the source."""
    return cast(VectorType[Attribute], value.type).get_shape()


def lane(b: CircuitBuilder, value: SSAValue, number: SSAValue | int) -> SSAValue:
    """Extract a lane."""
    if isinstance(number, int):
        number = b.constant(ARCH, number)
    return b.compute(LaneOp, lane_type(value.type), value, number)


def with_lane(
    b: CircuitBuilder, value: SSAValue, element: SSAValue, number: SSAValue | int
) -> SSAValue:
    """Insert a lane."""
    if isinstance(number, int):
        number = b.constant(ARCH, number)
    return b.compute(SetLaneOp, value.type, value, element, number)


def as_lane(b: CircuitBuilder, value: SSAValue) -> SSAValue:
    """A scalar as an element of a vector: an `index` is an i32 there."""
    return b.as_integer(value) if value.type == ARCH else value


def of_lanes(b: CircuitBuilder, type: Attribute, lanes: Iterable[SSAValue]) -> SSAValue:
    """A vector of these lanes."""
    result = b.constant(type, 0)
    for number, element in enumerate(lanes):
        result = with_lane(b, result, element, number)
    return result


def picked(
    b: CircuitBuilder,
    type: VectorValueType,
    vectors: Sequence[SSAValue],
    places: Sequence[int],
) -> SSAValue:
    """A shuffle: lanes of several vectors, numbered consecutively."""
    sources = [(v, i) for v in vectors for i in range(lane_count(v.type))]
    chosen = [sources[place] for place in places]
    first = chosen[0][0]
    if first.type == type and chosen == [(first, i) for i in range(len(places))]:
        return first
    return of_lanes(b, type, (lane(b, value, i) for value, i in chosen))


def with_lanes(
    b: CircuitBuilder, dest: SSAValue, source: SSAValue, places: Sequence[int]
) -> SSAValue:
    """Insert a vector into some lanes of another."""
    if dest.type == source.type and places == [*range(len(places))]:
        return source
    for number, place in enumerate(places):
        dest = with_lane(b, dest, lane(b, source, number), place)
    return dest


# region Lanes


def convert_broadcast(b: CircuitBuilder, op: vector.BroadcastOp) -> None:
    type, value = vector_wire(b, op.vector), b.value(op.source)
    places = broadcast_lanes(op)
    if not is_vector(b.type_of(op.source)):
        result = b.compute(BroadcastOp, type, as_lane(b, value))
    elif lane_count(value.type) == 1:
        result = b.compute(BroadcastOp, type, lane(b, value, 0))
    else:
        result = picked(b, type, [value], places)
    b.define(op.vector, result)


def _place_number(
    b: CircuitBuilder, op: vector.ExtractOp | vector.InsertOp, vector: SSAValue
) -> SSAValue | int:
    """
    The row-major number of an element, or of a subvector of the trailing dimensions.

    A dynamic index is taken modulo the extent of its dimension.
    """
    shape = shape_of_vector(vector)
    places = indices_of(op, shape)
    number, constant, stride = None, 0, prod(shape[: len(places)])
    for position, extent in zip(places, shape, strict=False):
        stride //= extent
        if isinstance(position, int):
            constant += position * stride
            continue
        inside = b.value(position)
        if len(shape) > 1:
            inside = b.compute(URemOp, ARCH, inside, b.constant(ARCH, extent))
            inside = b.compute(MulOp, ARCH, inside, b.constant(ARCH, stride))
        number = inside if number is None else b.compute(AddOp, ARCH, number, inside)
    if number is None or not constant:
        return constant if number is None else number
    return b.compute(AddOp, ARCH, number, b.constant(ARCH, constant))


def _row(
    b: CircuitBuilder, value: SSAValue, type: VectorValueType, number: int
) -> SSAValue:
    """The subvector of so many lanes, by its number."""
    first, size = number * lane_count(type), lane_count(type)
    return picked(b, type, [value], range(first, first + size))


def convert_extract(b: CircuitBuilder, op: vector.ExtractOp) -> None:
    vector_wire(b, op.vector)
    type, value = b.type_of(op.result), b.value(op.vector)
    number = _place_number(b, op, op.vector)
    if not is_vector(type):
        result = lane(b, value, number)
        b.define(op.result, b.as_word(result) if type == ARCH else result)
        return
    if isinstance(number, int):
        b.define(op.result, _row(b, value, type, number))
        return
    result = _row(b, value, type, 0)
    for k in range(1, lane_count(value.type) // lane_count(type)):
        here = b.compare(ICmpOp, "eq", number, b.constant(ARCH, k))
        result = b.select(here, _row(b, value, type, k), result)
    b.define(op.result, result)


def convert_insert(b: CircuitBuilder, op: vector.InsertOp) -> None:
    type, source = vector_wire(b, op.dest), b.type_of(op.source)
    value, dest = as_lane(b, b.value(op.source)), b.value(op.dest)
    number = _place_number(b, op, op.dest)
    if not is_vector(source):
        b.define(op.result, with_lane(b, dest, value, number))
        return
    if isinstance(number, int):
        first = number * lane_count(source)
        places = range(first, first + lane_count(source))
        b.define(op.result, with_lanes(b, dest, value, places))
        return
    rows: list[SSAValue] = []
    for k in range(lane_count(type) // lane_count(source)):
        here = b.compare(ICmpOp, "eq", number, b.constant(ARCH, k))
        rows.append(b.select(here, value, _row(b, dest, source, k)))
    b.define(op.result, picked(b, type, rows, range(lane_count(type))))


def convert_reduction(b: CircuitBuilder, op: vector.ReductionOp) -> None:
    type = vector_wire(b, op.vector)
    element = lane_of(op.vector.type)
    combine = combiner(reduction_of(op, is_float(element)), element)
    value = b.value(op.vector)
    lanes = [lane(b, value, i) for i in range(lane_count(type))]
    if op.acc is not None:
        lanes.insert(0, as_lane(b, b.value(op.acc)))
    result = lanes[0]
    for other in lanes[1:]:
        result = combine(b, result, other)
    b.define(op.dest, b.as_word(result) if b.type_of(op.dest) == ARCH else result)


def convert_shuffle(b: CircuitBuilder, op: vector.ShuffleOp) -> None:
    type = vector_wire(b, op.result)
    for operand in op.operands:
        vector_wire(b, operand)
    b.define(op.result, picked(b, type, b.operands(), shuffled_lanes(op)))


def convert_shape_cast(b: CircuitBuilder, op: ShapeCastOp) -> None:
    """Lanes are in row-major order, whatever the shape."""
    vector_wire(b, op.source)
    vector_wire(b, op.result)
    b.define(op.result, b.value(op.source))


def convert_extract_slice(b: CircuitBuilder, op: ExtractStridedSliceOp) -> None:
    vector_wire(b, op.vector)
    type = vector_wire(b, op.result)
    b.define(op.result, picked(b, type, [b.value(op.vector)], op.lanes))


def convert_insert_slice(b: CircuitBuilder, op: InsertStridedSliceOp) -> None:
    vector_wire(b, op.source)
    vector_wire(b, op.result)
    source, dest = b.value(op.source), b.value(op.dest)
    b.define(op.result, with_lanes(b, dest, source, op.lanes))


def convert_constant_mask(b: CircuitBuilder, op: ConstantMaskOp) -> None:
    type = vector_wire(b, op.result)
    b.define(op.result, b.packed_constant(type, pack(INTS, 1, op.lanes)))


def convert_create_mask(b: CircuitBuilder, op: vector.CreateMaskOp) -> None:
    """
    The mask of the lanes whose index is, in each dimension, less than a signed bound.
    """
    type = vector_wire(b, op.mask_vector)
    shape = shape_of_vector(op.mask_vector)
    mask, stride = None, lane_count(type)
    for extent, count in zip(shape, op.mask_dim_sizes, strict=True):
        stride //= extent
        numbers = [place // stride % extent for place in range(lane_count(type))]
        below = numbers_below(b, numbers, b.value(count))
        mask = below if mask is None else b.compute(AndOp, type, mask, below)
    if mask is None:
        b.fail(f"a value of type {op.mask_vector.type}")
    b.define(op.mask_vector, mask)


def numbers_below(
    b: CircuitBuilder, numbers: Sequence[int], limit: SSAValue
) -> SSAValue:
    """A mask that enables the lanes below a signed word."""
    limit = as_lane(b, limit)
    type = vector_of(limit.type, len(numbers))
    lanes = b.packed_constant(type, pack(INTS, ARCH_WIDTH, numbers))
    return b.compare(ICmpOp, "slt", lanes, b.compute(BroadcastOp, type, limit))


# endregion
# region Memory


@dataclass(frozen=True)
class Row:
    """Consecutive elements of an array of the source."""

    base: SSAValue
    indices: Sequence[SSAValue]
    """The converted indices of lane 0."""
    subscripts: Sequence[SSAValue]
    """The source's indices, to which `distance` elements are added."""
    distance: int = 0

    def place(self, b: CircuitBuilder, number: SSAValue | int) -> Sequence[SSAValue]:
        """The converted indices of a lane."""
        if isinstance(number, int):
            if not number:
                return self.indices
            number = b.constant(ARCH, number)
        *outer, last = self.indices
        return [*outer, b.compute(AddOp, ARCH, last, number)]

    def further(self, b: CircuitBuilder, lanes: int) -> "Row":
        """The row from a further lane on."""
        indices = self.place(b, lanes)
        return Row(self.base, indices, self.subscripts, self.distance + lanes)


def row_of(
    b: CircuitBuilder,
    value: SSAValue,
    base: SSAValue,
    indices: Sequence[SSAValue],
) -> Row:
    """The row that a vector of one dimension occupies in an array of the source."""
    if len(shape_of_vector(value)) != 1:
        b.fail(f"a value of type {value.type}")
    return Row(base, [b.value(index) for index in indices], indices)


def _access(
    b: CircuitBuilder, lanes: int, row: Row
) -> tuple[SSAValue, dict[str, Attribute]]:
    """The address of lane 0, and the properties of the access."""
    array = indexed(b.op, row.base)
    size, strides = element_bytes(array), byte_strides(b, row.base)
    if len(row.indices) != len(strides):
        b.fail(f"{len(row.indices)} indices for an array of rank {len(strides)}")
    if not strides or strides[-1] != size:
        b.fail(f"a vector of an array of type {array}")
    address = address_of(b, row.base, row.indices)
    align = size
    if lanes >= b.machine.lanes:  # Vectors of fewer lanes are not accessed as a whole.
        align = known_alignment(
            b.machine, array, row.base, row.subscripts, row.distance
        )
    space = space_of(array) or 0
    return address, {"memory": memory(lanes * size, align, space, b.alias_of(row.base))}


def load_lanes(b: CircuitBuilder, type: VectorValueType, row: Row) -> SSAValue:
    """Load consecutive elements."""
    address, properties = _access(b, lane_count(type), row)
    stored = like(type, i8) if lane_type(type) == i1 else type
    load = b.emit(LoadOp, (b.flow(), address), (DEPEND, stored), properties)
    b.loaded(load.depend)
    return load.result if stored is type else b.compute(TruncOp, type, load.result)


def store_lanes(b: CircuitBuilder, value: SSAValue, row: Row) -> None:
    """Store a vector to consecutive elements."""
    if lane_type(value.type) == i1:
        value = b.compute(ZExtOp, like(value.type, i8), value)
    address, properties = _access(b, lane_count(value.type), row)
    operands = (b.before_write(), value, address)
    b.wrote(b.emit(StoreOp, operands, (DEPEND,), properties).depend)


def convert_load(b: CircuitBuilder, op: vector.LoadOp) -> None:
    type = vector_wire(b, op.result)
    row = row_of(b, op.result, op.base, op.indices)
    b.define(op.result, load_lanes(b, type, row))


def convert_store(b: CircuitBuilder, op: vector.StoreOp) -> None:
    vector_wire(b, op.vector)
    row = row_of(b, op.vector, op.base, op.indices)
    store_lanes(b, b.value(op.vector), row)


# endregion

VECTOR_CONVERSIONS: Conversions = dict(
    (
        rule(vector.BroadcastOp, convert_broadcast),
        rule(vector.ExtractOp, convert_extract),
        rule(vector.InsertOp, convert_insert),
        rule(vector.ReductionOp, convert_reduction),
        rule(vector.ShuffleOp, convert_shuffle),
        rule(ShapeCastOp, convert_shape_cast),
        rule(ConstantMaskOp, convert_constant_mask),
        rule(ExtractStridedSliceOp, convert_extract_slice),
        rule(InsertStridedSliceOp, convert_insert_slice),
        rule(vector.CreateMaskOp, convert_create_mask),
        rule(vector.FMAOp, convert_fma),
        rule(vector.LoadOp, convert_load),
        rule(vector.StoreOp, convert_store),
    )
)
