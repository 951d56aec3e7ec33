"""
Programs in the bytecode of JavaScript.

Instructions work on an accumulator and on registers: `v0` and so on are a function's
own, `a0` and so on its declared parameters, which are undefined where a caller passed
fewer. The table is `circ.dialects.circuit.bytecodes`; docs/javascript.md describes the
text.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from xdsl.dialects.builtin import LocationAttr, UnknownLoc

from circ.dialects.circuit.bytecodes import Bytecode

KINDS = ("function", "arrow", "method", "base", "derived")
"""Kinds of functions, by number; `base` and `derived` are constructors of classes."""


UNKNOWN = UnknownLoc()


class Register(NamedTuple):
    """A register: `v` of the function, `a` of its declared parameters."""

    letter: str
    number: int

    def __str__(self) -> str:
        return f"{self.letter}{self.number}"


class Range(NamedTuple):
    """As many registers from the first on."""

    length: int
    first: Register

    @property
    def registers(self) -> Iterator[Register]:
        letter, number = self.first
        return (Register(letter, number + k) for k in range(self.length))


class Label(NamedTuple):
    """A place in a function: where the instruction after it is."""

    name: str


Operand: TypeAlias = Register | Range | int | float | str | Label
"""By letter: r, n, i, f, s and m (the name of a function), l."""


@dataclass(frozen=True)
class Instruction:
    bytecode: Bytecode
    operands: tuple[Operand, ...] = ()
    """One a letter of the table's row."""
    location: LocationAttr = UNKNOWN
    text: str = ""
    """What messages call what it calls, constructs, iterates over or takes apart."""


class Handler(NamedTuple):
    """
    What is thrown between two labels goes to a third.

    There the accumulator is the exception, and the environment is what it was at
    `start`.
    """

    start: Label
    end: Label
    target: Label


@dataclass
class Function:
    """A function: instructions and the labels between them."""

    name: str
    """Unique in the program; other functions define closures of it by this name."""
    display_name: str = ""
    """Its property `name`."""
    parameters: int = 0
    """How many of its arguments have registers."""
    registers: int = 0
    """How many registers it has of its own."""
    kind: str = "function"
    strict: bool = False
    code: list[Instruction | Label] = field(default_factory=list[Instruction | Label])
    handlers: list[Handler] = field(default_factory=list[Handler])
    """Inner ones before those around them."""
    text: tuple[int, int] = (0, 0)
    """Where its text is in the program's: UTF-16 units; empty where it has none."""
    location: LocationAttr = UNKNOWN


@dataclass
class Program:
    """The functions of a script; the first is the script itself."""

    functions: list[Function] = field(default_factory=list[Function])
    names: set[str] = field(default_factory=set[str])
    """
    Identifiers and property names that occur, besides the strings in instructions: a
    built-in is part of the program if its name does.
    """
    source: str = ""
    """The text that the functions are from, which `String(function)` gives parts of."""
