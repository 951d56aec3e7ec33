"""
Where the bits of an instruction word come from: `Inst` of its record, read.

Both directions, emitter and disassembler, see an encoding through these functions.

Facts: `tablegen` section 1c.
"""

from typing import NamedTuple

from circ.targets.tablegen.analysis.instruction import Instruction
from circ.targets.tablegen.analysis.target import Target
from circ.targets.tablegen.records import BitReference, Bits, Record


class Piece(NamedTuple):
    """`width` bits of a value from its bit `offset`, in the word at `start`."""

    start: int
    width: int
    offset: int


def has_encoding(instruction: Instruction) -> bool:
    """Is it an instruction of the machine, with bits of its own?"""
    return not instruction.is_generic and not instruction.is_pseudo


def encoding_bits(target: Target, record: Record) -> Bits:
    """`Inst`, bit 0 first also if the description counts from the other end."""
    if "Inst" not in record.fields:
        raise record.error(
            f"Record `{record.name}' does not have a field named `Inst'!"
        )
    if record.is_set("EncodingInfos"):
        raise record.error("encodings by hardware mode are not supported")
    bits = record.bits("Inst")
    if target.instruction_set.flag("isLittleEndianEncoding"):
        return Bits(reversed(bits))
    return bits


def field_names(bits: Bits) -> tuple[str, ...]:
    """
    The fields that the word holds bits of, in declared order of their first bit.

    A bit of anything but a field, such as a part of an unset record, is unset itself.
    """
    references = (bit for bit in bits if isinstance(bit, BitReference))
    return tuple(dict.fromkeys(b.field for b in references if b.field.isidentifier()))


def pieces_of(bits: Bits, names: frozenset[str]) -> tuple[Piece, ...]:
    """The runs of bits that fields of these names have in the word, lowest first."""
    found: list[Piece] = []
    for place, bit in enumerate(bits):
        if not isinstance(bit, BitReference) or bit.field not in names:
            continue
        offset = bit.position or 0
        if found:
            start, width, first = found[-1]
            if start + width == place and first + width == offset:
                found[-1] = Piece(start, width + 1, first)
                continue
        found.append(Piece(place, 1, offset))
    return tuple(found)
