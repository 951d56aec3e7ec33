"""
ELF files of NaplesPU: the layout of both kinds, and writers.

Class 32, little-endian, machine 0x2694, relocations with addends
(docs/reference/naplespu-isa.md, section 2.4); structures as in the System V ABI,
generic part. The note section `.note.circ.signature` carries the source types of
functions (docs/reference/architecture.md, section 3).
"""

import struct
from collections.abc import Sequence
from typing import NamedTuple

from circ.targets.naplespu.object.image import Image
from circ.targets.naplespu.object.objectfile import (
    ObjectFile,
    Section,
    Symbol,
    SymbolType,
)

MACHINE = 0x2694
MAGIC = b"\x7fELF"
IDENTIFICATION = MAGIC + bytes((1, 1, 1)) + bytes(9)
"""Magic, class 32, little-endian, version 1, System V."""

HEADER = struct.Struct("<16xHHIIIIIHHHHHH")
"""A `FileHeader` after the identification."""
PROGRAM_HEADER = struct.Struct("<8I")
SECTION_HEADER = struct.Struct("<10I")
SYMBOL = struct.Struct("<IIIBBH")
RELOCATION = struct.Struct("<IIi")
NOTE = struct.Struct("<III")

RELOCATABLE, EXECUTABLE = 1, 2
PT_LOAD, PT_NOTE = 1, 4
PF_X, PF_W, PF_R = 1, 2, 4
SHT_NULL, SHT_PROGBITS, SHT_SYMTAB, SHT_STRTAB, SHT_RELA = range(5)
SHT_NOTE, SHT_NOBITS, SHT_REL = 7, 8, 9
SHT_HASH, SHT_DYNAMIC, SHT_DYNSYM = 5, 6, 11
SHF_WRITE, SHF_ALLOC, SHF_EXECINSTR, SHF_INFO_LINK = 1, 2, 4, 0x40
SHN_UNDEF, SHN_ABS, SHN_COMMON = 0, 0xFFF1, 0xFFF2
STB_LOCAL, STB_GLOBAL, STB_WEAK = range(3)
SYMBOL_TYPES = tuple(SymbolType)
"""By the number of an ELF symbol's type."""

NOTE_SECTION = ".note.circ.signature"
NOTE_OWNER = b"circ\0"
NOTE_SIGNATURE = 1
PAGE = 0x1000
"""Page size of the vendor's linker: file offsets are addresses modulo it."""


class FileHeader(NamedTuple):
    type: int
    machine: int
    version: int
    entry: int
    program_offset: int
    section_offset: int
    flags: int
    size: int
    program_size: int
    programs: int
    section_size: int
    sections: int
    names: int
    """The number of the section with the sections' names."""


class ProgramHeader(NamedTuple):
    type: int
    offset: int
    address: int
    physical: int
    file_size: int
    memory_size: int
    flags: int
    alignment: int


class SectionHeader(NamedTuple):
    name: int = 0
    """Its offset in the section of names."""
    type: int = SHT_NULL
    flags: int = 0
    address: int = 0
    offset: int = 0
    size: int = 0
    link: int = 0
    info: int = 0
    alignment: int = 1
    entry_size: int = 0


class _Strings:
    """A string table as it grows."""

    def __init__(self) -> None:
        self.data = bytearray(1)
        self._offsets = {"": 0}

    def add(self, text: str) -> int:
        offset = self._offsets.get(text)
        if offset is None:
            offset = self._offsets[text] = len(self.data)
            self.data += text.encode() + b"\0"
        return offset


class _Section(NamedTuple):
    """A section to be written; its place in the file follows from its content."""

    name: str
    header: SectionHeader
    content: bytes | bytearray


