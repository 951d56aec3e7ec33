"""
`vector` to gates: LANE, SET_LANE, BROADCAST, and accesses of whole vectors.

Vectors of several dimensions have their lanes in row-major order. Lane numbers are
taken modulo the number of lanes. A reduction goes from lane 0 up, as MLIR specifies for
floats, after the start value if there is one. In memory lanes are contiguous and
aligned like their type, or as `alignment` finds; an i1 takes a byte.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import cast

from xdsl.dialects import vector
from xdsl.dialects.builtin import IndexType, VectorType, i1, i8, i32
from xdsl.ir import Attribute, Operation, SSAValue

from circ.dialects.circuit.comparisons import ICmpOp
from circ.dialects.circuit.conversions import TruncOp, ZExtOp
from circ.dialects.circuit.integers import AddOp, AndOp, MulOp, URemOp
from circ.dialects.circuit.memory import LoadOp, StoreOp
from circ.dialects.circuit.types import (
    ARCH,
    ARCH_WIDTH,
    DEPEND,
    ArchType,
    VectorValueType,
    is_vector,
    lane_count,
    lane_type,
    lane_width,
    like,
    vector_of,
)
from circ.dialects.circuit.vectors import BroadcastOp, LaneOp, SetLaneOp
from circ.dialects.common.algebra import INTS
from circ.dialects.common.dispatch import rule
from circ.dialects.common.lanes import pack
from circ.dialects.common.memory import memory
from circ.dialects.source.arrays import check_indices, indexed
from circ.dialects.source.lane_meanings import Meaning, lane_meanings
from circ.dialects.source.layout import element_bytes, has_rows, space_of
from circ.dialects.source.vector_lanes import ExtractElementOp, InsertElementOp
from circ.dialects.source.vectors import Element, indices_of
from circ.transforms.conversion.to_circuit.alignment import known_alignment
from circ.transforms.conversion.to_circuit.arith_to_circuit import (
    CONVERTING_GATES,
)
from circ.transforms.conversion.to_circuit.circuit_builder import (
    CircuitBuilder,
    Conversions,
)
from circ.transforms.conversion.to_circuit.halves_to_circuit import combiner
from circ.transforms.conversion.to_circuit.math_to_circuit import convert_fma, fused
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
    return b.as_integer(value) if isinstance(value.type, ArchType) else value


def of_lanes(b: CircuitBuilder, type: Attribute, lanes: Iterable[SSAValue]) -> SSAValue:
    """A vector of these lanes."""
    result = b.constant(type, 0)
    for number, element in enumerate(lanes):
        result = with_lane(b, result, element, number)
    return result


def picked(
    b: CircuitBuilder,
    type: VectorValueType,
    sources: Sequence[SSAValue],
    places: Sequence[int],
) -> SSAValue:
    """A shuffle: lanes of vectors, and scalars, numbered consecutively."""
    found = [(v, i) for v in sources for i in range(lane_count(v.type) or 1)]
    chosen = [found[place] for place in places]
    if len(set(chosen)) == 1:
        return b.compute(BroadcastOp, type, lane_or_scalar(b, *chosen[0]))
    kept = Counter(
        value
        for place, (value, i) in enumerate(chosen)
        if place == i and value.type == type
    )
    # The operand that provides most lanes where they are is changed in the others.
    result, lanes = kept.most_common(1)[0] if kept else (None, 0)
    if result is None or 2 * lanes < len(places):
        return of_lanes(b, type, (lane_or_scalar(b, *lane) for lane in chosen))
    dest = result
    for place, (value, i) in enumerate(chosen):
        if value is not dest or place != i:
            result = with_lane(b, result, lane_or_scalar(b, value, i), place)
    return result


def lane_or_scalar(b: CircuitBuilder, value: SSAValue, number: int) -> SSAValue:
    """A lane of a vector, or a scalar."""
    return lane(b, value, number) if is_vector(value.type) else value


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


class LaneGates:
    """Emits the gates of an operation's meaning (`Lanes`); one lane is a scalar."""

    def __init__(self, b: CircuitBuilder):
        self._b = b

    def lanes(self, value: SSAValue) -> SSAValue:
        b = self._b
        b.type_of(value)
        wire = as_lane(b, b.value(value))
        return lane(b, wire, 0) if lane_count(wire.type) == 1 else wire

    def constant(self, type: Attribute, numbers: Sequence[int]) -> SSAValue:
        element = i32 if isinstance(type, IndexType) else type
        if len(numbers) == 1:
            return self._b.constant(element, numbers[0])
        bits = pack(INTS, lane_width(element), numbers)
        return self._b.packed_constant(vector_of(element, len(numbers)), bits)

    def pick(self, sources: Sequence[SSAValue], places: Sequence[int]) -> SSAValue:
        if len(places) == 1:
            found = [(v, i) for v in sources for i in range(lane_count(v.type) or 1)]
            return lane_or_scalar(self._b, *found[places[0]])
        type = vector_of(lane_type(sources[0].type), len(places))
        return picked(self._b, type, sources, places)

    def combine(
        self,
        kind: type[Operation],
        element: Attribute,
        first: SSAValue,
        second: SSAValue,
    ) -> SSAValue:
        return combiner(kind, element)(self._b, first, second)

    def widen(
        self, kind: type[Operation], value: SSAValue, type: Attribute
    ) -> SSAValue:
        return self._b.compute(CONVERTING_GATES[kind], like(value.type, type), value)

    def fma(self, x: SSAValue, y: SSAValue, z: SSAValue) -> SSAValue:
        return fused(self._b, x, y, z)


