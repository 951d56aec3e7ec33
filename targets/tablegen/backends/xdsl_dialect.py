"""
`-gen-xdsl-dialect`: the instructions as operations of an xDSL dialect.

The module has a type for each register class that operands name, and a record for each
instruction but pseudos: its opcode, the registers that are the operation's operands and
results, ties and effects. `circ.dialects.common.machine` makes classes of the records,
which takes too long to be done when the module is imported. Branches, calls and returns
have no class: what they pass, and where they go on, no description tells.

A register class may name its type (`string DialectType = "scalar"`), an instruction the
operation of which it is a form (`string BaseOpcode`); the record's name stands in.

Design: `design` section 3, naplespu.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from circ.targets.tablegen.analysis.effects import Effects, effects_of
from circ.targets.tablegen.analysis.instruction import Instruction, MachineOperand
from circ.targets.tablegen.analysis.set_theory import Sets, field_expander
from circ.targets.tablegen.analysis.target import Target
from circ.targets.tablegen.backends.python_text import (
    PythonText,
    python_name,
    quoted,
    tuple_of,
)
from circ.targets.tablegen.records import Record, RecordKeeper

_CONTROL = ("isBranch", "isCall", "isReturn", "isTerminator")
_IMPORTS = """
from functools import cache

from xdsl.backend.register_type import RegisterType
from xdsl.irdl import irdl_attr_definition

from circ.dialects.common.machine import Effects, Record, RecordOp, Shape, define
"""
_OPERATIONS = '''

@cache
def operations() -> dict[str, type[RecordOp]]:
    """The operation classes of all records but control flow, by name."""
    return define({dialect}, RECORDS.values())
'''


class _Shape(NamedTuple):
    """What instructions share: results, operands, the immediate and the ties."""

    outs: tuple[tuple[str, str], ...]
    """Names and classes of types."""
    ins: tuple[tuple[str, str | None], ...]
    """Names and classes of types, None of the immediate."""
    ties: tuple[tuple[str, str], ...]


def generate(records: RecordKeeper) -> str:
    """The module for a description."""
    target = Target(records)
    dialect = target.name.lower()
    instructions = [each for each in target.instructions if _is_operation(each)]
    shapes = {each.name: _shape(each) for each in instructions}
    text = PythonText(
        "gen-xdsl-dialect",
        f"The instructions of {target.name} as operations.",
    )
    text.add(_IMPORTS.strip("\n"))
    types = _register_classes(instructions).values()
    for line in _IMPORTS.split("\n"):
        text.claimed.update(line.partition(" import ")[2].split(", "))
    sets = Sets(records, {"RegisterClass": field_expander("MemberList")})
    text.add("")
    for record in types:
        _add_numbers(text, record, sets.expand(record) or ())
    for record in types:
        _add_type(text, dialect, record)
    classes = [_type_class(each) for each in types]
    text.add("", "", f"TYPES = {tuple_of(classes)}")
    names: dict[_Shape, str] = {}
    text.add("")
    for shape in shapes.values():
        if shape not in names:
            names[shape] = f"_SHAPE_{len(names)}"
            _add_shape(text, names[shape], shape)
    text.add("", "RECORDS: dict[str, Record] = {")
    effects = effects_of(target)
    for instruction in instructions:
        name = names[shapes[instruction.name]]
        _add_record(text, instruction, name, effects[instruction.name])
    text.add("}", '"""All records, by name."""')
    text.add(_OPERATIONS.format(dialect=quoted(dialect)))
    return text.text()


def _is_operation(instruction: Instruction) -> bool:
    return not (instruction.is_generic or instruction.is_pseudo)


# region Types


def _type_name(register_class: Record) -> str:
    if register_class.is_set("DialectType"):
        return register_class.string("DialectType")
    return register_class.name.lower()


def _type_class(register_class: Record) -> str:
    words = python_name(_type_name(register_class)).split("_")
    return "".join(word[:1].upper() + word[1:] for word in words) + "Type"


def _register_classes(instructions: Sequence[Instruction]) -> Mapping[str, Record]:
    """The classes that operands name, by the name of their type."""
    found: dict[str, Record] = {}
    for instruction in instructions:
        for operand in instruction.machine_operands:
            if (record := operand.register_class) is not None:
                found.setdefault(_type_name(record), record)
    return dict(sorted(found.items()))


def _numbers_constant(record: Record) -> str:
    return f"{python_name(_type_name(record)).upper()}_NUMBERS"


def _add_numbers(text: PythonText, record: Record, registers: Sequence[Record]) -> None:
    text.table(
        f"{_numbers_constant(record)}: dict[str, int] = {{",
        [
            f"{quoted(each.string('AsmName'))}: {each.integer('HWEncoding')}"
            for each in registers
        ],
        "}",
    )
    text.add(f'"""Registers of {record.name}: the number in the word, by name."""')


def _add_type(text: PythonText, dialect: str, record: Record) -> None:
    """A type of register: registers by their names in assembly."""
    text.add(
        "",
        "",
        "@irdl_attr_definition",
        f"class {_type_class(record)}(RegisterType):",
        f'    """A register of {record.name}, or any of them before allocation."""',
        "",
        f"    name = {quoted(f'{dialect}.{_type_name(record)}')}",
        "",
        "    @classmethod",
        "    def index_by_name(cls) -> dict[str, int]:",
        f"        return {_numbers_constant(record)}",
        "",
        "    @classmethod",
        "    def infinite_register_prefix(cls) -> str:",
        '        return "j_"',
    )


# endregion
# region Operations


def _operand_name(instruction: Instruction, operand: MachineOperand) -> str:
    """Its name; of the parts of one operand, that and the part's."""
    same = [each for each in instruction.machine_operands if each.name == operand.name]
    if len(same) == 1:
        return operand.name
    return f"{operand.name}_{operand.info_name or operand.number}"


