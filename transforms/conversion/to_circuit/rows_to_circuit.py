"""
Operations of llvlir to gates: the rows' meanings, over the algebra of gates.

An address is an ARCH, an integer register its integer, a mask a vector of bits. A
vector is one value of the algebra where a row computes lane by lane; rows across lanes
are written out on lanes. What circuits cannot say, such as atomic operations and memory
orders, is diagnosed.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import cast

from xdsl.dialects.builtin import (
    FunctionType,
    IntAttr,
    StringAttr,
    UnitAttr,
    i32,
)
from xdsl.ir import Attribute, Operation, SSAValue

from circ.dialects.circuit.calls import BY_ADDRESS, passed_type
from circ.dialects.circuit.conversions import ZExtOp
from circ.dialects.circuit.floats import FExpOp
from circ.dialects.circuit.gate import Gate
from circ.dialects.circuit.integers import ExpOp
from circ.dialects.circuit.mathematics import MathOp
from circ.dialects.circuit.memory import AllocaOp, CallOp
from circ.dialects.circuit.types import (
    ARCH,
    DEPEND,
    is_vector,
    lane_count,
    lane_type,
    vector_of,
)
from circ.dialects.circuit.vectors import BroadcastOp, LaneOp, SetLaneOp
from circ.dialects.common.dispatch import rule
from circ.dialects.common.functions import FUNCTIONS
from circ.dialects.common.machine import Machine
from circ.dialects.common.runtime import PREFIX
from circ.dialects.common.stack_maps import letters_of
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
    meaning_of,
)
from circ.dialects.llvlir.table import rows
from circ.transforms.conversion.to_circuit.circuit_builder import (
    Conversions,
)
from circ.transforms.conversion.to_circuit.row_accesses import ROW_ACCESSES
from circ.transforms.conversion.to_circuit.row_builder import (
    RowBuilder,
    RowGates,
    wire_of,
)
from circ.transforms.conversion.to_circuit.vector_to_circuit import lane, of_lanes
from circ.transforms.llvlir.expansions import EXPANSIONS

MOVES = (*MOVES_TO_VECTOR, *MOVES_FROM_VECTOR)
"""Moves between scalars and lane 0 of vectors."""
ALL_LANES = IntAttr(1)
"""The lanes of a vector where it is one value of the algebra."""


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
    k, operands = b.uniform(op, op.operands)
    if (expand := _expansion(op)) is not None:
        return expand(k, *operands)
    function = meaning_of(k, op, op.ROW)
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
    k, operands = b.algebra(lanes), [*map(b.plain, op.operands)]
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
    columns = [lanes_of(b, wire) or wire for wire in map(b.plain, op.operands)]
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


def _place(b: RowBuilder, number: SSAValue) -> SSAValue:
    """The number of a lane, unsigned, as a word."""
    if b.is_wide and number.type == i32:
        return b.compute(ZExtOp, ARCH, number)
    return b.cast(number, ARCH)


def _lane(b: RowBuilder, op: llvlir.TableOp) -> None:
    (vector, number), result = b.operands(), op.results[0]
    place = _place(b, number)
    b.give(result, b.compute(LaneOp, lane_type(vector.type), vector, place))


def _set_lane(b: RowBuilder, op: llvlir.TableOp) -> None:
    (vector, value, number), result = map(b.plain, op.operands), op.results[0]
    place = _place(b, number)
    b.define(result, b.compute(SetLaneOp, vector.type, vector, value, place))


def _nothing(b: RowBuilder, op: llvlir.TableOp) -> None:
    """What only a debugger or a check of branches sees."""


def _symbol(b: RowBuilder, op: llvlir.TableOp) -> None:
    assert op.label is not None
    b.define(op.results[0], b.symbol(op.label.root_reference.data))


def _slot(b: RowBuilder, op: llvlir.TableOp) -> None:
    size, align = (IntAttr(immediate_of(op, name)) for name in ("imm", "imm1"))
    place = {"size": size, "align": align}
    b.define(op.results[0], b.emit(AllocaOp, (), (ARCH,), place).result)


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
    if letters_of(name) is not None:
        # Which values a collector manages is not known of others than its arguments.
        b.fail("a stack map in circuits")
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
    **ROW_ACCESSES,
    **dict(
        rule(cast(type[llvlir.TableOp], llvlir.op_class(name)), convert)
        for convert, names in (
            (_mask, ("mvm",)),
            (_lane, ("lane.VI", "lane.VF")),
            (_set_lane, ("setlane.VI", "setlane.VF")),
            (_nothing, ("sysbr.I", "endbr.I")),
            (_symbol, ("consta.L",)),
            (_slot, ("slot",)),
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


def builder_of(
    func: llvlir.FuncOp,
    machine: Machine,
    callees: Mapping[str, FunctionType],
    with_words: bool,
) -> RowBuilder:
    """The builder of a function of a module whose functions have these types."""
    return RowBuilder(func, machine, ROWS, ACCESSES, callees, with_words)
