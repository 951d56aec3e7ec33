"""Assembly by the tables of `-gen-asm-writer` and `-gen-asm-matcher`."""

from collections.abc import Callable, Mapping, Sequence
from typing import Generic, NamedTuple, Protocol, TypeVar

# region Instructions to text


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


class WriterTables(NamedTuple):
    """The texts of a target's instructions, by opcode."""

    texts: Sequence[Mapping[int, tuple[str, int]]]
    """For each assembly writer, format strings and recipes for their operands."""
    recipes: Sequence[Recipe]
    registers: Sequence[str]
    """The names of registers, by number."""
    aliases: Mapping[int, Sequence[Alias]] = {}
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

        Operands are those of the machine instruction, in order: registers by number,
        others by value; text is printed as it is. KeyError for an opcode without an
        assembly string.
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


# endregion
# region Text to instructions


class ParsedOperand(Protocol):
    """An operand as the caller's parser made it."""

    @property
    def token(self) -> str | None:
        """The text of a token, None for anything else."""
        ...

    @property
    def register(self) -> int:
        """The number of a register, 0 for anything else."""
        ...


T = TypeVar("T", bound=ParsedOperand)


class Match(NamedTuple):
    """The instruction that was written, with its machine operands."""

    opcode: int
    operands: tuple[int, ...]


NO_MNEMONIC, NO_OPERAND, NO_FEATURES, NO_TIE = range(4)


class Mismatch(NamedTuple):
    """
    Why nothing matches.

    `reason`: no such mnemonic, an operand that fits no instruction, missing features,
    or operands that are not the same register. `place` is the index of the operand at
    fault, one past the last where one is missing; `diagnostic` and `message` are those
    of its class.
    """

    reason: int
    place: int
    diagnostic: str
    message: str


class OperandClass(NamedTuple):
    """The operands that a class accepts, and its diagnostic."""

    registers: frozenset[int] = frozenset()
    tokens: frozenset[str] = frozenset()
    predicate: int = -1
    """The hook that tells whether an operand is of the class."""
    diagnostic: str = ""
    message: str = ""


Entry = tuple[int, int, int, tuple[int, ...]]
"""Opcode, conversion, predicate on the features (-1 for none), classes of operands."""

TIED, CONSTANT, CONVERTED = -3, -4, -5
"""
In place of a renderer: as the machine operand before, the argument itself, or what a
converter makes. REGISTER is that of the written operand.
"""
Pairs = tuple[tuple[int, int], ...]
Conversion = tuple[Pairs, Pairs]
"""Steps to the machine operands, and operands that must be the same."""


class Hooks(NamedTuple, Generic[T]):
    """The functions that a description leaves to code, by number."""

    predicates: Sequence[Callable[[T], bool]] = ()
    """Is an operand of a class?"""
    renderers: Sequence[Callable[[T], tuple[int, ...]]] = ()
    """The machine operands that an operand makes."""
    defaults: Sequence[Callable[[], T]] = ()
    """What is meant where an optional operand is left out."""
    converters: Sequence[Callable[[Sequence[T]], tuple[int, ...]]] = ()
    """All machine operands of an instruction, from all that are written."""


class MatcherTables(NamedTuple):
    """The assembly syntax of a target's instructions."""

    matches: Sequence[Mapping[str, Sequence[Entry]]]
    """For each variant, by mnemonic."""
    classes: Sequence[OperandClass]
    conversions: Sequence[Conversion]
    aliases: Sequence[Mapping[str, Sequence[tuple[int, str]]]] = ()
    """For each variant, what mnemonics mean where a predicate (or -1) holds."""
    predicates: Sequence[Callable[[int], bool]] = ()

    def match(
        self,
        mnemonic: str,
        operands: Sequence[T],
        hooks: Hooks[T] = Hooks(),
        features: int = 0,
        variant: int = 0,
    ) -> Match | Mismatch:
        """
        The instruction of a mnemonic, in lower case, and operands as they are written.

        Of several that fit, the first in the order of the tables is taken.
        """
        if self.aliases:
            for predicate, meant in self.aliases[variant].get(mnemonic, ()):
                if self._holds(predicate, features):
                    mnemonic = meant
                    break
        entries = self.matches[variant].get(mnemonic)
        if entries is None:
            return Mismatch(NO_MNEMONIC, 0, "", "")
        count = len(operands)
        for opcode, conversion, predicate, classes in entries:
            if len(classes) != count:
                continue
            for operand, wanted in zip(operands, classes):
                if operand.register in self.classes[wanted].registers:
                    continue  # most are registers, which need no call
                if not self._is_of(operand, wanted, hooks):
                    break
            else:
                if not self._holds(predicate, features):
                    continue
                steps, equal = self.conversions[conversion]
                for left, right in equal:
                    if operands[left].register != operands[right].register:
                        return Mismatch(NO_TIE, right, "", "")
                return Match(opcode, _rendered(steps, operands, hooks))
        return self._mismatch(entries, operands, hooks, features)

    def _holds(self, predicate: int, features: int) -> bool:
        return predicate < 0 or self.predicates[predicate](features)

    def _is_of(self, operand: T, wanted: int, hooks: Hooks[T]) -> bool:
        registers, tokens, predicate, _, _ = self.classes[wanted]
        return (
            operand.register in registers
            or (predicate >= 0 and hooks.predicates[predicate](operand))
            or (bool(tokens) and operand.token in tokens)
        )

    def _mismatch(
        self,
        entries: Sequence[Entry],
        operands: Sequence[T],
        hooks: Hooks[T],
        features: int,
    ) -> Mismatch:
        """What is wrong for all entries: the operand that the best of them got to."""
        index, at_fault = -1, -1
        for _, _, predicate, classes in entries:
            for place, operand in enumerate(operands):
                wanted = classes[place] if place < len(classes) else -1
                if wanted < 0 or not self._is_of(operand, wanted, hooks):
                    break
            else:
                place, wanted = len(operands), -1
                if len(classes) == place:
                    return Mismatch(NO_FEATURES, 0, "", "")
            if place > index or (
                place == index and wanted >= 0 and self.classes[wanted].diagnostic
            ):
                if self._holds(predicate, features):
                    at_fault = wanted
                index = place
        if at_fault < 0:
            return Mismatch(NO_OPERAND, index, "", "")
        found = self.classes[at_fault]
        return Mismatch(NO_OPERAND, index, found.diagnostic, found.message)


def _rendered(steps: Pairs, operands: Sequence[T], hooks: Hooks[T]) -> tuple[int, ...]:
    rendered: list[int] = []
    for how, argument in steps:
        if how == REGISTER:
            rendered.append(operands[argument].register)
        elif how >= 0:
            if argument < 0:  # ~argument is the number of a method
                operand = hooks.defaults[~argument]()
            else:
                operand = operands[argument]
            rendered += hooks.renderers[how](operand)
        elif how == TIED:
            rendered.append(rendered[argument])
        elif how == CONVERTED:
            return hooks.converters[argument](operands)
        else:
            rendered.append(argument)
    return tuple(rendered)


# endregion
