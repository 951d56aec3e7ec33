"""Printing of instructions by the tables of `-gen-asm-writer`."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

Printer = Callable[[int, Sequence["int | str"], int, str], str]
"""
Called with the opcode, the operands, the number of the operand to print (-1 for none)
and the modifier of `${operand:modifier}`, or an empty one.
"""

PLAIN, REGISTER = -1, -2
"""In place of a hook: the operand's own value, or its register's name."""

Recipe = tuple[tuple[int, int, str], ...]
"""For each place: operand number, index of the hook, modifier."""

Allowed = tuple[tuple[int, frozenset[int]], ...]
Alias = tuple[Allowed, tuple[tuple[int, int], ...], int, int, str, int]
"""
What operands must be among, which must be equal, the predicate on the features (-1 for
none), how many operands there are, and the text with its recipe.
"""


@dataclass(frozen=True, slots=True)
class WriterTables:
    """The texts of a target's instructions, by opcode."""

    texts: Sequence[Mapping[int, tuple[str, int]]]
    """For each assembly writer, texts with places for operands and their recipes."""
    recipes: Sequence[Recipe]
    registers: Sequence[str]
    """The names of registers, by number."""
    aliases: Mapping[int, Sequence[Alias]] = field(
        default_factory=dict[int, Sequence[Alias]]
    )
    predicates: Sequence[Callable[[int], bool]] = ()

    def print_instruction(
        self,
        opcode: int,
        operands: Sequence[int | str],
        hooks: Sequence[Printer] = (),
        features: int = 0,
        variant: int = 0,
    ) -> str:
        """
        The text of an instruction.

        Operands are those of the machine instruction, in order: registers by their
        number, anything else by its value; one that is text already is printed as it
        is. KeyError for an opcode without an assembly string.
        """
        template, recipe = self._text(opcode, operands, features, variant)
        texts: list[str] = []
        for number, hook, modifier in self.recipes[recipe]:
            if hook >= 0:
                texts.append(hooks[hook](opcode, operands, number, modifier))
                continue
            operand = operands[number]
            if hook == REGISTER and isinstance(operand, int):
                texts.append(self.registers[operand])
            else:
                texts.append(str(operand))
        return template % tuple(texts)

    def _text(
        self, opcode: int, operands: Sequence[int | str], features: int, variant: int
    ) -> tuple[str, int]:
        """The text and recipe: those of an alias if one holds, in the first variant."""
        aliases = () if variant else self.aliases.get(opcode, ())
        for allowed, equal, predicate, count, template, recipe in aliases:
            if (
                count == len(operands)
                and all(operands[number] in values for number, values in allowed)
                and all(operands[left] == operands[right] for left, right in equal)
                and (predicate < 0 or self.predicates[predicate](features))
            ):
                return template, recipe
        return self.texts[variant][opcode]
