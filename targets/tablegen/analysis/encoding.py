"""
Where the bits of an instruction word come from: `Inst` of its record, read.

Both directions, emitter and disassembler, see an encoding through these functions.

A field goes to the operand of its name. LLVM 9, and targets whose InstrInfo says
`decodePositionallyEncodedOperands`, give a field without one the next operand in order.

Document: LLVM 9, `llvm/Target/Target.td`, class InstrInfo.
"""

import re
from collections.abc import Mapping
from typing import NamedTuple

from circ.targets.tablegen.analysis.instruction import Instruction, MachineOperand
from circ.targets.tablegen.analysis.registers import Registers
from circ.targets.tablegen.analysis.target import Target
from circ.targets.tablegen.records import BitReference, Bits, Record

_FIELD = re.compile(r"[0-9]*[A-Za-z_][A-Za-z0-9_]*\Z")


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
    return tuple(dict.fromkeys(b.field for b in references if _FIELD.match(b.field)))


def pieces_of(bits: Bits, names: frozenset[str]) -> tuple[Piece, ...]:
    """The runs of bits that fields of these names have in the word, lowest first."""
    found: list[Piece] = []
    for position, bit in enumerate(bits):
        if not isinstance(bit, BitReference) or bit.field not in names:
            continue
        offset = bit.position or 0
        if found:
            start, width, first = found[-1]
            if start + width == position and first + width == offset:
                found[-1] = Piece(start, width + 1, first)
                continue
        found.append(Piece(position, 1, offset))
    return tuple(found)


class Extent(NamedTuple):
    """Which values a field can hold: a word keeps those of so many bits."""

    width: int
    """Up to the highest bit that the word has; the value may be signed or not."""
    absent: int
    """The bits below that which the word does not have."""
    fixed: int
    """What those are: 0 unless the record says so."""

    @property
    def low_bits(self) -> int:
        """A mask of the bits that the word has."""
        return (1 << self.width) - 1 & ~self.absent


def extent_of(record: Record, name: str, pieces: tuple[Piece, ...]) -> Extent:
    """The extent of a field with these pieces in the word."""
    present = 0
    for piece in pieces:
        present |= (1 << piece.width) - 1 << piece.offset
    width = present.bit_length()
    absent = (1 << width) - 1 & ~present
    field = record.fields.get(name)
    fixed = field.known[0] if isinstance(field, Bits) else 0
    return Extent(width, absent, fixed & absent)


def fields_of(
    target: Target, instruction: Instruction, bits: Bits
) -> Mapping[str, MachineOperand]:
    """
    The machine operand of each field that the word holds bits of.

    A method for a whole operand is that of its first part. Diagnostic, in LLVM's words,
    where there is no operand, or one that is not encoded.
    """
    record = instruction.record
    found: dict[str, MachineOperand] = {}
    by_position = fields_by_position(target, instruction, bits)
    for name in field_names(bits):
        operand = instruction.find(name) or by_position.get(name)
        if operand is None:
            raise record.error(f"No operand named {name} in record {record.name}")
        part = operand if isinstance(operand, MachineOperand) else operand.parts[0]
        if not part.is_encoded:
            raise record.error(f"Operand {name} used but also marked as not emitted!")
        found[name] = part
    return found


def fields_by_position(
    target: Target, instruction: Instruction, bits: Bits
) -> Mapping[str, MachineOperand]:
    """
    The operands of fields that no operand is named after, as the record declares them.

    Operands that are not encoded are skipped, and with
    `noNamedPositionallyEncodedOperands` those that some field is named after.
    """
    if not target.encodes_by_position:
        return {}
    record = instruction.record
    skips_named = target.instruction_set.is_on("noNamedPositionallyEncodedOperands")
    free = [
        part
        for operand in instruction.operands
        for part in operand.parts
        if part.is_encoded and not (skips_named and operand.name in record.fields)
    ]
    named = set(field_names(bits))
    unnamed = [
        name
        for name in record.fields
        if name in named
        and instruction.find(name) is None
        and name not in record.open_fields
    ]
    return dict(zip(unnamed, free))


def numbers_by_encoding(
    registers: Registers, register_class: Record, low: int, instruction: Record
) -> dict[int, int]:
    """
    Numbers of a class's registers by encoding; of equal ones the first.

    The field has the bits `low` of an encoding. Diagnostic, at the instruction, where
    these do not tell registers apart that have different encodings.
    """
    found: dict[int, int] = {}
    for number in registers.members(register_class):
        register = registers.registers[number - 1]
        first = registers.registers[
            found.setdefault(register.encoding & low, number) - 1
        ]
        if first.encoding != register.encoding:
            raise instruction.error(
                f"'{instruction.name}' has {low.bit_count()} bits for a register of "
                f"{register_class.name}, in which {first.name} and {register.name} "
                "are the same"
            )
    return found
