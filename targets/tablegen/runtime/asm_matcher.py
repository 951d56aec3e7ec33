"""Matching of written instructions by the tables of `-gen-asm-matcher`."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, Protocol, TypeVar


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

    `reason`: no such mnemonic, an operand that fits no instruction, features that are
    missing, or operands that are not the same register. `place` is of the operand at
    fault, or one past the last where one is missing; `diagnostic` and `message` are
    what the description says about the class that it should be of.
    """

    reason: int
    place: int
    diagnostic: str
    message: str


class OperandClass(NamedTuple):
    """What operands a class accepts, and what to say of one that should be of it."""

    registers: frozenset[int] = frozenset()
    tokens: frozenset[str] = frozenset()
    predicate: int = -1
    """The hook that tells if an operand is of the class."""
    diagnostic: str = ""
    message: str = ""


Entry = tuple[int, int, int, tuple[int, ...]]
"""Opcode, conversion, predicate on the features (-1 for none), classes of operands."""

REGISTER, TIED, CONSTANT, CONVERTED = -1, -2, -3, -4
"""
In place of a renderer: of the written operand, as the machine operand before, the
argument itself, or what a converter makes.
"""
Pairs = tuple[tuple[int, int], ...]
Conversion = tuple[Pairs, Pairs]
"""Steps to the machine operands, and operands that must be the same."""


class Callbacks(NamedTuple, Generic[T]):
    """The functions that a description leaves to code, by number."""

    predicates: Sequence[Callable[[T], bool]] = ()
    renderers: Sequence[Callable[[T], tuple[int, ...]]] = ()
    defaults: Sequence[Callable[[], T]] = ()
    converters: Sequence[Callable[[Sequence[T]], tuple[int, ...]]] = ()


@dataclass(frozen=True, slots=True)
class MatcherTables:
    """The instructions of a target as they are written."""

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
        hooks: Callbacks[T],
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

    def _is_of(self, operand: T, wanted: int, hooks: Callbacks[T]) -> bool:
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
        hooks: Callbacks[T],
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


def _rendered(
    steps: Pairs, operands: Sequence[T], hooks: Callbacks[T]
) -> tuple[int, ...]:
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
