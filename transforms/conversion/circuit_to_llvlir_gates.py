"""
What each gate becomes in llvlir: a row of the table, or a few.

The level's rules agree (design, section 2), so that most gates are one row. ARCH is an
integer of 32 bits in a general register; an access moves it to an address register
right before.
"""

from collections.abc import Callable, Sequence

from xdsl.dialects.builtin import (
    Float32Type,
    Float64Type,
    IntegerType,
    LocationAttr,
)
from xdsl.ir import Attribute, Operation, SSAValue

from circ.dialects.circuit import comparisons, conversions, floats, integers, memory
from circ.dialects.circuit.constants import ConstantOp, SymbolOp
from circ.dialects.circuit.control import DependAndOp
from circ.dialects.circuit.gate import gate_of, value_results
from circ.dialects.circuit.mathematics import MathOp
from circ.dialects.circuit.types import ARCH_WIDTH, ArchType, is_float
from circ.dialects.common.diagnostics import unsupported
from circ.dialects.llvlir.ops import CallIndirectOp, CallOp, create
from circ.dialects.llvlir.types import (
    FloatFormat,
    RegisterType,
    floating,
    general,
    integer,
    is_integer,
    width_of,
)
from circ.targets.naplespu.runtime import PREFIX

Element = IntegerType | FloatFormat


def element_of(type: Attribute) -> Element:
    """The element type of the register that holds a circuit value."""
    if isinstance(type, ArchType):
        return integer(ARCH_WIDTH)
    if is_integer(type):
        return integer(width_of(type))
    assert isinstance(type, Float32Type | Float64Type), type
    return type


def register_of(type: Attribute) -> RegisterType:
    """The register type that holds a circuit value."""
    element = element_of(type)
    return general(element) if isinstance(element, IntegerType) else floating(element)


class Emitter:
    """Where the operations of one function go, and what its values have become."""

    def __init__(self) -> None:
        self.values: dict[SSAValue, SSAValue] = {}
        self.ops: list[Operation] = []

    def row(
        self,
        name: str,
        operands: Sequence[SSAValue],
        types: Sequence[Element],
        location: LocationAttr | None,
        condition: str | None = None,
    ) -> SSAValue:
        """Append the operation of a row; its result."""
        op = create(name, operands, types, condition=condition, location=location)
        self.ops.append(op)
        return op.results[0]

    def constant(
        self, element: Element, bits: int, location: LocationAttr | None
    ) -> SSAValue:
        name = "const.I" if isinstance(element, IntegerType) else "const.F"
        op = create(name, (), (element,), imm=bits, location=location)
        self.ops.append(op)
        return op.results[0]

    def give(self, old: SSAValue, new: SSAValue) -> None:
        """`new` is what `old` has become, and takes its name."""
        self.values[old] = new
        if old.name_hint is not None and new.name_hint is None:
            new.name_hint = old.name_hint

    def operands(self, gate: Operation) -> list[SSAValue]:
        """What the operands of a gate that only takes values have become."""
        values = self.values
        return [values[v] for v in gate.operands]


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

EITHER_ROWS: dict[type[Operation], str] = {
    floats.AbsOp: "abs",
    comparisons.SelectOp: "select",
}
"""Rows that are `.I` or `.F` by the type of the result."""

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
    emit.give(result, emit.row(name, emit.operands(gate), types, gate.location))


def _either(emit: Emitter, gate: Operation) -> None:
    result = gate.results[0]
    element = element_of(result.type)
    letter = "F" if is_float(element) else "I"
    name = f"{EITHER_ROWS[type(gate)]}.{letter}"
    emit.give(result, emit.row(name, emit.operands(gate), (element,), gate.location))


def _conversion(emit: Emitter, gate: Operation) -> None:
    result, value = gate.results[0], gate.operands[0]
    name = CONVERSION_ROWS[type(gate)]
    types = (element_of(result.type), element_of(value.type))
    emit.give(result, emit.row(name, emit.operands(gate), types, gate.location))