def signature_note(text: str) -> bytes:
    """The note that carries a signature: owner `circ`, type 1, UTF-8."""
    description = text.encode()
    return (
        NOTE.pack(len(NOTE_OWNER), len(description), NOTE_SIGNATURE)
        + NOTE_OWNER.ljust(-(-len(NOTE_OWNER) // 4) * 4, b"\0")
        + description.ljust(-(-len(description) // 4) * 4, b"\0")
    )


def write_object(object: ObjectFile) -> bytes:
    """A relocatable file with the object's sections, symbols and relocations."""
    sections = [*map(_content_section, object.sections)]
    if object.signature:
        sections.append(_note_section(object.signature))
    # Local symbols come first; number 0 is no symbol.
    order = sorted(
        range(len(object.symbols)), key=lambda i: object.symbols[i].is_global
    )
    number_of = {index: number for number, index in enumerate(order, 1)}
    strings = _Strings()
    symbols = [object.symbols[index] for index in order]
    relocated = [
        (number, section)
        for number, section in enumerate(object.sections, 1)
        if section.relocations
    ]
    symtab = 1 + len(sections) + len(relocated)
    for number, section in relocated:
        content = b"".join(
            RELOCATION.pack(r.offset, number_of[r.symbol] << 8 | r.kind, r.addend)
            for r in section.relocations
        )
        header = SectionHeader(
            type=SHT_RELA,
            flags=SHF_INFO_LINK,
            link=symtab,
            info=number,
            alignment=4,
            entry_size=RELOCATION.size,
        )
        sections.append(_Section(f".rela{section.name}", header, content))
    sections.append(_symbol_section(symbols, symtab + 1, strings))
    return _write(sections, strings, RELOCATABLE)


def write_executable(image: Image) -> bytes:
    """An executable file: one loadable segment and section for each of the image's."""
    sections: list[_Section] = []
    for segment in image.segments:
        name = segment.name or f".load.{segment.address:08x}"
        data = bytearray(segment.data)
        reserved = 0 if data else segment.reserved
        section = _content_section(
            Section(
                name, segment.executable, segment.writable, data=data, reserved=reserved
            )
        )
        header = section.header._replace(address=segment.address)
        sections.append(section._replace(header=header))
    symbols: list[Symbol] = []
    ordered = sorted(image.symbols.items(), key=lambda item: item[1].address)
    for name, (address, size, is_function) in ordered:
        kind = SymbolType.FUNCTION if is_function else SymbolType.NONE
        where = image.segment_at(address)
        symbols.append(Symbol(name, where, where is None, address, size, kind, True))
    if image.signature:
        sections.append(_note_section(image.signature))
    for name, data in image.debug.items():
        sections.append(_Section(name, SectionHeader(type=SHT_PROGBITS), data))
    strings = _Strings()
    sections.append(_symbol_section(symbols, len(sections) + 2, strings))
    memory_sizes = [segment.end - segment.address for segment in image.segments]
    # Entry 0 says that there is none.
    entry = image.entry if image.has_code_at(image.entry) else 0
    return _write(sections, strings, EXECUTABLE, entry, memory_sizes)


def _content_section(section: Section) -> _Section:
    content, reserved = section.data, section.reserved
    if content and reserved:  # a file's section has bytes or only a size
        content, reserved = content + bytes(reserved), 0
    header = SectionHeader(
        type=SHT_NOBITS if reserved else SHT_PROGBITS,
        flags=SHF_WRITE * section.writable
        | SHF_ALLOC * section.allocated
        | SHF_EXECINSTR * section.executable,
        size=reserved,
        alignment=section.alignment,
    )
    return _Section(section.name, header, content)


def _note_section(signature: str) -> _Section:
    header = SectionHeader(type=SHT_NOTE, alignment=4)
    return _Section(NOTE_SECTION, header, signature_note(signature))


def _symbol_section(
    symbols: Sequence[Symbol], names: int, strings: _Strings
) -> _Section:
    """The table of symbols, local ones first; `names` is the number of `.strtab`."""
    header = SectionHeader(
        type=SHT_SYMTAB,
        link=names,
        info=1 + sum(not symbol.is_global for symbol in symbols),
        alignment=4,
        entry_size=SYMBOL.size,
    )
    entries = b"".join(_symbol(symbol, strings) for symbol in symbols)
    return _Section(".symtab", header, bytes(SYMBOL.size) + entries)


def _symbol(symbol: Symbol, strings: _Strings) -> bytes:
    binding = STB_LOCAL
    if symbol.is_global:
        binding = STB_WEAK if symbol.is_weak else STB_GLOBAL
    where = SHN_ABS if symbol.absolute else SHN_UNDEF
    if symbol.common:
        where = SHN_COMMON
    if symbol.section is not None:
        where = symbol.section + 1
    return SYMBOL.pack(
        strings.add(symbol.name),
        symbol.value,
        symbol.size,
        binding << 4 | SYMBOL_TYPES.index(symbol.type),
        0,
        where,
    )


def _write(
    sections: list[_Section],
    strings: _Strings,
    type: int,
    entry: int = 0,
    memory_sizes: Sequence[int] = (),
) -> bytes:
    """
    Header, program headers, section contents, section headers.

    With `memory_sizes` the first sections are the loadable segments of an executable.
    """
    names = SectionHeader(type=SHT_STRTAB)
    sections = [*sections, _Section(".strtab", names, strings.data)]
    name_offsets = [strings.add(section.name) for section in sections]
    notes = [n for n, each in enumerate(sections, 1) if each.header.type == SHT_NOTE]
    count = len(memory_sizes) + len(notes) if type == EXECUTABLE else 0
    out = bytearray(HEADER.size + PROGRAM_HEADER.size * count)
    headers = [SectionHeader(alignment=0)]
    for number, (_, header, content) in enumerate(sections):
        if number < len(memory_sizes):
            out += bytes((header.address - len(out)) % PAGE)
        else:
            # Alignment is that of addresses, and may be any power of two.
            out += bytes(-len(out) % min(max(header.alignment, 1), PAGE))
        size = len(content) or header.size
        headers.append(
            header._replace(name=name_offsets[number], offset=len(out), size=size)
        )
        out += content
    programs = [
        _program(PT_LOAD, headers[number], size, PAGE)
        for number, size in enumerate(memory_sizes, 1)
    ]
    programs += [
        _program(PT_NOTE, headers[number], headers[number].size, 4) for number in notes
    ]
    out += bytes(-len(out) % 4)
    file_header = FileHeader(
        type,
        MACHINE,
        1,
        entry,
        HEADER.size if count else 0,
        len(out),
        0,
        HEADER.size,
        PROGRAM_HEADER.size if count else 0,
        count,
        SECTION_HEADER.size,
        len(headers),
        len(headers) - 1,
    )
    for header in headers:
        out += SECTION_HEADER.pack(*header)
    HEADER.pack_into(out, 0, *file_header)
    out[: len(IDENTIFICATION)] = IDENTIFICATION
    for number, program in enumerate(programs[:count]):
        place = HEADER.size + PROGRAM_HEADER.size * number
        PROGRAM_HEADER.pack_into(out, place, *program)
    return bytes(out)


def _program(
    type: int, section: SectionHeader, memory_size: int, alignment: int
) -> ProgramHeader:
    return ProgramHeader(
        type,
        section.offset,
        section.address,
        section.address,
        0 if section.type == SHT_NOBITS else section.size,
        memory_size,
        PF_R
        | PF_X * bool(section.flags & SHF_EXECINSTR)
        | PF_W * bool(section.flags & SHF_WRITE),
        alignment,
    )
