"""The writer of dumps, which `circ.targets.circuit.dump` describes."""

from collections.abc import Iterator, Mapping
from json import dumps
from typing import cast

from xdsl.dialects.builtin import (
    DenseArrayBase,
    DictionaryAttr,
    IntegerType,
    ModuleOp,
)
from xdsl.ir import Operation, SSAValue

from circ.dialects.circuit.comparisons import FCmpOp, ICmpOp
from circ.dialects.circuit.constants import ArgOp, ConstantOp
from circ.dialects.circuit.control import (
    CircuitRootOp,
    FuncOp,
    IfBranchOp,
    IfExceptionOp,
    RootGate,
    SwitchCaseOp,
)
from circ.dialects.circuit.gate import Gate, depend_result, gate_of, value_results
from circ.dialects.circuit.language import JsBytecodeOp, LoadElementOp, StoreElementOp
from circ.dialects.circuit.memory import AllocaOp
from circ.dialects.circuit.shape import shape_of
from circ.dialects.circuit.types import is_vector
from circ.dialects.common.diagnostics import Diagnostic
from circ.dialects.common.memory import SIGNATURE
from circ.dialects.source.signature import signature_of
from circ.targets.circuit.dump_opcodes import CONDITIONS, SWAPPED, opcode_written
from circ.targets.circuit.gates_writer import (
    bits_text,
    one_line,
    other_attributes,
    type_name,
)

ROOTS = ("CIRCUIT_ROOT", "STATE_ENTRY", "DEPEND_ENTRY", "RETURN_LIST", "ARG_LIST")
"""The roots of a dump by number; the specification has three more lists."""

LISTS = {"RETURN": 3, "ARG": 4}
"""Gates that belong to a list."""

BANNER = "=" * 20


def write_dump(module: ModuleOp) -> str:
    """The circuits of a module, one after the other, and what else it has."""
    lines: list[str] = []
    if module.attributes:
        lines.append(f";; attributes {DictionaryAttr(module.attributes)}")
    for op in module.body.ops:
        if isinstance(op, FuncOp):
            lines += _function(op)
        else:
            lines.append(f";; operation {one_line(op)}")
    return "".join(f"{line}\n" for line in lines)


def _function(func: FuncOp) -> Iterator[str]:
    yield f"{BANNER} After circ [{func.sym_name.data}@-@-] {BANNER}"
    gates = [gate for gate in func.body.block.ops if not isinstance(gate, RootGate)]
    for gate in gates:
        if not isinstance(gate, Gate):
            raise Diagnostic(gate.location, f"'{gate.name}' is not a gate")
    numbers: dict[Operation, int] = {
        gate: ROOTS.index(gate.OPCODE)
        for gate in func.body.block.ops
        if isinstance(gate, RootGate) and gate.OPCODE in ROOTS
    }
    for number, gate in enumerate(gates, len(ROOTS)):
        numbers[gate] = number
    inputs = {gate: _inputs(cast(Gate, gate), numbers) for gate in gates}
    users: dict[int, list[int]] = {0: list(range(len(ROOTS) - 1, 0, -1))}
    for gate in reversed(gates):
        for number in (each for group in inputs[gate] for each in group):
            users.setdefault(int(str(number).split("#")[0]), []).append(numbers[gate])
    for number, name in enumerate(ROOTS):
        more = _attributes_of(func) if name == CircuitRootOp.OPCODE else ""
        root: list[int | str] = [0] if number else []
        yield _line(number, name, "NOVALUE", 0, [[], [], [], [], root], users, more)
    for gate in gates:
        yield _gate(cast(Gate, gate), numbers, inputs[gate], users)
    yield f"{BANNER} End circ [{func.sym_name.data}@-@-] {BANNER}"


def _attributes_of(func: FuncOp) -> str:
    """A function's attributes, with its type in terms of the source."""
    found = other_attributes(func)
    data = {} if found is None else dict(found.data)
    data[SIGNATURE] = signature_of(func)
    return _more("attributes", str(DictionaryAttr(data)))


def _inputs(gate: Gate, numbers: Mapping[Operation, int]) -> list[list[int | str]]:
    """The numbers of the gates that a gate uses, by group."""

    def number(wire: SSAValue) -> int | str:
        source = gate_of(wire)
        values = value_results(source)
        position = next((k for k, each in enumerate(values) if each is wire), 0)
        return f"{numbers[source]}#{position}" if position else numbers[source]

    groups: list[list[int | str]] = [
        list(map(number, g)) for g in shape_of(type(gate)).split(gate).values()
    ]
    if isinstance(gate, IfExceptionOp):
        thrower = gate_of(gate.predecessor)
        if depend_result(thrower) is not None:
            groups[1].append(numbers[thrower])
    if _opcode(gate) == SWAPPED:
        groups[2].reverse()
    root: list[int | str] = [LISTS[gate.OPCODE]] if gate.OPCODE in LISTS else []
    return [*groups, [], root]


def _opcode(gate: Gate) -> str:
    results = value_results(gate)
    type = results[0].type if results else None
    has_values = len(gate.operands) > 2
    return opcode_written(gate.OPCODE, type, has_values)


def _gate(
    gate: Gate,
    numbers: Mapping[Operation, int],
    inputs: list[list[int | str]],
    users: Mapping[int, list[int]],
) -> str:
    types = [type_name(result.type) for result in value_results(gate)]
    bits, comment = _bits(gate)
    more = _more("comment", comment) if comment else ""
    if gate.attributes:
        more += _more("attributes", str(DictionaryAttr(gate.attributes)))
    bytecode = gate.bytecode.data.upper() if isinstance(gate, JsBytecodeOp) else ""
    return _line(
        numbers[gate],
        _opcode(gate),
        " ".join(types) or "NOVALUE",
        bits,
        inputs,
        users,
        more,
        _more("bytecode", bytecode).removeprefix(", ") + ", " if bytecode else "",
    )


def _more(key: str, text: str) -> str:
    return f", {dumps(key)}:{dumps(text)}"


def _line(
    number: int,
    opcode: str,
    type: str,
    bits: int,
    inputs: list[list[int | str]],
    users: Mapping[int, list[int]],
    more: str = "",
    bytecode: str = "",
) -> str:
    kind = "EMPTY" if type == "NOVALUE" else "NJS_VALUE"
    mtype = f"{type}, bitfield={bits:#x}, type={kind}, stamp=1, mark=0, "
    return (
        f'{{"id":{number}, "op":"{opcode}", {bytecode}"MType":"{mtype}",'
        f'"in":{dumps(inputs)}, "out":{users.get(number, [])}{more}}},'
    )


def _bits(gate: Gate) -> tuple[int, str]:
    """The bit field, and the text of what does not fit in one."""
    match gate:
        case ConstantOp() if not is_vector(gate.result.type):
            return gate.bits.data, ""
        case ArgOp():
            return gate.index.data, ""
        case ICmpOp() | FCmpOp():
            return CONDITIONS[gate.OPCODE][gate.condition.data], ""
        case SwitchCaseOp():
            return gate.value.data, ""
        case AllocaOp() if gate.align is None:
            return gate.size.data, ""
        case LoadElementOp() | StoreElementOp():
            return gate.kind.data, ""
        case IfBranchOp() if gate.weights is not None:
            weights = cast(DenseArrayBase[IntegerType], gate.weights).get_values()
            return weights[0] | weights[1] << 32, ""
        case JsBytecodeOp():
            return 0, ""
        case _:
            text = bits_text(gate)
            return 0, f"{{{text}}}" if text else ""
