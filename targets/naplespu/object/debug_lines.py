"""
Lines of the source by address: DWARF 4's `.debug_line`, written and read.

An object gets three sections: the line program, a unit that names it and its
abbreviation, so that debuggers and `readelf` find the lines. Addresses in them are
relocated with the code. Section numbers are those of the DWARF 4 standard.
"""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple, NoReturn

from xdsl.dialects.builtin import FileLineColLoc, LocationAttr
from xdsl.ir import Attribute

from circ.dialects.common.diagnostics import Diagnostic, located, position_of
from circ.targets.naplespu.object.objectfile import (
    ObjectFile,
    Relocation,
    RelocationKind,
    Section,
    Symbol,
    SymbolType,
)

PREFIX = ".debug_"
"""Sections that only tools read; the linker joins those of equal name."""
LINE, INFO, ABBREV = ".debug_line", ".debug_info", ".debug_abbrev"
PRODUCER = "circ"

VERSION = 4
INSTRUCTION_BYTES = 4
ADDRESS_BYTES = 4
# Of the special opcodes (section 6.2.5.1): lines -5 to 8 further on.
LINE_BASE, LINE_RANGE, OPCODE_BASE = -5, 14, 13
# Standard opcodes (section 7.21) and how many operands they have.
COPY, ADVANCE_PC, ADVANCE_LINE, SET_FILE, SET_COLUMN = range(1, 6)
CONST_ADD_PC, FIXED_ADVANCE_PC = 8, 9
OPERANDS = bytes((0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1))
END_SEQUENCE, SET_ADDRESS, DEFINE_FILE = 1, 2, 3
"""Extended opcodes."""
# Tags, attributes and forms of the unit (sections 7.5.3 to 7.5.6).
COMPILE_UNIT = 0x11
NAME, STATEMENTS, LOW_PC, HIGH_PC, PRODUCED_BY = 0x03, 0x10, 0x11, 0x12, 0x25
ADDRESS_FORM, DATA_FORM, STRING_FORM, OFFSET_FORM = 0x01, 0x06, 0x08, 0x17


class Row(NamedTuple):
    """A row of the line table: the source of the code at `address`; line 0 is none."""

    address: int
    file: str
    line: int
    column: int


def row_of(address: int, location: Attribute | None) -> Row:
    """The row of an instruction at a location of the source."""
    is_plain = isinstance(location, FileLineColLoc)
    position = location if is_plain else position_of(location)
    if position is None:
        return Row(address, "", 0, 0)
    line, column = position.line.data, position.column.data
    return Row(address, position.filename.data, line, column)


def changes(rows: Sequence[Row]) -> Iterator[Row]:
    """The rows that differ from the one before."""
    last: tuple[str, int, int] | None = None
    for row in rows:
        if row[1:] != last:
            last = row[1:]
            yield row


# region Writing


def leb128(value: int) -> bytes:
    """Signed, in the fewest bytes of seven bits each, the low ones first (7.6)."""
    data = bytearray()
    while not -0x40 <= value < 0x40:
        data.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*data, value & 0x7F])


def uleb128(value: int) -> bytes:
    """The same of a number that is not negative."""
    data = bytearray()
    while value >= 0x80:
        data.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*data, value])


class _Words(bytearray):
    """A section's bytes as they grow."""

    def word(self, value: int) -> None:
        self += value.to_bytes(4, "little")

    def half(self, value: int) -> None:
        self += value.to_bytes(2, "little")

    def string(self, text: str) -> None:
        self += text.replace("\0", "").encode() + b"\0"


def add_lines(object: ObjectFile, rows: Mapping[int, Sequence[Row]]) -> None:
    """
    Give the object the lines of its sections.

    `rows` are by section, with offsets as addresses, ascending. Without any line of the
    source nothing is added. A section `.debug_line` that is there already is continued,
    and a `.debug_info` that is there already is taken to describe it.
    """
    told = {
        number: [*changes(part)]
        for number, part in rows.items()
        if any(row.line for row in part)
    }
    if not told:
        return
    files = [*dict.fromkeys(r.file for part in told.values() for r in part if r.line)]
    describes = any(section.name == INFO for section in object.sections)
    line = _section(object, LINE)
    start = len(object.sections[line].data)
    _add_program(object, line, told, files)
    if describes:
        return
    abbrev = _section(object, ABBREV)
    info = _section(object, INFO)
    one = next(iter(told)) if len(told) == 1 else None
    object.sections[abbrev].data += _abbreviation(one is not None)
    _add_unit(object, info, (abbrev, 0), (line, start), files[0], one)