def convert_meaning(b: CircuitBuilder, op: Operation) -> None:
    types = [b.type_of(result) for result in op.results]
    wires = MEANINGS[type(op)](LaneGates(b), op)
    for value, wire, wanted in zip(op.results, wires, types, strict=True):
        if is_vector(wanted) and not is_vector(wire.type):
            wire = b.compute(BroadcastOp, wanted, wire)
        is_word = isinstance(wanted, ArchType)
        b.define(value, b.as_word(wire) if is_word else wire)


MEANINGS: Mapping[type[Operation], Meaning[SSAValue, Operation]] = lane_meanings()


def _place_number(b: CircuitBuilder, op: Element, vector: SSAValue) -> SSAValue | int:
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
        inside = _as_position(b, b.value(position))
        if len(shape) > 1:
            inside = b.compute(URemOp, ARCH, inside, b.constant(ARCH, extent))
            inside = b.compute(MulOp, ARCH, inside, b.constant(ARCH, stride))
        number = inside if number is None else b.compute(AddOp, ARCH, number, inside)
    if number is None or not constant:
        return constant if number is None else number
    return b.compute(AddOp, ARCH, number, b.constant(ARCH, constant))


def _as_position(b: CircuitBuilder, value: SSAValue) -> SSAValue:
    """A position of any integer type as a word, unsigned."""
    if isinstance(value.type, ArchType):
        return value
    if (width := lane_width(value.type)) != ARCH_WIDTH:
        gate = ZExtOp if width < ARCH_WIDTH else TruncOp
        value = b.compute(gate, i32, value)
    return b.as_word(value)


def _row(
    b: CircuitBuilder, value: SSAValue, type: VectorValueType, number: int
) -> SSAValue:
    """The subvector of so many lanes, by its number."""
    first, size = number * lane_count(type), lane_count(type)
    return picked(b, type, [value], range(first, first + size))


def convert_extract(b: CircuitBuilder, op: vector.ExtractOp | ExtractElementOp) -> None:
    vector_wire(b, op.vector)
    type, value = b.type_of(op.result), b.value(op.vector)
    number = _place_number(b, op, op.vector)
    if not is_vector(type):
        result = lane(b, value, number)
        is_word = isinstance(type, ArchType)
        b.define(op.result, b.as_word(result) if is_word else result)
        return
    if isinstance(number, int):
        b.define(op.result, _row(b, value, type, number))
        return
    result = _row(b, value, type, 0)
    for k in range(1, lane_count(value.type) // lane_count(type)):
        here = b.compare(ICmpOp, "eq", number, b.constant(ARCH, k))
        result = b.select(here, _row(b, value, type, k), result)
    b.define(op.result, result)


def convert_insert(b: CircuitBuilder, op: vector.InsertOp | InsertElementOp) -> None:
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
    size = element_bytes(array)
    check_indices(b.op, array, len(row.indices))
    if not has_rows(array):
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
        *((op, convert_meaning) for op in MEANINGS),
        rule(vector.ExtractOp, convert_extract),
        rule(vector.InsertOp, convert_insert),
        rule(ExtractElementOp, convert_extract),
        rule(InsertElementOp, convert_insert),
        rule(vector.CreateMaskOp, convert_create_mask),
        rule(vector.FMAOp, convert_fma),
        rule(vector.LoadOp, convert_load),
        rule(vector.StoreOp, convert_store),
    )
)
