"""The page of the circuit's gates, with examples that are executed."""

import re
from collections.abc import Iterator, Sequence

import numpy as np
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute
from xdsl.irdl import (
    AttrConstraint,
    EqAttrConstraint,
    OptPropertyDef,
    VarConstraint,
    VarOperandDef,
    VarResultDef,
)

import circ
from circ.dialects.circuit import (
    GATES,
    comparisons,
    constants,
    conversions,
    floats,
    integers,
    mathematics,
    memory,
    vectors,
)
from circ.dialects.circuit.comparisons import CompareGate
from circ.dialects.circuit.control import ROOTS, FuncOp, RootGate, StateGate
from circ.dialects.circuit.conversions import ConversionGate
from circ.dialects.circuit.gate import Gate
from circ.dialects.circuit.mathematics import F32
from circ.dialects.circuit.memory import GlobalOp
from circ.dialects.circuit.shape import wire_constraint
from circ.dialects.circuit.types import (
    ANYARCH,
    ANYBIT,
    ANYFLOAT,
    ANYINT,
    ANYSCALAR,
    ANYVALUE,
    ANYVECTOR,
    DEPEND,
    STATE,
    ArchType,
    DependType,
    StateType,
    ValueOf,
)
from circ.dialects.circuit.verifier import PASSABLE_STATES
from circ.dialects.common import globals
from circ.dialects.common.algebra import float_to_bits, shortest_decimal
from circ.dialects.common.functions import FUNCTIONS
from circ.dialects.common.signatures import MOST_LANES
from circ.dialects.llvlir.control import FuncOp as LlvlirFunc
from circ.targets.circuit import gates as gate_lists
from circ.targets.circuit.gates import read_gates
from reference.gate_examples import PROGRAMS, PURE, Example, Program, Value
from reference.markdown import code, documentation, link, operation_table, page, table

INTRODUCTION = """\
A circuit is a graph without a schedule. Its nodes are gates, connected by three
kinds of wires: states, along which control goes; dependencies, each a version of
the whole memory; and values. The operands of a gate come in the groups states,
dependencies, values. A value is an integer, a float or a vector; on vectors a gate
of scalars computes lane by lane. Every pure gate is total: it gives a value for all
operands, and has no effect. [circuit.md](circuit.md) has the rules of the graph as
a whole, and scheduling."""

TYPES = {
    "integer": ANYINT,
    "address": ANYARCH,
    "bit": ANYBIT,
    "float": ANYFLOAT,
    "f32 value": F32,
    "scalar": ANYSCALAR,
    "vector": ANYVECTOR,
    "any value": ANYVALUE,
}
"""Names for the sets of types that gates take."""

MODULES = {
    "Constants, arguments, symbols": constants,
    "Integers": integers,
    "Comparison and selection": comparisons,
    "Floats": floats,
    "Functions of floats": mathematics,
    "Conversions": conversions,
    "Vectors": vectors,
    "Memory and calls": memory,
}
STATES, ATTACHED, ROOT = "Control", "Selectors and relays", "Roots"
EXAMPLES = "Examples of control and memory"
EXTENSION = " (extension)"
GENERAL = ", ".join(gate.OPCODE for gate in GATES.values() if gate in PASSABLE_STATES)
NOTES = {
    STATES: "IF_TRUE and IF_FALSE follow an IF_BRANCH, SWITCH_CASE and DEFAULT_CASE a "
    "SWITCH_BRANCH, a LOOP_BEGIN the state before the loop and its LOOP_BACKs. Any "
    f"other predecessor is one of {GENERAL}. Only a branch has several state gates "
    "after it; RETURN and THROW have none, any other has exactly one.",
    "Floats": "IEEE 754, rounded to nearest even; a NaN that is computed is the quiet "
    "NaN without a payload (`0x7fc00000`, `0x7ff8000000000000`).",
    "Integers": "Results are shown as signed numbers: `-1` has all bits set.",
}


def circuit_page() -> str:
    groups: dict[str, list[type[Gate]]] = {
        title: [] for title in (*MODULES, STATES, ATTACHED)
    }
    for gate in GATES.values():
        if not issubclass(gate, RootGate):
            groups[_group(gate)].append(gate)
    links = [
        f"- {link(title)}: {', '.join(link(gate.OPCODE) for gate in gates)}"
        for title, gates in groups.items()
    ]
    links += [f"- {link(title)}" for title in (ROOT, EXAMPLES)]
    parts = ["\n".join(["- " + link("Types"), "- " + link("Text"), *links])]
    parts += ["## Types", *_types(), "## Text", *_text()]
    for title, gates in groups.items():
        parts += [f"## {title}", NOTES.get(title, "")]
        for gate in gates:
            parts += [f"### {gate.OPCODE}", *_gate(gate)]
    parts += [f"## {ROOT}", *_roots(), f"## {EXAMPLES}"]
    for program in PROGRAMS:
        parts += [f"### {program.title}", *_program(program)]
    return page("Operations of circuits", INTRODUCTION, *parts)


