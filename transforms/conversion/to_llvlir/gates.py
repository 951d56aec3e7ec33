"""
Conversion of each gate to llvlir: one row of the table, or a few.

The rules of both levels agree (docs/reference/architecture.md, section 2), so that most
gates are one row. ARCH is an integer in a general register; an access moves it to an
address register right before.
"""

from collections.abc import Callable, Sequence

from xdsl.ir import Attribute, Operation, SSAValue

from circ.dialects.circuit import comparisons, conversions, floats, integers, memory
from circ.dialects.circuit.calls import BY_ADDRESS
from circ.dialects.circuit.constants import ConstantOp, SymbolOp
from circ.dialects.circuit.control import DependAndOp
from circ.dialects.circuit.gate import gate_of, value_results
from circ.dialects.circuit.mathematics import MathOp
from circ.dialects.circuit.types import (
    ARCH_WIDTH,
    is_float,
    lane_count,
)
from circ.dialects.circuit.vectors import BroadcastOp, LaneOp, SetLaneOp
from circ.dialects.common.diagnostics import unsupported
from circ.dialects.common.reports import count, missed
from circ.dialects.common.runtime import PREFIX
from circ.dialects.common.variadic import MARK, is_variadic
from circ.dialects.common.widths import width_of
from circ.dialects.llvlir.ops import CallIndirectOp, CallOp, create
from circ.dialects.llvlir.semantics import constant_of
from circ.dialects.llvlir.types import R32, R64, integer
from circ.transforms.conversion.to_llvlir.emitter import Emitter
from circ.transforms.llvlir.circuit_registers import (
    BIT,
    element_of,
    register_of,
    row_of,
    vector_row,
)

# region Gates that are one row

SAME_TYPE_ROWS: dict[type[Operation], str] = {
    integers.AddOp: "add.I",
    integers.SubOp: "sub.I",
    integers.MulOp: "mul.I",
    integers.MulHSOp: "mulh.I",
    integers.MulHUOp: "mulhu.I",
    integers.SDivOp: "div.I",
    integers.SRemOp: "rem.I",
    integers.UDivOp: "divu.I",
    integers.URemOp: "remu.I",
    integers.AndOp: "and.I",
    integers.OrOp: "or.I",
    integers.XorOp: "xor.I",
    integers.ShlOp: "sll.I",
    integers.LShrOp: "srl.I",
    integers.AShrOp: "sra.I",
    integers.ClzOp: "clz.I",
    integers.CtzOp: "ctz.I",
    integers.RevOp: "not.I",
    floats.FAddOp: "add.F",
    floats.FSubOp: "sub.F",
    floats.FMulOp: "mul.F",
    floats.FDivOp: "div.F",
    floats.FModOp: "frem.F",
    floats.SqrtOp: "sqrt.F",
    floats.FNegOp: "neg.F",
}
"""Rows with the type of the gate's result as their one type parameter."""

CONVERSION_ROWS: dict[type[Operation], str] = {
    conversions.TruncOp: "trunc.II",
    conversions.ZExtOp: "zext.II",
    conversions.SExtOp: "sext.II",
    conversions.SIToFPOp: "cvt.FI",
    conversions.UIToFPOp: "cvtu.FI",
    conversions.FPToSIOp: "cvt.IF",
    conversions.FPToUIOp: "cvtu.IF",
    conversions.FExtOp: "cvt.FF",
    conversions.FTruncOp: "cvt.FF",
}
"""Rows with the result's type, then the operand's, as type parameters."""


def _same_type(emit: Emitter, gate: Operation) -> None:
    result = gate.results[0]
    name = SAME_TYPE_ROWS[type(gate)]
    types = (element_of(result.type),)
    emit.give(result, emit.compute(gate, name, emit.operands(gate), types))


ROWS_OF_EITHER: dict[type[Operation], str] = {floats.AbsOp: "abs", BroadcastOp: "splat"}
"""Rows of gates on integers and on floats, without the suffix."""


def _of_either(emit: Emitter, gate: Operation) -> None:
    result = gate.results[0]
    element = element_of(result.type)
    name = row_of(ROWS_OF_EITHER[type(gate)], element)
    emit.give(result, emit.compute(gate, name, emit.operands(gate), (element,)))


