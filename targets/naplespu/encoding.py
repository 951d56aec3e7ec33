"""
Instruction words of NaplesPU: records and field values to 32 bits and back.

Formats and fields come from the record table; what the table cannot say is here:
ranges of immediates, the 18 bits of a branch displacement of which the hardware's J
format has 24 (`naplespu_isa` section 2.3), and the copy of the register number in the
low bits of `jmp sN` and `jmpsr sN` (section 2).
"""

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from circ.dialects.naplespu.instructions import (
    ADDRESSES,
    REGISTERS,
    TARGETS,
    Instruction,
    OperandKind,
    instructions,
)

BRANCH_WIDTH = 18
"""Bits of a displacement that hardware and relocations use."""


class EncodingError(ValueError):
    """An operand that its field cannot hold, or operands that a record has not."""


class _Slot(NamedTuple):
    """One operand value in the word: place, range, and whether it reads as signed."""

    name: str
    low: int
    width: int
    minimum: int
    maximum: int

    @property
    def signed(self) -> bool:
        return self.minimum < 0


class _Layout(NamedTuple):
    slots: tuple[_Slot, ...]
    copies: tuple[tuple[str, int], ...]
    """Field values that the encoder repeats at another bit."""


def _slot(instruction: Instruction, kind: OperandKind, name: str) -> _Slot:
    field = instruction.fields[name]
    if kind in REGISTERS or name == "base":
        return _Slot(name, field.low, field.width, 0, 63)
    if kind in TARGETS:
        limit = 1 << (BRANCH_WIDTH - 1)
        return _Slot(name, field.low, BRANCH_WIDTH, -limit, limit - 1)
    limit = 1 << (field.width - 1)
    if kind in ADDRESSES or kind is OperandKind.SIMM9:
        return _Slot(name, field.low, field.width, -limit, limit - 1)
    return _Slot(name, field.low, field.width, -limit, 2 * limit - 1)


@cache
def _layouts() -> Mapping[str, _Layout]:
    layouts: dict[str, _Layout] = {}
    for record, instruction in instructions().items():
        slots = tuple(
            _slot(instruction, operand.kind, name)
            for operand in instruction.operands
            for name in instruction.fields_of(operand)
        )
        used = {slot.name for slot in slots}
        copies = tuple(
            (slots[0].name, field.low)
            for name, field in instruction.fields.items()
            if name == "target" and name not in used
        )
        layouts[record] = _Layout(slots, copies)
    return layouts


def encode(record: str, operands: Mapping[str, int]) -> int:
    """
    The word of a record with `operands`, which are named as the record's fields.

    A register is its number, `base` and `offset` make a memory operand, `target` is a
    displacement in bytes from the instruction's own address.
    """
    slots, copies = _layouts()[record]
    instruction = instructions()[record]
    if len(operands) != len(slots) or any(s.name not in operands for s in slots):
        expected = ", ".join(slot.name for slot in slots) or "none"
        given = ", ".join(operands) or "none"
        raise EncodingError(
            f"'{instruction.mnemonic}' has operands {expected}, but is given {given}"
        )
    word = instruction.match
    for name, low, width, minimum, maximum in slots:
        value = operands[name]
        if not minimum <= value <= maximum:
            raise EncodingError(
                f"'{instruction.mnemonic}': {name} must be in "
                f"{minimum}..{maximum}, but is {value}"
            )
        word |= (value & ((1 << width) - 1)) << low
    for name, low in copies:
        word |= operands[name] << low
    return word


@cache
def _by_top_byte() -> Mapping[int, tuple[Instruction, ...]]:
    """
    Records by bits 31-24, which hold format and opcode in every format.

    Records that share a word are in the order of the vendor's disassembler: the general
    form, then special registers, then spellings that only the assembler knows.
    """
    table: dict[int, list[Instruction]] = {}
    for instruction in instructions().values():
        table.setdefault(instruction.match >> 24, []).append(instruction)
    return {
        byte: tuple(
            sorted(found, key=lambda i: (i.asm_parser_only, i.decoder_namespace != ""))
        )
        for byte, found in table.items()
    }


def decode(word: int) -> tuple[Instruction, dict[str, int]] | None:
    """The record and the field values of a word, None where no record has it."""
    for instruction in _by_top_byte().get(word >> 24, ()):
        if word & instruction.mask == instruction.match:
            break
    else:
        return None
    operands: dict[str, int] = {}
    for slot in _layouts()[instruction.record].slots:
        value = word >> slot.low & ((1 << slot.width) - 1)
        if slot.signed and value >> (slot.width - 1):
            value -= 1 << slot.width
        operands[slot.name] = value
    return instruction, operands
