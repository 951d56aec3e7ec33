"""
Operations of llvlir to gates: the rows' meanings, over the algebra of gates.

An address is an ARCH, an integer register its integer, a mask a vector of bits. A
vector is one value of the algebra where a row computes lane by lane; rows across lanes
are written out on lanes. What circuits cannot say, such as atomic operations and memory
orders, is diagnosed.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import TypeAlias, cast

from xdsl.dialects.builtin import (
    FunctionType,
    IntAttr,
    StringAttr,
    UnitAttr,
    i8,
    i32,
)
from xdsl.ir import Attribute, Operation, SSAValue

from circ.dialects.circuit.calls import BY_ADDRESS, passed_type
from circ.dialects.circuit.conversions import BitcastOp, TruncOp, ZExtOp
from circ.dialects.circuit.floats import FExpOp
from circ.dialects.circuit.gate import Gate
from circ.dialects.circuit.integers import AddOp, ExpOp, MulOp
from circ.dialects.circuit.mathematics import MathOp
from circ.dialects.circuit.memory import AllocaOp, CallOp, LoadOp, StoreOp
from circ.dialects.circuit.types import (
    ARCH,
    ARCH_WIDTH,
    DEPEND,
    FLOATS,
    INTEGERS,
    ValueType,
    VectorValueType,
    is_vector,
    lane_count,
    lane_width,
    vector_of,
    wire_type,
)
from circ.dialects.circuit.vectors import BroadcastOp, LaneOp, SetLaneOp
from circ.dialects.common.diagnostics import unsupported
from circ.dialects.common.dispatch import rule
from circ.dialects.common.functions import FUNCTIONS
from circ.dialects.common.machine import Machine
from circ.dialects.common.memory import MemoryAttr, memory
from circ.dialects.common.runtime import PREFIX
from circ.dialects.common.state import size_of
from circ.dialects.common.variadic import MARK, is_variadic
from circ.dialects.common.widths import width_of
from circ.dialects.llvlir import ops as llvlir
from circ.dialects.llvlir.rules import immediate_of
from circ.dialects.llvlir.semantics import (
    MOVES_FROM_VECTOR,
    MOVES_TO_VECTOR,
    attributes_of,
    constant_of,
    lane_meaning,
    meaning,
)
from circ.dialects.llvlir.table import rows
from circ.dialects.llvlir.types import (
    AddressType,
    FloatType,
    GeneralType,
    MaskType,
    VectorType,
)
from circ.transforms.conversion.to_circuit.circuit_builder import (
    CircuitBuilder,
    Conversions,
)
from circ.transforms.conversion.to_circuit.meaning_to_circuit import CheckedGates
from circ.transforms.conversion.to_circuit.partial_vectors_to_circuit import (
    load_enabled,
    store_enabled,
)
from circ.transforms.conversion.to_circuit.vector_to_circuit import lane, of_lanes
from circ.transforms.llvlir.expansions import EXPANSIONS

MOVES = (*MOVES_TO_VECTOR, *MOVES_FROM_VECTOR)
"""Moves between scalars and lane 0 of vectors."""
ALL_LANES = IntAttr(1)
"""The lanes of a vector where it is one value of the algebra."""


def wire_of(type: Attribute) -> ValueType | None:
    """The type of the wire for a register; None where circuits have none."""
    match type:
        case AddressType():
            return ARCH
        case GeneralType() | FloatType():
            element = type.element
            known = element in INTEGERS or element in FLOATS
            return wire_type(element) if known else None
        case VectorType() if type.element in INTEGERS or type.element in FLOATS:
            return vector_of(type.element, type.lanes.data)
        case MaskType():
            return vector_of(INTEGERS[0], type.lanes.data)
        case _:
            return None


class RowGates(CheckedGates):
    """Gates that compute what rows mean; a mask that is known selects nothing."""

    def ite(
        self, width: int, condition: SSAValue, then: SSAValue, otherwise: SSAValue
    ) -> SSAValue:
        known = self.known(condition)
        if known is not None:
            return then if known else otherwise
        if width == 1 and (self.known(then), self.known(otherwise)) == (1, 0):
            return condition
        return super().ite(width, condition, then, otherwise)

    def icmp(
        self, condition: str, width: int, lhs: SSAValue, rhs: SSAValue
    ) -> SSAValue:
        if width == 1 and condition == "ne" and self.known(rhs) == 0:
            return lhs
        return super().icmp(condition, width, lhs, rhs)


class RowBuilder(CircuitBuilder):
    """Builds the circuit of a function of llvlir."""

    callees: Mapping[str, FunctionType]
    """The types of the module's functions as circuits."""

    def __init__(
        self,
        function: llvlir.FuncOp,
        machine: Machine,
        callees: Mapping[str, FunctionType],
    ):
        super().__init__(function, machine, ROWS, ACCESSES, {}, {})
        self.callees = callees
        self._algebras: dict[int, RowGates] = {}

    def algebra(self, lanes: int = 0) -> RowGates:
        """The algebra of scalars, or of vectors of so many lanes."""
        if (found := self._algebras.get(lanes)) is None:
            type = vector_of(i32, lanes) if lanes else i32
            found = self._algebras[lanes] = RowGates(self, type)
        return found

    def cast(self, wire: SSAValue, type: Attribute) -> SSAValue:
        """A wire as another type of the same bits."""
        return self.algebra(lane_count(type)).cast(wire, type)

    def type_of(self, value: SSAValue) -> ValueType:
        if (type := wire_of(value.type)) is None:
            raise unsupported(self.op, f"a value of type {value.type}")
        return type

    def types_of(self, values: Sequence[SSAValue]) -> list[ValueType]:
        return [self.type_of(value) for value in values]

    def give(self, value: SSAValue, wire: SSAValue) -> None:
        """Map a result to a wire that has its bits."""
        self.define(value, self.cast(wire, self.type_of(value)))


