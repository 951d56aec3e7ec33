"""
Program images of NaplesPU: bytes at addresses, and the two hex layouts.

`standalone` is what the current toolchain writes: one line for every 64-byte block
that is not all zero, bytes in ascending order. `readmemh` is what the RTL reads: every
block from address 0 up, bytes in descending order (docs/reference/naplespu-isa.md,
section 3.2).
"""

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from circ.dialects.common.diagnostics import Diagnostic, located
from circ.targets.naplespu.description.memory_map import RESET_PC
from circ.targets.naplespu.object.objectfile import ObjectBounds

LINE, WORD = 64, 4
TEST_BENCH_MEMORY = 262400 * LINE
"""Bytes of the memory that the RTL's test bench reads a `readmemh` file into."""
ADDRESS_SPACE = 1 << 32
_PADDING = 0xFF
"""Between the end of code and that of its block: a word that is dropped."""
_BLOCK = re.compile(r"[0-9a-fA-F]{128}")
_STANDALONE = re.compile(r"0x([0-9a-fA-F]{1,8}),0x([0-9a-fA-F]{128})$")


@dataclass(frozen=True)
class Segment:
    """Bytes at an address, then `reserved` zeros that are not stored."""

    address: int
    data: bytes
    reserved: int = 0
    executable: bool = False
    writable: bool = False
    name: str = ""

    @property
    def end(self) -> int:
        return self.address + len(self.data) + self.reserved

    def __str__(self) -> str:
        return f"'{self.name}'" if self.name else f"the one at 0x{self.address:08x}"


class ImageSymbol(NamedTuple):
    address: int
    size: int
    is_function: bool


@dataclass
class Image:
    """A program with all addresses fixed."""

    segments: list[Segment]
    entry: int = RESET_PC
    symbols: dict[str, ImageSymbol] = field(default_factory=dict[str, ImageSymbol])
    signature: str = ""
    """Text of the `circ.signature` note: source types of functions."""
    debug: dict[str, bytes] = field(default_factory=dict[str, bytes])
    """Sections of debug information by name (`debug_lines`)."""
    bounds: dict[int, ObjectBounds] = field(default_factory=dict[int, ObjectBounds])
    reads_lines: set[int] = field(default_factory=set[int])
    """As in `ObjectFile`, by address."""

    def __post_init__(self) -> None:
        ordered = sorted(self.segments, key=lambda segment: segment.address)
        for before, after in pairwise(ordered):
            if before.end > after.address:
                raise Diagnostic(
                    None,
                    f"segments overlap: {before} ends at 0x{before.end:08x} and "
                    f"{after} starts at 0x{after.address:08x}",
                )
        if ordered and ordered[-1].end > ADDRESS_SPACE:
            raise Diagnostic(
                None, f"segments: {ordered[-1]} does not fit 32 bits of address"
            )

    @cached_property
    def starts(self) -> list[tuple[int, int]]:
        """Addresses and indices of the segments, ascending."""
        return sorted((s.address, index) for index, s in enumerate(self.segments))

    def segment_at(self, address: int) -> int | None:
        """The index of the segment that an address is in, or at whose end it is."""
        place = bisect_right(self.starts, (address, len(self.starts))) - 1
        if place < 0:
            return None
        index = self.starts[place][1]
        return index if address <= self.segments[index].end else None

    def has_code_at(self, address: int) -> bool:
        """Can an instruction be at `address`: aligned, and in stored bytes?"""
        return address % WORD == 0 and any(
            segment.address <= address <= segment.address + len(segment.data) - WORD
            for segment in self.segments
        )


