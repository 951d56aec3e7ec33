"""
Reading assembly: included files, macros, repetitions and conditions.

Directives mean what they mean in LLVM's MC (`AsmParser`). Expansion is bounded in
depth, lines and characters.
"""

import os
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from pathlib import Path

from circ.targets.naplespu.assembler.assembled import LARGEST_SECTION, Assembled
from circ.targets.naplespu.assembler.conditions import Conditions
from circ.targets.naplespu.assembler.expressions import NAME
from circ.targets.naplespu.assembler.fixups import Location, Source
from circ.targets.naplespu.assembler.lines import (
    Line,
    StatementError,
    UnterminatedComment,
    lines_of,
    original,
    parts,
    statements,
    string_value,
)
from circ.targets.naplespu.assembler.macros import (
    Macro,
    arguments_of,
    expanded,
    listed_arguments,
    parse_macro,
)

MOST_NESTED = 20
"""Macros and repetitions in one another, as in LLVM's MC."""
MOST_INCLUDED = 64
MOST_LINES = 1 << 20
"""Lines that are included or expanded, so that an error cannot take for ever."""
MOST_CHARACTERS = 1 << 26

_HEAD = re.compile(rf"\s*(?:({NAME})\s*(:|==?(?!=))?|([0-9]+)\s*:)")
_MARKED = re.compile(r"""[#;"'/\n]""")
_IRP = re.compile(rf"({NAME})\s*,\s*")
_REPETITIONS = frozenset({".rept", ".rep", ".irp", ".irpc"})
_END_OF_MACRO = frozenset({".endm", ".endmacro"})


class _Frame:
    """Lines from one source, and how far they are read."""

    def __init__(
        self, source: Source, lines: Sequence[Line], depth: int, is_file: bool
    ):
        self.source = source
        self.lines = lines
        self.depth = depth
        """How many conditions were open before."""
        self.is_file = is_file
        self.line: Line = (0, "", None)
        self.is_plain = True
        """Are its columns those of the file?"""
        self.next_line = 0
        self.spans: Sequence[tuple[int, int]] = ()
        self.next_span = 0

    def advance(self) -> tuple[int, int] | None:
        """Where the next statement of `line` begins and ends; None at the end."""
        while True:
            if self.next_span < len(self.spans):
                self.next_span += 1
                return self.spans[self.next_span - 1]
            if self.next_line >= len(self.lines):
                return None
            self.line = self.lines[self.next_line]
            self.next_line += 1
            _, text, pieces = self.line
            self.is_plain = pieces is None
            if _MARKED.search(text) is None:
                self.spans = ()
                return 0, len(text)
            self.is_plain = self.is_plain and "\n" not in text
            self.spans, self.next_span = statements(text), 0

    def part(self, start: int, end: int) -> Line:
        """One of several statements of a line."""
        number, text, pieces = self.line
        column = start
        if not self.is_plain:
            number, column = original(self.line, start)
            column -= 1
        return number, text[start:end], [(0, column, pieces is None)]

    def stop(self) -> None:
        self.next_line, self.next_span = len(self.lines), len(self.spans)


