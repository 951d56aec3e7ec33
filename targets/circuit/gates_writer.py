"""The writer of gate-list text, which `circ.targets.circuit.gates` describes."""

from collections import Counter
from collections.abc import Iterator
from json import dumps
from typing import cast

from xdsl.dialects.builtin import (
    DenseArrayBase,
    DictionaryAttr,
    FunctionType,
    IntegerType,
    ModuleOp,
    f32,
    f64,
    i1,
    i8,
    i16,
    i32,
    i64,
)
from xdsl.ir import Attribute, Operation, SSAValue

from circ.dialects.circuit.comparisons import FCmpOp, ICmpOp
from circ.dialects.circuit.constants import (
    ArgOp,
    ConstantOp,
    SymbolOp,
    constant_text,
)
from circ.dialects.circuit.control import (
    DependEntryOp,
    FuncOp,
    IfBranchOp,
    RootGate,
    StateEntryOp,
    SwitchCaseOp,
)
from circ.dialects.circuit.gate import Gate, gate_of, value_results
from circ.dialects.circuit.gate_types import TYPES, UNTYPED, declared_types
from circ.dialects.circuit.inference import inferred_types
from circ.dialects.circuit.language import (
    ConstStringOp,
    JsBytecodeOp,
    LoadElementOp,
    StoreElementOp,
)
from circ.dialects.circuit.mathematics import MathOp
from circ.dialects.circuit.memory import (
    AllocaOp,
    LoadOp,
    StoreOp,
)
from circ.dialects.circuit.shape import shape_of
from circ.dialects.circuit.types import ARCH, ARCH64, is_vector, lane_count
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.memory import SIGNATURE, MemoryAttr
from circ.dialects.common.module_functions import has_body
from circ.dialects.source.signature import signature_of

SCALAR_NAMES: dict[Attribute, str] = {
    i1: "I1",
    i8: "I8",
    i16: "I16",
    i32: "I32",
    i64: "I64",
    f32: "F32",
    f64: "F64",
    ARCH: "ARCH",
    ARCH64: "ARCH64",
}
"""Scalar types by the specification's names."""

OPCODE_SPELLINGS = {"CONSTANT": "CONST"}
"""Opcodes that gate-list text spells differently from the specification."""


def type_name(type: Attribute) -> str:
    """The name of a value type; vectors, an extension, are like V16I32."""
    if is_vector(type):
        return f"V{lane_count(type)}{SCALAR_NAMES[type.element_type]}"
    return SCALAR_NAMES[type]


def write_gates(ir: ModuleOp | FuncOp) -> str:
    """A module's or function's gates as text; only a module's functions are named."""
    if isinstance(ir, FuncOp):
        return "".join(f"{line}\n" for line in _function_lines(ir))
    lines: list[str] = []
    if ir.attributes:
        lines.append(f";; attributes {DictionaryAttr(ir.attributes)}")
    inferred = inferred_types(ir)
    for op in ir.body.ops:
        if isinstance(op, FuncOp):
            lines.extend(_header_lines(op, inferred[op.sym_name.data]))
            lines.extend(_function_lines(op))
        else:
            lines.append(f";; operation {one_line(op)}")
    return "".join(f"{line}\n" for line in lines)


def one_line(op: Operation) -> str:
    """A declaration or an object in memory as MLIR has it."""
    text = str(op)
    if "\n" in text or has_body(op):
        raise Diagnostic(op.location, f"'{op.name}' has no gate-list text")
    return text


def other_attributes(func: FuncOp) -> DictionaryAttr | None:
    """Those but for the signature, which has a line of its own."""
    found = {k: v for k, v in func.attributes.items() if k != SIGNATURE}
    return DictionaryAttr(found) if found else None


def _header_lines(func: FuncOp, inferred: FunctionType) -> Iterator[str]:
    yield f";; function {func.sym_name.data}"
    if SIGNATURE in func.attributes or func.type != inferred:
        yield f";; signature {signature_of(func)}"
    if others := other_attributes(func):
        yield f";; attributes {others}"


