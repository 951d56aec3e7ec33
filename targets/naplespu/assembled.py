"""
An assembled file: its sections as they grow, and what must wait for labels.

When all of it is read, sizes, differences and branches within a section are final, and
the rest is relocated.
"""

from collections.abc import Mapping
from typing import NoReturn, TypeAlias

from circ.dialects.common.diagnostics import Diagnostic, located
from circ.targets.naplespu.assembly import ParsedInstruction
from circ.targets.naplespu.debug_lines import add_lines
from circ.targets.naplespu.encoding import EncodingError, encode_values
from circ.targets.naplespu.fixups import (
    Definition,
    Difference,
    Fixup,
    Place,
    SymbolValue,
    relocation_of,
)
from circ.targets.naplespu.line_directives import SourceLines
from circ.targets.naplespu.objectfile import (
    ObjectFile,
    Relocation,
    Section,
    Symbol,
    SymbolType,
)

LOCAL_PREFIX = ".L"
"""Names that the symbol table does not keep."""
LARGEST_SECTION = 1 << 28
"""Bytes that directives may ask for, so that a typing error cannot fill memory."""
Value: TypeAlias = int | SymbolValue | Difference


class Assembled:
    """What directives and instructions have said, and what follows from all of it."""

    def __init__(self, filename: str):
        self.filename = filename
        self.sections: list[Section] = []
        self.labels: dict[str, Definition] = {}
        self.attributes: dict[str, Symbol] = {}
        """What directives say about symbols."""
        self.sizes: list[tuple[str, Value, int, int, Place]] = []
        self.fixups: list[Fixup] = []
        self.source: str | None = None
        self.signatures: list[str] = []
        self.lines = SourceLines()
        self.place = Place(1, 1)
        """Where the statement begins that is read."""

    def fail(self, message: str, place: Place | None = None) -> NoReturn:
        line, column = place or self.place
        raise Diagnostic(located(self.filename, line, column), message)

    def finish(self) -> ObjectFile:
        for name, value, section, offset, place in self.sizes:
            if isinstance(value, SymbolValue):
                self.fail("size must be an integer or a difference of labels", place)
            if isinstance(value, Difference):
                value = self.difference(value, section, offset, place)
            if not 0 <= value <= LARGEST_SECTION:
                self.fail(
                    f"size must be in 0..{LARGEST_SECTION}, but is {value}", place
                )
            self.attributes[name].size = value
        symbols = [
            Symbol("", index, type=SymbolType.SECTION)
            for index in range(len(self.sections))
        ]
        if self.source is not None:
            symbols.append(Symbol(self.source, absolute=True, type=SymbolType.FILE))
        indices: dict[str, int] = {}
        names = [n for n in self.labels if not n.startswith(LOCAL_PREFIX)]
        used = [f.value.name for f in self.fixups if isinstance(f.value, SymbolValue)]
        wanted = dict.fromkeys([*names, *self.attributes, *used])
        for name in sorted(wanted, key=lambda name: self.is_global(name)):
            definition = self.labels.get(name)
            if definition is not None and name.startswith(LOCAL_PREFIX):
                continue
            symbol = self.attributes.get(name, Symbol(name))
            if definition is not None:
                symbol.section, symbol.value = definition.section, definition.offset
            elif not symbol.absolute:
                symbol.is_global = True
            indices[name] = len(symbols)
            symbols.append(symbol)
        for fixup in self.fixups:
            self.resolve(fixup, indices)
        signature = "".join(self.signatures)
        object = ObjectFile(self.filename, self.sections, symbols, signature)
        add_lines(object, self.lines.rows)
        return object

    def is_weak(self, name: str) -> bool:
        """May another object define the symbol too?"""
        return name in self.attributes and self.attributes[name].is_weak

    def is_global(self, name: str) -> bool:
        symbol = self.attributes.get(name)
        if symbol is not None and symbol.is_global:
            return True
        return name not in self.labels and not (symbol and symbol.absolute)

    def difference(
        self, value: Difference, section: int, offset: int, place: Place
    ) -> int:
        ends: list[Definition] = []
        for name in (value.name, value.other):
            definition = (
                Definition(section, offset) if name == "." else self.labels.get(name)
            )
            if definition is None:
                self.fail(f"'{name}' is not defined", place)
            ends.append(definition)
        if ends[0].section != ends[1].section:
            self.fail("both ends of a difference must be in one section", place)
        return ends[0].offset - ends[1].offset + value.addend

    def resolve(self, fixup: Fixup, indices: Mapping[str, int]) -> None:
        section, value = self.sections[fixup.section], fixup.value
        at = slice(fixup.offset, fixup.offset + (fixup.size or 4))
        if isinstance(value, Difference):
            number = self.difference(value, fixup.section, fixup.offset, fixup.place)
            if fixup.parsed is not None:
                section.data[at] = self.word(fixup.parsed, number, fixup.place)
                return
            limit = 1 << (8 * fixup.size)
            if not -limit // 2 <= number < limit:
                self.fail(f"{number} does not fit {fixup.size} bytes", fixup.place)
            section.data[at] = (number % limit).to_bytes(fixup.size, "little")
            return
        definition = self.labels.get(value.name)
        kind = fixup.kind
        if fixup.parsed is not None:
            kind, is_distance = relocation_of(fixup.parsed)
            is_final = is_distance and not self.is_weak(value.name)
            if is_final and definition and definition.section == fixup.section:
                distance = definition.offset + value.addend - fixup.offset
                section.data[at] = self.word(fixup.parsed, distance, fixup.place)
                return
        if fixup.offset + 4 > len(section.data):
            self.fail("a relocation lies outside its section", fixup.place)
        index, addend = indices.get(value.name), value.addend
        if index is None:  # a name that the symbol table does not keep
            assert definition is not None
            index, addend = definition.section, addend + definition.offset
        if not -(1 << 31) <= addend < 1 << 31:
            self.fail(f"an addend must have 32 bits, but is {addend}", fixup.place)
        section.relocations.append(Relocation(fixup.offset, kind, index, addend))

    def word(self, parsed: ParsedInstruction, value: int, place: Place) -> bytes:
        """An instruction whose last operand labels have given a value."""
        try:
            word = encode_values(parsed.opcode, parsed.with_value(value))
        except EncodingError as error:
            self.fail(str(error), place)
        return word.to_bytes(4, "little")
