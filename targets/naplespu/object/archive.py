"""
Archives of objects (`ar`), with the symbol tables of GNU and of BSD.

Members are read when they are needed. What is wrong with a file is a diagnostic with a
byte offset. An archive without a symbol table is searched through all its members.
"""

import struct
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NoReturn

from circ.dialects.common.diagnostics import Diagnostic
from circ.targets.naplespu.object.elf_reader import LARGEST_SHARE, read_object
from circ.targets.naplespu.object.objectfile import ObjectFile

MAGIC = b"!<arch>\n"
THIN_MAGIC = b"!<thin>\n"
HEADER_SIZE = 60
_SIZE = slice(48, 58)
_END = slice(58, 60)
_GNU_TABLE, _GNU_WIDE_TABLE, _GNU_NAMES = "/", "/SYM64/", "//"
_BSD_TABLES = frozenset({"__.SYMDEF", "__.SYMDEF SORTED"})
_TABLES = _BSD_TABLES | {_GNU_TABLE, _GNU_WIDE_TABLE}
_BSD_LONG = "#1/"
_WORD = struct.Struct("<I")
_RANLIB = struct.Struct("<II")
"""An entry of the BSD table: offset of the name, offset of the member."""


def write_archive(members: Iterable[tuple[str, bytes, Iterable[str]]]) -> bytes:
    """
    An archive of files by name, with GNU's symbol table.

    The third of a member is what it defines. The same members give the same bytes.
    """
    files, names, symbols = list(members), bytearray(), list[tuple[str, int]]()
    labels: list[str] = []
    for number, (name, _, defined) in enumerate(files):
        if len(name) < 16:
            labels.append(f"{name}/")
        else:
            labels.append(f"/{len(names)}")
            names += f"{name}/\n".encode()
        symbols += [(symbol, number) for symbol in defined]
    text = b"".join(symbol.encode() + b"\0" for symbol, _ in symbols)
    before = _record("//", bytes(names)) if names else b""
    table_size = 4 * (1 + len(symbols)) + len(text)
    at = len(MAGIC) + HEADER_SIZE + table_size + table_size % 2 + len(before)
    offsets: list[int] = []
    records: list[bytes] = []
    for label, (_, data, _) in zip(labels, files, strict=True):
        offsets.append(at)
        records.append(_record(label, data))
        at += len(records[-1])
    words = [len(symbols), *(offsets[number] for _, number in symbols)]
    table = b"".join(word.to_bytes(4, "big") for word in words) + text
    return b"".join((MAGIC, _record(_GNU_TABLE, table), before, *records))


def _record(label: str, data: bytes) -> bytes:
    """A member: its header, with neither time nor owner, and its bytes."""
    header = f"{label:<16}{0:<12}{0:<6}{0:<6}{644:<8}{len(data):<10}`\n"
    return header.encode() + data + b"\n" * (len(data) % 2)


def is_archive(data: bytes) -> bool:
    return data[: len(MAGIC)] in (MAGIC, THIN_MAGIC)


@dataclass(frozen=True)
class Member:
    """A file in an archive."""

    name: str
    offset: int
    """Where its header begins."""
    start: int
    """Where its bytes begin."""
    size: int