def _group(gate: type[Gate]) -> str:
    for title, module in MODULES.items():
        if gate.__module__ == module.__name__:
            return title
    return STATES if issubclass(gate, StateGate) else ATTACHED


def _types() -> Iterator[str]:
    rows = [
        (f"`!{cls.name}`", documentation(cls))
        for cls in (StateType, DependType, ArchType)
    ]
    yield table(("type", "meaning"), rows)
    yield "The sets of value types that gates take:"
    yield table(("set", "scalars", "lanes of vectors"), map(_set, TYPES))
    yield f"A vector has one dimension of 1 to {MOST_LANES} lanes; lane 0 is lowest."


def _set(name: str) -> Sequence[str]:
    constraint = TYPES[name]
    assert isinstance(constraint, ValueOf)
    scalars, lanes = constraint.scalars, constraint.lanes
    return name, ", ".join(map(str, scalars)), ", ".join(map(str, lanes))


def _text() -> Iterator[str]:
    yield (
        "In MLIR's syntax a circuit is a `circuit.func` of gates in any order; objects "
        "in memory are `circuit.global`."
    )
    yield operation_table((FuncOp, GlobalOp))
    yield documentation(globals)
    yield "The other form, gate lists, is read and written as `circuit-gates`."
    yield documentation(gate_lists)


def _roots() -> Iterator[str]:
    yield (
        "Every circuit has each of these once, at its head; gate lists leave them out. "
        "To which list a gate belongs follows from its opcode, so that no wire says it."
    )
    rows = [
        (root.OPCODE, f"`{root.name}`", _wires(root).partition("→ ")[2], _meaning(root))
        for root in ROOTS
    ]
    yield table(("root", "operation", "gives", "meaning"), rows)


def _meaning(gate: type[Gate]) -> str:
    """The docstring without the opcode that it begins with."""
    opcode, _, text = documentation(gate).partition(": ")
    assert opcode.removesuffix(EXTENSION) == gate.OPCODE
    return text[0].upper() + text[1:]


def _gate(gate: type[Gate]) -> Iterator[str]:
    yield _meaning(gate)
    extension = EXTENSION if EXTENSION in documentation(gate) else ""
    yield f"`{gate.name}`{extension}: {_wires(gate)}."
    rows = [*_attributes(gate)]
    if rows:
        yield table(("attribute", "is"), rows)
    if gate.OPCODE in PURE:
        yield from _example(PURE[gate.OPCODE])
    elif (title := program_with(gate.OPCODE)) is not None:
        yield f"Example: {link(title)}."


def program_with(opcode: str) -> str | None:
    """The title of the first program with such a gate."""
    spelling = re.compile(rf"= {opcode}\b")
    titles = (each.title for each in PROGRAMS if spelling.search(each.text))
    return next(titles, None)


def _wires(gate: type[Gate]) -> str:
    definition = gate.get_irdl_definition()
    variables: dict[str, str] = {}

    def wire(name: str, constraint: AttrConstraint, many: bool) -> str:
        kind = _kind(constraint)
        if isinstance(constraint, VarConstraint):
            variables["T"] = kind
            kind = "T"
        return f"{name.rstrip('_')}: {kind}{' ...' if many else ''}"

    operands = [
        wire(name, wire_constraint(each.constr), isinstance(each, VarOperandDef))
        for name, each in definition.operands
    ]
    results = [
        wire(name, wire_constraint(each.constr), isinstance(each, VarResultDef))
        for name, each in definition.results
    ]
    text = f"({', '.join(operands)}) → ({', '.join(results)})"
    notes = [f"T: {kind}" for kind in variables.values()]
    if issubclass(gate, ConversionGate):
        notes.append(gate.RULE[0])
    return "; ".join((text, *notes))