def _section(object: ObjectFile, name: str) -> int:
    for number, section in enumerate(object.sections):
        if section.name == name:
            return number
    object.sections.append(Section(name, allocated=False))
    return len(object.sections) - 1


def _symbol(object: ObjectFile, section: int) -> int:
    """The symbol of a section itself."""
    for number, symbol in enumerate(object.symbols):
        if symbol.type is SymbolType.SECTION and symbol.section == section:
            return number
    # In front of the global ones, as in a file.
    object.symbols.append(Symbol("", section, type=SymbolType.SECTION))
    return len(object.symbols) - 1


def _refer(
    object: ObjectFile, section: int, data: _Words, base: int, target: tuple[int, int]
) -> None:
    """
    A relocated word with an offset in another section.

    The offset is stored too, for readers that ignore relocations.
    """
    number, offset = target
    relocation = Relocation(
        base + len(data), RelocationKind.ABS32, _symbol(object, number), offset
    )
    object.sections[section].relocations.append(relocation)
    data.word(offset)


def _add_program(
    object: ObjectFile,
    section: int,
    told: Mapping[int, Sequence[Row]],
    files: Sequence[str],
) -> None:
    """The header and, for each section of code, a sequence (section 6.2.4)."""
    tables = _Words()
    tables += bytes((INSTRUCTION_BYTES, 1, 1))
    tables += bytes((LINE_BASE & 0xFF, LINE_RANGE, OPCODE_BASE))
    tables += OPERANDS + b"\0"
    for file in files:
        tables.string(file)
        tables += bytes(3)
    tables.append(0)
    body = _Words()
    body.half(VERSION)
    body.word(len(tables))
    body += tables
    base = len(object.sections[section].data) + 4
    numbers = {file: number for number, file in enumerate(files, 1)}
    for target, rows in told.items():
        body += bytes((0, ADDRESS_BYTES + 1, SET_ADDRESS))
        _refer(object, section, body, base, (target, rows[0].address))
        _add_sequence(body, rows, object.sections[target].size, numbers)
    object.sections[section].data += len(body).to_bytes(4, "little") + body