class Archive:
    """The members of an archive, and which of them defines a symbol."""

    def __init__(self, data: bytes, name: str = "-"):
        self.data = data
        self.name = name
        self.members: dict[int, Member] = {}
        """By the offset of the header."""
        self._tables: list[Member] = []
        self._characters = 0
        if data[: len(THIN_MAGIC)] == THIN_MAGIC:
            self.fail(0, "a thin archive does not hold its members")
        if data[: len(MAGIC)] != MAGIC:
            self.fail(0, "expected an archive")
        self._long_names = Member("", 0, 0, 0)
        self._read_members()

    def fail(self, offset: int, message: str) -> NoReturn:
        raise Diagnostic(f"{self.name}: byte {offset}", message)

    def content(self, offset: int) -> tuple[str, bytes]:
        """A member by the offset of its header: its name and its bytes."""
        member = self.members[offset]
        data = self.data[member.start : member.start + member.size]
        return f"{self.name}({member.name})", data

    def object(self, offset: int) -> ObjectFile:
        """The object whose header begins at `offset`."""
        name, data = self.content(offset)
        return read_object(data, name)

    @cached_property
    def definitions(self) -> dict[str, int]:
        """The offsets of the members by the symbols that they define."""
        found: dict[str, int] = {}
        entries = self._entries() if self._tables else self._searched()
        for name, offset in entries:
            found.setdefault(name, offset)
        return found

    def _searched(self) -> Iterator[tuple[str, int]]:
        for offset in self.members:
            for symbol in self.object(offset).symbols:
                if symbol.is_global and symbol.is_defined:
                    yield symbol.name, offset

    # Members.

    def _read_members(self) -> None:
        at = len(MAGIC)
        while at < len(self.data):
            member = self._member(at)
            if member.name in _TABLES:
                self._tables.append(member)
            elif member.name == _GNU_NAMES:
                self._long_names = member
            else:
                self.members[at] = member
            at = member.start + member.size
            at += at % 2  # headers are at even offsets

    def _member(self, at: int) -> Member:
        header = self.data[at : at + HEADER_SIZE]
        if len(header) < HEADER_SIZE:
            self.fail(at, f"the header of a member needs {HEADER_SIZE} bytes")
        if header[_END] != b"`\n":
            self.fail(at + 58, "the header of a member must end with '`' and newline")
        digits = header[_SIZE].rstrip(b" ")
        if not digits.isdigit():
            self.fail(at + 48, "the size of a member must be a decimal number")
        start, size = at + HEADER_SIZE, int(digits)
        if size > len(self.data) - start:
            self.fail(
                at + 48,
                f"a member ends at byte {start + size}, but the file at byte "
                f"{len(self.data)}",
            )
        name = self._text(header[:16].rstrip(b" "), at)
        if name.startswith(_BSD_LONG):
            length = self._number(name[len(_BSD_LONG) :], at)
            if length > size:
                self.fail(at, f"a name of {length} bytes in a member of {size}")
            name = self._text(self.data[start : start + length].rstrip(b"\0"), start)
            start, size = start + length, size - length
        elif name[:1] == "/" and name[1:].isdecimal():
            name = self._long_name(self._number(name[1:], at), at)
        elif name not in (_GNU_NAMES, *_TABLES):
            name = name.removesuffix("/")
        return Member(name, at, start, size)

    def _number(self, text: str, at: int) -> int:
        if not (text.isascii() and text.isdecimal()):
            self.fail(at, "expected a number in the name of a member")
        return int(text)

    def _text(self, data: bytes, at: int) -> str:
        try:
            return data.decode()
        except UnicodeDecodeError:
            self.fail(at, "the name of a member is not UTF-8")

    def _long_name(self, offset: int, at: int) -> str:
        names = self._long_names
        if offset >= names.size:
            self.fail(at, f"there is no name at {offset} of the table of long names")
        start = names.start + offset
        end = self.data.find(b"\n", start, names.start + names.size)
        end = names.start + names.size if end < 0 else end
        self._count(end - start, at)
        return self._text(self.data[start:end].removesuffix(b"/"), start)

    # Symbol tables.

    def _entries(self) -> Iterator[tuple[str, int]]:
        """The symbols of the table with the offsets of their members, checked."""
        table = self._tables[0]
        read = self._bsd_table if table.name in _BSD_TABLES else self._gnu_table
        for place, name, offset in read(table):
            if offset not in self.members:
                self.fail(place, f"the symbol table names a member at byte {offset}")
            yield name, offset

    def _gnu_table(self, table: Member) -> Iterator[tuple[int, str, int]]:
        width = 8 if table.name == _GNU_WIDE_TABLE else 4
        end = table.start + table.size
        names = self._part(table, 0, width, "the number of symbols")
        count = int.from_bytes(self.data[table.start : names], "big")
        names = self._part(table, width, count * width, "the symbol table")
        for number in range(count):
            place = table.start + width * (1 + number)
            offset = int.from_bytes(self.data[place : place + width], "big")
            stop = self.data.find(b"\0", names, end)
            if stop < 0:
                self.fail(names, "the name of a symbol has no end")
            yield place, self._text(self.data[names:stop], names), offset
            names = stop + 1

    def _bsd_table(self, table: Member) -> Iterator[tuple[int, str, int]]:
        self._part(table, 0, _WORD.size, "the size of the symbol table")
        (size,) = _WORD.unpack_from(self.data, table.start)
        if size % _RANLIB.size:
            self.fail(table.start, f"entries must have {_RANLIB.size} bytes")
        after = self._part(table, _WORD.size, size, "the symbol table")
        names = self._part(table, after - table.start, _WORD.size, "the size of names")
        (names_size,) = _WORD.unpack_from(self.data, after)
        end = self._part(table, names - table.start, names_size, "the names of symbols")
        first = table.start + _WORD.size
        for place in range(first, after, _RANLIB.size):
            name, offset = _RANLIB.unpack_from(self.data, place)
            stop = self.data.find(b"\0", names + name, end)
            if name >= names_size or stop < 0:
                self.fail(place, f"there is no name at {name} of the symbol table")
            self._count(stop - names - name, place)
            yield place, self._text(self.data[names + name : stop], place), offset

    def _count(self, characters: int, place: int) -> None:
        """Limit names that share bytes, so that they cannot fill memory."""
        self._characters += characters
        if self._characters > LARGEST_SHARE * len(self.data):
            self.fail(place, "names overlap so much that they would fill memory")

    def _part(self, table: Member, at: int, size: int, what: str) -> int:
        """The end of a part of a table, which must lie within the member."""
        if at + size > table.size:
            left = f"but the member has {table.size - at} left"
            self.fail(table.start + at, f"{what} needs {size} bytes, {left}")
        return table.start + at + size
