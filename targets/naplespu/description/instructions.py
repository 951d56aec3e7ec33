"""
The instructions with their operands by name, from the generated tables.

Operands are those of the machine instruction: an address is a base and an offset, and a
masked operation has the old value of its destination, which is tied to it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from circ.targets.naplespu.description.methods import ENCODERS
from circ.targets.naplespu.generated import asm_writer, emitter, instr_info
from circ.targets.naplespu.generated.register_info import REGISTER_CLASSES

_NAMES = {
    ("addr", "MCOI::OPERAND_PCREL"): "target",
    ("addr", "MCOI::OPERAND_IMMEDIATE"): "addr16",
}
"""Names of operands that the description calls `addr`, by operand type."""


class Operand(NamedTuple):
    """One machine operand."""

    name: str
    register_class: str | None
    numbers: Mapping[int, int] | None
    """Enumeration members by hardware register number; None if not a register."""
    encoder: str
    """The method that encodes it, or empty."""
    tied_to: int
    """The number of the operand that must be the same register, or -1."""


@dataclass(frozen=True, eq=False)
class Instruction:
    """One record of the description that has an encoding."""

    record: str
    opcode: int
    """Its number among all instructions, not that in the word."""
    mnemonic: str
    operands: tuple[Operand, ...]
    output_count: int
    format: int
    word_opcode: int
    """The opcode field of the word, relative to the format."""
    fields: tuple[tuple[str, Mapping[int, int] | None, int], ...]
    """Name, registers and operand number of each operand that is not tied."""

    def values(self, operands: Mapping[str, int]) -> list[int]:
        """The machine operands of named ones; KeyError for a wrong name or register."""
        found = [0] * len(self.operands)
        for name, numbers, operand in self.fields:
            value = operands[name]
            found[operand] = value if numbers is None else numbers[value]
        return found

    def named(self, values: Sequence[int]) -> dict[str, int]:
        """The operands by name, registers by their hardware numbers."""
        return {
            name: values[operand]
            if numbers is None
            else emitter.REGISTER_ENCODINGS[values[operand]]
            for name, numbers, operand in self.fields
        }


_FORMAT, _OPCODE_SHIFT, _OPCODE = 7, 3, 63
"""Where TSFlags have the format and the opcode (`InstrFormats.td`)."""


@cache
def by_opcode() -> Mapping[int, Instruction]:
    """All instructions that have an encoding, by their numbers."""
    registers: dict[str, Mapping[int, int]] = {
        each.name: {
            emitter.REGISTER_ENCODINGS[register]: int(register)
            for register in each.members
        }
        for each in REGISTER_CLASSES
    }
    return {
        opcode: _instruction(opcode, instr_info.INSTRUCTIONS[opcode], registers)
        for opcode in emitter.BITS
    }


@cache
def instructions() -> Mapping[str, Instruction]:
    """All instructions that have an encoding, by the names of their records."""
    return {each.record: each for each in by_opcode().values()}


def _instruction(
    opcode: int,
    info: instr_info.Instruction,
    registers: Mapping[str, Mapping[int, int]],
) -> Instruction:
    encoders = {
        number: ENCODERS._fields[hook]
        for number, hook, _, _ in emitter.RECIPES[emitter.RECIPE[opcode]]
        if hook >= 0
    }
    operands = tuple(
        Operand(
            _name(each),
            each.register_class,
            None if each.register_class is None else registers[each.register_class],
            encoders.get(number, ""),
            each.tied_to,
        )
        for number, each in enumerate(info.operands)
    )
    return Instruction(
        info.name,
        opcode,
        asm_writer.TEXTS[opcode][0].partition(" ")[0],
        operands,
        info.definition_count,
        info.target_flags & _FORMAT,
        info.target_flags >> _OPCODE_SHIFT & _OPCODE,
        tuple(
            (operand.name, operand.numbers, number)
            for number, operand in enumerate(operands)
            if operand.tied_to < 0
        ),
    )


def _name(info: instr_info.OperandInfo) -> str:
    """`base` of `addr.base`, and better names than the description's."""
    part = info.name.rpartition(".")[2]
    return _NAMES.get((part, info.operand_type), part)