def _kind(constraint: AttrConstraint) -> str:
    if isinstance(constraint, VarConstraint):
        constraint = constraint.constraint
    if isinstance(constraint, EqAttrConstraint):
        names: dict[Attribute, str] = {STATE: "state", DEPEND: "dependency"}
        return names.get(constraint.attr) or str(constraint.attr)
    return next(name for name, known in TYPES.items() if known == constraint)


def _attributes(gate: type[Gate]) -> Iterator[Sequence[str]]:
    for name, definition in gate.get_irdl_definition().properties.items():
        kinds = {
            "align": "bytes, a power of two",
            "bits": "the bit pattern, of the width of the type",
            "condition": "one of the conditions above",
            "function": ", ".join(FUNCTIONS),
            "memory": "a memory operand",
            "size": "bytes",
            "symbol": "a symbol",
            "weights": "two integers of 32 bits",
        }
        optional = " (optional)" if isinstance(definition, OptPropertyDef) else ""
        text = kinds.get(name, "an integer")
        if name == "condition":
            assert issubclass(gate, CompareGate)
            text = ", ".join(f"{c} ({n})" for c, n in gate.CONDITIONS.items())
        yield f"`{name}`{optional}", text


# region Examples


def _example(example: Example) -> Iterator[str]:
    module = example_module(example)
    forms = [*str(module).splitlines(), *gate_text(module).splitlines()]
    yield code("\n".join(x.strip() for x in forms if x.strip(" %").startswith("r =")))
    yield f"{_runs(module, example.rows)}. In llvlir: {_lowered(module)}."


def _lowered(module: ModuleOp) -> str:
    """The rows that the gate of an example becomes, in their order."""
    lowered = circ.compile(module, level="llvlir", opt=0).module
    func = next(op for op in lowered.ops if isinstance(op, LlvlirFunc))
    names = [op.name.removeprefix("llvlir.") for op in func.body.block.ops][:-1]
    if "call" in names:
        return "a call of the run-time library"
    return ", ".join(f"`{name}`" for name in names)


def example_module(example: Example) -> ModuleOp:
    """The function of an example, which returns what the gate gives."""
    names = "xyz"[: len(example.types.split())]
    lines = [
        f"{name} = ARG[{type}] {{{index}}}"
        for index, (name, type) in enumerate(
            zip(names, example.types.split(), strict=True)
        )
    ]
    operands = f" : | | {', '.join(names)}" if names else ""
    lines += [f"r = {example.gate}{operands}", "return = RETURN : SE | DE | r"]
    return program_module("\n".join(lines) + "\n")


def sum_of_two(level: str, *formats: str) -> Iterator[str]:
    """A section: a function that adds two integers at a level, in its text forms."""
    yield "## A function"
    yield "The function that gives the sum of two integers is at this level:"
    module = example_module(Example("ADD[I32]", "I32 I32", ()))
    yield code(str(circ.compile(module, level=level)), "mlir")
    for format in formats:
        yield f"As `{format}`:"
        yield code(str(circ.emit(module, format)))


def program_module(text: str) -> ModuleOp:
    return read_gates(text, "example.circuit")


def gate_text(module: ModuleOp) -> str:
    return str(circ.emit(module, "circuit-gates"))


def _program(program: Program) -> Iterator[str]:
    module = program_module(program.text)
    written = gate_text(module).removeprefix(";; function example\n")
    yield code(written)
    yield code(str(module), "mlir")
    if program.runs:
        yield _runs(module, program.runs)
    else:
        yield "It cannot be executed as it is."


def argument(value: Value) -> object:
    """A value as `circ.run` takes it."""
    return np.array(value, np.int32) if isinstance(value, list) else value


def _runs(module: ModuleOp, rows: Sequence[Sequence[Value]]) -> str:
    return " · ".join(f"`{_tuple(row)}` gives {_result(module, row)}" for row in rows)


def _tuple(values: Sequence[Value]) -> str:
    return f"({', '.join(map(str, values))})"


def _result(module: ModuleOp, values: Sequence[Value]) -> str:
    entry = next(op for op in module.ops if isinstance(op, FuncOp))
    (type,) = entry.type.outputs.data
    try:
        result = circ.run(
            module, *map(argument, values), entry=entry.sym_name.data, level="circuit"
        )
    except circ.Diagnostic as error:
        return f"an error: {error.message}"
    (value,) = result.results
    if isinstance(value, float) and value - value == 0:
        width = 64 if str(type) == "f64" else 32
        return f"`{shortest_decimal(width, float_to_bits(width, value))}`"
    if isinstance(value, np.ndarray):
        value = value.tolist()
    return f"`{value}`"


# endregion
