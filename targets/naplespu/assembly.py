"""
One line of NaplesPU assembly: printing and parsing an instruction.

Syntax of the vendor's assembler (`naplespu_isa` sections 1.1 and 2.2): lower-case
register names, memory operands `offset(base)` with a zero offset left out, branch
targets as labels or as displacements from the instruction's own address.
"""

import re
from collections.abc import Mapping
from functools import cache
from itertools import product
from typing import NamedTuple

from circ.dialects.naplespu.instructions import (
    ADDRESSES,
    TARGETS,
    Instruction,
    Operand,
    OperandKind,
    instructions,
)
from circ.dialects.naplespu.register_file import (
    PC,
    SCALAR_NAMES,
    SCALAR_NUMBERS,
    VECTOR_NAMES,
    VECTOR_NUMBERS,
)
from circ.targets.naplespu.encoding import decode, encode


class AssemblyError(ValueError):
    """Text that is no instruction; `column` counts from 0."""

    def __init__(self, column: int, message: str):
        super().__init__(message)
        self.column = column
        self.message = message


class SymbolOperand(NamedTuple):
    """`name + addend` in place of the value of one field."""

    field: str
    kind: OperandKind
    name: str
    addend: int


class ParsedInstruction(NamedTuple):
    """An instruction with its field values; a symbolic field's value is 0 there."""

    instruction: Instruction
    operands: dict[str, int]
    symbol: SymbolOperand | None


NAME = r"[A-Za-z_.$][\w.$@]*"
_UNSIGNED = r"(?:0[xX][0-9a-fA-F]{1,40}|0[bB][01]{1,40}|[0-9]{1,40})(?!\w)"
INTEGER = rf"[+-]?\s*{_UNSIGNED}"
ADDEND = rf"[+-]\s*{_UNSIGNED}"
_OPERAND = re.compile(
    rf"""(?: (?P<offset>{INTEGER})? \s* \( \s* (?P<base>\w+) \s* \)
           | (?P<integer>{INTEGER})
           | (?P<name>{NAME}) (?: \s* (?P<addend>{ADDEND}))?
         )\s*$""",
    re.VERBOSE,
)
_MNEMONIC = re.compile(r"\s*([A-Za-z_][\w.]*)\s*")

_NUMBERS = SCALAR_NUMBERS | VECTOR_NUMBERS
_SHAPES = {
    OperandKind.SCALAR: ("scalar register",),
    OperandKind.VECTOR: ("vector register",),
    OperandKind.SIMM9: ("integer",),
    OperandKind.SIMM16: ("integer",),
    OperandKind.MEMORY: ("offset(scalar register)", "symbol"),
    OperandKind.LOCAL_ADDRESS: ("offset(scalar register)",),
    OperandKind.VECTOR_MEMORY: ("offset(vector register)",),
    OperandKind.BRANCH_TARGET: ("integer", "symbol"),
    OperandKind.CALL_TARGET: ("integer", "symbol"),
    OperandKind.HIGH_HALF: ("integer", "symbol"),
    OperandKind.LOW_HALF: ("integer", "symbol"),
}


def integer(text: str) -> int:
    """The value of a literal that matches `INTEGER`: decimal, 0x or 0b, signed."""
    text = "".join(text.split())
    digits = text.lstrip("+-")
    value = int(digits, 0 if digits[:2].lower() in ("0x", "0b") else 10)
    return -value if text[0] == "-" else value


@cache
def _syntax_operands() -> Mapping[str, tuple[Operand, ...]]:
    """The operands of each record in the order in which they are written."""
    return {
        record: tuple(
            next(o for o in instruction.operands if o.name == name)
            for name in re.findall(r"\$(\w+)", instruction.syntax)
        )
        for record, instruction in instructions().items()
    }


def format_instruction(
    instruction: Instruction, operands: Mapping[str, int | str]
) -> str:
    """The text of an instruction; a field given as text (a symbol) is printed as is."""
    parts = [
        _format_operand(operand, operands)
        for operand in _syntax_operands()[instruction.record]
    ]
    return f"{instruction.mnemonic} {', '.join(parts)}".rstrip()


def word_text(word: int) -> str:
    """The instruction of a word, or the word as data."""
    decoded = decode(word)
    if decoded is None:
        return f".word 0x{word:08x}"
    instruction, operands = decoded
    if encode(instruction.record, operands) != word:
        return f".word 0x{word:08x}"
    return format_instruction(instruction, operands)


