"""
Words of NaplesPU as the hardware reads them: one decoded record for every engine.

The generated disassembler knows the compiler's records. The hardware executes more: it
ignores the masked bit, has operations without a record, and takes a scalar as the first
source of a vector operation. Therefore fields are read by the format of the word
(docs/reference/naplespu-isa.md, section 2); the names of operations come from the
generated tables.
"""

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Literal, NamedTuple, TypeAlias

from circ.dialects.common.algebra import to_signed
from circ.dialects.naplespu.generated.operations import RECORDS
from circ.targets.naplespu.description.instructions import instructions

Format: TypeAlias = Literal["R", "I", "MOVEI", "C", "JR", "J", "M", "invalid"]
"""The last one is decoded as invalid, and dropped."""

_FORMATS: tuple[Format, ...] = ("R", "I", "MOVEI", "C", "JR", "J", "M")
"""By the number that TSFlags have (`InstrFormats.td`)."""

HARDWARE_ONLY = {0: "not_i32", 45: "sext32_i32"}
"""Opcodes of format R that the hardware has and the compiler has no record of."""


@cache
def names(format: Format) -> Mapping[int, str]:
    """Operations of a format by opcode."""
    if format == "invalid":
        return {}
    known = HARDWARE_ONLY if format == "R" else {}
    return known | {
        instruction.word_opcode: RECORDS[instruction.record].operation
        for instruction in instructions().values()
        if instruction.format == _FORMATS.index(format)
    }


class Decoded(NamedTuple):
    """One word; a field that its format does not have is 0, False or None."""

    word: int
    format: Format
    opcode: int
    operation: str | None
    """None where the hardware does not define the opcode."""
    destination: int
    """The first register field; it is read by stores, branches and control."""
    first: int
    second: int | None
    """None where there is no register field for a second source."""
    to_vector: bool
    first_is_vector: bool
    second_is_vector: bool
    immediate: int
    """
    The second source of format I, the constant of a move, the offset of an access or
    the displacement of a branch; the moves' is unsigned.
    """
    scratchpad: bool


def signed(value: int, width: int) -> int:
    """The low `width` bits of `value`, read as two's complement."""
    return to_signed(width, value & ((1 << width) - 1))


class _Layout(NamedTuple):
    """Where the fields of a format are; a mask of 0 where it has no such field."""

    format: Format
    opcode: int
    """The mask of the opcode, which starts at bit 24."""
    shift: int = 0
    immediate: int = 0
    sign: int = 0
    """The sign bit of the immediate in its field; 0 of an unsigned one."""
    second: bool = False
    to_vector: int = 0
    first_is_vector: int = 0
    second_is_vector: int = 0
    scratchpad: int = 0


_R = _Layout("R", 0x3F, second=True, to_vector=8, first_is_vector=4, second_is_vector=2)
_I = _Layout("I", 0x1F, 3, 0x1FF, 0x100, to_vector=4, first_is_vector=2)
_M = _Layout("M", 0x3F, 3, 0x1FF, 0x100, scratchpad=2)
_LAYOUTS = (
    *[_R] * 8,
    *[_I] * 4,
    _Layout("MOVEI", 7, 2, 0xFFFF, to_vector=2),
    _Layout("C", 7),
    _Layout("JR", 7, 0, 0x3FFFF, 0x20000),
    _Layout("J", 7, 0, 0x3FFFF, 0x20000),
    *[_M] * 8,
    *[_Layout("invalid", 0)] * 8,
)
"""By the five highest bits of a word."""


@lru_cache(maxsize=1 << 16)
def decode(word: int) -> Decoded:
    """The fields of a word."""
    layout = _LAYOUTS[word >> 27]
    opcode = word >> 24 & layout.opcode
    immediate = word >> layout.shift & layout.immediate
    return Decoded(
        word,
        layout.format,
        opcode,
        names(layout.format).get(opcode),
        word >> 18 & 63,
        word >> 12 & 63,
        word >> 6 & 63 if layout.second else None,
        bool(word & layout.to_vector),
        bool(word & layout.first_is_vector),
        bool(word & layout.second_is_vector),
        (immediate ^ layout.sign) - layout.sign,
        bool(word & layout.scratchpad),
    )
