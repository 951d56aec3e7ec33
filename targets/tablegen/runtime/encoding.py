"""Encoding and decoding by the tables of `-gen-emitter` and `-gen-disassembler`."""

from collections.abc import Callable, Container, Mapping, Sequence
from typing import NamedTuple

# region Instructions to words


Encoder = Callable[[int, Sequence[int], int], int]
"""Called with the opcode, the operands, and the number of the operand to encode."""

PLAIN, REGISTER = -1, -2
"""
In place of a hook: the operand's own value, or its register's encoding.

In decoding, PLAIN says that the operand is the bits; register classes go on below it.
"""

Field = tuple[int, int, int, tuple[tuple[int, int, int], ...]]
"""
Operand number, indices of the hook and in the limits (-1 for none), and pieces (right
shift, mask, left shift).
"""

Limit = tuple[Container[int], int, int]
"""Values that a word can hold: among these, and bits that are not in it with these."""


class EncoderTables(NamedTuple):
    """The encodings of a target's instructions, by opcode."""

    bits: Mapping[int, int]
    recipes: Sequence[Sequence[Field]]
    recipe: Mapping[int, int]
    registers: Sequence[int]
    """The encodings of registers, by number."""
    limits: Sequence[Limit] = ()
    post_encoders: Mapping[int, int] = {}
    """The hook that gets the word, in place of a number, and changes it."""

    def encode(
        self, opcode: int, operands: Sequence[int], hooks: Sequence[Encoder] = ()
    ) -> int:
        """
        The word of an instruction.

        Operands are those of the machine instruction, in order: registers by number,
        others by value. KeyError for an opcode without an encoding, ValueError for an
        operand that its field cannot hold.
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


# endregion
# region Words to instructions


Decoder = Callable[[int, int], "tuple[int, ...] | None"]
"""
Called with the bits and the address: the machine operands, None where they are invalid.
"""

Node = tuple[int, int, Mapping[int, int], int]
"""
A node of a decision tree: start and mask of a bit field, a subtree for each of its
values, and the subtree for other values.

A tree is a number: of a leaf, -1 for none, or -2 less the number of a node.
"""

Leaf = tuple[int, int, int, int, int, int, int]
"""
Mask, match, opcode, recipe, predicate, and bits that should be clear and set.

The recipe says what the operands are; a predicate of -1 always holds.
"""

Source = tuple[int, int, bool, tuple[tuple[int, int, int], ...]]
"""
How to decode, the bits that are always set, whether the next instruction may fit where
this one does not, and pieces (right shift, mask, left shift) of the word.
"""


class Decoded(NamedTuple):
    """
    An instruction and its machine operands: registers by number, others by value.

    `soft_fail` says that the machine's behaviour for these bits is not defined.
    """

    opcode: int
    operands: tuple[int, ...]
    soft_fail: bool


class DecoderTables(NamedTuple):
    """The decision trees of a target's instructions, and how operands are decoded."""

    nodes: Sequence[Node]
    leaves: Sequence[Leaf]
    recipes: Sequence[Sequence[Source]]
    registers: Mapping[int, Mapping[int, int]]
    """By what a recipe says for their class, and by encoding."""
    predicates: Sequence[Callable[[int], bool]] = ()

    def decode(
        self,
        word: int,
        table: int,
        hooks: Sequence[Decoder] = (),
        features: int = 0,
        address: int = 0,
    ) -> Decoded | None:
        """The instruction of a word by one of the trees, None where it has none."""
        pending = [table]
        while pending:
            node = pending.pop()
            while node < -1:
                start, mask, branches, other = self.nodes[-2 - node]
                if other != -1:
                    pending.append(other)
                node = branches.get(word >> start & mask, -1)
            if node < 0:
                continue
            mask, match, opcode, recipe, predicate, zeros, ones = self.leaves[node]
            if word & mask != match:
                continue
            if predicate >= 0 and not self.predicates[predicate](features):
                continue
            operands: list[int] = []
            for how, value, goes_on, pieces in self.recipes[recipe]:
                for right, mask, left in pieces:
                    value |= (word >> right & mask) << left
                if how < PLAIN:
                    if (register := self.registers[how].get(value)) is not None:
                        operands.append(register)
                        continue
                elif how == PLAIN:
                    operands.append(value)
                    continue
                elif (found := hooks[how](value, address)) is not None:
                    operands += found
                    continue
                if goes_on:
                    break
                return None
            else:
                soft = (zeros | ones) != 0 and ((word & zeros) | (~word & ones)) != 0
                return Decoded(opcode, tuple(operands), soft)
        return None


# endregion
