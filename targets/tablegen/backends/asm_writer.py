"""
`-gen-asm-writer`: prints instructions as assembly.

The module has each instruction's text with placeholders for operands, and what replaces
them: a register's name, a number, or the result of the caller's function for the
operand's PrintMethod. Aliases have the operands for which another text is preferred.
"""

from collections.abc import Sequence
from itertools import count
from typing import NamedTuple

from circ.targets.tablegen.analysis.aliases import Alias, read_aliases, register_class
from circ.targets.tablegen.analysis.assembly_strings import OperandText, flatten, parse
from circ.targets.tablegen.analysis.instruction import Instruction
from circ.targets.tablegen.analysis.registers import Registers
from circ.targets.tablegen.analysis.target import Target
from circ.targets.tablegen.backends.predicates import Predicates
from circ.targets.tablegen.backends.python_text import (
    Code,
    PythonText,
    literal,
    python_name,
)
from circ.targets.tablegen.records import Record, RecordKeeper

PRINT_OPERAND = "printOperand"
"""The default method, for registers and numbers: it needs no function."""
PRINT_SPECIAL = "PrintSpecial"
"""The function for `${:word}`, which refers to no operand."""

_IMPORTS = {
    "collections.abc": "Callable",
    "typing": "NamedTuple",
    "circ.targets.tablegen.runtime.assembly": (
        "PLAIN REGISTER Alias Printer Recipe WriterTables"
    ),
}


class _Placeholder(NamedTuple):
    """What replaces one placeholder of a text."""

    number: int
    method: str
    is_register: bool
    modifier: str


_Rule = tuple[object, ...]
"""A row of the table ALIASES: its conditions, and its text."""


class _Reader:
    """Collects the tables of a target's instructions."""

    def __init__(self, target: Target):
        self.target = target
        self.registers = target.registers
        self.predicates = Predicates(target)
        self.recipes: dict[tuple[_Placeholder, ...], int] = {}
        self.sets: dict[Code, list[int]] = {}
        """The named sets of registers."""

    def recipe(self, places: Sequence[_Placeholder]) -> int:
        return self.recipes.setdefault(tuple(places), len(self.recipes))

    def texts(self, variant: int) -> dict[Instruction, tuple[str, int]]:
        """The format strings and recipes of a variant."""
        found: dict[Instruction, tuple[str, int]] = {}
        for instruction in self.target.instructions:
            record = instruction.record
            if not record.string("AsmString") or instruction.name == "PHI":
                continue
            pieces = _pieces(record, variant)
            places = [_placeholder(instruction, each) for each in _operands(pieces)]
            found[instruction] = _template(pieces), self.recipe(places)
        return found

    def aliases(self, writer: Record) -> dict[Instruction, list[_Rule]]:
        """The aliases of each instruction, highest priority first."""
        found: dict[Instruction, list[tuple[int, _Rule]]] = {}
        for alias in read_aliases(self.target):
            priority = alias.record.integer("EmitPriority")
            if priority < 1:
                continue
            rule = self.rule(alias, writer)
            if rule is not None:
                found.setdefault(alias.instruction, []).append((-priority, rule))
        return {
            instruction: [rule for _, rule in sorted(rules, key=lambda pair: pair[0])]
            for instruction, rules in found.items()
        }

    def rule(self, alias: Alias, writer: Record) -> _Rule | None:
        """The row of an alias; None if it has more operands than the instruction."""
        instruction, record = alias.instruction, alias.record
        variant = writer.integer("Variant")
        own = _pieces(record, variant)
        other = _pieces(instruction.record, variant)
        if len(_operands(own)) > len(_operands(other)):
            return None
        allowed: list[tuple[int, Code | frozenset[int]]] = []
        equal: list[tuple[int, int]] = []
        named: dict[str, _Placeholder] = {}
        for operand in alias.operands:
            number, value = operand.number, operand.value
            if isinstance(value, int):
                if not -(1 << 31) <= value < 1 << 31:
                    raise record.error(
                        "Matching an alias with an immediate out of the range of "
                        "int32_t is not supported"
                    )
                allowed.append((number, frozenset((value,))))
                continue
            if operand.register is not None:
                fixed = self.registers[operand.register].number
                allowed.append((number, frozenset((fixed,))))
                continue
            of_class = register_class(value)
            if of_class is not None and operand.name in named:
                equal.append((named[operand.name].number, number))
                continue
            method = value.fields.get("PrintMethod")
            named[operand.name] = _Placeholder(
                number,
                "" if method in (PRINT_OPERAND, None) else str(method),
                of_class is not None,
                "",
            )
            if of_class is not None:
                allowed.append((number, self.set_of(of_class)))
        places: list[_Placeholder] = []
        for piece in _operands(own):
            if piece.name not in named:
                raise record.error(
                    f"'{record.name}' has no operand named '${piece.name}'"
                )
            places.append(named[piece.name]._replace(modifier=piece.modifier))
        # Without the subtarget, LLVM prints aliases whatever the features are.
        knows = writer.integer("PassSubtarget") != 0
        predicates = record.records("Predicates") if knows else ()
        return (
            tuple(allowed),
            tuple(equal),
            self.predicates.number(predicates),
            len(instruction.machine_operands),
            _template(own),
            self.recipe(places),
        )

    def set_of(self, register_class: Record) -> Code:
        """The name of the set of a class's registers, which the module defines."""
        name = Code(f"_{python_name(register_class.name)}")
        numbers = list(self.registers.members(register_class))
        while self.sets.setdefault(name, numbers) != numbers:
            name = Code(f"{name}_")
        return name