class AssemblerReader(Assembled, ABC):
    """Reads statements; the subclass executes them."""

    def __init__(self, filename: str, include: Sequence[str]):
        super().__init__(filename)
        self._include = include
        self._frames: list[_Frame] = []
        self._macros: dict[str, Macro] = {}
        self._calls = 0
        self._lines = self._characters = 0
        self._conditions = Conditions()
        self.by_name: dict[tuple[str, str], int] = {}
        """Sections by name and number."""
        self.parts_of: dict[tuple[int, int], int] = {}
        """Subsections by section and number."""
        self.previous = -1
        self.stack: list[tuple[int, int]] = []
        """The section and the previous one where `.pushsection` stood."""
        self.locals: set[str] = set()
        self.was_entered = False
        """Has a directive entered a section?"""

    @abstractmethod
    def assign(self, name: str, text: str, again: bool) -> None:
        """`name = text`, perhaps not for the first time."""

    @abstractmethod
    def directive(self, word: str, rest: str) -> None: ...

    @abstractmethod
    def instruction_text(self, text: str, column: int) -> None:
        """An instruction at a column of the line that is read."""

    # Statements.

    def read(self, text: str) -> None:
        """All statements of the file."""
        source = Source(self.filename)
        self._frames.append(_Frame(source, self._lines_of(text, source), 0, True))
        while self._frames:
            frame = self._frames[-1]
            span = frame.advance()
            if span is None:
                self._frames.pop()
                continue
            try:
                self._statement(frame, *span)
            except StatementError as error:
                self.fail(str(error))
        if self._conditions.depth:
            self.fail("'.if' without '.endif'", self._conditions.location)

    def location_of(self, column: int) -> Location:
        """The location of a column, from 0, of the line that is read."""
        frame = self._frames[-1]
        return Location(*original(frame.line, column), frame.source)

    @property
    def _filename(self) -> str:
        """The file whose lines are read, or expanded."""
        return self._frames[-1].source.filename

    def _lines_of(self, text: str, source: Source) -> list[Line]:
        try:
            return lines_of(text)
        except UnterminatedComment as error:
            offset: int = error.args[0]
            number = text.count("\n", 0, offset) + 1
            column = offset - text.rfind("\n", 0, offset)
            self.fail("unterminated comment", Location(number, column, source))

    def _statement(self, frame: _Frame, start: int, end: int) -> None:
        number, text, _ = frame.line
        source, is_plain = frame.source, frame.is_plain
        while True:
            match = _HEAD.match(text, start, end)
            if match is None:
                rest = text[start:end]
                column = start + len(rest) - len(rest.lstrip())
                if column < end and not self._conditions.ignoring:
                    self.location = self.location_of(column)
                    self.instruction_text(rest.strip(), column)
                return
            word, mark, label = match.groups()
            column = match.start(1 if label is None else 3)
            if is_plain:
                self.location = Location(number, column + 1, source)
            else:
                self.location = Location(*original(frame.line, column), source)
            if mark is None and label is None:
                self._word(word, column, text[column:end].rstrip())
                return
            if self._conditions.ignoring:
                return
            if label is not None:
                self.define_numbered(int(label))
            elif mark == ":":
                self.define(word)
            else:
                self.assign(word, text[match.end() : end].strip(), mark == "=")
                return
            start = match.end()

    def _word(self, word: str, column: int, text: str) -> None:
        """A statement that begins with a word, at a column of the line."""
        rest = text[len(word) :].lstrip()
        if word[0] == "." and word in _conditionals():
            self._condition(word, rest)
        elif self._conditions.ignoring:
            return
        elif word in self._macros:
            self._call(self._macros[word], rest)
        elif word[0] != ".":
            self.instruction_text(text, column)
        elif (handler := _reading().get(word)) is not None:
            handler(self, rest)
        else:
            self.directive(word, rest)

    # Conditions.

    def _condition(self, word: str, rest: str) -> None:
        conditions = self._conditions
        if word == ".else":
            conditions.other(True, word)
        elif word == ".endif":
            conditions.end()
        elif word == ".elseif":
            is_met = conditions.asks and self.condition_value(rest) != 0
            conditions.other(is_met, word)
        else:
            is_met = not conditions.ignoring and _conditionals()[word](self, rest)
            conditions.begin(self.location, is_met)

    def condition_value(self, rest: str) -> int:
        return self.integers(rest, 1, 1)[0]

    def is_defined(self, rest: str) -> bool:
        if not re.fullmatch(NAME, rest):
            self.fail(f"expected the name of a symbol, but is given '{rest}'")
        symbol = self.attributes.get(rest)
        return (
            rest in self.labels
            or rest in self.pending
            or bool(symbol and symbol.is_defined)
        )

    def is_same(self, rest: str, quoted: bool = False) -> bool:
        texts = parts(rest) if quoted else [each.strip() for each in rest.split(",", 1)]
        if len(texts) != 2:
            self.fail("expected two texts and a comma between them")
        return texts[0] == texts[1]

    # Macros and repetitions.

    def _enter(self, what: str, lines: Sequence[Line], filename: str) -> None:
        nested = 0
        while not self._frames[-1 - nested].is_file:
            nested += 1
        if nested >= MOST_NESTED:
            self.fail(f"macros cannot be nested more than {MOST_NESTED} levels deep")
        source = Source(filename, what, self.location)
        self._frames.append(_Frame(source, lines, self._conditions.depth, False))

    def _count(self, lines: int, characters: int) -> None:
        self._lines += lines
        self._characters += characters
        for count, most, what in (
            (self._lines, MOST_LINES, "lines"),
            (self._characters, MOST_CHARACTERS, "characters"),
        ):
            if count > most:
                self.fail(f"what is included and expanded has more than {most} {what}")

    def _substituted(
        self, body: Sequence[Line], values: Mapping[str, str]
    ) -> list[Line]:
        self._count(len(body), _largest(body, values))
        return expanded(body, values, self._calls)

    def _call(self, macro: Macro, rest: str) -> None:
        lines = self._substituted(macro.body, arguments_of(rest, macro))
        self._calls += 1
        self._enter(f"macro '{macro.name}'", lines, macro.filename)

    def _body(
        self, begins: Callable[[str], bool], ends: Callable[[str], bool]
    ) -> list[Line]:
        """The lines up to the end of a definition or repetition."""
        frame, location = self._frames[-1], self.location
        body: list[Line] = []
        depth = 0
        while (span := frame.advance()) is not None:
            match = _HEAD.match(frame.line[1], *span)
            word = match[1] if match and not match[2] else ""
            depth += begins(word or "") - ends(word or "")
            if depth < 0:
                return body
            body.append(frame.line if len(frame.spans) < 2 else frame.part(*span))
        self.fail("the end of this is missing", location)

    def macro(self, rest: str) -> None:
        macro = parse_macro(rest, self._filename)
        if macro.name in self._macros:
            self.fail(f"macro '{macro.name}' is already defined")
        macro.body.extend(self._body(".macro".__eq__, _END_OF_MACRO.__contains__))
        self._macros[macro.name] = macro

    def end_of_macro(self, rest: str) -> None:
        self.fail("this ends a macro, but there is none")

    def exit_macro(self, rest: str) -> None:
        frame = self._frames[-1]
        if frame.is_file:
            self.fail("'.exitm' is not in a macro")
        self._conditions.leave(frame.depth)
        frame.stop()

    def purge(self, rest: str) -> None:
        for name in parts(rest):
            if self._macros.pop(name, None) is None:
                self.fail(f"macro '{name}' is not defined")

    def _repeated(self) -> list[Line]:
        return self._body(_REPETITIONS.__contains__, ".endr".__eq__)

    def repeat(self, rest: str) -> None:
        (count,) = self.integers(rest, 1, 1)
        if count < 0:
            self.fail(f"count must not be negative, but is {count}")
        body = self._repeated()
        if body:
            self._count(min(count, MOST_LINES + 1) * len(body), 0)
            self._enter("'.rept'", body * count, self._filename)

    def repeat_with(self, rest: str, characters: bool = False) -> None:
        """`.irp name, values` and `.irpc name, characters`."""
        head = _IRP.match(rest)
        if head is None:
            self.fail("expected a name, a comma and values")
        values = listed_arguments(rest[head.end() :])
        if characters:
            if len(values) != 1:
                self.fail("expected one word of characters")
            values = [*values[0]]
        body = self._repeated()
        lines: list[Line] = []
        for value in values:
            lines += self._substituted(body, {head[1]: value})
        self._enter("'.irpc'" if characters else "'.irp'", lines, self._filename)

    def end_of_repetition(self, rest: str) -> None:
        self.fail("'.endr' without '.rept', '.irp' or '.irpc'")

    def altmacro(self, rest: str) -> None:
        self.fail("'.altmacro' is not supported")

    def end(self, rest: str) -> None:
        self._frames[-1].stop()

    # Files.

    def file_contents(self, text: str) -> tuple[str, bytes]:
        """Name and contents of the file that a directive names."""
        name = string_value(text)
        here = os.path.dirname(self._filename)
        for folder in ("", *self._include, here):
            path = Path(folder, name)
            try:
                if not path.is_file():
                    continue
                if path.stat().st_size > LARGEST_SECTION:
                    self.fail(f"'{path}' has more than {LARGEST_SECTION} bytes")
                return str(path), path.read_bytes()
            except OSError as error:
                self.fail(f"cannot read '{path}': {error.strerror or error}")
            except ValueError:  # a null character
                break
        self.fail(f"cannot find the file '{name}'")

    def include(self, rest: str) -> None:
        if sum(frame.is_file for frame in self._frames) > MOST_INCLUDED:
            self.fail(f"files cannot be included more than {MOST_INCLUDED} levels deep")
        name, data = self.file_contents(rest)
        source = Source(name, "included file", self.location)
        try:
            text = data.decode()
        except UnicodeDecodeError as error:
            good = data[: error.start].decode()
            location = Location(
                good.count("\n") + 1, len(good) - good.rfind("\n"), source
            )
            self.fail(f"byte 0x{data[error.start]:02x} is not UTF-8", location)
        lines = self._lines_of(text, source)
        self._count(len(lines), len(text))
        self._frames.append(_Frame(source, lines, self._conditions.depth, True))


