"""
An assembled file: its sections as they grow, and what must wait for labels.

When all of it is read, sizes, differences and branches within a section are final, and
the rest is relocated.
"""

import re
import sys
from collections import ChainMap
from collections.abc import Mapping
from typing import NoReturn

from circ.dialects.common.diagnostics import Diagnostic, located, raise_errors
from circ.targets.naplespu.assembler.expressions import (
    DIRECTIONAL,
    NAME,
    ExpressionError,
    Scope,
    SyntaxProblem,
    UnknownNumber,
    Value,
    evaluate,
)
from circ.targets.naplespu.assembler.fixups import (
    Definition,
    Expression,
    Fixup,
    Location,
    Source,
    relocation_of,
)
from circ.targets.naplespu.assembler.instruction_text import (
    INTEGER,
    ParsedInstruction,
    integer,
)
from circ.targets.naplespu.assembler.line_directives import SourceLines
from circ.targets.naplespu.assembler.lines import parts
from circ.targets.naplespu.description.encoding import EncodingError, encode_values
from circ.targets.naplespu.description.methods import BRANCH_WIDTH
from circ.targets.naplespu.object.debug_lines import add_lines
from circ.targets.naplespu.object.objectfile import (
    ObjectFile,
    Relocation,
    RelocationKind,
    Section,
    Symbol,
    SymbolType,
)

LOCAL_PREFIX = ".L"
"""Names that the symbol table does not keep."""
LARGEST_SECTION = 1 << 28
"""Bytes that directives may ask for, so that a typing error cannot fill memory."""
_INTEGER = re.compile(rf"{INTEGER}$")
_NAMES = re.compile(
    rf"'(?:[^\\\n]|\\.)'|(?P<name>(?<![\w$@.])(?:{NAME}|{DIRECTIONAL}))"
)
_NUMBERED = re.compile(rf"{re.escape(LOCAL_PREFIX)}([0-9]+)@[0-9]+")
_REACH = 1 << (BRANCH_WIDTH - 1)
_NOTES = 8
"""The most levels of includes and macros that a message shows."""


