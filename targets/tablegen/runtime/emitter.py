"""Encoding of instructions by the tables of `-gen-emitter`."""

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, field

Encoder = Callable[[int, Sequence[int], int], int]
"""Called with the opcode, the operands, and the number of the operand to encode."""

PLAIN, REGISTER = -1, -2
"""In place of a hook: the operand's own value, or its register's encoding."""

Field = tuple[int, int, int, tuple[tuple[int, int, int], ...]]
"""
Operand number, indices of the hook and in the limits (-1 for none), and pieces (right
shift, mask, left shift).
"""

Limit = tuple[Container[int], int, int]
"""Values that a word can hold: among these, and bits that are not in it with these."""


@dataclass(frozen=True, slots=True)
class EncoderTables:
    """The words of a target's instructions, by opcode."""

    bits: Mapping[int, int]
    recipes: Sequence[Sequence[Field]]
    recipe: Mapping[int, int]
    registers: Sequence[int]
    """The encodings of registers, by number."""
    limits: Sequence[Limit] = ()
    post_encoders: Mapping[int, int] = field(default_factory=dict[int, int])
    """The hook that gets the word, in place of a number, and changes it."""

    def encode(
        self, opcode: int, operands: Sequence[int], hooks: Sequence[Encoder] = ()
    ) -> int:
        """
        The word of an instruction.

        Operands are those of the machine instruction, in order: registers by their
        number, anything else by its value. KeyError for an opcode without an encoding,
        ValueError for an operand that its field cannot hold.
        """
        word = self.bits[opcode]
        for number, hook, limit, pieces in self.recipes[self.recipe[opcode]]:
            if hook >= 0:
                value = hooks[hook](opcode, operands, number)
            else:
                value = operands[number]
                if hook == REGISTER:
                    value = self.registers[value]
            if limit >= 0:
                allowed, absent, wanted = self.limits[limit]
                if value not in allowed or value & absent != wanted:
                    raise ValueError(
                        f"operand {number} of opcode {opcode} "
                        f"cannot be {operands[number]}"
                    )
            for right, mask, left in pieces:
                word |= (value >> right & mask) << left
        if (hook := self.post_encoders.get(opcode)) is not None:
            word = hooks[hook](opcode, operands, word)
        return word