# region Rows that compute


def convert_row(b: RowBuilder, op: llvlir.TableOp) -> None:
    """A constant, or what the row means."""
    (result,) = op.results or (None,)
    if result is None:
        b.fail("this operation in circuits")
    if (bits := constant_of(result)) is not None:
        if wire_of(result.type) is None and _is_of_masks(result):
            return
        b.define(result, b.packed_constant(b.type_of(result), bits))
        return
    b.type_of(result)
    types = attributes_of(op)[0]
    if op.ROW.suffix.startswith("V") and op.ROW.name != "mv.x.x.VI":
        if op.ROW.crosses_lanes or op.ROW.name in (
            *MOVES_TO_VECTOR,
            *MOVES_FROM_VECTOR,
        ):
            wire = _across_lanes(b, op)
        else:
            wire = _in_lanes(b, op, (ALL_LANES, *types[1:]))
    else:
        wire = _scalar(b, op)
    b.give(result, wire)


def _is_of_masks(constant: SSAValue) -> bool:
    """Is it only the number of a mask, whose width may be any?"""
    return all(
        isinstance(use.operation, llvlir.TableOp) and use.operation.ROW.name == "mvm"
        for use in constant.uses
    )


def _scalar(b: RowBuilder, op: llvlir.TableOp) -> SSAValue:
    k, operands = b.algebra(), b.operands()
    if (expand := _expansion(op)) is not None:
        return expand(k, *operands)
    function = meaning(k, op.ROW, *attributes_of(op))
    if function is None:
        b.fail("this operation in circuits")
    return function(*operands)


def _expansion(op: llvlir.TableOp) -> Callable[..., SSAValue] | None:
    """A row that is expanded in fewer operations than its meaning has."""
    expand = EXPANSIONS.get(op.ROW.name)
    if expand is None:
        return None
    types, immediates, *_ = attributes_of(op)
    width = width_of(types[-1])

    def expanded(k: RowGates, *operands: SSAValue) -> SSAValue:
        return expand(k, width, *operands, *immediates)

    return expanded


def _in_lanes(
    b: RowBuilder, op: llvlir.TableOp, types: Sequence[Attribute]
) -> SSAValue:
    """A row on vectors, all lanes at once."""
    lanes = lane_count(b.type_of(op.results[0]))
    k, operands = b.algebra(lanes), b.operands()
    whole = [
        wire if is_vector(wire.type) else _in_all_lanes(b, wire, lanes)
        for wire in operands
    ]
    if (expand := _expansion(op)) is not None:
        *values, mask = whole
        found = expand(k, *values)
        width = width_of(types[-1])
        return k.ite(width, mask, found, k.const(width, 0))
    function = lane_meaning(k, op.ROW, types, *attributes_of(op)[1:])
    if function is None:
        b.fail("this operation in circuits")
    kinds = (value[0] for value in op.ROW.values[1:])
    columns = [
        [wire] if kind in "xm" else wire
        for wire, kind in zip(whole, kinds, strict=True)
    ]
    (found,) = function(*columns)
    return found


