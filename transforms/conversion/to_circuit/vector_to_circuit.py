"""
`vector` to gates: LANE, SET_LANE, BROADCAST, and accesses of whole vectors.

The number of a lane counts modulo their number. A reduction goes from lane 0 up, as
MLIR says of floats, behind the start value where there is one. In memory lanes lie one
behind the other, aligned like their type or as `alignment` finds; an i1 takes a byte.
"""

from collections.abc import Sequence

from xdsl.dialects import vector
from xdsl.dialects.builtin import i1, i8
from xdsl.ir import SSAValue

from circ.dialects.circuit.conversions import TruncOp, ZExtOp
from circ.dialects.circuit.memory import LoadOp, StoreOp
from circ.dialects.circuit.types import (
    ARCH,
    BITS,
    DEPEND,
    LANES,
    VectorValueType,
    is_float,
    is_vector,
    lane_type,
    vector_of,
)
from circ.dialects.circuit.vectors import BroadcastOp, LaneOp, SetLaneOp
from circ.dialects.common.algebra import INTS
from circ.dialects.common.lanes import pack
from circ.dialects.common.memory import MemoryAttr, memory
from circ.dialects.source.layout import byte_strides, element_bytes, space_of
from circ.dialects.source.vector import (
    ConstantMaskOp,
    ExtractStridedSliceOp,
    InsertStridedSliceOp,
    ShapeCastOp,
)
from circ.dialects.source.vectors import place_of, positions_of, reduction_of
from circ.transforms.conversion.to_circuit.alignment import known_alignment
from circ.transforms.conversion.to_circuit.arith_to_circuit import combination
from circ.transforms.conversion.to_circuit.circuit_builder import (
    CircuitBuilder,
    Conversions,
    rule,
)
from circ.transforms.conversion.to_circuit.math_to_circuit import convert_fma
from circ.transforms.conversion.to_circuit.memref_to_circuit import address_of, array_of


def vector_wire(b: CircuitBuilder, value: SSAValue) -> VectorValueType:
    """The type of the wire of a vector; a diagnostic for any other value."""
    type = b.type_of(value)
    if not is_vector(type):
        b.fail(f"a value of type {value.type}")
    return type


def lane(b: CircuitBuilder, value: SSAValue, number: SSAValue) -> SSAValue:
    """A lane of a wire."""
    return b.compute(LaneOp, lane_type(value.type), value, number)


def convert_broadcast(b: CircuitBuilder, op: vector.BroadcastOp) -> None:
    type = vector_wire(b, op.vector)
    if is_vector(b.type_of(op.source)):
        b.define(op.vector, b.value(op.source))
    else:
        value = as_lane(b, b.value(op.source))
        b.define(op.vector, b.compute(BroadcastOp, type, value))


def as_lane(b: CircuitBuilder, value: SSAValue) -> SSAValue:
    """A scalar as it is in a lane: an `index` is an i32 there."""
    return b.as_integer(value) if value.type == ARCH else value


def _position(
    b: CircuitBuilder, op: vector.ExtractOp | vector.InsertOp
) -> SSAValue | None:
    """The number of a lane; None for all lanes."""
    places = place_of(op, (LANES,))
    if not places:
        return None
    (position,) = places
    return (
        b.constant(ARCH, position) if isinstance(position, int) else b.value(position)
    )


def convert_extract(b: CircuitBuilder, op: vector.ExtractOp) -> None:
    vector_wire(b, op.vector)
    type, value = b.type_of(op.result), b.value(op.vector)
    if (position := _position(b, op)) is not None:
        value = lane(b, value, position)
    b.define(op.result, b.as_word(value) if type == ARCH else value)


def convert_insert(b: CircuitBuilder, op: vector.InsertOp) -> None:
    type = vector_wire(b, op.dest)
    b.type_of(op.source)
    value, dest = as_lane(b, b.value(op.source)), b.value(op.dest)
    if (position := _position(b, op)) is not None:
        value = b.compute(SetLaneOp, type, dest, value, position)
    b.define(op.result, value)


def convert_reduction(b: CircuitBuilder, op: vector.ReductionOp) -> None:
    type = vector_wire(b, op.vector)
    combine = combination(reduction_of(op, is_float(type)))
    value = b.value(op.vector)
    lanes = [lane(b, value, b.constant(ARCH, i)) for i in range(LANES)]
    if op.acc is not None:
        lanes.insert(0, as_lane(b, b.value(op.acc)))
    result = lanes[0]
    for other in lanes[1:]:
        result = combine(b, result, other)
    b.define(op.dest, b.as_word(result) if b.type_of(op.dest) == ARCH else result)