def _select(emit: Emitter, gate: Operation) -> None:
    assert isinstance(gate, comparisons.SelectOp)
    element, location = element_of(gate.result.type), gate.location
    condition, then, otherwise = emit.operands(gate)
    if not (lanes := lane_count(gate.result.type)):
        operands = (condition, then, otherwise)
        name = row_of("select", element)
        value = emit.row(name, operands, (element,), location)
        emit.give(gate.result, value)
        return
    if not lane_count(gate.condition.type):
        operands = (condition, emit.full_mask(lanes))
        condition = emit.row("splat.VI", operands, (lanes, BIT), location)
    if not is_float(element):
        operands = (then, otherwise, emit.mask_of_bits(condition, location))
        value = emit.row("select.VI", operands, (lanes, element), location)
    else:
        operands = (condition, then, otherwise, emit.full_mask(lanes))
        value = emit.row("select.VIF", operands, (lanes, BIT, element), location)
    emit.give(gate.result, value)


def _conversion(emit: Emitter, gate: Operation) -> None:
    result, value = gate.results[0], gate.operands[0]
    name = CONVERSION_ROWS[type(gate)]
    types = (element_of(result.type), element_of(value.type))
    emit.give(result, emit.compute(gate, name, emit.operands(gate), types))


def _bitcast(emit: Emitter, gate: Operation) -> None:
    """Nothing between equal types; else a move between integer and float registers."""
    result, value = gate.results[0], gate.operands[0]
    types = (element_of(result.type), element_of(value.type))
    if types[0] == types[1]:
        emit.give(result, emit.values[value])
        return
    name = "bits.FI" if is_float(result.type) else "bits.IF"
    emit.give(result, emit.compute(gate, name, emit.operands(gate), types))


def _constant(emit: Emitter, gate: Operation) -> None:
    assert isinstance(gate, ConstantOp)
    type = register_of(gate.result.type)
    emit.give(gate.result, emit.constant(type, gate.bits.data, gate.location))


# endregion
# region Comparisons

CONDITIONS = {
    "eq": "eq",
    "ne": "ne",
    "ult": "ult",
    "ule": "ule",
    "ugt": "ugt",
    "uge": "uge",
    "slt": "lt",
    "sle": "le",
    "sgt": "gt",
    "sge": "ge",
}
"""ICMP's conditions as those of llvlir, which is signed where it does not say."""

INVERSE = {
    "eq": "ne",
    "ne": "eq",
    "lt": "ge",
    "ge": "lt",
    "gt": "le",
    "le": "gt",
    "ult": "uge",
    "uge": "ult",
    "ugt": "ule",
    "ule": "ugt",
}

FLOAT_CONDITIONS = {
    "oeq": "eq",
    "ogt": "gt",
    "oge": "ge",
    "olt": "lt",
    "ole": "le",
    "une": "ne",
    "false": "fa",
    "true": "tr",
}
"""FCMP's conditions that llvlir has too; it is ordered but for `ne`."""

INVERTED = {"ugt": "le", "uge": "lt", "ult": "ge", "ule": "gt"}
"""FCMP's conditions that are exactly the inverse of one of llvlir's."""


def _icmp(emit: Emitter, gate: Operation) -> None:
    assert isinstance(gate, comparisons.ICmpOp)
    condition = CONDITIONS[gate.condition.data]
    types, location = (element_of(gate.lhs.type),), gate.location
    operands = emit.operands(gate)
    if lanes := lane_count(gate.result.type):
        operands.append(emit.full_mask(lanes))
        mask = emit.row("cmps.VI", operands, (lanes, *types), location, condition)
        value = emit.bits_of_mask(mask, location)
    else:
        value = emit.row("cmps.I", operands, types, location, condition)
    emit.give(gate.result, value)