def _largest(body: Sequence[Line], values: Mapping[str, str]) -> int:
    """An upper bound of the characters of an expansion."""
    size = sum(len(text) for _, text, _ in body)
    uses = sum(text.count("\\") for _, text, _ in body)
    return size + uses * max(map(len, values.values()), default=0)


_Reading = Callable[[AssemblerReader, str], None]
_Test = Callable[[AssemblerReader, str], bool]


@cache
def _reading() -> Mapping[str, _Reading]:
    """Handlers of directives that change which statements are read."""
    return {
        ".macro": AssemblerReader.macro,
        **dict.fromkeys(_END_OF_MACRO, AssemblerReader.end_of_macro),
        ".exitm": AssemblerReader.exit_macro,
        ".purgem": AssemblerReader.purge,
        ".rept": AssemblerReader.repeat,
        ".rep": AssemblerReader.repeat,
        ".irp": AssemblerReader.repeat_with,
        ".irpc": partial(AssemblerReader.repeat_with, characters=True),
        ".endr": AssemblerReader.end_of_repetition,
        ".include": AssemblerReader.include,
        ".altmacro": AssemblerReader.altmacro,
        ".noaltmacro": lambda reader, rest: None,
        ".end": AssemblerReader.end,
    }


@cache
def _conditionals() -> Mapping[str, _Test]:
    """Directives of conditions with their tests; those that begin none test nothing."""

    def value(test: Callable[[int], bool]) -> _Test:
        return lambda reader, rest: test(reader.condition_value(rest))

    def inverse(test: _Test) -> _Test:
        return lambda reader, rest: not test(reader, rest)

    def blank(reader: AssemblerReader, rest: str) -> bool:
        return not rest

    is_defined, is_same = AssemblerReader.is_defined, AssemblerReader.is_same
    quoted = partial(is_same, quoted=True)
    return {
        ".if": value(lambda number: number != 0),
        ".ifne": value(lambda number: number != 0),
        ".ifeq": value(lambda number: number == 0),
        ".ifge": value(lambda number: number >= 0),
        ".ifgt": value(lambda number: number > 0),
        ".ifle": value(lambda number: number <= 0),
        ".iflt": value(lambda number: number < 0),
        ".ifdef": is_defined,
        ".ifndef": inverse(is_defined),
        ".ifnotdef": inverse(is_defined),
        ".ifb": blank,
        ".ifnb": inverse(blank),
        ".ifc": is_same,
        ".ifnc": inverse(is_same),
        ".ifeqs": quoted,
        ".ifnes": inverse(quoted),
        **dict.fromkeys((".else", ".elseif", ".endif"), blank),
    }
