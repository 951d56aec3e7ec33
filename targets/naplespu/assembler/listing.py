"""
The disassembler of whole files: objects and images as assembly.

Symbols and branch targets become labels, relocations symbolic operands, or `.reloc`
where no instruction has the same meaning. Assembled, the text gives an object with
the same sections, symbols and relocations, or one that links to the same program.
"""

import re
from collections import Counter
from collections.abc import Iterator

from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.naplespu.assembler.assembled import LOCAL_PREFIX
from circ.targets.naplespu.assembler.directives import RELOCATION_PREFIX
from circ.targets.naplespu.assembler.fixups import relocation_of
from circ.targets.naplespu.assembler.instruction_text import (
    AssemblyError,
    format_instruction,
    is_symbol_name,
    parse_instruction,
    word_text,
)
from circ.targets.naplespu.assembler.line_directives import LinePrinter
from circ.targets.naplespu.assembler.lines import quoted
from circ.targets.naplespu.description.encoding import (
    EncodingError,
    decode,
    encode_values,
)
from circ.targets.naplespu.description.instructions import instructions
from circ.targets.naplespu.object import stack_maps
from circ.targets.naplespu.object.debug_lines import PREFIX as DEBUG_PREFIX
from circ.targets.naplespu.object.debug_lines import Row, own_lines
from circ.targets.naplespu.object.image import Image
from circ.targets.naplespu.object.objectfile import (
    ObjectFile,
    Relocation,
    RelocationKind,
    Section,
    Symbol,
    SymbolType,
)

_RELOCATED = {
    RelocationKind.BRANCH: ("", "target"),
    RelocationKind.PCREL_MEM: ("", "offset"),
    RelocationKind.PCREL_LEA: ("LOAD_EFFECTIVE_ADDR", "offset"),
    RelocationKind.ABS_HIGH_LEA: ("LEAH", "addr16"),
    RelocationKind.ABS_LOW_LEA: ("LEAL", "addr16"),
}
"""The record of a relocated word, if not its own, and the symbolic field."""
_SECTION_NAME = re.compile(r"[\w.$@+/-]+")
_WORD = 4
_ZEROS = 16
"""So many zero bytes of data are one line."""


def disassemble_object(object: ObjectFile) -> str:
    """Assembly that gives an equal object: its sections, symbols and relocations."""
    return _Writer(object, {}).text()


def disassemble_image(image: Image) -> str:
    """
    Assembly with a section for each segment of a program.

    The words have their final addresses, which are given as comments.
    """
    object = ObjectFile("image", signature=image.signature)
    notes: dict[int, str] = {}
    section_of: dict[int, int] = {}
    for index, segment in enumerate(image.segments):
        section_of[index] = len(object.sections)
        notes[len(object.sections)] = f"at 0x{segment.address:08x}"
        name = segment.name or f".load.{segment.address:08x}"
        data, reserved = bytearray(segment.data), segment.reserved
        flags = segment.executable, segment.writable
        if data and reserved:
            rest = Section(f"{name}.zero", *flags, reserved=reserved)
            object.sections += [Section(name, *flags, data=data), rest]
        else:
            object.sections.append(Section(name, *flags, data=data, reserved=reserved))
    for name, (address, size, is_function) in image.symbols.items():
        kind = SymbolType.FUNCTION if is_function else SymbolType.NONE
        symbol = Symbol(name, value=address, size=size, type=kind, is_global=True)
        index = image.segment_at(address)
        offset = address - image.segments[index].address if index is not None else 0
        if index is None or offset > len(image.segments[index].data):
            symbol.absolute = True
        else:
            symbol.section, symbol.value = section_of[index], offset
        object.symbols.append(symbol)
    begins = f"the program begins at 0x{image.entry:08x}"
    return f"# {begins}\n" + _Writer(object, notes).text()


