"""
One line of NaplesPU assembly: printing and parsing an instruction.

Syntax of the vendor's assembler (docs/reference/naplespu-isa.md, sections 1.1 and 2.2):
lower-case register names, memory operands `offset(base)` with a zero offset left out,
branch targets as labels or as displacements from the instruction's own address. Which
instruction is meant, and how one is written, is in the generated tables.
"""

import re
from collections.abc import Mapping, Sequence

from circ.targets.naplespu.assembler.expressions import (
    DIRECTIONAL,
    EMPTY,
    NAME,
    UNSIGNED,
    ExpressionError,
    Scope,
    SyntaxProblem,
    UnknownNumber,
    evaluate,
    number_of,
    separated,
)
from circ.targets.naplespu.description.encoding import decode_values, encode_values
from circ.targets.naplespu.description.instructions import (
    Instruction,
    Operand,
    by_opcode,
)
from circ.targets.naplespu.description.methods import (
    MATCHERS,
    PRINTERS,
    SCALARS,
    SymbolName,
    WrittenOperand,
)
from circ.targets.naplespu.generated import asm_matcher, asm_writer


class AssemblyError(ValueError):
    """Text that is no instruction; `column` counts from 0."""

    def __init__(self, column: int, message: str):
        super().__init__(message)
        self.column = column
        self.message = message


class ParsedInstruction:
    """An instruction with its machine operands; a symbolic one is 0 there."""

    def __init__(
        self, opcode: int, values: tuple[int, ...], written: Sequence[WrittenOperand]
    ):
        self.opcode = opcode
        self.values = values
        self.written = written

    @property
    def instruction(self) -> Instruction:
        return by_opcode()[self.opcode]

    @property
    def operands(self) -> dict[str, int]:
        """The operands by name."""
        return self.instruction.named(self.values)

    @property
    def symbol(self) -> SymbolName | None:
        """The symbol in the last operand, if there is one."""
        return self.written[-1].symbol if self.written else None

    @property
    def is_fixed(self) -> bool:
        """Is the meaning of the text independent of its location?"""
        return not any(operand.is_computed for operand in self.written)

    @property
    def symbolic(self) -> Operand:
        """The machine operand that the symbol completes."""
        return self.instruction.operands[self.instruction.fields[-1][2]]

    def with_value(self, value: int) -> list[int]:
        """The machine operands with a value for the symbolic one."""
        values = list(self.values)
        values[self.instruction.fields[-1][2]] = value
        return values


INTEGER = rf"[+-]?\s*{UNSIGNED}"
ADDEND = rf"[+-]\s*{UNSIGNED}"
_OPERAND = re.compile(
    rf"""(?: (?P<offset>{INTEGER})? \s* \( \s* (?P<base>\w+) \s* \)
           | (?P<integer>{INTEGER})
           | (?P<name>{NAME}|{DIRECTIONAL}) (?: \s* (?P<addend>{ADDEND}))?
         )$""",
    re.VERBOSE,
)
_WITH_BASE = re.compile(r"(?P<offset>.*)\(\s*(?P<base>\w+)\s*\)$")
_MNEMONIC = re.compile(r"\s*([A-Za-z_][\w.]*)\s*")

_SCALAR, _VECTOR = "scalar register", "vector register"
_REGISTERS = {
    name: WrittenOperand(_SCALAR if number in SCALARS else _VECTOR, number)
    for name, number in asm_matcher.REGISTER_NUMBERS.items()
}
_HALVES = frozenset({"leah", "leal"})
"""They take half of a number that a name stands for."""
_SHAPES = {
    "isSImm9": "integer",
    "isSImm16": "integer or half",
    "isAddressHalf": "integer or symbol",
    "isTarget": "integer or symbol",
    "isAddress": f"offset({_SCALAR}) or symbol",
    "isLocalAddress": f"offset({_SCALAR}) or symbol",
    "isVectorAddress": f"offset({_VECTOR})",
}
"""Operand classes as messages show them."""


def integer(text: str) -> int:
    """The value of a literal that matches `INTEGER`: decimal, 0x or 0b, signed."""
    text = "".join(text.split())
    value = number_of(text.lstrip("+-"))
    return -value if text[0] == "-" else value


def format_instruction(
    instruction: Instruction, operands: Mapping[str, int | str]
) -> str:
    """The text of an instruction; an operand given as text is printed as it is."""
    values: list[int | str] = [0] * len(instruction.operands)
    for name, numbers, place in instruction.fields:
        value = operands[name]
        if numbers is not None and isinstance(value, int):
            value = numbers[value]
        values[place] = value
    return asm_writer.print_instruction(instruction.opcode, values, PRINTERS)


def word_text(word: int) -> str:
    """The instruction that a word encodes, or `.word`."""
    decoded = decode_values(word)
    if decoded is None or encode_values(decoded.opcode, decoded.operands) != word:
        return f".word 0x{word:08x}"
    return asm_writer.print_instruction(decoded.opcode, decoded.operands, PRINTERS)


def is_symbol_name(name: str) -> bool:
    """May assembly name a symbol so? Others, such as `s1`, only objects may have."""
    return re.fullmatch(NAME, name) is not None and name not in _REGISTERS