def _add_sequence(
    body: _Words, rows: Sequence[Row], end: int, numbers: Mapping[str, int]
) -> None:
    address, file, line, column = rows[0].address, 1, 1, 0
    for row in rows:
        if row.line and numbers[row.file] != file:
            file = numbers[row.file]
            body.append(SET_FILE)
            body += uleb128(file)
        if row.column != column:
            column = row.column
            body.append(SET_COLUMN)
            body += uleb128(column)
        further, more = (row.address - address) // INSTRUCTION_BYTES, row.line - line
        special = more - LINE_BASE + LINE_RANGE * further + OPCODE_BASE
        if LINE_BASE <= more < LINE_BASE + LINE_RANGE and special <= 255:
            body.append(special)
        else:
            _advance(body, further)
            if more:
                body.append(ADVANCE_LINE)
                body += leb128(more)
            body.append(COPY)
        address, line = row.address, row.line
    _advance(body, (end - address) // INSTRUCTION_BYTES)
    body += bytes((0, 1, END_SEQUENCE))


def _advance(body: _Words, instructions: int) -> None:
    if instructions:
        body.append(ADVANCE_PC)
        body += uleb128(instructions)


def _abbreviation(with_addresses: bool) -> bytes:
    attributes = [(PRODUCED_BY, STRING_FORM), (NAME, STRING_FORM)]
    attributes.append((STATEMENTS, OFFSET_FORM))
    if with_addresses:
        attributes += [(LOW_PC, ADDRESS_FORM), (HIGH_PC, DATA_FORM)]
    flat = [number for pair in attributes for number in pair]
    return bytes((1, COMPILE_UNIT, 0, *flat, 0, 0, 0))


def _add_unit(
    object: ObjectFile,
    section: int,
    abbreviation: tuple[int, int],
    program: tuple[int, int],
    name: str,
    code: int | None,
) -> None:
    """The unit that names the line program (section 7.5.1)."""
    base = len(object.sections[section].data) + 4
    body = _Words()
    body.half(VERSION)
    _refer(object, section, body, base, abbreviation)
    body += bytes((ADDRESS_BYTES, 1))
    body.string(PRODUCER)
    body.string(name)
    _refer(object, section, body, base, program)
    if code is not None:
        _refer(object, section, body, base, (code, 0))
        body.word(object.sections[code].size)
    object.sections[section].data += len(body).to_bytes(4, "little") + body


# endregion
# region Reading


def own_lines(object: ObjectFile) -> dict[int, list[Row]] | None:
    """
    The rows from which `add_lines` made the object's last sections.

    None where the debug information is not exactly what `add_lines` writes.
    """
    code = [s for s in object.sections if not s.name.startswith(PREFIX)]
    told = object.sections[len(code) :]
    if not told or told[0].name != LINE:
        return None
    targets = {r.offset: object.symbols[r.symbol].section for r in told[0].relocations}
    rows: dict[int, list[Row]] = {}
    try:
        for place, sequence in sequences(bytes(told[0].data)):
            if (target := targets.get(place)) is None or target >= len(code):
                return None
            rows.setdefault(target, []).extend(
                row if row.line else Row(row.address, "", 0, 0) for row in sequence[:-1]
            )
    except Diagnostic:
        return None
    for target, found in rows.items():
        addresses = [row.address for row in found]
        ordered = addresses == sorted(addresses)
        if not ordered or not addresses or addresses[-1] >= code[target].size:
            return None
    again = ObjectFile(object.name, code, [*object.symbols])
    add_lines(again, rows)
    return rows if again.sections == object.sections else None


def line_at(object: ObjectFile, section: int, offset: int) -> LocationAttr | None:
    """The place in the source of a byte of an object's section, if it is told."""
    rows: list[tuple[int, int, Row]] = []
    for told in object.sections:
        if told.name != LINE:
            continue
        starts = {
            relocation.offset: relocation.addend
            for relocation in told.relocations
            if object.symbols[relocation.symbol].section == section
        }
        try:
            for place, sequence in sequences(bytes(told.data)):
                if (start := starts.get(place)) is None:
                    continue
                base = start - sequence[0].address
                for row, following in pairwise(sequence):
                    rows.append((row.address + base, following.address + base, row))
        except Diagnostic:
            return None
    return LineTable(rows).get(offset)


class LineTable:
    """Places in the source by address."""

    def __init__(self, rows: Sequence[tuple[int, int, Row]]):
        """`rows` are ranges of addresses, the end excluded, with their rows."""
        self._rows = sorted(rows, key=lambda entry: entry[:2])
        self._starts = [start for start, _, _ in self._rows]

    def __bool__(self) -> bool:
        return bool(self._rows)

    def row(self, address: int) -> Row | None:
        """The row of an address; None without a line."""
        index = bisect_right(self._starts, address) - 1
        if index < 0:
            return None
        start, end, row = self._rows[index]
        return row if start <= address < end and row.line else None

    def get(self, address: int) -> LocationAttr | None:
        """The location of an instruction."""
        row = self.row(address)
        return None if row is None else located(row.file, row.line, row.column)


def read_lines(data: bytes, name: str = LINE) -> LineTable:
    """
    The table of a `.debug_line` section whose addresses are final.

    Units of other versions than 2 to 4 are passed over. What contradicts itself is a
    `Diagnostic` that names `name` and the byte.
    """
    rows: list[tuple[int, int, Row]] = []
    for _, sequence in sequences(data, name):
        for row, following in pairwise(sequence):
            if row.address < following.address:
                rows.append((row.address, following.address, row))
    return LineTable(rows)


def lines_of(debug: Mapping[str, bytes]) -> LineTable:
    """The lines of a linked program, from its sections of debug information."""
    return read_lines(debug.get(LINE, b""))


def sequences(data: bytes, name: str = LINE) -> Iterator[tuple[int, list[Row]]]:
    """
    The sequences of all line programs; the last row of each is its end.

    Each with the offset in the section of its first address.
    """
    at = 0
    while at < len(data):
        cursor = _Cursor(data, at, len(data), name)
        size = cursor.number(4)
        if size >= 0xFFFFFFF0 or cursor.at + size > len(data):
            cursor.fail(f"a line program of {size} bytes does not fit the section")
        unit = _Cursor(data, cursor.at, cursor.at + size, name)
        at = unit.end
        if 2 <= (version := unit.number(2)) <= 4:
            yield from _Program(unit, version).sequences()


class _Cursor:
    """A position in the section, and the end of the current unit."""

    def __init__(self, data: bytes, at: int, end: int, name: str):
        self.data, self.at, self.end, self.name = data, at, end, name

    def fail(self, message: str) -> NoReturn:
        raise Diagnostic(f"{self.name}: byte {self.at}", message)

    def number(self, size: int) -> int:
        if self.at + size > self.end:
            self.fail(f"expected {size} more bytes")
        self.at += size
        return int.from_bytes(self.data[self.at - size : self.at], "little")

    def unsigned(self) -> int:
        value = shift = 0
        while True:
            byte = self.number(1)
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value
            if shift > 63:
                self.fail("a number has more than 64 bits")

    def signed(self) -> int:
        start = self.at
        value = self.unsigned()
        bits = 7 * (self.at - start)
        return value - (1 << bits) if value >> (bits - 1) else value

    def string(self) -> str:
        end = self.data.find(b"\0", self.at, self.end)
        if end < 0:
            self.fail("a string does not end")
        text = self.data[self.at : end].decode(errors="replace")
        self.at = end + 1
        return text


class _Program:
    """One line program: its header, and the machine that executes it."""

    def __init__(self, unit: _Cursor, version: int):
        self.unit = unit
        size = unit.number(4)
        start = unit.at + size
        if start > unit.end:
            unit.fail(f"a header of {size} bytes does not fit its line program")
        self.step = unit.number(1)
        if version >= 4:
            unit.number(1)  # operations of a long instruction word
        unit.number(1)  # is a row a statement?
        base = unit.number(1)
        self.line_base = base - 256 if base > 127 else base
        self.line_range = unit.number(1) or unit.fail("the range of lines is 0")
        self.opcode_base = unit.number(1)
        self.operands = [unit.number(1) for _ in range(1, self.opcode_base)]
        folders = [""]
        while folder := unit.string():
            folders.append(folder)
        self.folders = folders
        self.files = [""]
        while file := unit.string():
            self.add_file(file)
        unit.at = start

    def add_file(self, name: str) -> None:
        folder = self.unit.unsigned()
        self.unit.unsigned()
        self.unit.unsigned()
        if 0 < folder < len(self.folders) and not name.startswith("/"):
            name = f"{self.folders[folder]}/{name}"
        self.files.append(name)

    def sequences(self) -> Iterator[tuple[int, list[Row]]]:
        unit = self.unit
        place = unit.at
        rows: list[Row] = []
        address, file, line, column = 0, 1, 1, 0
        while unit.at < unit.end:
            opcode = unit.number(1)
            ended = False
            if opcode >= self.opcode_base:
                address += (opcode - self.opcode_base) // self.line_range * self.step
                more = (opcode - self.opcode_base) % self.line_range
                line += self.line_base + more
            elif opcode == COPY:
                pass
            elif opcode == ADVANCE_PC:
                address += unit.unsigned() * self.step
                continue
            elif opcode == ADVANCE_LINE:
                line += unit.signed()
                continue
            elif opcode == SET_FILE:
                file = unit.unsigned()
                continue
            elif opcode == SET_COLUMN:
                column = unit.unsigned()
                continue
            elif opcode == CONST_ADD_PC:
                address += (255 - self.opcode_base) // self.line_range * self.step
                continue
            elif opcode == FIXED_ADVANCE_PC:
                address += unit.number(2)
                continue
            elif opcode:
                for _ in range(self.operands[opcode - 1]):
                    unit.unsigned()
                continue
            else:
                size = unit.unsigned()
                end = unit.at + size
                if not size or end > unit.end:
                    unit.fail(f"an opcode of {size} bytes does not fit")
                extended = unit.number(1)
                if extended == SET_ADDRESS:
                    place = place if rows else unit.at
                    address = unit.number(end - unit.at) & 0xFFFFFFFF
                elif extended == DEFINE_FILE:
                    self.add_file(unit.string())
                unit.at = end
                ended = extended == END_SEQUENCE
                if not ended:
                    continue
            known = 0 < file < len(self.files) and 0 <= line < 1 << 32
            name = self.files[file] if known else ""
            rows.append(Row(address, name, line if known else 0, column))
            if ended:
                yield place, rows
                rows = []
                address, file, line, column = 0, 1, 1, 0


# endregion
