"""
`-gen-xdsl-dialect`: the instructions as operations of an xDSL dialect.

The module has a type for each register class of operands, and a record for each
instruction but pseudos: its opcode, the operation's operands and results, ties and
effects. `circ.dialects.common.machine_operations` makes classes of the records, which
takes too long for an import. Branches, calls and returns have no class: no description
states their successors and what they pass.

A register class may name its type (`string DialectType = "scalar"`), an instruction the
operation of which it is a form (`string BaseOpcode`); the default is the record's name.

A register is accepted by all classes that it is in. An immediate must satisfy the
ImmediateCode of its operand, or else fit its field of the word unless a method encodes
it: then only that method knows.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from circ.targets.tablegen.analysis.effects import Effects, effects_of
from circ.targets.tablegen.analysis.encoding import (
    encoding_bits,
    extent_of,
    field_names,
    fields_by_position,
    has_encoding,
    pieces_of,
)
from circ.targets.tablegen.analysis.instruction import Instruction, MachineOperand
from circ.targets.tablegen.analysis.target import Target
from circ.targets.tablegen.backends.pattern_programs import immediate_predicate
from circ.targets.tablegen.backends.python_text import (
    Code,
    PythonText,
    call,
    escaped,
    mask,
    python_name,
    quoted,
    tuple_of,
)
from circ.targets.tablegen.records import Record, RecordKeeper

_CONTROL = ("isBranch", "isCall", "isReturn", "isTerminator")
_IMPORTS = {
    "functools": "cache",
    "xdsl.backend.register_type": "RegisterType",
    "xdsl.irdl": "irdl_attr_definition",
    "circ.dialects.common.machine_operations": (
        "Effects Immediate Record RecordOp Shape SharedRegisterType define"
    ),
}
_OPERATIONS = '''

@cache
def operations() -> dict[str, type[RecordOp]]:
    """The operation classes of all records but control flow, by name."""
    return define({dialect}, RECORDS.values())
'''


_TYPE = '''

@irdl_attr_definition
class {name}({base}):
    """A register of {register_class}, or any of them before allocation."""

    name = {key}

    @classmethod
    def index_by_name(cls) -> dict[str, int]:
        return {numbers}

    @classmethod
    def infinite_register_prefix(cls) -> str:
        return {prefix}'''
_RELATED = """
    @classmethod
    def related(cls) -> tuple[type[RegisterType], ...]:
        return {types}"""


class _Type(NamedTuple):
    """A type of register."""

    record: Record
    name: str
    class_name: str
    numbers_name: str
    """The constant with the numbers of its registers."""
    registers: Mapping[str, Record]
    """By name in assembly, in the order of allocation."""


def generate(records: RecordKeeper) -> PythonText:
    """The module for a description."""
    return _Module(Target(records)).text()


class _Module:
    """Collects the register types and shapes, then adds them to the module."""

    def __init__(self, target: Target):
        self.target = target
        self.dialect = target.name.lower()
        self.instructions = [each for each in target.instructions if has_encoding(each)]
        what = f"The instructions of {target.name} as operations."
        self.out = PythonText(what, _IMPORTS)
        self.out.claimed |= {"TYPES", "RECORDS", "operations"}
        self.types = self._types()

    def _types(self) -> dict[str, _Type]:
        """The register classes of operands, by the name of their type."""
        found: dict[str, Record] = {}
        for instruction in self.instructions:
            for operand in instruction.machine_operands:
                if (record := operand.register_class) is not None:
                    found.setdefault(_type_name(record), record)
        return {
            name: self._type(name, record) for name, record in sorted(found.items())
        }

    def _type(self, name: str, record: Record) -> _Type:
        words = python_name(name).split("_")
        stem = "".join(word[:1].upper() + word[1:] for word in words)
        numbers = self.out.claim(f"{python_name(name).upper()}_NUMBERS")
        members: dict[str, Record] = {}
        registers = self.target.registers
        for number in registers.members(record):
            register = registers.registers[number - 1]
            taken = register.assembly_name in members
            key = register.name if taken else register.assembly_name
            members[key] = register.record
        return _Type(record, name, self.out.claim(f"{stem}Type"), numbers, members)

    def text(self) -> PythonText:
        out = self.out
        shapes = {each.name: self._shape(each) for each in self.instructions}
        types = self.types.values()
        for each in types:
            _add_numbers(out, each)
        for each in types:
            _add_type(out, self.dialect, each, types)
        out.add("", "", f"TYPES = {tuple_of([each.class_name for each in types])}", "")
        shape_names: dict[Code, Code] = {}
        for shape in shapes.values():
            if shape not in shape_names:
                shape_names[shape] = Code(out.claim(f"_SHAPE_{len(shape_names)}"))
                out.add(f"{shape_names[shape]} = {shape}")
        effects = effects_of(self.target)
        rows = {
            each.name: _record(each, shape_names[shapes[each.name]], effects[each.name])
            for each in self.instructions
        }
        out.table("RECORDS: dict[str, Record]", rows, "All records, by name.")
        out.add(_OPERATIONS.format(dialect=quoted(self.dialect)))
        return out

    def _shape(self, instruction: Instruction) -> Code:
        """The outputs, inputs and ties, which instructions share."""
        count = instruction.machine_output_count
        names = [_operand_name(instruction, o) for o in instruction.machine_operands]
        outs: list[tuple[str, Code]] = []
        ins: list[tuple[str, Code | None]] = []
        ties: list[tuple[str, str]] = []
        for name, operand in zip(names, instruction.machine_operands):
            type = Code("RegisterType") if operand.is_register else None
            if (record := operand.register_class) is not None:
                type = Code(self.types[_type_name(record)].class_name)
            if operand.number >= count:
                ins.append((name, type or self._immediate(instruction, operand)))
            elif type is None:
                raise instruction.record.error(
                    f"output '{name}' of '{instruction.name}' is no register"
                )
            else:
                outs.append((name, type))
            if operand.tied_to is not None:
                ties.append((names[operand.tied_to], name))
        return call("Shape", outs, ins, *[ties] * bool(ties))

    def _immediate(
        self, instruction: Instruction, operand: MachineOperand
    ) -> Code | None:
        """The range of an immediate; None if it may be any."""
        extent: tuple[object, ...] = ()
        record = instruction.record
        if (
            not operand.encoder_method
            and operand.is_encoded
            and "Inst" in record.fields
        ):
            bits = encoding_bits(self.target, record)
            by_position = fields_by_position(self.target, instruction, bits)
            for name in field_names(bits):
                part = instruction.find(name) or by_position.get(name)
                if part is not None and part.number == operand.number:
                    pieces = pieces_of(bits, frozenset((name,)))
                    width, absent, fixed = extent_of(record, name, pieces)
                    extent = width, mask(absent), mask(fixed)
        condition = immediate_predicate(operand.record)
        if not extent and not condition:
            return None
        predicate = Code(f"lambda imm: {condition}") if condition else None
        return call("Immediate", *extent, predicate=predicate)


# region Types


def _type_name(register_class: Record) -> str:
    if register_class.is_set("DialectType"):
        return register_class.string("DialectType")
    return register_class.name.lower()


def _related(type: _Type, types: Iterable[_Type]) -> list[str]:
    """The classes of other types that have some of the same registers by name."""
    return [
        other.class_name
        for other in types
        if other is not type
        and (common := type.registers.keys() & other.registers.keys())
        and all(type.registers[name] is other.registers[name] for name in common)
    ]


def _add_numbers(out: PythonText, type: _Type) -> None:
    numbers = {
        name: register.integer("HWEncoding")
        for name, register in type.registers.items()
    }
    what = f"Registers of {escaped(type.record.name)}: the number in the word, by name."
    out.packed(f"{type.numbers_name}: dict[str, int]", numbers, what)


def _add_type(
    out: PythonText, dialect: str, type: _Type, types: Iterable[_Type]
) -> None:
    """A type of register: registers by their names in assembly."""
    prefix = "j_"
    while any(name.startswith(prefix) for name in type.registers):
        prefix += "_"
    related = _related(type, types)
    text = _TYPE.format(
        name=type.class_name,
        base="SharedRegisterType" if related else "RegisterType",
        register_class=escaped(type.record.name),
        key=quoted(f"{dialect}.{type.name}"),
        numbers=type.numbers_name,
        prefix=quoted(prefix),
    )
    out.add(text, *[_RELATED.format(types=tuple_of(related))] * bool(related))


# endregion
# region Operations


def _operand_name(instruction: Instruction, operand: MachineOperand) -> str:
    """The name of a machine operand, with its sub-operand's if there are several."""
    same = [each for each in instruction.machine_operands if each.name == operand.name]
    if len(same) == 1:
        return operand.name
    return f"{operand.name}_{operand.info_name or operand.number}"


def _record(instruction: Instruction, shape: Code, effects: Effects) -> Code:
    record = instruction.record
    operation = instruction.name
    if record.fields.get("BaseOpcode"):
        operation = record.string("BaseOpcode")
    found = [
        f"Effects.{name}"
        for name, has in (
            ("LOAD", effects.may_load),
            ("STORE", effects.may_store),
            ("OTHER", effects.has_side_effects),
        )
        if has
    ]
    return call(
        "Record",
        *(instruction.name, instruction.opcode, operation, shape),
        *[Code(" | ".join(found))] * bool(found),
        uses=[register.string("AsmName") for register in record.records("Uses")],
        defs=[register.string("AsmName") for register in record.records("Defs")],
        is_control=any(record.flag(flag) for flag in _CONTROL),
    )


# endregion