class _Writer:
    """Prints one object."""

    def __init__(self, object: ObjectFile, notes: dict[int, str]):
        self.object = object
        self.notes = notes
        self._taken = {symbol.name for symbol in object.symbols}
        self.names = self._symbol_names()
        self.printer = LinePrinter()
        self.rows = self._rows()
        """Source lines by section; None if `.loc` cannot express all that is known."""
        self.starts = [
            self.fresh(f"{LOCAL_PREFIX}section{index}")
            for index in range(len(object.sections))
        ]
        """Labels for the sections' own symbols, which assembly cannot name."""

    def fresh(self, name: str) -> str:
        while name in self._taken:
            name += "."
        self._taken.add(name)
        return name

    def _symbol_names(self) -> list[str]:
        """Unique names of the symbols."""
        names: list[str] = []
        seen: Counter[str] = Counter()
        for symbol in self.object.symbols:
            name = symbol.name
            if symbol.type is SymbolType.SECTION:
                names.append("")
                continue
            if symbol.type is not SymbolType.FILE and not is_symbol_name(name):
                raise Diagnostic(
                    self.object.name, f"'{name}' is no name of a symbol in assembly"
                )
            seen[name] += symbol.type is not SymbolType.FILE
            names.append(self.fresh(f"{name}.") if seen[name] > 1 else name)
        return names

    def _rows(self) -> dict[int, list[Row]] | None:
        rows = own_lines(self.object)
        for index, told in (rows or {}).items():
            section = self.object.sections[index]
            places = {relocation.offset for relocation in section.relocations}
            for row in told:
                word = section.data[row.address : row.address + _WORD]
                is_code = word_text(int.from_bytes(word, "little"))[0] != "."
                if not section.executable or not (is_code or row.address in places):
                    return None
        return rows

    def text(self) -> str:
        return "\n".join([*self._head(), *self._sections()]) + "\n"

    def _head(self) -> Iterator[str]:
        for line in self.object.signature.splitlines(keepends=True):
            yield f"\t.signature {quoted(line)}"
        for symbol, name in zip(self.object.symbols, self.names, strict=True):
            if symbol.type is SymbolType.FILE:
                if not set('"\\\n\r') & set(name):
                    yield f'\t.file "{name}"'
                continue
            if symbol.is_global and not symbol.common:
                yield f"\t{'.weak' if symbol.is_weak else '.globl'} {name}"
            if symbol.common:
                yield f"\t.comm {name}, {symbol.size}, {symbol.value}"
            elif symbol.absolute:
                yield f"\t.set {name}, 0x{symbol.value:x}"
                yield from self._attributes(symbol, name)

    def _sections(self) -> Iterator[str]:
        seen: Counter[str] = Counter()
        for index, section in enumerate(self.object.sections):
            if self.rows is not None and section.name.startswith(DEBUG_PREFIX):
                continue
            if not _SECTION_NAME.fullmatch(section.name):
                message = f"'{section.name}' is no name of a section in assembly"
                raise Diagnostic(self.object.name, message)
            flags = "a" * section.allocated + "w" * section.writable
            flags += "x" * section.executable
            kind = "@nobits" if section.reserved else "@progbits"
            number = seen[section.name]
            unique = f",unique,{number}" if number else ""
            seen[section.name] += 1
            note = f"  # {self.notes[index]}" if index in self.notes else ""
            yield f'\t.section {section.name},"{flags}",{kind}{unique}{note}'
            yield f"\t.align {section.alignment}"
            if section.name == stack_maps.SECTION:
                maps = stack_maps.maps_of_section(self.object, section)
                yield from (f"\t# {line}" for line in stack_maps.listing_of(maps))
            yield f"{self.starts[index]}:"
            yield from _Content(self, index).lines()

    def _attributes(self, symbol: Symbol, name: str) -> Iterator[str]:
        if symbol.type in (SymbolType.FUNCTION, SymbolType.OBJECT):
            yield f"\t.type {name},@{symbol.type.value}"
        if symbol.size:
            yield f"\t.size {name}, {symbol.size}"

    def label_lines(self, number: int) -> Iterator[str]:
        symbol, name = self.object.symbols[number], self.names[number]
        yield f"{name}:"
        yield from self._attributes(symbol, name)

    def outside_lines(self, number: int) -> Iterator[str]:
        """A symbol beyond the end of its section."""
        symbol, name = self.object.symbols[number], self.names[number]
        assert symbol.section is not None
        yield f"\t.set {name}, {self.starts[symbol.section]}+{symbol.value}"
        yield from self._attributes(symbol, name)

    def target(self, relocation: Relocation) -> str:
        """The symbol of a relocation, with its addend."""
        symbol = self.object.symbols[relocation.symbol]
        name = self.names[relocation.symbol]
        if symbol.type is SymbolType.SECTION and symbol.section is not None:
            name = self.starts[symbol.section]
        return f"{name}{relocation.addend:+d}" if relocation.addend else name


