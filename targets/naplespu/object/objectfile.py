"""
Sections, symbols and relocations: what the assembler makes and the linker takes.

Relocation kinds and numbers are those of the vendor's toolchain
(docs/reference/naplespu-isa.md, section 2.5).
"""

from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from typing import NamedTuple

TEXT, DATA, SCRATCHPAD = ".text", ".data", "scratchpad"
"""Sections with a role of their own: default code, default data, scratchpad preload."""
RODATA, BSS = ".rodata", ".bss"
VECTORS, START = ".text.vectors", ".text.start"
"""The trap handler, and the code with which every thread starts."""


class RelocationKind(IntEnum):
    """How the value S + A (symbol and addend) changes the word at place P."""

    NONE = 0
    ABS32 = 1
    BRANCH = 2
    """S + A - P in bits 17-0, signed."""
    PCREL_MEM = 3
    PCREL_LEA = 4
    PCREL_EXT = 5
    """S + A - P in bits 11-3, signed, as the two before."""
    ABS_HIGH_LEA = 6
    """Bits 31-16 of S + A in bits 17-2."""
    ABS_LOW_LEA = 7
    """Bits 15-0 of S + A in bits 17-2."""


PC_RELATIVE = frozenset(
    {
        RelocationKind.PCREL_MEM,
        RelocationKind.PCREL_LEA,
        RelocationKind.PCREL_EXT,
    }
)


class SymbolType(StrEnum):
    NONE = "none"
    OBJECT = "object"
    FUNCTION = "function"
    SECTION = "section"
    FILE = "file"


@dataclass(frozen=True)
class Relocation:
    """A place in a section that depends on the value of a symbol."""

    offset: int
    kind: RelocationKind
    symbol: int
    """Index in the object's symbols."""
    addend: int


@dataclass
class Section:
    """Bytes that the linker places as one."""

    name: str
    executable: bool = False
    writable: bool = False
    allocated: bool = True
    alignment: int = 1
    data: bytearray = field(default_factory=bytearray)
    reserved: int = 0
    """Zero bytes after `data` that the file does not hold."""
    relocations: list[Relocation] = field(default_factory=list[Relocation])

    @property
    def size(self) -> int:
        return len(self.data) + self.reserved


@dataclass
class Symbol:
    """A name for an offset in a section; undefined without one unless absolute."""

    name: str
    section: int | None = None
    """Index in the object's sections."""
    absolute: bool = False
    """Defined as `value` without a section."""
    value: int = 0
    size: int = 0
    type: SymbolType = SymbolType.NONE
    is_global: bool = False
    is_weak: bool = False
    common: bool = False
    """Wants `size` zero bytes, aligned to `value`, unless another object defines it."""

    @property
    def is_defined(self) -> bool:
        return self.section is not None or self.absolute or self.common


class ObjectBounds(NamedTuple):
    """Where the object of an access lies: `start` to `end` from a register on."""

    register: int
    start: int
    end: int


@dataclass
class ObjectFile:
    """One relocatable object."""

    name: str
    sections: list[Section] = field(default_factory=list[Section])
    symbols: list[Symbol] = field(default_factory=list[Symbol])
    signature: str = ""
    """Text of the `circ.signature` note."""
    bounds: dict[int, ObjectBounds] = field(default_factory=dict[int, ObjectBounds])
    """
    By offset of an access in the first section, where its object is. Neither this nor
    `reads_lines` is in a file: the simulator checks what was just compiled.
    """
    reads_lines: set[int] = field(default_factory=set[int])
    """Offsets of vector loads of which not all lanes are needed."""