def _in_all_lanes(b: RowBuilder, wire: SSAValue, lanes: int) -> SSAValue:
    type = vector_of(wire.type, lanes)
    if (bits := b.algebra().known(wire)) is not None:
        return b.constant(type, bits)
    return b.compute(BroadcastOp, type, wire)


def _across_lanes(b: RowBuilder, op: llvlir.TableOp) -> SSAValue:
    """A row whose lanes depend on others, on scalars."""
    k = b.algebra()
    function = lane_meaning(k, op.ROW, *attributes_of(op))
    if function is None:
        b.fail("this operation in circuits")
    columns = [lanes_of(b, wire) or wire for wire in b.operands()]
    lanes = cast("Sequence[SSAValue]", function(*columns))
    type = b.type_of(op.results[0])
    if not is_vector(type):
        return lanes[0]
    return of_lanes(b, type, [k.cast(each, type.element_type) for each in lanes])


def lanes_of(b: RowBuilder, wire: SSAValue) -> list[SSAValue]:
    """The lanes of a vector; nothing for a scalar."""
    return [lane(b, wire, number) for number in range(lane_count(wire.type))]


def _mask(b: RowBuilder, op: llvlir.TableOp) -> None:
    """Bit i of an integer is lane i."""
    (source,), (result,) = op.operands, op.results
    type = b.type_of(result)
    if (bits := constant_of(source)) is not None:
        b.define(result, b.packed_constant(type, bits))
        return
    k, wire = b.algebra(), b.value(source)
    width = width_of(wire.type)
    bits_of = [k.extract(width, n, n, wire) for n in range(lane_count(type))]
    b.define(result, of_lanes(b, type, bits_of))


def _lane(b: RowBuilder, op: llvlir.TableOp) -> None:
    (vector, number), result = b.operands(), op.results[0]
    place = b.cast(number, ARCH)
    b.define(result, b.compute(LaneOp, b.type_of(result), vector, place))


def _set_lane(b: RowBuilder, op: llvlir.TableOp) -> None:
    (vector, value, number), result = b.operands(), op.results[0]
    place = b.cast(number, ARCH)
    b.define(result, b.compute(SetLaneOp, vector.type, vector, value, place))


def _nothing(b: RowBuilder, op: llvlir.TableOp) -> None:
    """What only a debugger or a check of branches sees."""


# endregion
# region Memory


def _symbol(b: RowBuilder, op: llvlir.TableOp) -> None:
    assert op.label is not None
    b.define(op.results[0], b.symbol(op.label.root_reference.data))


def _slot(b: RowBuilder, op: llvlir.TableOp) -> None:
    size, align = (IntAttr(immediate_of(op, name)) for name in ("imm", "imm1"))
    place = {"size": size, "align": align}
    b.define(op.results[0], b.emit(AllocaOp, (), (ARCH,), place).result)


def _memory_of(b: RowBuilder, op: llvlir.TableOp) -> MemoryAttr | None:
    if op.order is not None and op.order.data:
        b.fail("a memory order in circuits")
    return op.memory


def _at(b: RowBuilder, address: SSAValue, offset: int) -> SSAValue:
    if not offset:
        return address
    return b.compute(AddOp, ARCH, address, b.constant(ARCH, offset))


def _load_at(
    b: RowBuilder, type: Attribute, address: SSAValue, memory: MemoryAttr | None
) -> SSAValue:
    """Load a value; a vector of bits takes a byte for each."""
    if is_vector(type) and lane_width(type) == 1:
        bytes = _load_at(b, vector_of(i8, lane_count(type)), address, memory)
        return b.compute(TruncOp, type, bytes)
    properties = {} if memory is None else {"memory": memory}
    is_volatile = memory is not None and memory.volatile.data
    flow = b.before_write() if is_volatile else b.flow()
    load = b.emit(LoadOp, (flow, address), (DEPEND, type), properties)
    b.loaded(load.depend)
    return load.result


def _store_at(
    b: RowBuilder, value: SSAValue, address: SSAValue, memory: MemoryAttr | None
) -> None:
    if is_vector(value.type) and lane_width(value.type) == 1:
        bytes = vector_of(i8, lane_count(value.type))
        value = b.compute(ZExtOp, bytes, value)
    properties = {} if memory is None else {"memory": memory}
    operands = (b.before_write(), value, address)
    b.wrote(b.emit(StoreOp, operands, (DEPEND,), properties).depend)


