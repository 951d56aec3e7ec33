"""
ELF files of NaplesPU: the layout of both kinds, and writers.

Class 32, little-endian, machine 0x2694, relocations with addends (`naplespu_isa`
section 2.4); structures as in the System V ABI, generic part. The note section
`.note.circ.signature` carries the source types of functions (design, section 3).
"""

import struct
from collections.abc import Sequence
from dataclasses import dataclass

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
"""What follows the identification."""
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
SHN_UNDEF, SHN_LORESERVE, SHN_ABS, SHN_COMMON = 0, 0xFF00, 0xFFF1, 0xFFF2
STB_LOCAL, STB_GLOBAL, STB_WEAK = range(3)
SYMBOL_TYPES = tuple(SymbolType)
"""By the number of an ELF symbol's type."""

NOTE_SECTION = ".note.circ.signature"
NOTE_OWNER = b"circ\0"
NOTE_SIGNATURE = 1
PAGE = 0x1000
"""Page size of the vendor's linker: file offsets are addresses modulo it."""


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


@dataclass
class _Header:
    """One section as it is written."""

    name: str
    type: int
    data: bytes | bytearray
    flags: int = 0
    address: int = 0
    link: int = 0
    info: int = 0
    alignment: int = 1
    entry_size: int = 0
    reserved: int = 0
    """Size of a section of type NOBITS."""
    offset: int = 0
    """Place in the file, once it is known."""


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
    headers = [_Header("", SHT_NULL, b"", alignment=0)]
    number_of: dict[int, int] = {}
    for index, section in enumerate(object.sections):
        if section.data and section.reserved:
            # A file's section has bytes or only a size.
            section = _filled(section)
        number_of[index] = len(headers)
        headers.append(_section_header(section))
    if object.signature:
        headers.append(_note_header(object.signature))
    order = sorted(
        range(len(object.symbols)), key=lambda i: object.symbols[i].is_global
    )
    new_index = {old: new for new, old in enumerate(order, 1)}
    strings = _Strings()
    symbols = bytearray(SYMBOL.size)
    for old in order:
        symbols += _symbol(object.symbols[old], number_of, strings)
    symtab = len(headers) + sum(1 for s in object.sections if s.relocations)
    for index, section in enumerate(object.sections):
        if section.relocations:
            data = b"".join(
                RELOCATION.pack(r.offset, new_index[r.symbol] << 8 | r.kind, r.addend)
                for r in section.relocations
            )
            headers.append(
                _Header(
                    f".rela{section.name}",
                    SHT_RELA,
                    data,
                    flags=SHF_INFO_LINK,
                    link=symtab,
                    info=number_of[index],
                    alignment=4,
                    entry_size=RELOCATION.size,
                )
            )
    local = 1 + sum(not symbol.is_global for symbol in object.symbols)
    headers.append(_symtab_header(symbols, symtab + 1, local))
    return _write(headers, strings, RELOCATABLE, 0, ())


def write_executable(image: Image) -> bytes:
    """An executable file: one loadable segment and section for each of the image's."""
    headers = [_Header("", SHT_NULL, b"", alignment=0)]
    for segment in image.segments:
        section = Section(
            segment.name or f".load.{segment.address:08x}",
            segment.executable,
            segment.writable,
            data=bytearray(segment.data),
            reserved=0 if segment.data else segment.reserved,
        )
        header = _section_header(section)
        header.address = segment.address
        headers.append(header)
    strings = _Strings()
    symbols = bytearray(SYMBOL.size)
    number_of = {index: index + 1 for index in range(len(image.segments))}
    ordered = sorted(image.symbols.items(), key=lambda item: item[1].address)
    for name, (address, size, is_function) in ordered:
        kind = SymbolType.FUNCTION if is_function else SymbolType.NONE
        where = image.segment_at(address)
        symbol = Symbol(name, where, where is None, address, size, kind, True)
        symbols += _symbol(symbol, number_of, strings)
    if image.signature:
        headers.append(_note_header(image.signature))
    for name, data in image.debug.items():
        headers.append(_Header(name, SHT_PROGBITS, data))
    headers.append(_symtab_header(symbols, len(headers) + 1, 1))
    memory_sizes = [s.end - s.address for s in image.segments]
    # Entry 0 says that there is none.
    entry = image.entry if image.has_code_at(image.entry) else 0
    return _write(headers, strings, EXECUTABLE, entry, memory_sizes)


