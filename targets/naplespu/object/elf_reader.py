"""
Reading ELF files of NaplesPU; whatever is wrong is a diagnostic with a byte offset.

Sections that only tools read (debug information, address significance tables) are
left out unless they are plain data.
"""

import struct
from collections.abc import Iterator
from typing import NoReturn

from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.naplespu.description.memory_map import RESET_PC
from circ.targets.naplespu.object import elf
from circ.targets.naplespu.object.debug_lines import PREFIX
from circ.targets.naplespu.object.image import Image, ImageSymbol, Segment
from circ.targets.naplespu.object.objectfile import (
    ObjectFile,
    Relocation,
    RelocationKind,
    Section,
    Symbol,
    SymbolType,
)

_RELOCATION_KINDS = frozenset(kind.value for kind in RelocationKind)
_NOT_CONTENT = frozenset(
    {
        elf.SHT_NULL,
        elf.SHT_SYMTAB,
        elf.SHT_STRTAB,
        elf.SHT_RELA,
        elf.SHT_REL,
        elf.SHT_HASH,
        elf.SHT_DYNAMIC,
        elf.SHT_DYNSYM,
        elf.SHT_NOTE,
    }
)
"""Types of sections with metadata, whatever their flags are."""
_FUNCTION = elf.SYMBOL_TYPES.index(SymbolType.FUNCTION)


LARGEST_SHARE = 8
"""Bytes of names by bytes of the file: strings may share tails, within limits."""
_ENTRY = 24
"""The offset of the entry in the file header."""


def _is_content(section: elf.SectionHeader) -> bool:
    """Plain data, or what is loaded, such as tables of constructors."""
    if section.type in (elf.SHT_PROGBITS, elf.SHT_NOBITS):
        return True
    return section.type not in _NOT_CONTENT and bool(section.flags & elf.SHF_ALLOC)


def is_elf(data: bytes) -> bool:
    return data[: len(elf.MAGIC)] == elf.MAGIC


def is_executable(data: bytes) -> bool:
    """Is an ELF file one whose addresses are fixed, by the type in its header?"""
    return data[16:18] == elf.EXECUTABLE.to_bytes(2, "little")


def read(data: bytes, filename: str = "-") -> ObjectFile | Image:
    """An object or an executable, by the type that the file's header gives."""
    reader = _Reader(data, filename)
    if reader.header.type == elf.RELOCATABLE:
        return reader.object()
    if reader.header.type == elf.EXECUTABLE:
        return reader.image()
    reader.fail(16, f"file type must be 1 or 2, but is {reader.header.type}")


def read_object(data: bytes, filename: str = "-") -> ObjectFile:
    """A relocatable file."""
    found = read(data, filename)
    if isinstance(found, ObjectFile):
        return found
    raise Diagnostic(f"{filename}: byte 16", "expected an object, not an executable")


def read_executable(data: bytes, filename: str = "-") -> Image:
    """An executable file."""
    found = read(data, filename)
    if isinstance(found, Image):
        return found
    raise Diagnostic(f"{filename}: byte 16", "expected an executable, not an object")


