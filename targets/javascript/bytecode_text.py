"""
The text of bytecode: one instruction a line, as docs/javascript.md describes it.

    .function main "main" function parameters 0 registers 1 strict
      lda_str "hello"
    L1:
      sta v0
      returnundefined
    .handler L1 L2 L3
    .end
    .names "console" "log"

What follows a semicolon outside strings is a comment. Strings and doubles are written
as in JSON, with `NaN`, `Infinity` and `-Infinity`.
"""

import json
import re
from collections.abc import Iterator, Sequence
from math import isfinite
from typing import NoReturn, cast

from xdsl.dialects.builtin import FileLineColLoc

from circ.dialects.circuit.bytecodes import bytecodes
from circ.dialects.common.diagnostics import (
    MOST_ERRORS,
    Diagnostic,
    located,
    raise_errors,
)
from circ.targets.javascript.bytecode import (
    KINDS,
    Function,
    Handler,
    Instruction,
    Label,
    Operand,
    Program,
    Range,
    Register,
)

_TOKEN = re.compile(
    r"""\s*(?:(?P<string>"(?:[^"\\]|\\.)*")|(?P<word>[^\s";]+)|(?P<comment>;.*))"""
)
_REGISTER = re.compile(r"([va])(0|[1-9][0-9]{0,5})")
_LABEL = re.compile(r"[A-Za-z_][\w.]*")
NO_TEXT = (0, 0)
_COUNT = re.compile(r"0|[1-9][0-9]{0,5}")
_OFFSET = re.compile(r"0|[1-9][0-9]{0,8}")
_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]{0,9})")
_DOUBLES = {"NaN", "Infinity", "-Infinity"}
_DOUBLE = re.compile(r"-?[0-9]+(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?")


# region Writer


def write_bytecode(program: Program) -> str:
    """The text of a program, which `read_bytecode` reads back."""
    lines: list[str] = []
    for function in program.functions:
        lines += _function_lines(function)
    if program.source:
        lines.append(f".source {_quoted(program.source)}")
    if program.names:
        lines.append(" ".join((".names", *map(_quoted, sorted(program.names)))))
    return "\n".join(lines) + "\n"


def _function_lines(function: Function) -> Iterator[str]:
    words = [".function", function.name, _quoted(function.display_name), function.kind]
    words += ["parameters", str(function.parameters)]
    words += ["registers", str(function.registers)]
    if function.strict:
        words.append("strict")
    if function.text != NO_TEXT:
        words += ["text", *map(str, function.text)]
    yield " ".join(words)
    for item in function.code:
        if isinstance(item, Label):
            yield f"{item.name}:"
        else:
            yield f"  {instruction_text(item)}"
    for handler in function.handlers:
        yield " ".join((".handler", *(label.name for label in handler)))
    yield ".end"


def instruction_text(instruction: Instruction) -> str:
    """An instruction as its line of the text, without indentation."""
    words = [instruction.bytecode.name]
    letters = instruction.bytecode.operands
    for letter, operand in zip(letters, instruction.operands, strict=True):
        match operand:
            case Range(length, first):
                words += [str(length), str(first)]
            case Label(name):
                words.append(name)
            case float() if not isfinite(operand):
                words.append(json.dumps(operand))
            case str() if letter == "s":
                words.append(_quoted(operand))
            case _:
                words.append(str(operand))
    if instruction.text:
        words += ["named", _quoted(instruction.text)]
    return " ".join(words)


def _quoted(text: str) -> str:
    return json.dumps(text)


# endregion
# region Reader


def read_bytecode(text: str, filename: str) -> Program:
    """
    The program in a text.

    What is wrong in single lines is diagnosed here, with all such lines together; what
    is wrong in a program as a whole by `check_program`.
    """
    program = Program()
    function: Function | None = None
    errors: list[Diagnostic] = []
    for number, text_line in enumerate(text.split("\n"), 1):
        try:
            line = _Line(text_line, filename, number)
            if line.is_empty:
                continue
            function = _read_line(line, program, function)
        except Diagnostic as error:
            errors.append(error)
            if len(errors) == MOST_ERRORS:
                break
    if function is not None and not errors:
        message = f"function {function.name} is not closed by '.end'"
        raise Diagnostic(function.location, message)
    raise_errors(errors)
    _check_texts(program)
    return program


def _check_texts(program: Program) -> None:
    """Functions have their texts within the program's."""
    length = len(program.source.encode("utf-16-le", "surrogatepass")) // 2
    for function in program.functions:
        start, end = function.text
        if not start <= end <= length:
            message = f"text {start} {end} is not within the {length} units of .source"
            raise Diagnostic(function.location, message)


def _read_line(
    line: "_Line", program: Program, function: Function | None
) -> Function | None:
    """Read one line; returns the function that is open after it."""
    if function is None:
        if line.is_next(".function"):
            function = _function(line)
            program.functions.append(function)
            line.end()
            return function
        if line.is_next(".source"):
            program.source += line.string()
            line.end()
            return None
        line.expect(".names", "'.function', '.source' or '.names'")
        while not line.is_empty:
            program.names.add(line.string())
        return None
    if line.is_next(".end"):
        line.end()
        return None
    if line.is_next(".handler"):
        labels = line.label(), line.label(), line.label()
        function.handlers.append(Handler(*labels))
    elif (label := line.optional_label()) is not None:
        function.code.append(label)
    else:
        function.code.append(_instruction(line))
    line.end()
    return function


