"""Decoding of words by the tables of `-gen-disassembler`."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

Decoder = Callable[[int, int], "tuple[int, ...] | None"]
"""
Called with the bits and the address: the machine operands, None where they are invalid.
"""

Node: TypeAlias = "int | tuple[int, int, dict[int, Node], Node]"
"""A leaf's number (-1 for none), or (start, mask, branch by value, else this node)."""

Leaf = tuple[int, int, int, int, int, int, int]
"""
Mask, match, opcode, recipe, predicate, and bits that should be clear and set.

The recipe says what the operands are; a predicate of -1 always holds.
"""

PLAIN = -1
"""In place of a hook or a register class: the operand is the bits."""

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


@dataclass(frozen=True, slots=True)
class DecoderTables:
    """The instructions of a target and the operands that words have."""

    leaves: Sequence[Leaf]
    recipes: Sequence[Sequence[Source]]
    registers: Mapping[int, Mapping[int, int]]
    """By what a recipe says for their class, and by encoding."""
    predicates: Sequence[Callable[[int], bool]] = ()

    def decode(
        self,
        word: int,
        table: Node,
        hooks: Sequence[Decoder],
        features: int,
        address: int,
    ) -> Decoded | None:
        """The instruction of a word by one of the trees, None where it has none."""
        pending = [table]
        while pending:
            node = pending.pop()
            while not isinstance(node, int):
                start, mask, branches, other = node
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