def _format_operand(operand: Operand, operands: Mapping[str, int | str]) -> str:
    kind = operand.kind
    if kind in ADDRESSES:
        names = VECTOR_NAMES if kind is OperandKind.VECTOR_MEMORY else SCALAR_NAMES
        base, offset = operands["base"], operands["offset"]
        if isinstance(offset, str):
            return offset
        name = base if isinstance(base, str) else names[base]
        return f"{offset}({name})" if offset else f"({name})"
    if kind in TARGETS:
        return str(operands["target"])
    if kind in (OperandKind.HIGH_HALF, OperandKind.LOW_HALF):
        return str(operands["addr16"])
    if kind in (OperandKind.SIMM9, OperandKind.SIMM16):
        return str(operands["imm"])
    number = operands[operand.name]
    if isinstance(number, str):
        return number
    names = VECTOR_NAMES if kind is OperandKind.VECTOR else SCALAR_NAMES
    return names[number]


@cache
def _forms() -> Mapping[tuple[str, ...], Instruction]:
    """Records by mnemonic and operand shapes; the general record first."""
    forms: dict[tuple[str, ...], Instruction] = {}
    for instruction in sorted(instructions().values(), key=lambda i: i.asm_parser_only):
        shapes = [
            _SHAPES[operand.kind] for operand in _syntax_operands()[instruction.record]
        ]
        for shape in product(*shapes):
            forms.setdefault((instruction.mnemonic, *shape), instruction)
    return forms


@cache
def _mnemonics() -> Mapping[str, tuple[str, ...]]:
    """What may follow each mnemonic, for messages."""
    forms: dict[str, list[str]] = {}
    for mnemonic, *shape in _forms():
        forms.setdefault(mnemonic, []).append(", ".join(shape) or "no operands")
    return {mnemonic: tuple(shapes) for mnemonic, shapes in forms.items()}


def _shape(match: re.Match[str], column: int) -> str:
    """Which kind of operand the text is, by syntax and register names alone."""
    if (base := match["base"]) is not None:
        if base in SCALAR_NUMBERS:
            return "offset(scalar register)"
        if base in VECTOR_NUMBERS:
            return "offset(vector register)"
        raise AssemblyError(column, f"'{base}' is no register")
    if match["integer"] is not None:
        return "integer"
    if match["addend"] is None:
        if match["name"] in SCALAR_NUMBERS:
            return "scalar register"
        if match["name"] in VECTOR_NUMBERS:
            return "vector register"
    return "symbol"


def is_mnemonic(name: str) -> bool:
    return name in _mnemonics()


class _Written(NamedTuple):
    """One operand as it is written."""

    shape: str
    match: re.Match[str]


def parse_instruction(text: str) -> ParsedInstruction:
    """The record and the operands of one line without label and comment."""
    head = _MNEMONIC.match(text)
    if head is None:
        raise AssemblyError(0, "expected an instruction")
    mnemonic = head[1]
    if not is_mnemonic(mnemonic):
        raise AssemblyError(head.start(1), f"'{mnemonic}' is no NaplesPU instruction")
    written = _written_operands(text, head.end())
    shapes = [operand.shape for operand in written]
    instruction = _forms().get((mnemonic, *shapes))
    if instruction is None:
        expected = " or ".join(f"({form})" for form in _mnemonics()[mnemonic])
        raise AssemblyError(
            head.start(1),
            f"'{mnemonic}' takes {expected}, but is given "
            f"({', '.join(shapes) or 'no operands'})",
        )
    operands: dict[str, int] = {}
    symbol: SymbolOperand | None = None
    for operand, (shape, match) in zip(
        _syntax_operands()[instruction.record], written, strict=True
    ):
        fields = instruction.fields_of(operand)
        if shape == "symbol":
            addend = integer(match["addend"]) if match["addend"] else 0
            symbol = SymbolOperand(fields[-1], operand.kind, match["name"], addend)
            operands[fields[-1]] = 0
            if operand.kind in ADDRESSES:
                operands["base"] = PC
        elif shape == "integer":
            operands[fields[0]] = integer(match["integer"])
        elif match["base"] is not None:
            operands["base"] = _NUMBERS[match["base"]]
            operands["offset"] = integer(match["offset"]) if match["offset"] else 0
        else:
            operands[fields[0]] = _NUMBERS[match["name"]]
    return ParsedInstruction(instruction, operands, symbol)


def _written_operands(text: str, column: int) -> list[_Written]:
    """The operands from `column` on, which are separated by commas."""
    written: list[_Written] = []
    if not text[column:].strip():
        return written
    for part in text[column:].split(","):
        stripped = part.lstrip()
        start = column + len(part) - len(stripped)
        match = _OPERAND.match(stripped)
        if match is None:
            raise AssemblyError(start, f"'{stripped.rstrip()}' is no operand")
        written.append(_Written(_shape(match, start), match))
        column += len(part) + 1
    return written
