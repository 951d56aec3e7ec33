"""
Secondary types of values: the lattice, and the 32-bit word GateType.

docs/reference/circuit.md, section 12. `gate_types.csv` has the built-in types; users
add theirs with `gate_types().register`. A type is a set of bit patterns of 64 bits (a
category), or of pointers to objects (a class); it is a subset of its parents.
"""

import csv
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cache, reduce
from pathlib import Path

from xdsl.dialects.builtin import ArrayAttr, StringAttr, i64
from xdsl.ir import Attribute, Operation, OpResult, ParametrizedAttribute, SSAValue
from xdsl.irdl import irdl_attr_definition
from xdsl.parser import AttrParser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from circ.dialects.circuit.gate import value_results

TYPES = "circ.types"
"""The attribute of gates that has the secondary types of their values."""

UNTYPED, NATIVE = "UNTYPED", "NATIVE"
"""The greatest type, and that of all values but those of 64 bits."""

IS_MIR = 1 << 31
"""The bit of a word that tells machine-level types from those of the language."""

GC_BITS = 29
"""The lowest of the two bits that tell what the garbage collector does."""

HAS_NO_OUTPUT = 1 << 28
"""The bit of a machine-level word of a gate that gives no value."""

FIRST_OF_USERS = 1 << 16
"""Types that users register without a word get the numbers from here on."""


class Gc(IntEnum):
    """The two bits of a word that tell whether the collector manages a value."""

    MAYBE = 0b00
    YES = 0b01
    NO = 0b10
    NATIVE = 0b11


EMPTY = IS_MIR | Gc.NATIVE << GC_BITS | HAS_NO_OUTPUT
"""The word of a gate that gives no value."""


@dataclass(frozen=True)
class GateType:
    """One type of the lattice."""

    name: str
    word: int | None
    """Its encoding; only the greatest type has none."""
    parents: tuple[str, ...]
    meaning: str

    def __str__(self) -> str:
        return self.name


class TypeLattice:
    """
    Types with their order.

    Ancestors are bit masks, and of two types those they share are the ancestors of
    their join: both it and the test of a subtype take constant time.
    """

    def __init__(self) -> None:
        self._types: dict[str, GateType] = {}
        self._by_word: dict[int, GateType] = {}
        self._bits: dict[str, int] = {}
        self._ancestors: dict[str, int] = {}
        """By type: the mask of itself and all it is a subset of."""
        self._by_ancestors: dict[int, GateType] = {}
        self._meets: dict[tuple[str, str], GateType | None] = {}

    def __iter__(self) -> Iterator[GateType]:
        return iter(self._types.values())

    def register(
        self,
        name: str,
        parents: Sequence[str],
        word: int | None = None,
        meaning: str = "",
    ) -> GateType:
        """
        Add a type below others.

        Raises `ValueError` if the name or word is taken, a parent unknown, or if two
        types would have no least common supertype any more.
        """
        if name in self._types:
            raise ValueError(f"there is a gate type {name} already")
        if not name.isidentifier():
            raise ValueError(f"a gate type must be named by a word, not {name!r}")
        for parent in parents:
            if parent not in self._types:
                raise ValueError(f"there is no gate type {parent}")
        if not parents and self._types:
            raise ValueError(f"gate type {name} needs a parent")
        if word is None and parents:
            word = max(FIRST_OF_USERS - 1, *self._language_words()) + 1
        if word is not None and (word == EMPTY or not 0 <= word < 1 << 32):
            raise ValueError(f"{word:#x} cannot be the word of gate type {name}")
        if word in self._by_word:
            raise ValueError(f"{self._by_word[word]} has the word {word:#x} already")
        bit = 1 << len(self._types)
        above = reduce(int.__or__, (self._ancestors[p] for p in parents), bit)
        for other, mask in self._ancestors.items():
            if mask & above not in self._by_ancestors:
                message = f"{name} and {other} would have no least common supertype"
                raise ValueError(message)
        type = GateType(name, word, tuple(parents), meaning)
        self._types[name] = type
        self._bits[name], self._ancestors[name] = bit, above
        self._by_ancestors[above] = type
        if word is not None:
            self._by_word[word] = type
        self._meets.clear()
        return type

    def _language_words(self) -> Iterator[int]:
        yield from (word for word in self._by_word if not word & IS_MIR)
        yield 0

    def __contains__(self, name: str) -> bool:
        return name in self._types

    def __getitem__(self, name: str) -> GateType:
        return self._types[name]

    def of_word(self, word: int) -> GateType | None:
        """The type that a word encodes; None for any other word, as for EMPTY."""
        return self._by_word.get(word)

    def is_subtype(self, type: GateType, other: GateType) -> bool:
        """Is every value of the first type one of the second?"""
        return bool(self._ancestors[type.name] & self._bits[other.name])

    def join(self, type: GateType, other: GateType) -> GateType:
        """The least type that has the values of both."""
        shared = self._ancestors[type.name] & self._ancestors[other.name]
        return self._by_ancestors[shared]

    def meet(self, type: GateType, other: GateType) -> GateType | None:
        """The greatest type whose values both have; None if they share none."""
        if self.is_subtype(type, other):
            return type
        if self.is_subtype(other, type):
            return other
        key = type.name, other.name
        if key not in self._meets:
            wanted = self._bits[type.name] | self._bits[other.name]
            below = [
                self._types[name]
                for name, mask in self._ancestors.items()
                if mask & wanted == wanted
            ]
            self._meets[key] = reduce(self.join, below) if below else None
        return self._meets[key]

    def gc(self, type: GateType) -> Gc:
        """Whether the collector manages a value; of a language's type by its order."""
        for name, gc in _GC_OF.items():
            if self.is_subtype(type, self[name]):
                return gc
        return Gc.MAYBE

    @property
    def height(self) -> int:
        """The length of the longest chain, which bounds how often inference rises."""
        return max(mask.bit_count() for mask in self._ancestors.values())