class _Reader:
    """One file: its headers, checked before anything is read through them."""

    def __init__(self, data: bytes, filename: str):
        self.data = data
        self.filename = filename
        if not is_elf(data):
            self.fail(0, "expected an ELF file")
        self.header = elf.FileHeader(*self.unpack(elf.HEADER, 0, "the file header"))
        self.check_header()
        self.sections: list[elf.SectionHeader] = []
        for number in range(self.header.sections):
            at = self.header_offset(number)
            fields = self.unpack(elf.SECTION_HEADER, at, f"section header {number}")
            self.sections.append(elf.SectionHeader(*fields))
        self.check_sections()
        self.characters = 0
        """Of all names read so far."""

    def fail(self, offset: int, message: str) -> NoReturn:
        raise Diagnostic(f"{self.filename}: byte {offset}", message)

    def unpack(self, layout: struct.Struct, offset: int, what: str) -> tuple[int, ...]:
        if offset + layout.size > len(self.data):
            self.fail(
                min(offset, len(self.data)),
                f"{what} needs {layout.size} bytes, but the file ends at "
                f"byte {len(self.data)}",
            )
        return layout.unpack_from(self.data, offset)

    def check_header(self) -> None:
        header = self.header
        if self.data[4:6] != elf.IDENTIFICATION[4:6]:
            self.fail(4, "expected a little-endian ELF file of class 32")
        if header.machine != elf.MACHINE:
            self.fail(
                18, f"machine must be 0x{elf.MACHINE:x}, but is 0x{header.machine:x}"
            )
        if header.sections and header.section_size != elf.SECTION_HEADER.size:
            self.fail(46, f"section headers must have {elf.SECTION_HEADER.size} bytes")
        if header.programs and header.program_size != elf.PROGRAM_HEADER.size:
            self.fail(42, f"program headers must have {elf.PROGRAM_HEADER.size} bytes")
        if header.section_offset and not header.sections:
            self.fail(48, "a file with section headers must say how many there are")
        if header.sections and header.names >= header.sections:
            self.fail(50, f"there is no section {header.names} with section names")

    def check_sections(self) -> None:
        """Sections are apart, so that what is read is no larger than the file."""
        stored = 0
        for number, section in enumerate(self.sections):
            if section.type in (elf.SHT_NULL, elf.SHT_NOBITS):
                continue
            end = section.offset + section.size
            if end > len(self.data):
                self.fail(
                    self.header_offset(number) + 16,
                    f"section {number} ends at byte {end}, but the file at byte "
                    f"{len(self.data)}",
                )
            stored += section.size
            if stored > len(self.data):
                self.fail(self.header_offset(number), "sections overlap in the file")

    def header_offset(self, number: int) -> int:
        return self.header.section_offset + number * elf.SECTION_HEADER.size

    def content(self, number: int) -> bytes:
        """The bytes of a section."""
        section = self.sections[number]
        if section.type in (elf.SHT_NULL, elf.SHT_NOBITS):
            return b""
        return self.data[section.offset : section.offset + section.size]

    def string(self, table: int, offset: int, place: int) -> str:
        if not 0 < table < len(self.sections):
            self.fail(place, f"there is no section {table} with strings")
        section = self.sections[table]
        if section.type != elf.SHT_STRTAB:
            self.fail(place, f"section {table} holds no strings")
        start = section.offset + offset
        end = self.data.find(b"\0", start, section.offset + section.size)
        if offset >= section.size or end < 0:
            self.fail(place, f"no string at {offset} of section {table}")
        self.characters += end - start
        if self.characters > LARGEST_SHARE * len(self.data):
            self.fail(place, "names overlap so much that they would fill memory")
        try:
            return self.data[start:end].decode()
        except UnicodeDecodeError:
            self.fail(start, "a string is not UTF-8")

    def section_name(self, number: int) -> str:
        place = self.header_offset(number)
        return self.string(self.header.names, self.sections[number].name, place)

    def entries(
        self, number: int, layout: struct.Struct
    ) -> Iterator[tuple[int, tuple[int, ...]]]:
        """The records of a table with their places in the file."""
        section = self.sections[number]
        if section.entry_size != layout.size or section.size % layout.size:
            message = f"entries of section {number} must have {layout.size} bytes"
            self.fail(self.header_offset(number) + 36, message)
        for offset in range(section.offset, section.offset + section.size, layout.size):
            yield offset, layout.unpack_from(self.data, offset)

    def signature(self) -> str:
        """The text of the signature note, empty without one."""
        for number, section in enumerate(self.sections):
            if section.type != elf.SHT_NOTE:
                continue
            if self.section_name(number) != elf.NOTE_SECTION:
                continue
            content = self.content(number)
            if len(content) < elf.NOTE.size:
                self.fail(section.offset, "a note needs 12 bytes")
            name_size, size, kind = elf.NOTE.unpack_from(content)
            start = elf.NOTE.size + -(-name_size // 4) * 4
            owner = content[elf.NOTE.size : elf.NOTE.size + name_size]
            if owner != elf.NOTE_OWNER or kind != elf.NOTE_SIGNATURE:
                self.fail(section.offset, "expected a note of type 1 by circ")
            if start + size > len(content):
                self.fail(section.offset, f"a note ends after its {len(content)} bytes")
            try:
                return content[start : start + size].decode()
            except UnicodeDecodeError:
                self.fail(section.offset + start, "a signature is not UTF-8")
        return ""

    # Objects.

    def object(self) -> ObjectFile:
        object = ObjectFile(self.filename, signature=self.signature())
        index_of: dict[int, int] = {}
        for number, section in enumerate(self.sections):
            if not _is_content(section):
                continue
            index_of[number] = len(object.sections)
            object.sections.append(self.plain_section(number))
        symbol_of: dict[int, int] = {}
        tables = [
            number
            for number, section in enumerate(self.sections)
            if section.type == elf.SHT_SYMTAB
        ]
        if len(tables) > 1:
            self.fail(self.header_offset(tables[1]), "there is a second symbol table")
        for table in tables:
            for offset, entry in self.entries(table, elf.SYMBOL):
                number = (offset - self.sections[table].offset) // elf.SYMBOL.size
                if number:  # the first one is no symbol
                    symbol_of[number] = len(object.symbols)
                    object.symbols.append(self.symbol(table, offset, entry, index_of))
        for number, section in enumerate(self.sections):
            if section.type == elf.SHT_RELA and section.info in index_of:
                target = object.sections[index_of[section.info]]
                target.relocations += self.relocations(number, target, symbol_of)
            elif section.type == elf.SHT_REL:
                self.fail(
                    self.header_offset(number), "relocations must have addends (RELA)"
                )
        return object

    def plain_section(self, number: int) -> Section:
        section = self.sections[number]
        alignment = max(section.alignment, 1)
        if alignment.bit_count() != 1:
            message = f"alignment must be a power of two, but is {alignment}"
            self.fail(self.header_offset(number) + 32, message)
        return Section(
            self.section_name(number),
            executable=bool(section.flags & elf.SHF_EXECINSTR),
            writable=bool(section.flags & elf.SHF_WRITE),
            allocated=bool(section.flags & elf.SHF_ALLOC),
            alignment=alignment,
            data=bytearray(self.content(number)),
            reserved=section.size if section.type == elf.SHT_NOBITS else 0,
        )

    def symbol(
        self, table: int, offset: int, entry: tuple[int, ...], index_of: dict[int, int]
    ) -> Symbol:
        name, value, size, info, _, where = entry
        kind, binding = info & 15, info >> 4
        if kind >= len(elf.SYMBOL_TYPES) or binding > elf.STB_WEAK:
            self.fail(offset + 12, f"a symbol has the unknown kind 0x{info:02x}")
        common = where == elf.SHN_COMMON
        if common and (value.bit_count() != 1 or binding == elf.STB_LOCAL):
            self.fail(
                offset + 4, "a common symbol must be global, aligned to a power of two"
            )
        if where >= len(self.sections) and where not in (elf.SHN_ABS, elf.SHN_COMMON):
            self.fail(
                offset + 14, f"a symbol lies in section {where}, which is missing"
            )
        return Symbol(
            self.string(self.sections[table].link, name, offset) if name else "",
            index_of.get(where),
            # What lies in a section that is left out has no place either.
            where == elf.SHN_ABS,
            value,
            size,
            elf.SYMBOL_TYPES[kind],
            binding != elf.STB_LOCAL,
            binding == elf.STB_WEAK,
            common,
        )

    def relocations(
        self, number: int, target: Section, symbol_of: dict[int, int]
    ) -> Iterator[Relocation]:
        for place, (offset, info, addend) in self.entries(number, elf.RELOCATION):
            if info & 0xFF not in _RELOCATION_KINDS:
                self.fail(place + 4, f"relocation type {info & 0xFF} is unknown")
            if info >> 8 not in symbol_of:
                self.fail(place + 4, f"a relocation has no symbol {info >> 8}")
            if offset + 4 > len(target.data):
                self.fail(place, f"a relocation lies outside section '{target.name}'")
            kind = RelocationKind(info & 0xFF)
            yield Relocation(offset, kind, symbol_of[info >> 8], addend)

    # Executables.

    def debug_sections(self) -> dict[str, bytes]:
        """Debug sections by name; of equal names the first."""
        found: dict[str, bytes] = {}
        for number, section in enumerate(self.sections):
            if section.type != elf.SHT_PROGBITS or section.flags & elf.SHF_ALLOC:
                continue
            if (name := self.section_name(number)).startswith(PREFIX):
                found.setdefault(name, self.content(number))
        return found

    def image(self) -> Image:
        segments: list[Segment] = []
        stored = 0
        names = {
            section.address: number
            for number, section in enumerate(self.sections)
            if section.flags & elf.SHF_ALLOC and section.size
        }
        for number in range(self.header.programs):
            at = self.header.program_offset + number * elf.PROGRAM_HEADER.size
            fields = self.unpack(elf.PROGRAM_HEADER, at, f"program header {number}")
            program = elf.ProgramHeader(*fields)
            if program.type != elf.PT_LOAD:
                continue
            if program.offset + program.file_size > len(self.data):
                self.fail(at + 4, f"segment {number} ends after the file")
            if program.file_size > program.memory_size:
                self.fail(at + 16, f"segment {number} is larger in the file")
            stored += program.file_size
            if stored > len(self.data):
                self.fail(at, "segments overlap in the file")
            section = names.get(program.address)
            data = self.data[program.offset : program.offset + program.file_size]
            segments.append(
                Segment(
                    program.address,
                    data,
                    program.memory_size - program.file_size,
                    bool(program.flags & elf.PF_X),
                    bool(program.flags & elf.PF_W),
                    self.section_name(section) if section is not None else "",
                )
            )
        symbols = dict(self.image_symbols())
        try:
            image = Image(segments, self.header.entry, symbols, self.signature())
        except Diagnostic as error:
            self.fail(self.header.program_offset, error.message)
        image.debug = self.debug_sections()
        if image.has_code_at(image.entry):
            return image
        if image.entry:
            message = f"there is no instruction at the entry 0x{image.entry:08x}"
            self.fail(_ENTRY, message)
        image.entry = RESET_PC
        return image

    def image_symbols(self) -> Iterator[tuple[str, ImageSymbol]]:
        for table, section in enumerate(self.sections):
            if section.type != elf.SHT_SYMTAB:
                continue
            for offset, entry in self.entries(table, elf.SYMBOL):
                name, value, size, info, _, where = entry
                if not name or where == elf.SHN_UNDEF:
                    continue
                text = self.string(section.link, name, offset)
                yield text, ImageSymbol(value, size, info & 15 == _FUNCTION)