def _load(b: RowBuilder, op: llvlir.TableOp) -> None:
    (address, *mask), (result,) = b.operands(), op.results
    type, access = b.type_of(result), _memory_of(b, op)
    address = _at(b, address, immediate_of(op))
    if _is_partial(b, mask):
        b.define(result, _load_each(b, op, mask[0], lambda n: _row(b, op, address, n)))
        return
    b.define(result, _load_at(b, type, address, access))


def _store(b: RowBuilder, op: llvlir.TableOp) -> None:
    address, value, *mask = b.operands()
    access = _memory_of(b, op)
    address = _at(b, address, immediate_of(op))
    if _is_partial(b, mask):
        _store_each(b, op, value, mask[0], lambda n: _row(b, op, address, n))
        return
    _store_at(b, value, address, access)


def _is_partial(b: RowBuilder, mask: Sequence[SSAValue]) -> bool:
    """Are there lanes that a mask may turn off?"""
    return bool(mask) and b.algebra().known(mask[0]) != 1


def _address_by_index(b: RowBuilder, op: llvlir.TableOp) -> SSAValue:
    """Base plus index times stride plus offset."""
    k = b.algebra()
    words = [k.cast(wire, i32) for wire in b.operands()[:4]]
    base, index, stride, offset = words
    distance = b.compute(MulOp, i32, index, stride)
    address = b.compute(AddOp, i32, base, distance)
    return k.cast(b.compute(AddOp, i32, address, offset), ARCH)


def _load_by_index(b: RowBuilder, op: llvlir.TableOp) -> None:
    (result,), access = op.results, _memory_of(b, op)
    type = b.type_of(result)
    b.define(result, _load_at(b, type, _address_by_index(b, op), access))


def _store_by_index(b: RowBuilder, op: llvlir.TableOp) -> None:
    access, address = _memory_of(b, op), _address_by_index(b, op)
    _store_at(b, b.operands()[4], address, access)


# endregion
# region Memory, lane by lane

Place: TypeAlias = Callable[[SSAValue | int], SSAValue]
"""The address of a lane."""


def _lane_bytes(op: llvlir.TableOp) -> int:
    type = op.results[0].type if op.results else op.operands[-2].type
    assert isinstance(type, VectorType)
    return size_of(width_of(type.element))


def _as_word(b: RowBuilder, number: SSAValue | int) -> SSAValue:
    return b.constant(ARCH, number) if isinstance(number, int) else number


def _row(
    b: RowBuilder, op: llvlir.TableOp, address: SSAValue, number: SSAValue | int
) -> SSAValue:
    """The address of a lane in a row of them."""
    distance = b.product(_lane_bytes(op), _as_word(b, number))
    return b.compute(AddOp, ARCH, address, b.as_wire(distance))


def _indexed(b: RowBuilder, op: llvlir.TableOp) -> Place:
    """The addresses of a gather or scatter: an index is signed and counts elements."""
    base, index = b.operands()[:2]

    def place(number: SSAValue | int) -> SSAValue:
        k, found = b.algebra(), lane(b, index, number)
        width = width_of(found.type)
        if width < ARCH_WIDTH:
            found = k.sext(width, ARCH_WIDTH, found)
        elif width > ARCH_WIDTH:
            found = k.extract(width, ARCH_WIDTH - 1, 0, found)
        distance = b.product(b.compute(BitcastOp, ARCH, found), _lane_bytes(op))
        return b.compute(AddOp, ARCH, base, b.as_wire(distance))

    return place


def _lane_memory(b: RowBuilder, op: llvlir.TableOp) -> MemoryAttr:
    """The memory operand of one lane's access."""
    whole, size = _memory_of(b, op), _lane_bytes(op)
    if whole is None:
        return memory(size)
    align = min(size, whole.align.data)
    space, volatile = whole.space.data, bool(whole.volatile.data)
    return memory(size, align, space, whole.alias.data, volatile)


def _load_each(
    b: RowBuilder, op: llvlir.TableOp, mask: SSAValue, place: Place
) -> SSAValue:
    """A vector of the enabled lanes; the others are zero."""
    type, access = cast(VectorValueType, b.type_of(op.results[0])), _lane_memory(b, op)

    def loader(span: range) -> Callable[[SSAValue | int], SSAValue]:
        return lambda number: _load_at(
            b, type.element_type, place(_further(b, span, number)), access
        )

    return load_enabled(b, mask, b.constant(type, 0), loader)


def _store_each(
    b: RowBuilder, op: llvlir.TableOp, value: SSAValue, mask: SSAValue, place: Place
) -> None:
    access = _lane_memory(b, op)

    def storer(span: range) -> Callable[[SSAValue | int], None]:
        def store(number: SSAValue | int) -> None:
            number = _further(b, span, number)
            _store_at(b, lane(b, value, number), place(number), access)

        return store

    store_enabled(b, mask, value, storer)