def _lines(image: Image) -> dict[int, bytearray]:
    """
    The 64-byte blocks that hold stored bytes, by address, ascending.

    The file cannot say where the program begins: the hardware begins at its reset
    address, so that no other code may be there.
    """
    if image.entry != RESET_PC and image.has_code_at(RESET_PC):
        raise Diagnostic(
            None,
            f"the hardware starts at 0x{RESET_PC:x}, but the program begins at "
            f"0x{image.entry:08x}",
        )
    lines: dict[int, bytearray] = {}
    code_ends: list[int] = []
    for segment in sorted(image.segments, key=lambda segment: segment.address):
        address, rest = segment.address, memoryview(segment.data)
        while rest:
            start = address % LINE
            count = min(LINE - start, len(rest))
            line = lines.setdefault(address - start, bytearray(LINE))
            line[start : start + count] = rest[:count]
            address, rest = address + count, rest[count:]
        if segment.executable and segment.data and not segment.reserved:
            code_ends.append(address)
    starts = sorted(segment.address for segment in image.segments)
    for end in code_ends:
        following = bisect_left(starts, end)
        until = starts[following] if following < len(starts) else ADDRESS_SPACE
        until = min(until, end + -end % LINE)
        if until > end:
            line, start = lines[end - end % LINE], end % LINE
            line[start : start + until - end] = bytes([_PADDING]) * (until - end)
    return lines


def write_standalone(image: Image) -> str:
    """The layout of the current toolchain, `0xADDRESS,0xBYTES` a line."""
    return "".join(
        f"0x{address:08x},0x{line.hex()}\n"
        for address, line in _lines(image).items()
        if any(line)
    )


def write_readmemh(image: Image) -> str:
    """The layout of the RTL's test bench: all lines from address 0, last byte first."""
    lines = _lines(image)
    end = max(lines, default=-LINE) + LINE
    if end > TEST_BENCH_MEMORY:
        raise Diagnostic(
            None,
            f"the image ends at 0x{end:08x}, but the layout 'readmemh' holds "
            f"0x{TEST_BENCH_MEMORY:08x} bytes",
        )
    zero = bytes(LINE)
    return "".join(
        f"{lines.get(address, zero)[::-1].hex()}\n" for address in range(0, end, LINE)
    )


def read_standalone(text: str, filename: str = "-") -> Image:
    """An image from the standalone layout; its entry is the reset address."""
    blocks: dict[int, bytes] = {}
    for number, row in enumerate(text.splitlines(), 1):
        if not row.strip():
            continue
        line = located(filename, number, 1)
        match = _STANDALONE.match(row.strip())
        if match is None:
            message = "expected 0x, an address, a comma, 0x and 128 hexadecimal digits"
            raise Diagnostic(line, message)
        address = int(match[1], 16)
        if address % LINE:
            message = f"address must be a multiple of {LINE}, but is 0x{address:08x}"
            raise Diagnostic(line, message)
        if address in blocks:
            raise Diagnostic(line, f"block 0x{address:08x} is given twice")
        blocks[address] = bytes.fromhex(match[2])
    return _image_of(blocks)


def read_readmemh(text: str, filename: str = "-") -> Image:
    """An image from the layout of the RTL; its entry is the reset address."""
    blocks: dict[int, bytes] = {}
    for number, row in enumerate(text.rstrip().splitlines()):
        if _BLOCK.fullmatch(row.strip()) is None:
            line = located(filename, number + 1, 1)
            raise Diagnostic(line, f"expected {2 * LINE} hexadecimal digits")
        block = bytes.fromhex(row)[::-1]
        if any(block):
            blocks[LINE * number] = block
    return _image_of(blocks)


def read_hex(text: str, filename: str = "-") -> Image:
    """An image from either layout, as the first line that is not empty shows."""
    if text.lstrip()[:2].lower() == "0x" or not text.strip():
        return read_standalone(text, filename)
    return read_readmemh(text, filename)


def _image_of(blocks: dict[int, bytes]) -> Image:
    """An image in which blocks that follow each other are one segment."""
    runs: dict[int, bytearray] = {}
    start = 0
    for address in sorted(blocks):
        if start not in runs or start + len(runs[start]) != address:
            start = address
            runs[start] = bytearray()
        runs[start] += blocks[address]
    return Image([Segment(address, bytes(data)) for address, data in runs.items()])