def _function(line: "_Line") -> Function:
    name, location = line.method(), line.location
    function = Function(name, line.string(), location=location)
    function.kind = line.word()
    if function.kind not in KINDS:
        line.fail(f"'{function.kind}' is none of {', '.join(KINDS)}")
    line.expect("parameters")
    function.parameters = line.number()
    line.expect("registers")
    function.registers = line.number()
    function.strict = line.is_next("strict")
    if line.is_next("text"):
        function.text = line.offset(), line.offset()
    return function


def _instruction(line: "_Line") -> Instruction:
    name = line.word()
    if (bytecode := bytecodes().get(name)) is None:
        line.fail(f"there is no bytecode '{name}'")
    location = line.location
    operands = tuple(map(line.operand, bytecode.operands))
    text = line.string() if bytecode.throws and line.is_next("named") else ""
    return Instruction(bytecode, operands, location, text)


class _Line:
    """The words of a line, with the place of the one read last."""

    def __init__(self, text: str, filename: str, number: int):
        self.filename, self.number_of_line = filename, number
        self.words: list[tuple[str, int]] = []
        position = 0
        while position < len(text) and not text[position:].isspace():
            if (match := _TOKEN.match(text, position)) is None:
                self.column = position + 1
                self.fail("a string is not closed")
            kind = cast(str, match.lastgroup)
            if kind != "comment":
                self.words.append((match[kind], match.start(kind) + 1))
            position = match.end()
        self.next = 0
        self.column = self.words[0][1] if self.words else 1
        self.after = len(text.rstrip()) + 1

    @property
    def is_empty(self) -> bool:
        return self.next == len(self.words)

    @property
    def location(self) -> FileLineColLoc:
        return located(self.filename, self.number_of_line, self.column)

    def fail(self, message: str) -> NoReturn:
        raise Diagnostic(self.location, message)

    def word(self, wanted: str = "a word") -> str:
        if self.is_empty:
            self.column = self.after
            self.fail(f"expected {wanted} at the end of the line")
        text, self.column = self.words[self.next]
        self.next += 1
        return text

    def end(self) -> None:
        if not self.is_empty:
            self.fail(f"'{self.word()}' is one word too many")

    def is_next(self, text: str) -> bool:
        """Skip a word if it comes next; did it?"""
        found = not self.is_empty and self.words[self.next][0] == text
        if found:
            self.word()
        return found

    def expect(self, text: str, wanted: str | None = None) -> None:
        if not self.is_next(text):
            found = self.word(wanted or f"'{text}'")
            self.fail(f"expected {wanted or repr(text)}, but found {found!r}")

    def matching(self, pattern: re.Pattern[str], wanted: str) -> re.Match[str]:
        text = self.word(wanted)
        if (match := pattern.fullmatch(text)) is None:
            self.fail(f"expected {wanted}, but found {text!r}")
        return match

    def number(self) -> int:
        return int(self.matching(_COUNT, "a number")[0])

    def offset(self) -> int:
        return int(self.matching(_OFFSET, "a place in the program's text")[0])

    def string(self) -> str:
        text = self.word("a string")
        try:
            value: object = json.loads(text) if text.startswith('"') else None
        except json.JSONDecodeError:
            value = None
        if not isinstance(value, str):
            self.fail(f"expected a string, but found {text!r}")
        return value

    def label(self) -> Label:
        return Label(self.matching(_LABEL, "a label")[0])

    def optional_label(self) -> Label | None:
        """`NAME:` defines a label."""
        text = self.words[self.next][0]
        if not text.endswith(":") or _LABEL.fullmatch(text[:-1]) is None:
            return None
        return Label(self.word()[:-1])

    def method(self) -> str:
        return self.matching(re.compile(r'[^\s";]+'), "the name of a function")[0]

    def register(self) -> Register:
        match = self.matching(_REGISTER, "a register")
        return Register(match[1], int(match[2]))

    def integer(self) -> int:
        value = int(self.matching(_INTEGER, "an integer")[0])
        if not -(1 << 31) <= value < 1 << 31:
            self.fail(f"{value} does not fit 32 bits")
        return value

    def double(self) -> float:
        text = self.word("a double")
        if text not in _DOUBLES and _DOUBLE.fullmatch(text) is None:
            self.fail(f"expected a double, but found {text!r}")
        return float(text.replace("Infinity", "inf"))

    def operand(self, letter: str) -> Operand:
        match letter:
            case "r":
                return self.register()
            case "n":
                return Range(self.number(), self.register())
            case "i":
                return self.integer()
            case "f":
                return self.double()
            case "s":
                return self.string()
            case "m":
                return self.method()
            case _:
                return self.label()


# endregion


def operands_of(instruction: Instruction) -> Sequence[tuple[str, Operand]]:
    """The operands of an instruction, each with its letter in the table."""
    letters = instruction.bytecode.operands
    return list(zip(letters, instruction.operands, strict=True))