def _further(b: RowBuilder, span: range, number: SSAValue | int) -> SSAValue | int:
    """The number of a lane in the vector, from that in a part of it."""
    if isinstance(number, int):
        return span.start + number
    return _at(b, number, span.start)


def _gather(b: RowBuilder, op: llvlir.TableOp) -> None:
    mask = b.value(op.operands[-1])
    b.define(op.results[0], _load_each(b, op, mask, _indexed(b, op)))


def _scatter(b: RowBuilder, op: llvlir.TableOp) -> None:
    value, mask = b.operands()[-2:]
    _store_each(b, op, value, mask, _indexed(b, op))


# endregion
# region Calls


@cache
def _gates_of_library() -> Mapping[str, tuple[type[Gate], Mapping[str, Attribute]]]:
    """The gates that are lowered to calls of the run-time library, by its names."""
    return {
        **{
            f"{PREFIX}{name}_f32": (MathOp, {"function": StringAttr(name)})
            for name in FUNCTIONS
        },
        **{f"{PREFIX}pow_f{width}": (FExpOp, {}) for width in (32, 64)},
        **{f"{PREFIX}pow{width}": (ExpOp, {}) for width in (32, 64)},
    }


def is_gate(function: str) -> bool:
    """Does a gate compute what a function of the run-time library does?"""
    return function in _gates_of_library()


def _call(b: RowBuilder, op: llvlir.CallOp) -> None:
    name = op.callee.root_reference.data
    types, arguments = b.types_of(op.outputs), b.wires(op.arguments)
    if is_gate(name):
        gate, properties = _gates_of_library()[name]
        b.define(op.outputs[0], b.emit(gate, arguments, types, properties).results[0])
        return
    if (callee := b.callees.get(name)) is not None:
        passed = map(passed_type, callee.inputs)
        arguments = [
            *map(b.cast, arguments, passed),
            *arguments[len(callee.inputs) :],
        ]
        types = [*callee.outputs]
    call = b.emit(
        CallOp, (b.before_write(), b.symbol(name), *arguments), (DEPEND, *types)
    )
    _called(b, op, call)


def _call_address(b: RowBuilder, op: llvlir.CallIndirectOp) -> None:
    types, (callee, *arguments) = b.types_of(op.outputs), b.operands()
    call = b.emit(CallOp, (b.before_write(), callee, *arguments), (DEPEND, *types))
    call.attributes[BY_ADDRESS] = UnitAttr()
    _called(b, op, call)


def _called(b: RowBuilder, op: Operation, call: CallOp) -> None:
    if is_variadic(op):
        call.attributes |= MARK
    b.wrote(call.depend)
    for result, wire in zip(op.results, call.results[1:], strict=True):
        b.give(result, wire)


# endregion

_ROWS = {
    **dict(
        (
            rule(llvlir.TableOp, convert_row),
            rule(llvlir.CallOp, _call),
            rule(llvlir.CallIndirectOp, _call_address),
        )
    ),
    **dict(
        rule(cast(type[llvlir.TableOp], llvlir.op_class(name)), convert)
        for convert, names in (
            (_mask, ("mvm",)),
            (_lane, ("lane.VI", "lane.VF")),
            (_set_lane, ("setlane.VI", "setlane.VF")),
            (_nothing, ("sysbr.I", "endbr.I")),
            (_symbol, ("consta.L",)),
            (_slot, ("slot",)),
            (_load, ("ld.I", "ldu.I", "ld.F", "ld.VI", "ldu.VI", "ld.VF")),
            (_store, ("st.I", "st.F", "st.VI", "st.VF")),
            (_load_by_index, ("ldidx.I", "ldidxu.I", "ldidx.F")),
            (_store_by_index, ("stidx.I", "stidx.F")),
            (_gather, ("gather.VII", "gatheru.VII", "gather.VIF")),
            (_scatter, ("scatter.VII", "scatteru.VII", "scatter.VIF")),
        )
        for name in names
    ),
}

ROWS = cast(Conversions, _ROWS)  # of a `RowBuilder`
"""The conversion of each operation but terminators."""

ACCESSES: tuple[type[Operation], ...] = (
    *(llvlir.op_class(row.name) for row in rows() if row.is_access),
    llvlir.CallOp,
    llvlir.CallIndirectOp,
)
"""The operations that a memory dependency orders."""