class Assembled:
    """The sections, symbols and fixups of a file while it is assembled."""

    def __init__(self, filename: str):
        self.filename = filename
        self.sections: list[Section] = []
        self.subsections: dict[int, tuple[int, int]] = {}
        """Subsections: the section that each belongs to, and its number there."""
        self.labels: dict[str, Definition] = {}
        self.numbered: dict[int, int] = {}
        """How many labels of each number there are so far."""
        self.attributes: dict[str, Symbol] = {}
        """Binding, type and size of symbols, by directives."""
        self.values: dict[str, Value] = {}
        """Names that stand for numbers."""
        self.pending: dict[str, tuple[Value | Expression, Location]] = {}
        """Names whose values depend on labels that follow."""
        self.scope = Scope(self.values, self.distance)
        self.sizes: list[tuple[str, Value | Expression, Location]] = []
        self.fixups: list[Fixup] = []
        self.source: str | None = None
        self.signatures: list[str] = []
        self.errors: list[Diagnostic] = []
        """Those after which the assembler went on."""
        self.lines = SourceLines()
        self.location = Location(1, 1, Source(filename))
        """Where the current statement begins."""
        self.zeros: set[int] = set()
        """Sections that hold only zeros."""
        self.current = 0
        self._size = 0

    def fail(self, message: str, location: Location | None = None) -> NoReturn:
        """Diagnose, with a note for each macro and file that led to the location."""
        line, column, source = location or self.location
        notes: list[str] = []
        inner = source
        while inner.entered_at is not None:
            what, outer = inner.what, inner.entered_at
            inner = outer.source
            where = f"{inner.filename}:{outer.line}:{outer.column}"
            notes.append(f"\n{where}: note: in this {what}")
        if len(notes) > _NOTES:
            left_out = f"\nnote: {len(notes) - _NOTES} more levels are left out"
            notes[_NOTES - 1 : -1] = [left_out]
        raise Diagnostic(
            located(source.filename, line, column), f"{message}{''.join(notes)}"
        )

    def warn(self, message: str) -> None:
        line, column, source = self.location
        where = f"{source.filename}:{line}:{column}"
        print(f"{where}: warning: {message}", file=sys.stderr)

    # Contents.

    @property
    def section(self) -> Section:
        return self.sections[self.current]

    @property
    def here(self) -> Definition:
        return Definition(self.current, self.section.size)

    def emit(self, data: bytes) -> None:
        if self.current in self.zeros:
            if any(data):
                self.fail(f"section '{self.section.name}' holds only zeros")
            self.reserve(len(data))
            return
        self.check_size(len(data))
        self.section.data += data

    def reserve(self, size: int) -> None:
        self.check_size(size)
        self.section.reserved += size

    def check_size(self, more: int) -> None:
        self._size += more
        if self._size > LARGEST_SECTION:
            self.fail(f"all sections must not exceed {LARGEST_SECTION} bytes")

    def define(self, name: str, definition: Definition | None = None) -> None:
        symbol = self.attributes.get(name)
        is_set = name in self.values or name in self.pending
        if name in self.labels or is_set or (symbol and symbol.common):
            self.fail(f"'{name}' is defined twice")
        self.labels[name] = definition or self.here

    def define_numbered(self, number: int) -> None:
        """Define a label that is a number."""
        count = self.numbered[number] = self.numbered.get(number, 0) + 1
        self.define(f"{LOCAL_PREFIX}{number}@{count}")

    # Values.

    def integers(self, rest: str, least: int, most: int) -> list[int]:
        """Integers whose values are known at this point of the file."""
        given = parts(rest) if rest else []
        if not least <= len(given) <= most:
            wanted = f"{least} to {most} integers" if least < most else "an integer"
            self.fail(f"takes {wanted}, but is given {len(given)}")
        return [self.known(part) for part in given]

    def known(self, text: str) -> int:
        value = self.value(text)
        if isinstance(value, Expression):
            value = self.final(value)
        if value.minus:
            value = self.difference(value, self.location, " above")
        if not value.is_number:
            self.fail(f"'{text}' is no integer")
        return value.number

    def value(self, text: str, scope: Scope | None = None) -> Value | Expression:
        """The value of an expression, with the names of `scope`, by default all."""
        if _INTEGER.match(text):
            return Value(integer(text))
        try:
            return self.of_labels(evaluate(text, scope or self.scope))
        except SyntaxProblem:
            self.fail(f"'{text}' is no integer and no symbol")
        except UnknownNumber:
            return self.later(text, self.location)
        except ExpressionError as error:
            self.fail(error.message)

    def of_labels(self, value: Value) -> Value:
        """A value with the labels that its names mean here."""
        number, plus, minus, half = value
        if value.is_number:
            return value
        if half:
            self.fail("only an instruction holds half of an address")
        if not plus:
            self.fail("an address cannot be negative")
        return Value(number, self.label(plus), minus and self.label(minus))

    def own_offset(self, value: Value | Expression) -> int | None:
        """The offset in the current section that is meant; None for anything else."""
        if isinstance(value, Expression):
            return None
        if value.is_symbol and value.plus in self.labels:
            definition = self.labels[value.plus]
            if definition.section == self.current:
                return definition.offset + value.number
        return value.number if value.is_number else None

    def distance(self, name: str, other: str) -> int | None:
        """The distance of two labels above; None if they are not in one section."""
        here = self.here
        ends = [
            here if n == "." else self.labels.get(self.label(n)) for n in (name, other)
        ]
        if ends[0] is None or ends[1] is None or ends[0].section != ends[1].section:
            return None
        return ends[0].offset - ends[1].offset

    def label(self, name: str) -> str:
        """The label that `.`, `1f` or `1b` means here; others are their own."""
        if name == ".":
            name = f"{LOCAL_PREFIX}.{self.current}.{self.section.size}"
            self.labels.setdefault(name, self.here)
        elif name[0] in "0123456789":
            number = int(name[:-1])
            count = self.numbered.get(number, 0)
            if name[-1] == "b" and not count:
                self.fail(f"there is no label '{number}' above")
            name = f"{LOCAL_PREFIX}{number}@{count + (name[-1] == 'f')}"
        return name

    def later(self, text: str, location: Location) -> Expression:
        """An expression to evaluate at the end, with the names as they are now."""
        labels: dict[str, Value] = {}
        for name in _names(text):
            label = self.label(name)
            if label != name:
                labels[name] = Value(0, label)
            elif name in self.values:
                labels[name] = self.values[name]
        return Expression(text, location, labels)

    def final(self, expression: Expression) -> Value:
        """A number or symbol: the value of an expression from all known labels."""
        text, location, labels = expression
        values = ChainMap(labels, self.values) if labels else self.values
        try:
            value = self.of_labels(evaluate(text, Scope(values, self.distance)))
        except ExpressionError as error:
            line, column, source = location
            location = Location(line, column + error.column, source)
            unknown = [n for n in _names(text) if not values.get(n)]
            unknown = [n for n in unknown if n not in self.labels]
            if not unknown or not isinstance(error, UnknownNumber):
                self.fail(error.message, location)
            self.fail(f"{error.message} ('{unknown[0]}' is not defined)", location)
        return self.difference(value, location) if value.minus else value

    def difference(self, value: Value, location: Location, where: str = "") -> Value:
        ends: list[Definition] = []
        for name in (value.plus, value.minus):
            definition = self.labels.get(name)
            if definition is None:
                self.fail(f"'{_shown(name)}' is not defined{where}", location)
            ends.append(definition)
        if ends[0].section != ends[1].section:
            self.fail("both ends of a difference must be in one section", location)
        return Value(ends[0].offset - ends[1].offset + value.number)

    # The end of the file.

    def finish(self) -> ObjectFile:
        self._join_subsections()
        self._define_pending()
        for name, value, location in self.sizes:
            value = self._resolved(value, location)
            size = value.number
            if not value.is_number:
                self.fail("size must be an integer or a difference of labels", location)
            if not 0 <= size <= LARGEST_SECTION:
                message = f"size must be in 0..{LARGEST_SECTION}, but is {size}"
                self.fail(message, location)
            self.attributes[name].size = size
        left: list[Fixup] = []
        for fixup in self.fixups:
            try:
                if (completed := self._completed(fixup)) is not None:
                    left.append(completed)
            except Diagnostic as error:
                self.errors.append(error)
        raise_errors(self.errors)
        self.fixups = left
        symbols, indices = self._symbols()
        for fixup in self.fixups:
            self.relocate(fixup, indices)
        signature = "".join(self.signatures)
        object = ObjectFile(self.filename, self.sections, symbols, signature)
        add_lines(object, self.lines.rows)
        return object

    def _join_subsections(self) -> None:
        """Put subsections after what they belong to, in the order of their numbers."""
        if not self.subsections:
            return
        moved: dict[int, tuple[int, int]] = {}
        order = sorted(self.subsections.items(), key=lambda each: each[1])
        for index, (root, _) in order:
            section, part = self.sections[root], self.sections[index]
            padding = -section.size % part.alignment
            moved[index] = root, section.size + padding
            section.alignment = max(section.alignment, part.alignment)
            if root in self.zeros:
                section.reserved += padding + part.reserved
            else:
                section.data += bytes(padding) + part.data
            rows = self.lines.rows.pop(index, [])
            start = moved[index][1]
            rows = [row._replace(address=row.address + start) for row in rows]
            if rows:
                self.lines.rows.setdefault(root, []).extend(rows)
        numbers: dict[int, int] = {}
        for index in range(len(self.sections)):
            if index not in moved:
                numbers[index] = len(numbers)
        for label in {id(label): label for label in self.labels.values()}.values():
            root, start = moved.get(label.section, (label.section, 0))
            label.section, label.offset = numbers[root], label.offset + start
        for i, fixup in enumerate(self.fixups):
            root, start = moved.get(fixup.section, (fixup.section, 0))
            self.fixups[i] = fixup._replace(
                section=numbers[root], offset=fixup.offset + start
            )
        rows_of = self.lines.rows
        self.lines.rows = {numbers[index]: rows for index, rows in rows_of.items()}
        self.sections = [self.sections[index] for index in numbers]

    def _define_pending(self) -> None:
        """Evaluate pending names in the order of their dependences."""
        done: set[str] = set()
        for first in list(self.pending):
            work = [first]
            waiting: dict[str, None] = {}
            while work:
                name = work[-1]
                needed = [n for n in self._needed(name) if n not in done]
                if name in done or not needed:
                    work.pop()
                    waiting.pop(name, None)
                    if name not in done:
                        done.add(name)
                        self._define_one(name)
                    continue
                waiting[name] = None
                if circle := [n for n in needed if n in waiting]:
                    location = self.pending[circle[0]][1]
                    self.fail(f"'{circle[0]}' is defined by itself", location)
                work += needed

    def _needed(self, name: str) -> list[str]:
        """The pending names that the value of a pending name refers to."""
        value, _ = self.pending[name]
        if isinstance(value, Expression):
            names = _names(value.text)
        else:
            names = [value.plus, value.minus]
        return [each for each in names if each in self.pending]

    def _define_one(self, name: str) -> None:
        value, location = self.pending[name]
        value = self._resolved(value, location)
        if value.is_number:
            self.set_number(name, value.number, location)
            return
        definition = self.labels.get(value.plus)
        if definition is None:
            symbol = self.attributes[name]
            if symbol.is_global:
                self.fail(
                    f"'{name}' is the symbol '{_shown(value.plus)}' of another file, "
                    f"and cannot be global",
                    location,
                )
            del self.attributes[name]
            self.values[name] = value
            return
        offset = definition.offset + value.number & 0xFFFFFFFF
        self.labels[name] = Definition(definition.section, offset)

    def set_number(
        self, name: str, value: int, location: Location | None = None
    ) -> None:
        if not -(1 << 31) <= value < 1 << 32:
            self.fail(f"a number must have 32 bits, but is {value}", location)
        symbol = self.attributes[name]
        symbol.absolute, symbol.value = True, value & 0xFFFFFFFF
        self.values[name] = Value(value)

    def _resolved(self, value: Value | Expression, location: Location) -> Value:
        """A value as a number or symbol, by all labels and names of the file."""
        if isinstance(value, Expression):
            value = self.final(value)
        if value.minus:
            if value.plus not in self.values and value.minus not in self.values:
                return self.difference(value, location)
            text = f"{value.plus} - {value.minus} + {value.number}"
            return self.final(Expression(text, location, {}))
        if (meant := self.values.get(value.plus)) is not None:
            return Value(meant.number + value.number, meant.plus)
        return value

    def _symbols(self) -> tuple[list[Symbol], dict[str, int]]:
        """The symbol table, and the index of each name in it."""
        symbols = [
            Symbol("", index, type=SymbolType.SECTION)
            for index in range(len(self.sections))
        ]
        if self.source is not None:
            symbols.append(Symbol(self.source, absolute=True, type=SymbolType.FILE))
        indices: dict[str, int] = {}
        names = [n for n in self.labels if not n.startswith(LOCAL_PREFIX)]
        used = {f.value.plus: None for f in self.fixups if isinstance(f.value, Value)}
        wanted = dict.fromkeys([*names, *self.attributes, *used])
        for name in sorted(wanted, key=lambda name: self.is_global(name)):
            definition = self.labels.get(name)
            symbol = self.attributes.get(name, Symbol(name))
            if name.startswith(LOCAL_PREFIX) and (
                definition is not None or (symbol.absolute and name not in used)
            ):
                continue
            if definition is not None:
                symbol.section, symbol.value = definition.section, definition.offset
            elif not symbol.absolute:
                symbol.is_global = True
            indices[name] = len(symbols)
            symbols.append(symbol)
        return symbols, indices

    def is_weak(self, name: str) -> bool:
        """May another object define the symbol too?"""
        return name in self.attributes and self.attributes[name].is_weak

    def is_global(self, name: str) -> bool:
        symbol = self.attributes.get(name)
        if symbol is not None and symbol.is_global:
            return True
        return name not in self.labels and not (symbol and symbol.absolute)

    def _completed(self, fixup: Fixup) -> Fixup | None:
        """None where a number completes the bytes, else what an address has to."""
        value, location = fixup.value, fixup.location
        symbol = "" if isinstance(value, Expression) or value.minus else value.plus
        if symbol and symbol not in self.values:
            return fixup
        resolved = self._resolved(value, location)
        if not resolved.is_number:
            if isinstance(value, Expression):
                location = value.location
            return fixup._replace(value=resolved, location=location)
        number = resolved.number
        section = self.sections[fixup.section]
        at = slice(fixup.offset, fixup.offset + (fixup.size or 4))
        parsed = fixup.parsed
        if parsed is not None:
            if symbol:
                # The name of a number where an address is expected.
                return fixup
            section.data[at] = self.word(parsed, number, location)
            return None
        if not fixup.size:  # of `.reloc`
            return fixup
        limit = 1 << (8 * fixup.size)
        if not -limit // 2 <= number < limit:
            self.fail(f"{number} does not fit {fixup.size} bytes", location)
        section.data[at] = (number % limit).to_bytes(fixup.size, "little")
        return None

    def relocate(self, fixup: Fixup, indices: Mapping[str, int]) -> None:
        """Complete the bytes with an address, or let the linker do it."""
        section, value = self.sections[fixup.section], fixup.value
        at = slice(fixup.offset, fixup.offset + 4)
        assert isinstance(value, Value) and value.is_symbol
        name, addend = value.plus, value.number
        definition = self.labels.get(name)
        if definition is None and _NUMBERED.fullmatch(name):
            self.fail(f"there is no label '{_shown(name)}' below", fixup.location)
        kind = fixup.kind
        if fixup.parsed is not None:
            found = relocation_of(fixup.parsed)
            if found is None:
                self.fail(
                    "the value must be a number, but is an address", fixup.location
                )
            kind, is_distance = found
            is_final = is_distance and not self.is_weak(name)
            if is_final and definition and definition.section == fixup.section:
                distance = definition.offset + addend - fixup.offset
                if kind is not RelocationKind.BRANCH or -_REACH <= distance < _REACH:
                    section.data[at] = self.word(fixup.parsed, distance, fixup.location)
                    return
                # The linker sends it to a veneer.
        elif fixup.size not in (0, 4):
            self.fail("the address of a symbol takes a word", fixup.location)
        if fixup.offset + 4 > len(section.data):
            self.fail("a relocation lies outside its section", fixup.location)
        index = indices.get(name)
        if index is None:  # a name that the symbol table does not keep
            assert definition is not None
            index, addend = definition.section, addend + definition.offset
        if not -(1 << 31) <= addend < 1 << 31:
            self.fail(f"an addend must have 32 bits, but is {addend}", fixup.location)
        section.relocations.append(Relocation(fixup.offset, kind, index, addend))

    def word(self, parsed: ParsedInstruction, value: int, location: Location) -> bytes:
        """The bytes of an instruction whose symbolic operand has this value."""
        try:
            word = encode_values(parsed.opcode, parsed.with_value(value))
        except EncodingError as error:
            self.fail(str(error), location)
        return word.to_bytes(4, "little")


def _names(text: str) -> list[str]:
    """The names in an expression."""
    return [match["name"] for match in _NAMES.finditer(text) if match["name"]]


def _shown(name: str) -> str:
    """A label as it is written."""
    numbered = _NUMBERED.fullmatch(name)
    return numbered[1] if numbered else name
