"""A cursor over the lines of gen-text, and its registers by number."""

import json
import re
from typing import NoReturn

from xdsl.dialects.builtin import FileLineColLoc
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.utils.exceptions import ParseError, VerifyException

from circ.dialects.common.diagnostics import Diagnostic, located
from circ.targets.mlir.dialects import attribute_context
from circ.targets.mlir.parser import MALFORMED, attribute_parser

_WORD = re.compile(r"\w+")
_INTEGER = re.compile(r"0|[1-9][0-9]{0,19}")
_SYMBOL = re.compile(r"[A-Za-z_.][\w.]*")
REGISTER = re.compile(r"%[0-9]+")


def read_attribute(text: str) -> tuple[Attribute, int] | None:
    """The attribute at the start of a text, and its length; None if there is none."""
    try:
        parser = attribute_parser(attribute_context(text), text)
        found = parser.parse_attribute()
        return found, len(text[: parser.pos].rstrip())
    except (ParseError, *MALFORMED, RecursionError):
        return None


class Lines:
    """The lines of a text, with the number of the next."""

    def __init__(self, text: str, filename: str):
        self.lines = text.split("\n")
        self.filename = filename
        self.number = 0

    def skip_blank(self) -> bool:
        """Skip empty lines; is there another?"""
        while self.number < len(self.lines) and not self.lines[self.number].strip():
            self.number += 1
        return self.number < len(self.lines)

    def skip_past(self, text: str) -> None:
        """Skip lines up to and with one of a text; the one read last may be that."""
        self.number -= 1
        while self.skip_blank() and self.next().text.strip() != text:
            pass

    def next(self) -> "Cursor":
        if not self.skip_blank():
            place = located(self.filename, max(len(self.lines), 1), 1)
            raise Diagnostic(place, "the text ends inside a function")
        self.number += 1
        return Cursor(self.lines[self.number - 1].rstrip(), self.filename, self.number)

    def optional(self, beginning: str) -> "Cursor | None":
        """A cursor after that beginning of the next line, or None."""
        if not self.peek().startswith(beginning):
            return None
        cursor = self.next()
        cursor.expect(beginning)
        return cursor

    def peek(self) -> str:
        """The next line that is not empty; empty at the end."""
        return self.lines[self.number] if self.skip_blank() else ""


class Cursor:
    """A position in a line."""

    def __init__(self, text: str, filename: str, line: int):
        self.text = text
        self.filename = filename
        self.line = line
        self.position = 0

    @property
    def place(self) -> FileLineColLoc:
        return located(self.filename, self.line, self.position + 1)

    @property
    def start(self) -> FileLineColLoc:
        """The location of the line's first character."""
        return located(self.filename, self.line, 1)

    def fail(self, message: str, position: int | None = None) -> NoReturn:
        """Raise a diagnostic at a position in the line, by default the cursor's."""
        if position is not None:
            self.position = position
        raise Diagnostic(self.place, message)

    def optional(self, text: str) -> bool:
        if not self.text.startswith(text, self.position):
            return False
        self.position += len(text)
        return True

    def expect(self, text: str) -> None:
        if not self.optional(text):
            self.fail(
                f"expected '{text.strip()}'" if text.strip() else "expected a blank"
            )

    def match(self, pattern: re.Pattern[str], what: str) -> str:
        found = pattern.match(self.text, self.position)
        if found is None:
            self.fail(f"expected {what}")
        self.position = found.end()
        return found.group()

    def word(self, what: str) -> str:
        return self.match(_WORD, what)

    def integer(self) -> int:
        return int(self.match(_INTEGER, "a number"))

    def symbol(self) -> str:
        if not self.text.startswith('"', self.position):
            return self.match(_SYMBOL, "a name")
        try:
            name, end = json.JSONDecoder().raw_decode(self.text, self.position)
        except json.JSONDecodeError:
            self.fail("expected a name in quotation marks")
        self.position = end
        assert isinstance(name, str)
        return name

    def end(self) -> None:
        if self.position != len(self.text):
            self.fail(f"unexpected '{self.text[self.position :]}'")

    def attribute(self) -> Attribute:
        """An attribute in MLIR's spelling, up to the end of the line."""
        read = read_attribute(self.text[self.position :])
        if read is None:
            self.fail("expected an attribute in MLIR's spelling")
        found, length = read
        self.position += length
        return found


class Registers:
    """The registers of a function by the numbers that its text gives them."""

    def __init__(self) -> None:
        self.handles: dict[str, SSAValue] = {}

    def one(self, cursor: Cursor) -> SSAValue:
        start = cursor.position
        number = cursor.match(REGISTER, "a register")
        register = self.handles.get(number)
        if register is None:
            cursor.fail(f"{number} is not declared", start)
        return register

    def listed(self, cursor: Cursor) -> list[SSAValue]:
        """`{%1 %2}`."""
        cursor.expect("{")
        registers: list[SSAValue] = []
        while not cursor.optional("}"):
            if registers:
                cursor.expect(" ")
            registers.append(self.one(cursor))
        return registers

    def following(self, cursor: Cursor, most: int | None = None) -> list[SSAValue]:
        """` %1 %2`: registers with a blank before each."""
        registers: list[SSAValue] = []
        while len(registers) != most and cursor.text.startswith(" %", cursor.position):
            cursor.position += 1
            registers.append(self.one(cursor))
        return registers


def verify(op: Operation) -> None:
    """Verify one operation; errors are raised as a `Diagnostic`."""
    try:
        op.verify_()
    except VerifyException as error:
        raise Diagnostic(op.location, f"'{op.name}': {error}") from None