def _shape(instruction: Instruction) -> _Shape:
    """Registers and the immediate; Diagnostic where there are several immediates."""
    count = instruction.machine_output_count
    names = [_operand_name(instruction, o) for o in instruction.machine_operands]
    outs: list[tuple[str, str]] = []
    ins: list[tuple[str, str | None]] = []
    ties: list[tuple[str, str]] = []
    for name, operand in zip(names, instruction.machine_operands):
        record = operand.register_class
        type = None if record is None else _type_class(record)
        if operand.number >= count:
            ins.append((name, type))
        elif type is None:
            raise instruction.record.error(
                f"output '{name}' of '{instruction.name}' is no register"
            )
        else:
            outs.append((name, type))
        if operand.tied_to is not None:
            ties.append((names[operand.tied_to], name))
    if sum(type is None for _, type in ins) > 1:
        raise instruction.record.error(
            f"'{instruction.name}' has more than one immediate"
        )
    return _Shape(tuple(outs), tuple(ins), tuple(ties))


def _add_shape(text: PythonText, name: str, shape: _Shape) -> None:
    parts = [
        tuple_of([f"({quoted(name)}, {type})" for name, type in operands])
        for operands in (shape.outs, shape.ins)
    ]
    if shape.ties:
        parts.append(tuple_of([_strings(pair) for pair in shape.ties]))
    text.row(f"{name} = Shape(", parts, ")")


def _add_record(
    text: PythonText, instruction: Instruction, shape: str, effects: Effects
) -> None:
    record = instruction.record
    name = quoted(instruction.name)
    operation = name
    if record.fields.get("BaseOpcode"):
        operation = quoted(record.string("BaseOpcode"))
    parts = [name, str(instruction.opcode), operation, shape]
    found = [
        f"Effects.{name}"
        for name, has in (
            ("LOAD", effects.may_load),
            ("STORE", effects.may_store),
            ("OTHER", effects.has_side_effects),
        )
        if has
    ]
    if found:
        parts.append(" | ".join(found))
    for keyword, field in (("uses", "Uses"), ("defs", "Defs")):
        if registers := record.records(field):
            names = [register.string("AsmName") for register in registers]
            parts.append(f"{keyword}={_strings(names)}")
    if any(record.flag(flag) for flag in _CONTROL):
        parts.append("is_control=True")
    text.row(f"    {name}: Record(", parts, "),")


def _strings(items: Sequence[str]) -> str:
    return tuple_of([quoted(item) for item in items])


# endregion