def _pieces(record: Record, variant: int) -> list[str | OperandText]:
    return parse(record, flatten(record, record.string("AsmString"), variant))


def _operands(pieces: Sequence[str | OperandText]) -> list[OperandText]:
    return [piece for piece in pieces if not isinstance(piece, str)]


def _template(pieces: Sequence[str | OperandText]) -> str:
    """The text as a format string for `%`."""
    return "".join(
        piece.replace("%", "%%") if isinstance(piece, str) else "%s" for piece in pieces
    )


def _placeholder(instruction: Instruction, piece: OperandText) -> _Placeholder:
    if not piece.name:
        return _Placeholder(-1, PRINT_SPECIAL, False, piece.modifier)
    operand = instruction.operand(piece.name)
    method = operand.print_method
    if method == PRINT_OPERAND and not piece.modifier:
        method = ""
    is_register = operand.parts[0].is_register
    return _Placeholder(operand.number, method, is_register, piece.modifier)


def generate(records: RecordKeeper) -> PythonText:
    """The module of the printer."""
    target = Target(records)
    reader = _Reader(target)
    writers = target.record.records("AssemblyWriters")
    if not writers:
        raise target.record.error("No AsmWriters defined!")
    texts = [reader.texts(writer.integer("Variant")) for writer in writers]
    aliases = reader.aliases(writers[0])
    out = PythonText(f"Text of the instructions of {target.name}.", _IMPORTS)
    methods = (place.method for recipe in reader.recipes for place in recipe)
    hooks = out.hooks(methods, "Printer")
    _add_names(target.registers, out)
    recipes = [[_place_row(each, hooks) for each in row] for row in reader.recipes]
    what = "What replaces the placeholders of texts; equal recipes are shared."
    out.table("RECIPES: tuple[Recipe, ...]", recipes, what, count())
    rows, *others = [
        {instruction.opcode: row for instruction, row in each.items()} for each in texts
    ]
    what = "By opcode, the format string and its recipe."
    out.table("TEXTS", rows, what, [each.name for each in texts[0]])
    tables = ["(TEXTS,)", "RECIPES", "REGISTER_NAMES"]
    if others:
        tables[0] = "VARIANT_TEXTS"
        what = "The texts of each of the target's assembly writers."
        out.table(tables[0], [Code("TEXTS"), *others], what)
    tables += reader.predicates.add(out)
    if aliases:
        out.add("")
        for name, numbers in sorted(reader.sets.items()):
            out.add(f"{name} = {literal(frozenset(numbers))}")
        ordered = sorted(aliases.items(), key=lambda item: item[0].opcode)
        rules = {instruction.opcode: rows for instruction, rows in ordered}
        names = [instruction.name for instruction, _ in ordered]
        out.table("ALIASES: dict[int, tuple[Alias, ...]]", rules, comments=names)
        tables.append("aliases=ALIASES")
    out.methods("WriterTables", tables, "print_instruction")
    return out


def _add_names(registers: Registers, out: PythonText) -> None:
    """`REGISTER_NAMES`, and `ALTERNATIVE_NAMES` by index of the description."""
    names = ["", *(register.assembly_name for register in registers.registers)]
    out.packed("REGISTER_NAMES", names, "By register number; 0 is no register.")
    alternatives = {
        index.name: [
            "",
            *(each.alternative_name(index) or "" for each in registers.registers),
        ]
        for index in registers.records.derived("RegAltNameIndex")
        if index.name != "NoRegAltName"
    }
    if alternatives:
        what = "By register number; empty where a register has none."
        out.table("ALTERNATIVE_NAMES", alternatives, what)


def _place_row(place: _Placeholder, hooks: dict[str, int]) -> tuple[object, ...]:
    how = hooks.get(place.method, Code("REGISTER" if place.is_register else "PLAIN"))
    return place.number, how, place.modifier
