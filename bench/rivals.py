"""
The sizes of functions in the formats that the llvlir bytecode is compared with.

LLVM bitcode is read as far as its function blocks, WebAssembly as far as its code
section; both count what a function's body takes, without its name.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

MODULE_BLOCK, FUNCTION_BLOCK, STRTAB_BLOCK = 8, 12, 23
NOT_CODE = frozenset((14, 15, 16, 18))
"""Blocks in a function for names, metadata and orders of uses: not counted."""
FUNCTION_RECORD, BLOB_RECORD = 8, 1

END, ENTER, DEFINE, UNABBREVIATED = range(4)
ARRAY, CHAR6, BLOB = 3, 4, 5

Abbreviation = list[tuple[int | None, int]]
"""An encoding and its width for each operand; None and a value for literals."""


class Bits:
    """Bits of a bitstream, the lowest of each byte first."""

    def __init__(self, data: bytes):
        self.data = data
        self.position = 0

    def fixed(self, width: int) -> int:
        start = self.position
        self.position += width
        piece = self.data[start // 8 : (start + width + 7) // 8]
        return int.from_bytes(piece, "little") >> start % 8 & ((1 << width) - 1)

    def variable(self, width: int) -> int:
        value = shift = 0
        while True:
            piece = self.fixed(width)
            value |= (piece & ((1 << (width - 1)) - 1)) << shift
            if not piece >> (width - 1):
                return value
            shift += width - 1

    def align(self) -> None:
        self.position = (self.position + 31) // 32 * 32


@dataclass
class BitcodeReader:
    """Reads the function blocks of one module of LLVM bitcode."""

    bits: Bits
    info: dict[int, list[Abbreviation]] = field(
        default_factory=dict[int, list[Abbreviation]]
    )
    """The abbreviations that BLOCKINFO defines, by block."""
    heads: list[list[int]] = field(default_factory=list[list[int]])
    """The records of functions that are defined."""
    sizes: list[int] = field(default_factory=list[int])
    strings: bytes = b""

    def functions(self) -> dict[str, int]:
        """The bytes of each function's block, by name."""
        while self.bits.position < 8 * len(self.bits.data):
            assert self.bits.fixed(2) == ENTER
            self._block()
        names = [
            self.strings[head[0] : head[0] + head[1]].decode() for head in self.heads
        ]
        return dict(zip(names, self.sizes, strict=True))

    def _block(self) -> int:
        """Read a block after its first code; the bytes of it that are not code."""
        bits = self.bits
        block, width = bits.variable(8), bits.variable(4)
        bits.align()
        size = 4 * bits.fixed(32)
        end = bits.position + 8 * size
        if block not in (0, MODULE_BLOCK, FUNCTION_BLOCK, STRTAB_BLOCK):
            bits.position = end
            return size + 8 if block in NOT_CODE else 0
        uncounted = 0
        abbreviations = [*self.info.get(block, ())]
        about = -1
        while (code := bits.fixed(width)) != END:
            if code == ENTER:
                uncounted += self._block()
            elif code == DEFINE:
                found = self._definition()
                if block:
                    abbreviations.append(found)
                else:
                    self.info.setdefault(about, []).append(found)
            else:
                record, blob = self._record(code, abbreviations)
                if block == 0 and record[0] == 1:
                    about = record[1]
                elif block == MODULE_BLOCK and record[0] == FUNCTION_RECORD:
                    if not record[5]:
                        self.heads.append(record[1:])
                elif block == STRTAB_BLOCK and record[0] == BLOB_RECORD:
                    self.strings = blob
        bits.align()
        assert bits.position == end
        if block == FUNCTION_BLOCK:
            self.sizes.append(size - uncounted)
            return 0
        return uncounted

    def _definition(self) -> Abbreviation:
        bits = self.bits
        operands: Abbreviation = []
        for _ in range(bits.variable(5)):
            if bits.fixed(1):
                operands.append((None, bits.variable(8)))
                continue
            encoding = bits.fixed(3)
            operands.append((encoding, bits.variable(5) if encoding < 3 else 0))
        return operands

    def _record(
        self, code: int, abbreviations: list[Abbreviation]
    ) -> tuple[list[int], bytes]:
        bits = self.bits
        if code == UNABBREVIATED:
            record = [bits.variable(6)]
            return record + [bits.variable(6) for _ in range(bits.variable(6))], b""
        operands = iter(abbreviations[code - 4])
        values: list[int] = []
        for encoding, width in operands:
            if encoding == ARRAY:
                element = next(operands)
                values += [self._value(*element) for _ in range(bits.variable(6))]
            elif encoding == BLOB:
                size = bits.variable(6)
                bits.align()
                start = bits.position // 8
                bits.position += 8 * size
                bits.align()
                return values, bits.data[start : start + size]
            else:
                values.append(self._value(encoding, width))
        return values, b""

    def _value(self, encoding: int | None, width: int) -> int:
        if encoding is None:
            return width
        if encoding == CHAR6:
            return self.bits.fixed(6)
        if not width:
            return 0
        return self.bits.fixed(width) if encoding == 1 else self.bits.variable(width)


def bitcode_functions(data: bytes) -> dict[str, int]:
    """The bytes of each function in LLVM bitcode, without names and metadata."""
    assert data[:4] == b"BC\xc0\xde"
    bits = Bits(data)
    bits.position = 32
    return BitcodeReader(bits).functions()


def wasm_functions(data: bytes) -> dict[str, int]:
    """The bytes of each function's body in a linked WebAssembly module."""
    assert data[:4] == b"\0asm"
    sizes: list[int] = []
    names: dict[int, str] = {}
    imports = 0
    for section, start, end in _wasm_sections(data, 8):
        if section == 2:
            count, at = _unsigned(data, start)
            for _ in range(count):
                for _ in range(2):
                    size, at = _unsigned(data, at)
                    at += size
                kind = data[at]
                at += 1
                imports += kind == 0
                # A function has a type; a memory has flags and limits, a table a type
                # before them, a global a type and whether it is mutable.
                if kind == 1:
                    at += 1
                if kind in (1, 2):
                    flags, at = _unsigned(data, at)
                    for _ in range(1 + (flags & 1)):
                        _, at = _unsigned(data, at)
                elif kind == 3:
                    at += 2
                else:
                    _, at = _unsigned(data, at)
        elif section == 10:
            count, at = _unsigned(data, start)
            for _ in range(count):
                size, at = _unsigned(data, at)
                sizes.append(size)
                at += size
        elif section == 0:
            size, at = _unsigned(data, start)
            if data[at : at + size] == b"name":
                names |= _wasm_names(data, at + size, end)
    return {names[imports + i]: size for i, size in enumerate(sizes)}


def _wasm_sections(data: bytes, at: int) -> Iterator[tuple[int, int, int]]:
    while at < len(data):
        section = data[at]
        size, start = _unsigned(data, at + 1)
        at = start + size
        yield section, start, at


def _wasm_names(data: bytes, at: int, end: int) -> dict[int, str]:
    names: dict[int, str] = {}
    while at < end:
        kind = data[at]
        size, start = _unsigned(data, at + 1)
        at = start + size
        if kind == 1:
            count, place = _unsigned(data, start)
            for _ in range(count):
                index, place = _unsigned(data, place)
                size, place = _unsigned(data, place)
                names[index] = data[place : place + size].decode()
                place += size
    return names


def _unsigned(data: bytes, at: int) -> tuple[int, int]:
    """A number of LEB128, and the position after it."""
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return value, at