def parse_instruction(text: str, scope: Scope = EMPTY) -> ParsedInstruction:
    """
    The record and the operands of one line without label and comment.

    `scope` has the names that stand for numbers, and the known distances.
    """
    head = _MNEMONIC.match(text)
    if head is None:
        raise AssemblyError(0, "expected an instruction")
    mnemonic = head[1]
    if mnemonic not in asm_matcher.MATCHES:
        mnemonic = mnemonic.lower()
    names = scope.values
    if mnemonic in _HALVES:
        scope = Scope(distance=scope.distance)
    written = _written_operands(text, head.end(), scope)
    if mnemonic in _HALVES and written and (symbol := written[-1].symbol):
        number = names.get(symbol.name)
        if number is not None and not symbol.minus:
            value = number.number + symbol.addend
            half = (value >> 16 if mnemonic == "leah" else value) & 0xFFFF
            written[-1] = WrittenOperand("integer", value=half, is_computed=True)
    found = asm_matcher.match(mnemonic, written, MATCHERS)
    if isinstance(found, asm_matcher.Match):
        return ParsedInstruction(found.opcode, found.operands, written)
    raise AssemblyError(head.start(1), _mismatch(mnemonic, written))


def _mismatch(mnemonic: str, written: Sequence[WrittenOperand]) -> str:
    """Why a mnemonic with these operands is no instruction."""
    entries = asm_matcher.MATCHES.get(mnemonic)
    if entries is None:
        return f"'{mnemonic}' is no NaplesPU instruction"
    forms = (
        ", ".join(_class_name(number) for number in classes) or "no operands"
        for _, _, _, classes in entries
    )
    expected = " or ".join(f"({form})" for form in dict.fromkeys(forms))
    given = ", ".join(operand.shape for operand in written) or "no operands"
    return f"'{mnemonic}' takes {expected}, but is given ({given})"


def _class_name(number: int) -> str:
    """An operand class as messages show it."""
    found = asm_matcher.CLASSES[number]
    if found.registers:
        return _SCALAR if found.registers <= SCALARS else _VECTOR
    return _SHAPES[asm_matcher.Predicates._fields[found.predicate]]


def _written_operands(text: str, column: int, scope: Scope) -> list[WrittenOperand]:
    """The operands from `column` on, which are separated by commas."""
    written: list[WrittenOperand] = []
    rest = text[column:]
    if not rest or rest.isspace():
        return written
    parts = separated(rest)
    for number, part in enumerate(parts):
        operand = _REGISTERS.get(part.strip())
        if operand is None:
            start = column + number + sum(map(len, parts[:number]))
            start += len(part) - len(part.lstrip())
            operand = _written_operand(part.strip(), start, scope)
        written.append(operand)
    return written


def _written_operand(text: str, column: int, scope: Scope) -> WrittenOperand:
    """An operand that is no register."""
    match = _OPERAND.match(text)
    if match is None or match["name"] in scope.values:
        return _expression_operand(text, column, scope)
    if (base := match["base"]) is not None:
        register = _REGISTERS.get(base)
        if register is None:
            raise AssemblyError(column, f"'{base}' is no register")
        offset = integer(match["offset"]) if match["offset"] else 0
        shape = f"offset({register.shape})"
        return WrittenOperand(shape, value=offset, base=register.register)
    if (number := match["integer"]) is not None:
        return WrittenOperand("integer", value=integer(number))
    addend = integer(match["addend"]) if match["addend"] else 0
    return WrittenOperand("symbol", symbol=SymbolName(match["name"], addend))


def _expression_operand(text: str, column: int, scope: Scope) -> WrittenOperand:
    """An operand that is more than a number or a name."""
    register = None
    match = _WITH_BASE.match(text)
    if match is not None:
        register = _REGISTERS.get(match["base"])
    text = match["offset"] if match and register else text
    value = later = None
    try:
        value = evaluate(text, scope)
    except SyntaxProblem:
        raise AssemblyError(column, f"'{text}' is no operand") from None
    except UnknownNumber:
        later = SymbolName("", 0, expression=text, column=column)
    except ExpressionError as error:
        raise AssemblyError(column + error.column, error.message) from None
    if register is not None:
        number = 0
        if value is not None and value.is_number:
            number = value.number
        else:
            later = SymbolName("", 0, expression=text, column=column)
        shape = f"offset({register.shape})"
        return WrittenOperand(shape, 0, number, register.register, later, None, True)
    if value is None:
        return WrittenOperand("integer", value=0, symbol=later, is_computed=True)
    if value.is_number:
        return WrittenOperand("integer", value=value.number, is_computed=True)
    if not value.plus:
        raise AssemblyError(column, "an address cannot be negative")
    symbol = SymbolName(value.plus, value.number, value.minus, value.half)
    if value.half:
        return WrittenOperand("half of an address", 0, 0, 0, symbol, None, True)
    if value.minus:
        return WrittenOperand("integer", 0, 0, 0, symbol, None, True)
    return WrittenOperand("symbol", symbol=symbol, is_computed=True)