def _filled(section: Section) -> Section:
    return Section(
        section.name,
        section.executable,
        section.writable,
        section.allocated,
        section.alignment,
        section.data + bytes(section.reserved),
        relocations=section.relocations,
    )


def _section_header(section: Section) -> _Header:
    flags = (
        SHF_WRITE * section.writable
        | SHF_ALLOC * section.allocated
        | SHF_EXECINSTR * section.executable
    )
    return _Header(
        section.name,
        SHT_NOBITS if section.reserved else SHT_PROGBITS,
        section.data,
        flags,
        alignment=section.alignment,
        reserved=section.reserved,
    )


def _note_header(signature: str) -> _Header:
    return _Header(NOTE_SECTION, SHT_NOTE, signature_note(signature), alignment=4)


def _symtab_header(symbols: bytearray, strings: int, first_global: int) -> _Header:
    return _Header(
        ".symtab",
        SHT_SYMTAB,
        symbols,
        link=strings,
        info=first_global,
        alignment=4,
        entry_size=SYMBOL.size,
    )


def _symbol(symbol: Symbol, number_of: dict[int, int], strings: _Strings) -> bytes:
    binding = STB_LOCAL
    if symbol.is_global:
        binding = STB_WEAK if symbol.is_weak else STB_GLOBAL
    where = SHN_ABS if symbol.absolute else SHN_UNDEF
    if symbol.common:
        where = SHN_COMMON
    if symbol.section is not None:
        where = number_of[symbol.section]
    return SYMBOL.pack(
        strings.add(symbol.name),
        symbol.value,
        symbol.size,
        binding << 4 | SYMBOL_TYPES.index(symbol.type),
        0,
        where,
    )


def _write(
    headers: list[_Header],
    strings: _Strings,
    type: int,
    entry: int,
    memory_sizes: Sequence[int],
) -> bytes:
    """
    Header, program headers, section contents, section headers.

    With `memory_sizes` the first sections are the loadable segments of an executable.
    """
    headers.append(_Header(".strtab", SHT_STRTAB, strings.data))
    for header in headers:
        strings.add(header.name)
    notes = [header for header in headers if header.type == SHT_NOTE]
    segments = headers[1 : 1 + len(memory_sizes)]
    programs = len(segments) + len(notes) if type == EXECUTABLE else 0
    out = bytearray(HEADER.size + PROGRAM_HEADER.size * programs)
    for header in headers[1:]:
        if header in segments and type == EXECUTABLE:
            out += bytes((header.address - len(out)) % PAGE)
        else:
            # Alignment is that of addresses, and may be any power of two.
            out += bytes(-len(out) % min(max(header.alignment, 1), PAGE))
        header.offset = len(out)
        out += header.data
    out += bytes(-len(out) % 4)
    table = len(out)
    for header in headers:
        out += SECTION_HEADER.pack(
            strings.add(header.name),
            header.type,
            header.flags,
            header.address,
            header.offset,
            len(header.data) or header.reserved,
            header.link,
            header.info,
            header.alignment,
            header.entry_size,
        )
    HEADER.pack_into(
        out,
        0,
        type,
        MACHINE,
        1,
        entry,
        HEADER.size if programs else 0,
        table,
        0,
        HEADER.size,
        PROGRAM_HEADER.size if programs else 0,
        programs,
        SECTION_HEADER.size,
        len(headers),
        len(headers) - 1,
    )
    out[: len(IDENTIFICATION)] = IDENTIFICATION
    if programs:
        place = HEADER.size
        for header, size in zip(segments, memory_sizes, strict=True):
            flags = PF_R
            flags |= PF_X if header.flags & SHF_EXECINSTR else 0
            flags |= PF_W if header.flags & SHF_WRITE else 0
            _program(out, place, PT_LOAD, header, size, flags, PAGE)
            place += PROGRAM_HEADER.size
        for header in notes:
            _program(out, place, PT_NOTE, header, len(header.data), PF_R, 4)
            place += PROGRAM_HEADER.size
    return bytes(out)


def _program(
    out: bytearray,
    place: int,
    type: int,
    header: _Header,
    memory_size: int,
    flags: int,
    alignment: int,
) -> None:
    PROGRAM_HEADER.pack_into(
        out,
        place,
        type,
        header.offset,
        header.address,
        header.address,
        len(header.data),
        memory_size,
        flags,
        alignment,
    )
