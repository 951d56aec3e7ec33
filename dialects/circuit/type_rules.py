"""
Rules of secondary types: what gates give, and what may be declared.

docs/reference/circuit.md, section 12. One rule a gate class serves inference, which
computes a gate's type from those of its operands, and the verifier, which compares that
with what is declared. Users add rules with `register_rule`.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import TypeAlias

from xdsl.dialects.builtin import i64
from xdsl.ir import Operation, SSAValue

from circ.dialects.circuit.bytecodes import ARGUMENTS, Bytecode
from circ.dialects.circuit.comparisons import SelectOp
from circ.dialects.circuit.constants import ConstantOp
from circ.dialects.circuit.control import ValueSelectorOp
from circ.dialects.circuit.gate import gate_of, value_results, values_of
from circ.dialects.circuit.gate_types import (
    NATIVE,
    TYPES,
    UNTYPED,
    GateType,
    GateTypesAttr,
    declared_types,
    gate_types,
    type_of,
)
from circ.dialects.circuit.graph import broken, named
from circ.dialects.circuit.language import (
    DOUBLE_OFFSET,
    FALSE,
    HOLE,
    INT_TAG,
    NULL,
    TRUE,
    UNDEFINED,
    ConstStringOp,
    GetExceptionOp,
    JsBytecodeOp,
    LoadElementOp,
    StoreElementOp,
)

FIRST_ADDRESS = 16
"""Tagged values below this are no addresses of objects."""

Operands: TypeAlias = Sequence[GateType | None]
"""Types by operand of the rule; None where no value arrives, as far as is known."""

Transfer: TypeAlias = Callable[[Operation, Operands], GateType | None]
"""The type of a gate's first value; it must not fall where an operand's type rises."""

RULE = "secondary types"
"""What messages name as the rule."""


@dataclass(frozen=True)
class TypeRule:
    """What gates of a class give."""

    transfer: Transfer
    is_exact: bool = False
    """Must a declared type have all values that the rule gives? Else some."""


SPECIAL = {
    UNDEFINED: "JS_UNDEFINED",
    NULL: "JS_NULL",
    HOLE: "JS_HOLE",
    FALSE: "JS_BOOLEAN",
    TRUE: "JS_BOOLEAN",
}
"""Types of the special values."""

RESULTS = {
    "any": "JS_ANY",
    "array": "JS_ARRAY",
    "boolean": "JS_BOOLEAN",
    "function": "JS_FUNCTION",
    "int": "JS_SMI",
    "number": "JS_NUMBER",
    "object": "JS_OBJECT",
    "string": "JS_STRING",
}
"""Types of the results of bytecodes, by the word in the table."""

INTERNAL = ("getiterator", "getpropiterator")
"""Bytecodes whose object may be one that the language cannot see."""


def type_of_bits(bits: int) -> GateType:
    """The least type of a tagged value (docs/javascript.md)."""
    if bits >= INT_TAG:
        name = "JS_SMI"
    elif bits >= DOUBLE_OFFSET:
        name = "JS_DOUBLE"
    elif bits >= FIRST_ADDRESS:
        name = "JS_HEAP_OBJECT"
    else:
        name = SPECIAL.get(bits, "JS_NOT_POINTER")
    return gate_types()[name]


def _of_constant(gate: Operation, operands: Operands) -> GateType | None:
    assert isinstance(gate, ConstantOp)
    native, declared = gate_types()[NATIVE], declared_types(gate)
    if declared and gate_types().is_subtype(declared[0], native):
        return native  # its bits are not those of a tagged value
    return type_of_bits(gate.bits.data)


def _joined(operands: Operands) -> GateType | None:
    types = [type for type in operands if type is not None]
    return reduce(gate_types().join, types) if types else None


def _of_selector(gate: Operation, operands: Operands) -> GateType | None:
    return _joined(operands)


def _of_choice(gate: Operation, operands: Operands) -> GateType | None:
    return _joined(operands[1:])


def _of_bytecode(gate: Operation, operands: Operands) -> GateType | None:
    assert isinstance(gate, JsBytecodeOp)
    row = gate.row
    if row.result == "add":
        return _of_sum(operands)
    if row.name in INTERNAL:
        return gate_types()["JS_HEAP_OBJECT"]
    return gate_types()[RESULTS.get(row.result, "JS_ANY")]


def _of_sum(operands: Operands) -> GateType | None:
    """A string if an operand is one, else a number unless one may be an object."""
    lattice = gate_types()
    types = [type for type in operands if type is not None]
    if len(types) < 2:
        return None
    if any(lattice.is_subtype(type, lattice["JS_STRING"]) for type in types):
        return lattice["JS_STRING"]
    plain = lattice["TAGGED_NON_POINTER"]
    if all(lattice.is_subtype(type, plain) for type in types):
        return lattice["JS_NUMBER"]
    return lattice["JS_ANY"]


def _always(name: str) -> Transfer:
    def transfer(gate: Operation, operands: Operands) -> GateType | None:
        return gate_types()[name]

    return transfer


_RULES: dict[type[Operation], TypeRule] = {
    ConstantOp: TypeRule(_of_constant, is_exact=True),
    ValueSelectorOp: TypeRule(_of_selector, is_exact=True),
    SelectOp: TypeRule(_of_choice, is_exact=True),
    JsBytecodeOp: TypeRule(_of_bytecode),
    ConstStringOp: TypeRule(_always("JS_STRING")),
    GetExceptionOp: TypeRule(_always("JS_ANY")),
    LoadElementOp: TypeRule(_always("JS_ANY")),
}


def register_rule(gate: type[Operation], rule: TypeRule) -> None:
    """Add the rule of a class of gates, which must not have one."""
    if gate in _RULES:
        raise ValueError(f"{gate.name} has a rule of types already")
    _RULES[gate] = rule


def rule_of(gate: Operation) -> TypeRule | None:
    return _RULES.get(type(gate))


Check: TypeAlias = Callable[[Operation], str | None]
"""Tells what is wrong with the types at a gate."""

_CHECKS: dict[type[Operation], list[Check]] = {}


def register_check(gate: type[Operation], check: Check) -> None:
    """Have the verifier check each gate of a class, typed or not."""
    _CHECKS.setdefault(gate, []).append(check)


def has_check(gate: Operation) -> bool:
    return type(gate) in _CHECKS


# region Tagged values


def _letters(row: Bytecode, count: int) -> Iterator[bool]:
    """For each of so many inputs: is it a tagged value?"""
    spread = 0
    for letter in row.operands:
        if letter == "n":  # their number, then the registers
            spread = count - row.fixed_inputs
            yield False
            yield from [True] * spread
        else:
            yield letter in "rs"
    for name in row.inputs:
        yield from [False] * 2 if name == ARGUMENTS else [True]


def tagged_inputs(gate: Operation) -> list[SSAValue]:
    """The value operands that are tagged whatever is declared."""
    if isinstance(gate, LoadElementOp | StoreElementOp):
        return [*gate.arguments]
    if isinstance(gate, JsBytecodeOp):
        tagged = _letters(gate.row, len(gate.arguments))
        pairs = zip(gate.arguments, tagged, strict=True)
        return [wire for wire, is_tagged in pairs if is_tagged]
    return []


def rule_operands(gate: Operation) -> Sequence[SSAValue]:
    """The operands whose types a rule gets: of a bytecode, the tagged ones."""
    if isinstance(gate, JsBytecodeOp):
        return tagged_inputs(gate)
    return [*values_of(gate)]


GIVES_TAGGED = (JsBytecodeOp, LoadElementOp, ConstStringOp, GetExceptionOp)
"""Gates whose values are tagged."""

# endregion


def check_types(gate: Operation) -> None:
    """Raise a `Diagnostic` if what is declared at a gate breaks a rule."""
    attribute = gate.attributes.get(TYPES)
    if attribute is not None:
        _check_declared(gate, attribute)
    for check in _CHECKS.get(type(gate), ()):
        if (message := check(gate)) is not None:
            raise broken(gate, message, RULE)


def _check_declared(gate: Operation, attribute: object) -> None:
    lattice, values = gate_types(), value_results(gate)
    declared = declared_types(gate)
    if not isinstance(attribute, GateTypesAttr):
        raise broken(gate, f"needs #circuit.types<…> as its {TYPES}", RULE)
    if declared is None:
        message = f"gives {len(values)} values, but has {len(attribute.types)} types"
        raise broken(gate, message, RULE)
    for value, type in zip(values, declared, strict=True):
        if value.type == i64:
            continue
        if not lattice.is_subtype(lattice["NATIVE"], type):
            message = f"gives {value.type}, which cannot be {type}"
            raise broken(gate, message, RULE)
    rule = rule_of(gate)
    if rule is None or not values or values[0].type != i64:
        return
    wires = rule_operands(gate)
    known = [type_of(wire) for wire in wires]
    operands = [None if type.name == UNTYPED else type for type in known]
    given = rule.transfer(gate, operands)
    if given is None:
        return
    if lattice.meet(given, declared[0]) is None:
        raise broken(gate, f"cannot be {declared[0]}: it gives {given}", RULE)
    if rule.is_exact and not lattice.is_subtype(given, declared[0]):
        what = f"it gives {given}"
        for wire, type in zip(wires, operands, strict=True):
            if type is not None and not lattice.is_subtype(type, declared[0]):
                what = f"{named(gate_of(wire))} is {type}"
                break
        raise broken(gate, f"cannot be {declared[0]}: {what}", RULE)