def convert_shuffle(b: CircuitBuilder, op: vector.ShuffleOp) -> None:
    """One lane after the other."""
    type = vector_wire(b, op.result)
    for operand in op.operands:
        vector_wire(b, operand)
    operands = b.operands()
    result = b.constant(type, 0)
    for i, place in enumerate(positions_of(op)):
        number = b.constant(ARCH, place % LANES)
        value = lane(b, operands[place // LANES], number)
        result = b.compute(SetLaneOp, type, result, value, b.constant(ARCH, i))
    b.define(op.result, result)


def convert_shape_cast(b: CircuitBuilder, op: ShapeCastOp) -> None:
    """To the same shape; `split-vectors` has done the others."""
    vector_wire(b, op.source)
    vector_wire(b, op.result)
    b.define(op.result, b.value(op.source))


def convert_slice(
    b: CircuitBuilder, op: ExtractStridedSliceOp | InsertStridedSliceOp
) -> None:
    """Sixteen lanes of sixteen are all; `split-vectors` has done the others."""
    vector_wire(b, op.operands[0])
    vector_wire(b, op.result)
    b.define(op.result, b.value(op.operands[0]))


def convert_constant_mask(b: CircuitBuilder, op: ConstantMaskOp) -> None:
    type = vector_wire(b, op.result)
    b.define(op.result, b.packed_constant(type, pack(INTS, 1, op.lanes)))


# region Memory


def _place(
    b: CircuitBuilder,
    base: SSAValue,
    indices: Sequence[SSAValue],
    subscripts: Sequence[SSAValue],
) -> tuple[SSAValue, MemoryAttr]:
    """The address of lane 0, and the memory operand of the access."""
    array = array_of(b, base)
    size, strides = element_bytes(array), byte_strides(array)
    if len(indices) != len(strides):
        b.fail(f"{len(indices)} indices for an array of rank {len(strides)}")
    if not strides or strides[-1] != size:
        b.fail(f"a vector of an array of type {array}")
    address = address_of(b, array, b.value(base), indices)
    align = known_alignment(array, base, subscripts)
    space = space_of(array) or 0
    return address, memory(LANES * size, align, space, b.alias_of(base))


def load_lanes(
    b: CircuitBuilder,
    type: VectorValueType,
    base: SSAValue,
    indices: Sequence[SSAValue],
    subscripts: Sequence[SSAValue],
) -> SSAValue:
    """
    The vector of an array of the source at converted indices of lane 0.

    `subscripts` are these in the source.
    """
    address, access = _place(b, base, indices, subscripts)
    stored = vector_of(i8) if type == BITS else type
    properties = {"memory": access}
    load = b.emit(LoadOp, (b.flow(), address), (DEPEND, stored), properties)
    b.loaded(load.depend)
    return load.result if stored is type else b.compute(TruncOp, BITS, load.result)


def store_lanes(
    b: CircuitBuilder,
    value: SSAValue,
    base: SSAValue,
    indices: Sequence[SSAValue],
    subscripts: Sequence[SSAValue],
) -> None:
    """Put a wire's lanes into an array of the source, as `load_lanes` gets them."""
    if lane_type(value.type) == i1:
        value = b.compute(ZExtOp, vector_of(i8), value)
    address, access = _place(b, base, indices, subscripts)
    properties = {"memory": access}
    operands = (b.before_write(), value, address)
    b.wrote(b.emit(StoreOp, operands, (DEPEND,), properties).depend)


def _wires(b: CircuitBuilder, values: Sequence[SSAValue]) -> list[SSAValue]:
    return [b.value(value) for value in values]


def convert_load(b: CircuitBuilder, op: vector.LoadOp) -> None:
    type = vector_wire(b, op.result)
    b.define(op.result, load_lanes(b, type, op.base, _wires(b, op.indices), op.indices))


def convert_store(b: CircuitBuilder, op: vector.StoreOp) -> None:
    vector_wire(b, op.vector)
    store_lanes(b, b.value(op.vector), op.base, _wires(b, op.indices), op.indices)


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
        rule(ExtractStridedSliceOp, convert_slice),
        rule(InsertStridedSliceOp, convert_slice),
        rule(vector.FMAOp, convert_fma),
        rule(vector.LoadOp, convert_load),
        rule(vector.StoreOp, convert_store),
    )
)