class Names:
    """Names of gates, from the hints of their results where there are any."""

    def __init__(self) -> None:
        self._names: dict[Operation, str] = {}
        self._taken = {"SE", "DE"}
        self._next: Counter[str] = Counter()

    def of_gate(self, gate: Operation) -> str:
        if (name := self._names.get(gate)) is None:
            stem = next(
                (result.name_hint for result in gate.results if result.name_hint),
                gate.name.removeprefix("circuit."),
            )
            name = stem
            while name in self._taken:
                self._next[stem] += 1
                name = f"{stem}_{self._next[stem]}"
            self._taken.add(name)
            self._names[gate] = name
        return name

    def of_wire(self, wire: SSAValue) -> str:
        gate = gate_of(wire)
        if isinstance(gate, StateEntryOp):
            return "SE"
        if isinstance(gate, DependEntryOp):
            return "DE"
        name = self.of_gate(gate)
        values = value_results(gate)
        return next(
            (f"{name}#{i}" for i, v in enumerate(values) if i and v is wire), name
        )


def _function_lines(func: FuncOp) -> Iterator[str]:
    names = Names()
    for gate in func.body.block.ops:
        if isinstance(gate, RootGate):
            continue
        if not isinstance(gate, Gate):
            raise Diagnostic(gate.location, f"'{gate.name}' is not a gate")
        yield _gate_line(gate, names)


def _gate_line(gate: Gate, names: Names) -> str:
    opcode = OPCODE_SPELLINGS.get(gate.OPCODE, gate.OPCODE)
    text = f"{names.of_gate(gate)} = {opcode}"
    types = [type_name(result.type) for result in value_results(gate)]
    if declared := declared_types(gate):
        types = [
            name if type.name == UNTYPED else f"{name}:{type}"
            for name, type in zip(types, declared, strict=True)
        ]
    if types:
        text += f"[{', '.join(types)}]"
    if bits := bits_text(gate):
        text += f" {{{bits}}}"
    groups = [
        ", ".join(map(names.of_wire, wires))
        for wires in shape_of(type(gate)).split(gate).values()
    ]
    while groups and not groups[-1]:
        groups.pop()
    if groups:
        text += " : " + " | ".join(groups).replace("|  |", "| |").lstrip()
    if others := {k: v for k, v in gate.attributes.items() if k != TYPES}:
        text += f" attributes {DictionaryAttr(others)}"
    return text


def bits_text(gate: Gate) -> str:
    """The text in the braces, which `gates_reader` parses."""
    match gate:
        case ConstantOp():
            return constant_text(gate.result.type, gate.bits.data)
        case ArgOp():
            return str(gate.index.data)
        case SymbolOp():
            return f"@{gate.symbol.string_value()}"
        case ICmpOp() | FCmpOp():
            return gate.condition.data.upper()
        case MathOp():
            return gate.function.data.upper()
        case SwitchCaseOp():
            return str(gate.value.data)
        case AllocaOp():
            align = f", align {gate.align.data}" if gate.align else ""
            return f"{gate.size.data}{align}"
        case LoadElementOp() | StoreElementOp():
            return str(gate.kind.data)
        case JsBytecodeOp():
            return gate.bytecode.data
        case ConstStringOp():
            return f"{gate.index.data}, {dumps(gate.text.data)}"
        case IfBranchOp() if gate.weights is not None:
            weights = cast(DenseArrayBase[IntegerType], gate.weights).get_values()
            return ", ".join(map(str, weights))
        case LoadOp() | StoreOp():
            return _memory_text(gate.memory) if gate.memory else ""
        case _:
            return ""


def _memory_text(memory: MemoryAttr) -> str:
    text = str(memory.size.data)
    if memory.align != memory.size:
        text += f", align {memory.align.data}"
    if memory.space.data:
        text += f", space {memory.space.data}"
    if memory.alias.data:
        text += f", alias {dumps(memory.alias.data)}"
    if memory.volatile.data:
        text += ", volatile"
    return text