def _fcmp(emit: Emitter, gate: Operation) -> None:
    assert isinstance(gate, comparisons.FCmpOp)
    lhs, rhs = emit.operands(gate)
    types = (element_of(gate.lhs.type),)
    if lane_count(gate.result.type):
        types = (BIT, *types)

    def compare(condition: str, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        return emit.compute(gate, "cmps.F", (lhs, rhs), types, condition)

    condition = gate.condition.data
    match condition:
        case "one" | "ueq":
            apart = (compare("lt", lhs, rhs), compare("gt", lhs, rhs))
            value = emit.compute(gate, "or.I", apart, (BIT,))
        case "ord" | "uno":
            # Only NaN is not equal to itself.
            same = "eq" if condition == "ord" else "ne"
            join = "and.I" if condition == "ord" else "or.I"
            value = compare(same, lhs, lhs)
            if lhs is not rhs:
                both = (value, compare(same, rhs, rhs))
                value = emit.compute(gate, join, both, (BIT,))
        case _ if condition in INVERTED:
            value = compare(INVERTED[condition], lhs, rhs)
        case _:
            value = compare(FLOAT_CONDITIONS[condition], lhs, rhs)
    if condition == "ueq" or condition in INVERTED:
        value = emit.compute(gate, "not.I", (value,), (BIT,))
    emit.give(gate.result, value)


# endregion
# region Memory and calls


def _address(emit: Emitter, gate: Operation, value: SSAValue) -> SSAValue:
    width = width_of(value.type)
    operands = (emit.values[value],)
    return emit.row("mva", operands, (), gate.location, address_width=width)


def _access(
    emit: Emitter,
    gate: memory.LoadOp | memory.StoreOp,
    base: str,
    type: Attribute,
    operands: list[SSAValue],
) -> Sequence[SSAValue]:
    """Append the row that loads or stores a value of a circuit type; its results."""
    element = element_of(type)
    name, types = row_of(base, element), (element,)
    if lanes := lane_count(type):
        name, types = vector_row(name), (lanes, element)
        operands.append(emit.full_mask(lanes))
    op = create(
        name, operands, types, imm=0, memory=gate.memory, location=gate.location
    )
    emit.ops.append(op)
    return op.results


def _load(emit: Emitter, gate: Operation) -> None:
    assert isinstance(gate, memory.LoadOp)
    operands = [_address(emit, gate, gate.address)]
    (result,) = _access(emit, gate, "ld", gate.result.type, operands)
    emit.give(gate.result, result)


def _store(emit: Emitter, gate: Operation) -> None:
    assert isinstance(gate, memory.StoreOp)
    operands = [_address(emit, gate, gate.address), emit.values[gate.value]]
    _access(emit, gate, "st", gate.value.type, operands)


def _alloca(emit: Emitter, gate: Operation) -> None:
    assert isinstance(gate, memory.AllocaOp)
    align = 8 if gate.align is None else gate.align.data
    size = max(gate.size.data, 1)
    if size >= 1 << 31:
        raise unsupported(gate, f"an object of {size} bytes")
    count("objects on the stack")
    slot = create(
        "slot",
        imm=size,
        imm1=align,
        address_width=width_of(gate.result.type),
        location=gate.location,
    )
    emit.ops.append(slot)
    emit.give(gate.result, emit.row("mvr", slot.results, (), gate.location))


def _call(emit: Emitter, gate: Operation) -> None:
    assert isinstance(gate, memory.CallOp)
    callee = gate_of(gate.callee)
    results = value_results(gate)
    arguments = [emit.values[v] for v in gate.arguments]
    types = [register_of(v.type) for v in results]
    if isinstance(callee, SymbolOp) and BY_ADDRESS not in gate.attributes:
        name = callee.symbol.root_reference.data
        op = CallOp.create_(name, arguments, types, gate.location)
    else:
        address = _address(emit, gate, gate.callee)
        op = CallIndirectOp.create_(address, arguments, types, gate.location)
    if is_variadic(gate):
        op.attributes |= MARK
    emit.ops.append(op)
    for old, new in zip(results, op.results, strict=True):
        emit.give(old, new)


def _library_call(
    emit: Emitter, name: str, operands: Sequence[SSAValue], gate: Operation
) -> SSAValue:
    """The result of a function on values of one type."""
    types = [operands[0].type]
    count("calls of the run-time library")
    call = CallOp.create_(f"{PREFIX}{name}", operands, types, gate.location)
    emit.ops.append(call)
    return call.results[0]


def _by_lanes(emit: Emitter, gate: Operation, compute: Callable[..., SSAValue]) -> None:
    """Set the result of a computation on scalars, applied to a vector lane by lane."""
    result, location = gate.results[0], gate.location
    operands = emit.operands(gate)
    if not (count := lane_count(result.type)):
        emit.give(result, compute(*operands))
        return
    types = (count, element_of(result.type))
    letter = "F" if is_float(result.type) else "I"
    vector = emit.constant(register_of(result.type), 0, location)
    for number in range(count):
        index = emit.constant(R32, number, location)
        lanes = [
            emit.row(f"lane.V{letter}", (operand, index), types, location)
            for operand in operands
        ]
        changed = (vector, compute(*lanes), index)
        vector = emit.row(f"setlane.V{letter}", changed, types, location)
    emit.give(result, vector)


def _power(emit: Emitter, gate: Operation) -> None:
    """A power as a call on 32 or 64 bits; a narrower one is its low bits."""
    location, element = gate.location, element_of(gate.results[0].type)
    width = width_of(element)
    if width > 1:
        missed(gate, f"becomes a call of {PREFIX}pow{max(width, ARCH_WIDTH)}")

    def power(base: SSAValue, exponent: SSAValue) -> SSAValue:
        if width == 1:
            # Only 0 to the power of 1 is 0.
            inverse = emit.row("not.I", (exponent,), (BIT,), location)
            return emit.row("or.I", (base, inverse), (BIT,), location)
        if width >= ARCH_WIDTH:
            return _library_call(emit, f"pow{width}", (base, exponent), gate)
        word = integer(ARCH_WIDTH)
        types = (word, element)
        wide = [emit.row("zext.II", (v,), types, location) for v in (base, exponent)]
        result = _library_call(emit, f"pow{ARCH_WIDTH}", wide, gate)
        return emit.row("trunc.II", (result,), (element, word), location)

    _by_lanes(emit, gate, power)


def _float_power(emit: Emitter, gate: Operation) -> None:
    _call_of_library(emit, gate, "pow")


def _function(emit: Emitter, gate: Operation) -> None:
    assert isinstance(gate, MathOp)
    if gate.function.data != "fma":
        _call_of_library(emit, gate, gate.function.data)
        return
    (result,) = gate.results
    types = (element_of(result.type),)
    emit.give(result, emit.compute(gate, "madd.F", emit.operands(gate), types))


def _call_of_library(emit: Emitter, gate: Operation, function: str) -> None:
    name = f"{function}_f{width_of(element_of(gate.results[0].type))}"
    missed(gate, f"becomes a call of {PREFIX}{name}")

    def call(*operands: SSAValue) -> SSAValue:
        return _library_call(emit, name, operands, gate)

    _by_lanes(emit, gate, call)


# endregion
# region Lanes


def _lane(emit: Emitter, gate: Operation) -> None:
    assert isinstance(gate, LaneOp | SetLaneOp)
    element = element_of(gate.vector.type)
    base = "lane" if isinstance(gate, LaneOp) else "setlane"
    name = f"{base}.VF" if is_float(element) else f"{base}.VI"
    lanes = lane_count(gate.vector.type)
    *operands, number = emit.operands(gate)
    operands.append(_short_number(emit, number, lanes, gate))
    value = emit.row(name, operands, (lanes, element), gate.location)
    emit.give(gate.result, value)


def _short_number(
    emit: Emitter, number: SSAValue, lanes: int, gate: Operation
) -> SSAValue:
    """The number of a lane, modulo the number of lanes, in 32 bits."""
    location = gate.location
    if number.type == R32:
        return number
    if (known := constant_of(number)) is not None:
        return emit.constant(R32, known % lanes, location)
    if lanes & (lanes - 1):  # the high bits count
        count = emit.constant(R64, lanes, location)
        number = emit.row("remu.I", (number, count), (R64.element,), location)
    types = (R32.element, R64.element)
    return emit.row("trunc.II", (number,), types, location)


# endregion
# region Symbols


def _symbol(emit: Emitter, gate: Operation) -> None:
    """Calls by name do not need the address itself."""
    assert isinstance(gate, SymbolOp)
    if all(
        isinstance(use.operation, memory.CallOp)
        and use.index == 1
        and BY_ADDRESS not in use.operation.attributes
        for use in gate.result.uses
    ):
        return
    name = gate.symbol.root_reference.data
    op = create(
        "consta.L",
        label=name,
        address_width=width_of(gate.result.type),
        location=gate.location,
    )
    emit.ops.append(op)
    emit.give(gate.result, emit.row("mvr", op.results, (), gate.location))


def _nothing(emit: Emitter, gate: Operation) -> None:
    """Only orders what is around it."""


# endregion

Convert = Callable[[Emitter, Operation], None]

GATES: dict[type[Operation], Convert] = {
    **dict.fromkeys(SAME_TYPE_ROWS, _same_type),
    **dict.fromkeys(ROWS_OF_EITHER, _of_either),
    comparisons.SelectOp: _select,
    **dict.fromkeys(CONVERSION_ROWS, _conversion),
    conversions.BitcastOp: _bitcast,
    ConstantOp: _constant,
    comparisons.ICmpOp: _icmp,
    comparisons.FCmpOp: _fcmp,
    integers.ExpOp: _power,
    floats.FExpOp: _float_power,
    MathOp: _function,
    LaneOp: _lane,
    SetLaneOp: _lane,
    memory.LoadOp: _load,
    memory.StoreOp: _store,
    memory.AllocaOp: _alloca,
    memory.CallOp: _call,
    SymbolOp: _symbol,
    DependAndOp: _nothing,
}
"""The conversion of each gate that computes."""


def convert_gate(emit: Emitter, gate: Operation) -> None:
    """Append the conversion of a gate."""
    convert = GATES.get(type(gate))
    if convert is None:
        raise unsupported(gate, "this gate in llvlir")
    convert(emit, gate)