def _bitcast(emit: Emitter, gate: Operation) -> None:
    """Nothing between integers; another register kind between integer and float."""
    result, value = gate.results[0], gate.operands[0]
    types = (element_of(result.type), element_of(value.type))
    if types[0] == types[1]:
        emit.give(result, emit.values[value])
        return
    name = "bits.FI" if is_float(result.type) else "bits.IF"
    emit.give(result, emit.row(name, emit.operands(gate), types, gate.location))


def _constant(emit: Emitter, gate: Operation) -> None:
    assert isinstance(gate, ConstantOp)
    element = element_of(gate.result.type)
    emit.give(gate.result, emit.constant(element, gate.bits.data, gate.location))


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

BIT = integer(1)


def _icmp(emit: Emitter, gate: Operation) -> None:
    assert isinstance(gate, comparisons.ICmpOp)
    condition = CONDITIONS[gate.condition.data]
    types = (element_of(gate.lhs.type),)
    operands = emit.operands(gate)
    value = emit.row("cmps.I", operands, types, gate.location, condition)
    emit.give(gate.result, value)


def _fcmp(emit: Emitter, gate: Operation) -> None:
    assert isinstance(gate, comparisons.FCmpOp)
    location = gate.location
    lhs, rhs = emit.operands(gate)
    types = (element_of(gate.lhs.type),)

    def compare(condition: str, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        return emit.row("cmps.F", (lhs, rhs), types, location, condition)

    condition = gate.condition.data
    match condition:
        case "one" | "ueq":
            apart = (compare("lt", lhs, rhs), compare("gt", lhs, rhs))
            value = emit.row("or.I", apart, (BIT,), location)
        case "ord" | "uno":
            # Only NaN is not equal to itself.
            same = "eq" if condition == "ord" else "ne"
            join = "and.I" if condition == "ord" else "or.I"
            value = compare(same, lhs, lhs)
            if lhs is not rhs:
                both = (value, compare(same, rhs, rhs))
                value = emit.row(join, both, (BIT,), location)
        case _ if condition in INVERTED:
            value = compare(INVERTED[condition], lhs, rhs)
        case _:
            value = compare(FLOAT_CONDITIONS[condition], lhs, rhs)
    if condition == "ueq" or condition in INVERTED:
        value = emit.row("not.I", (value,), (BIT,), location)
    emit.give(gate.result, value)


# endregion
# region Memory and calls


def _address(emit: Emitter, gate: Operation, value: SSAValue) -> SSAValue:
    return emit.row("mva", (emit.values[value],), (), gate.location)


def _load(emit: Emitter, gate: Operation) -> None:
    assert isinstance(gate, memory.LoadOp)
    element = element_of(gate.result.type)
    op = create(
        "ld.F" if is_float(element) else "ld.I",
        (_address(emit, gate, gate.address),),
        (element,),
        imm=0,
        memory=gate.memory,
        location=gate.location,
    )
    emit.ops.append(op)
    emit.give(gate.result, op.results[0])


def _store(emit: Emitter, gate: Operation) -> None:
    assert isinstance(gate, memory.StoreOp)
    element = element_of(gate.value.type)
    address = _address(emit, gate, gate.address)
    emit.ops.append(
        create(
            "st.F" if is_float(element) else "st.I",
            (address, emit.values[gate.value]),
            (element,),
            imm=0,
            memory=gate.memory,
            location=gate.location,
        )
    )


def _alloca(emit: Emitter, gate: Operation) -> None:
    assert isinstance(gate, memory.AllocaOp)
    align = 8 if gate.align is None else gate.align.data
    size = max(gate.size.data, 1)
    slot = create("slot", (), (), imm=size, imm1=align, location=gate.location)
    emit.ops.append(slot)
    emit.give(gate.result, emit.row("mvr", slot.results, (), gate.location))


def _call(emit: Emitter, gate: Operation) -> None:
    assert isinstance(gate, memory.CallOp)
    callee = gate_of(gate.callee)
    results = value_results(gate)
    arguments = [emit.values[v] for v in gate.arguments]
    types = [register_of(v.type) for v in results]
    if isinstance(callee, SymbolOp):
        name = callee.symbol.root_reference.data
        op = CallOp.create_(name, arguments, types, gate.location)
    else:
        address = _address(emit, gate, gate.callee)
        op = CallIndirectOp.create_(address, arguments, types, gate.location)
    emit.ops.append(op)
    for old, new in zip(results, op.results, strict=True):
        emit.give(old, new)


def _library_call(
    emit: Emitter, name: str, operands: Sequence[SSAValue], gate: Operation
) -> SSAValue:
    """The result of a function on values of one type."""
    types = [operands[0].type]
    call = CallOp.create_(f"{PREFIX}{name}", operands, types, gate.location)
    emit.ops.append(call)
    return call.results[0]


def _power(emit: Emitter, gate: Operation) -> None:
    """A call on 32 or 64 bits, the low bits of which are those of a narrower power."""
    result, location = gate.results[0], gate.location
    element = element_of(result.type)
    width = width_of(element)
    base, exponent = operands = emit.operands(gate)
    if width == 1:
        # Only 0 to the power of 1 is 0.
        inverse = emit.row("not.I", (exponent,), (BIT,), location)
        emit.give(result, emit.row("or.I", (base, inverse), (BIT,), location))
    elif width < ARCH_WIDTH:
        word = integer(ARCH_WIDTH)
        types = (word, element)
        wide = [emit.row("zext.II", (v,), types, location) for v in operands]
        power = _library_call(emit, f"pow{ARCH_WIDTH}", wide, gate)
        narrow = emit.row("trunc.II", (power,), (element, word), location)
        emit.give(result, narrow)
    else:
        emit.give(result, _library_call(emit, f"pow{width}", operands, gate))


def _float_power(emit: Emitter, gate: Operation) -> None:
    result = gate.results[0]
    name = f"pow_f{width_of(result.type)}"
    emit.give(result, _library_call(emit, name, emit.operands(gate), gate))


def _function(emit: Emitter, gate: Operation) -> None:
    assert isinstance(gate, MathOp)
    name = f"{gate.function.data}_f{width_of(gate.result.type)}"
    emit.give(gate.result, _library_call(emit, name, emit.operands(gate), gate))


def _symbol(emit: Emitter, gate: Operation) -> None:
    """Only uses other than direct calls need the address itself."""
    assert isinstance(gate, SymbolOp)
    if all(
        isinstance(use.operation, memory.CallOp) and use.index == 1
        for use in gate.result.uses
    ):
        return
    name = gate.symbol.root_reference.data
    op = create("consta.L", (), (), label=name, location=gate.location)
    emit.ops.append(op)
    emit.give(gate.result, emit.row("mvr", op.results, (), gate.location))


def _nothing(emit: Emitter, gate: Operation) -> None:
    """Only orders what is around it."""


# endregion

Convert = Callable[[Emitter, Operation], None]

GATES: dict[type[Operation], Convert] = {
    **dict.fromkeys(SAME_TYPE_ROWS, _same_type),
    **dict.fromkeys(EITHER_ROWS, _either),
    **dict.fromkeys(CONVERSION_ROWS, _conversion),
    conversions.BitcastOp: _bitcast,
    ConstantOp: _constant,
    comparisons.ICmpOp: _icmp,
    comparisons.FCmpOp: _fcmp,
    integers.ExpOp: _power,
    floats.FExpOp: _float_power,
    MathOp: _function,
    memory.LoadOp: _load,
    memory.StoreOp: _store,
    memory.AllocaOp: _alloca,
    memory.CallOp: _call,
    SymbolOp: _symbol,
    DependAndOp: _nothing,
}
"""How each gate that computes is converted."""


def convert_gate(emit: Emitter, gate: Operation) -> None:
    """Append what a gate becomes."""
    convert = GATES.get(type(gate))
    if convert is None:
        raise unsupported(gate, "this gate in llvlir")
    convert(emit, gate)
