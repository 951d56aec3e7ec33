"""
Encoding and decoding of NaplesPU's instructions, with operands by name.

Words and operands are those of the generated tables; messages name the operands.
"""

from collections.abc import Mapping, Sequence

from circ.targets.naplespu.description.instructions import (
    Instruction,
    by_opcode,
    instructions,
)
from circ.targets.naplespu.description.methods import DECODERS, ENCODERS, FieldRange
from circ.targets.naplespu.generated import disassembler, emitter


class EncodingError(ValueError):
    """An operand that its field cannot hold, or wrong names of operands."""


def encode(record: str, operands: Mapping[str, int]) -> int:
    """
    The word of a record with operands by name.

    A register is its hardware number, `base` and `offset` make a memory operand,
    `target` is a displacement in bytes from the instruction's own address.
    """
    instruction = instructions()[record]
    if len(operands) != len(instruction.fields):
        raise _wrong_operands(instruction, operands)
    try:
        values = instruction.values(operands)
    except KeyError:
        raise _wrong_operands(instruction, operands) from None
    return encode_values(instruction.opcode, values)


def encode_values(opcode: int, values: Sequence[int]) -> int:
    """The word of an instruction with its machine operands."""
    try:
        return emitter.encode(opcode, values, ENCODERS)
    except FieldRange as error:
        instruction = by_opcode()[opcode]
        name = instruction.operands[error.number].name
        raise EncodingError(
            f"'{instruction.mnemonic}': {name} {error.limits}"
        ) from None


def _wrong_operands(
    instruction: Instruction, operands: Mapping[str, int]
) -> EncodingError:
    """Diagnose wrong names of operands, or a register that does not exist."""
    names = [name for name, _, _ in instruction.fields]
    if set(names) != set(operands):
        expected = ", ".join(names) or "none"
        given = ", ".join(operands) or "none"
        return EncodingError(
            f"'{instruction.mnemonic}' has operands {expected}, but is given {given}"
        )
    for name, numbers, _ in instruction.fields:
        if numbers is not None and operands[name] not in numbers:
            return EncodingError(
                f"'{instruction.mnemonic}': {name} must be in 0..{max(numbers)}, "
                f"but is {operands[name]}"
            )
    raise AssertionError("the operands are right")


def decode_values(word: int) -> disassembler.Decoded | None:
    """The instruction of a word with its machine operands."""
    return disassembler.decode(word, disassembler.DECODER_TABLE_32, DECODERS)


def decode(word: int) -> tuple[Instruction, dict[str, int]] | None:
    """The record and the operands of a word, None where no record has it."""
    decoded = decode_values(word)
    if decoded is None:
        return None
    instruction = by_opcode()[decoded.opcode]
    return instruction, instruction.named(decoded.operands)