class _Content:
    """The bytes of one section, as instructions and data."""

    def __init__(self, writer: _Writer, index: int):
        self.writer = writer
        self.index = index
        self.section = writer.object.sections[index]
        self.symbols: dict[int, list[int]] = {}
        self.outside: list[int] = []
        for number, symbol in enumerate(writer.object.symbols):
            if symbol.section != index or symbol.type is SymbolType.SECTION:
                continue
            if symbol.value > self.section.size:
                self.outside.append(number)
            else:
                self.symbols.setdefault(symbol.value, []).append(number)
        self.spelt: dict[int, str] = {}
        """Lines of relocated words by offset."""
        self.explicit: dict[int, list[Relocation]] = {}
        """Relocations that need a line of their own."""
        self._sort_relocations()
        self.labels: dict[int, str] = {}
        """Where branches go, if no symbol is there."""
        self.branches = dict(self._branches())
        rows = (writer.rows or {}).get(index, ())
        self.rows = {row.address: row for row in rows}

    def _sort_relocations(self) -> None:
        relocations = sorted(self.section.relocations, key=lambda each: each.offset)
        offsets = [each.offset for each in relocations]
        ends = self.symbols.keys()
        for number, relocation in enumerate(relocations):
            at = relocation.offset
            apart = (number == 0 or offsets[number - 1] <= at - _WORD) and (
                number + 1 == len(offsets) or offsets[number + 1] >= at + _WORD
            )
            inside = any(at + step in ends for step in range(1, _WORD))
            line = self._relocated(relocation) if apart and not inside else None
            if line is None:
                self.explicit.setdefault(at, []).append(relocation)
            else:
                self.spelt[at] = line

    def _relocated(self, relocation: Relocation) -> str | None:
        """A relocated word as a line; None where no instruction means the same."""
        at, target = relocation.offset, self.writer.target(relocation)
        if self.writer.object.symbols[relocation.symbol].absolute:
            return None  # the name would stand for its number
        word = int.from_bytes(self.section.data[at : at + _WORD], "little")
        if relocation.kind is RelocationKind.ABS32:
            return None if word else f"\t.word {target}"
        if at % _WORD or relocation.kind not in _RELOCATED:
            return None
        record, field = _RELOCATED[relocation.kind]
        decoded = decode(word)
        if decoded is None:
            return None
        instruction, operands = decoded
        given: dict[str, int | str] = {**operands}
        if record:
            instruction = instructions()[record]
            given["base"] = operands.get("src", 0)  # of `addi`, which `_lea` is
        given[field] = target
        names = [name for name, _, _ in instruction.fields]
        if not given.keys() >= set(names):
            return None
        text = format_instruction(instruction, {name: given[name] for name in names})
        return f"\t{text}" if _means(text, word, relocation.kind) else None

    def _branches(self) -> Iterator[tuple[int, str]]:
        """The branches within the section, with labels for their targets."""
        if not self.section.executable:
            return
        data = self.section.data
        for at in range(0, len(data) - len(data) % _WORD, _WORD):
            if at in self.spelt or at in self.explicit:
                continue
            word = int.from_bytes(data[at : at + _WORD], "little")
            if word >> 28 != 0b0111 or word_text(word).startswith("."):
                continue
            decoded = decode(word)
            if decoded is None or "target" not in decoded[1]:
                continue
            instruction, operands = decoded
            target = at + operands["target"]
            if target % _WORD or not 0 <= target <= len(data):
                continue
            given = {**operands, "target": self._label(target)}
            yield at, f"\t{format_instruction(instruction, given)}"

    def _label(self, offset: int) -> str:
        for number in self.symbols.get(offset, ()):
            if not self.writer.object.symbols[number].is_weak:
                return self.writer.names[number]
        if offset not in self.labels:
            name = f"{LOCAL_PREFIX}{self.index}_{offset:x}"
            self.labels[offset] = self.writer.fresh(name)
        return self.labels[offset]

    def lines(self) -> Iterator[str]:
        """Labels where symbols are, and the content between them."""
        for number in self.outside:
            yield from self.writer.outside_lines(number)
        printer = self.writer.printer
        printer.restart()
        stops = {0, *self.symbols, *self.labels, *self.spelt, *self.explicit}
        stops.update(self.rows)
        stops |= {at + _WORD for at in self.spelt}
        ordered = sorted({*stops, self.section.size})
        for at, end in zip(ordered, [*ordered[1:], self.section.size], strict=True):
            if at in self.labels:
                yield f"{self.labels[at]}:"
            for number in self.symbols.get(at, ()):
                yield from self.writer.label_lines(number)
            for relocation in self.explicit.get(at, ()):
                kind = f"{RELOCATION_PREFIX}{relocation.kind.name}"
                yield f"\t.reloc ., {kind}, {self.writer.target(relocation)}"
            if at in self.rows and (told := printer.directives(self.rows[at])):
                yield told.rstrip("\n")
            if at in self.spelt:
                yield self.spelt[at]
            elif end > at:
                yield from self._between(at, end)

    def _between(self, start: int, end: int) -> Iterator[str]:
        if self.section.reserved:
            yield f"\t.space {end - start}"
        elif self.section.executable:
            yield from self._code(start, end)
        else:
            yield from self._data(start, end)

    def _code(self, start: int, end: int) -> Iterator[str]:
        data = self.section.data
        first = min(start + -start % _WORD, end)
        last = max(end - end % _WORD, first)
        yield from _bytes(data[start:first])
        for at in range(first, last, _WORD):
            word = int.from_bytes(data[at : at + _WORD], "little")
            yield self.branches.get(at) or f"\t{word_text(word)}"
        yield from _bytes(data[last:end])

    def _data(self, start: int, end: int) -> Iterator[str]:
        data = self.section.data
        at = start
        while at < end:
            if (zeros := self._zeros(at, end)) >= _ZEROS:
                yield f"\t.zero {zeros}"
                at += zeros
            elif at + _WORD <= end:
                word = int.from_bytes(data[at : at + _WORD], "little")
                yield f"\t.word 0x{word:08x}"
                at += _WORD
            else:
                yield from _bytes(data[at:end])
                at = end

    def _zeros(self, start: int, end: int) -> int:
        """How many bytes from here are zero."""
        if self.section.data[start]:
            return 0
        match = _NOT_ZERO.search(self.section.data, start, end)
        return (match.start() if match else end) - start


_NOT_ZERO = re.compile(rb"[^\0]")


def _bytes(data: bytearray) -> Iterator[str]:
    if data:
        yield f"\t.byte {', '.join(map(str, data))}"


def _means(text: str, word: int, kind: RelocationKind) -> bool:
    """Does the assembler make this word and relocation of the text?"""
    try:
        parsed = parse_instruction(text)
        if parsed.symbol is None:
            return False
        again = encode_values(parsed.opcode, parsed.with_value(0))
    except (AssemblyError, EncodingError):
        return False
    found = relocation_of(parsed)
    return again == word and found is not None and found[0] is kind