_GC_OF: Mapping[str, Gc] = {
    "TAGGED_POINTER": Gc.YES,
    "TAGGED_NON_POINTER": Gc.NO,
    "NATIVE": Gc.NATIVE,
}


def built_in_types() -> TypeLattice:
    """A lattice of the built-in types alone."""
    text = (Path(__file__).parent / "gate_types.csv").read_text(encoding="utf-8")
    rows = {row["name"]: row for row in csv.DictReader(text.splitlines())}
    lattice = TypeLattice()

    def add(name: str) -> None:
        """Parents first; the table is in the order of words, and not deep."""
        row = rows[name]
        for parent in row["parents"].split():
            if parent not in lattice:
                add(parent)
        if name not in lattice:
            word = int(row["word"], 0) if row["word"] else None
            lattice.register(name, row["parents"].split(), word, row["meaning"])

    for name in rows:
        add(name)
    return lattice


@cache
def gate_types() -> TypeLattice:
    """The types that text and passes know; users register theirs here."""
    return built_in_types()


@irdl_attr_definition
class GateTypesAttr(ParametrizedAttribute):
    """
    The secondary types of a gate's values: `#circuit.types<JS_SMI, UNTYPED>`.

    One for each value, by name; text may have a type's 32-bit word instead.
    """

    name = "circuit.types"
    types: ArrayAttr[StringAttr]

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        names = parser.parse_comma_separated_list(
            parser.Delimiter.ANGLE, lambda: _parse_type(parser)
        )
        return (ArrayAttr(map(StringAttr, names)),)

    def print_parameters(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_string(", ".join(name.data for name in self.types))

    def verify(self) -> None:
        for name in self.types:
            if name.data not in gate_types():
                raise VerifyException(f"there is no gate type {name.data}")


def _parse_type(parser: AttrParser) -> str:
    word = parser.parse_optional_integer(allow_boolean=False, allow_negative=False)
    if word is None:
        return parser.parse_identifier("the name of a gate type")
    if (type := gate_types().of_word(word)) is None:
        parser.raise_error(f"no gate type has the word {word:#x}")
    return type.name


def types_attribute(types: Sequence[GateType]) -> GateTypesAttr:
    return GateTypesAttr(ArrayAttr(StringAttr(type.name) for type in types))


def declared_types(gate: Operation) -> tuple[GateType, ...] | None:
    """The types written at a gate, one for each value; else None."""
    attribute = gate.attributes.get(TYPES)
    if not isinstance(attribute, GateTypesAttr):
        return None
    if len(attribute.types) != len(value_results(gate)):
        return None
    return tuple(gate_types()[name.data] for name in attribute.types)


def declare_types(gate: Operation, types: Sequence[GateType]) -> None:
    """Write types at a gate, which has as many values; nothing where none is known."""
    if all(type.name == UNTYPED for type in types):
        gate.attributes.pop(TYPES, None)
    else:
        gate.attributes[TYPES] = types_attribute(types)


def type_of(wire: SSAValue) -> GateType:
    """What is written about a value; only values of 64 bits can be tagged."""
    if wire.type != i64:
        return gate_types()[NATIVE]
    assert isinstance(wire, OpResult)
    declared = declared_types(wire.op)
    if declared is None:
        return gate_types()[UNTYPED]
    return declared[value_results(wire.op).index(wire)]


def word_of(gate: Operation) -> Sequence[int | None]:
    """The words of a gate's values; EMPTY alone where it gives none."""
    values = value_results(gate)
    return [type_of(value).word for value in values] if values else [EMPTY]
